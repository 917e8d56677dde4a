"""What is said at the arbiter's desk of boards, of what waits there, and unasked of what happens on them."""

import itertools
from collections import deque
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

import chess
from msgspec import Struct

from access_chess.hall.games.boards import Notice
from access_chess.hall.games.floor import Floor
from access_chess.hall.games.floor_news import DiskNews, News
from access_chess.hall.games.seat_state import Manner
from access_chess.hall.rules.attention import TOLD, Need, NeedKind
from access_chess.hall.rules.orders import Order, OrderState
from access_chess.laws import events as happened
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Question, StopReason
from access_chess.laws.events import Event
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, new_game
from access_chess.session.ports import Entry
from access_chess.speech.answers.clock import clock_answer
from access_chess.speech.answers.position import color_name, last_moves, whose_turn_in
from access_chess.speech.language.durations import Precision
from access_chess.speech.language.voice_pack import Slot, trouble_words
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate
from access_chess.speech.utterance import SpokenPart, spoken_part


class DeskLine(Struct, frozen=True, kw_only=True):
    """One thing that is said at the desk, numbered from 1, in the language of the desk.

    `is_aside`: nobody there has asked for it, so it waits for its turn. `need` is the board that needs the arbiter by
    this line; None where it is only told.
    """

    number: int
    text: str
    is_aside: bool = False
    need: int | None = None


class DeskNeed(Struct, frozen=True, kw_only=True):
    """Something that waits for an arbiter: since when (UTC), and the other arbiter who is at the board, if one is."""

    board: int
    text: str
    since: datetime
    taken_by: str | None


class DeskBoard(Struct, frozen=True, kw_only=True):
    """A board as the desk sees it at an instant of its game; `is_there`: it can be reached now."""

    number: int
    game: Game
    at: Instant
    is_there: bool


class DeskEvent(Struct, frozen=True, kw_only=True):
    """One event of a game: what is said of it to anybody, or what it was where nobody is told."""

    number: int
    wall: datetime
    text: str


class DeskNews(Struct, frozen=True, kw_only=True):
    """What happened on a board, in words, and when (UTC)."""

    board: int
    wall: datetime
    text: str


TOLD_FROM = timedelta(milliseconds=100)  # what is told in tenths of a second

#: What the list of all events calls those that nobody is told of.
_UNTOLD: dict[str, tuple[type, ...]] = {
    "event_set_up": (happened.GameSetUp,),
    "event_pressed": (happened.ClockPressed,),
    "event_started": (happened.ClockStarted, happened.ClockHandedBack),
    "event_completed": (happened.MoveCompleted,),
    "event_pieces": (
        happened.PiecesTouched, happened.PieceLifted, happened.PiecePutBack, happened.PieceBrushed,
        happened.PiecesAdjusted, happened.PieceRemoved, happened.PieceReleased, happened.PromotionChosen,
    ),
    "event_written": (
        happened.MoveWritten, happened.OfferWritten, happened.ScoresheetCompleted, happened.SheetReturned,
        happened.SheetHandedIn,
    ),
    "event_asked": (happened.QuestionAsked,),
    "event_announced": (happened.MoveAnnounced, happened.AnnouncementRepeated),
}  # fmt: skip


class DeskWords:
    """The words of one arbiter's desk, in that arbiter's language."""

    def __init__(self, manner: Manner, floor: Floor) -> None:
        language = manner.language
        self._pack, self._form, self._floor = language.pack, language.form, floor
        self._settings = NarrationSettings(
            pack=language.pack, form=language.form, verbosity=manner.verbosity, volunteers=True
        )

    def phrase(self, key: str, **slots: Slot) -> SpokenPart:
        """A sentence of the voice pack."""
        return self._pack.phrase(key, **slots)

    def at_boards(self, numbers: tuple[int, ...], text: str) -> SpokenPart:
        """What is said of these boards, with their numbers before it."""
        if len(numbers) == 1:
            return self.phrase("desk_board", number=str(numbers[0]), text=text)
        return self.phrase("desk_boards", boards=named(numbers), text=text)

    def of_board(self, game: Game, at: Instant) -> str:
        """How a game stands: who plays, who is to move, the last move, the clocks."""
        names = (game.setup.players[color].name for color in chess.COLORS)
        parts = [spoken_part(" - ".join(name for name in names if name), language=self._pack.language)]
        if not game.is_over:
            parts.append(whose_turn_in(game, self._pack))
        parts += last_moves(game, 1, self._pack, self._form)
        if game.clock.control is not None:
            parts.append(clock_answer(Question.TIMES, game, chess.WHITE, at, self._pack))
        return " ".join(f"{part.text.rstrip('.')}." for part in parts if part.text)

    def is_told(self, news: News) -> bool:
        """Whether the desk hears of it unasked."""
        return isinstance(news.event, TOLD)

    def of_news(self, news: News) -> tuple[SpokenPart, ...]:
        """What has happened, as everybody who may know all of it is told."""
        told = news.recorded
        said = narrate(told.event, before=told.before, after=told.after, settings=self._settings, number=told.number)
        return tuple(part for utterance in said for part in utterance.parts)

    def of_notice(self, notice: Notice) -> SpokenPart:
        """What is to be known of a station, beside its game."""
        return self.phrase(f"desk_{notice.kind.value}", number=str(notice.number))

    def of_disk(self, news: DiskNews) -> str:
        """That nothing is kept of games at pages, and why; or that all is kept again."""
        if news.failure is None:
            return self.phrase("desk_disk_well").text
        return f"{trouble_words(news.failure, self._pack).text} {self.phrase('desk_disk_fails').text}"

    def history(self, entries: Iterable[Entry]) -> tuple[DeskEvent, ...]:
        """Every event with what is said of it, whosever ear that is for."""
        found: list[DeskEvent] = []
        game: Game | None = None
        for entry in entries:
            if isinstance(entry.event, happened.GameSetUp):
                before = game = new_game(entry.event)
            else:
                assert game is not None, "a game begins by being set up"
                before, game = game, evolve(game, entry.event)
            said = narrate(entry.event, before=before, after=game, settings=self._settings, number=entry.number)
            text = self._of_waived(entry.event) or " ".join(utterance.text for utterance in said)
            if text or not isinstance(entry.event, happened.CommandTaken):
                text = text or self._of_untold(entry.event)
                found.append(DeskEvent(number=entry.number, wall=entry.wall, text=text))
        return tuple(found)

    def _of_untold(self, event: Event) -> str:
        """An event that nobody is told of, to be looked up: who did what, in short."""
        color = getattr(event, "color", None)
        name = self._pack.phrase("desk_arbiter") if color is None else color_name(color, self._pack)
        for key, kinds in _UNTOLD.items():
            if isinstance(event, kinds) and (color is not None or key == "event_set_up"):
                return self.phrase(key, color=name).text
        return self.phrase("event_noted").text

    def _of_waived(self, event: Event) -> str:
        """What of a player's time on the network was not counted, which is told to nobody else."""
        if not isinstance(event, happened.CommandTaken) or event.waived < TOLD_FROM or event.author.color is None:
            return ""
        time = self._pack.duration(event.waived, precision=Precision.TENTHS)
        return self.phrase("desk_waived", color=color_name(event.author.color, self._pack), time=time).text

    def of_need(self, number: int, need: Need, news: News | None = None) -> SpokenPart:
        """Why the arbiter is needed."""
        if need.kind is NeedKind.AWAY:
            return self.phrase("desk_is_away")
        if need.kind is NeedKind.ORDER:
            return self._of_overdue(number, need)
        news = news or self._floor.raised_by(number, need)
        if news is None:
            return self.phrase("desk_needed")
        event = news.event
        if isinstance(event, happened.ClocksStopped) and event.reason is StopReason.ARBITER and event.color is not None:
            return self.phrase("desk_called", color=color_name(event.color, self._pack))
        text = " ".join(part.text for part in self.of_news(news))
        return spoken_part(text, language=self._pack.language) if text else self.phrase("desk_needed")

    def _of_overdue(self, number: int, need: Need) -> SpokenPart:
        """Which order was not done: what was said, and when."""
        asked = self.phrase("desk_order_waits")
        given = next((order for order in self._floor.orders(number) if order.issued == need.since), None)
        if given is None or not given.words:
            return asked
        text = f"{given.words}, {need.since.astimezone():%H:%M}. {asked.text}"
        return spoken_part(text, language=self._pack.language)


def sentences(texts: Iterable[str]) -> str:
    """Several things said as one text: lines of help are no sentences, and would run into each other.

    >>> sentences(["accept: the claim is right", "The clocks are stopped.", "next: the next board"])
    'accept: the claim is right. The clocks are stopped. next: the next board'
    """
    said = [text for text in texts if text]
    ended = [text if text.endswith((".", "!", "?", ":")) else f"{text}." for text in said[:-1]]
    return " ".join((*ended, *said[-1:]))


def named(boards: Iterable[int]) -> str:
    """Several boards by their numbers."""
    return ", ".join(map(str, boards))


MOST_BOARDS = 1_000  # that a range may name


def numbers_of(named: str) -> tuple[int, ...]:
    """ "7-9,12": the numbers, in their order.

    >>> numbers_of("7-9,12")
    (7, 8, 9, 12)
    """
    found: list[int] = []
    for part in named.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), min(int(last or first), int(first) + MOST_BOARDS) + 1)
    return tuple(dict.fromkeys(found))


ANSWERED = 1_000  # news that one desk is known to have had as answers: more than a page can be behind


class Aside(Struct, frozen=True, kw_only=True):
    """Something to be told of a board, or (None) of the hall; `is_need`: because of it the board needs an arbiter."""

    board: int | None
    text: str
    is_need: bool = False


class DeskAsides:
    """What one desk has been told of its floor; what has come to it as an answer is not told again."""

    def __init__(self, floor: Floor, words: DeskWords) -> None:
        self._floor = floor
        self._words = words
        self._known = floor.count
        self._noticed = max((notice.count for notice in floor.notices(0)), default=0)
        self._answered: deque[int] = deque(maxlen=ANSWERED)
        self._outside: set[tuple[int, Need]] = set()
        self._orders: dict[str, Order] = {}
        self._disk = 0

    @property
    def answered(self) -> frozenset[int]:
        """The counts of the news that came as answers: the one who gave the order knows of them."""
        return frozenset(self._answered)

    def answer(self, news: Iterable[News]) -> None:
        """This news is told as the answer to what was ordered."""
        self._answered.extend(each.count for each in news)

    def follow(self, order: Order) -> None:
        """Tell what becomes of this order."""
        self._orders[order.id] = order

    def come(self) -> Iterator[Aside]:
        """What has come since this was asked last."""
        yield from self._of_events()
        yield from self._of_needs()
        yield from self._of_notices()
        yield from self._of_orders()
        yield from self._of_disk()

    def _of_events(self) -> Iterator[Aside]:
        """What has happened on the floor; of one board in one."""
        answered = self.answered
        for number, news in itertools.groupby(self._floor.news(self._known), key=lambda each: each.board):
            told: list[str] = []
            for each in news:
                self._known = each.count
                if each.count in answered:
                    continue
                for need in each.raised:
                    yield Aside(board=number, text=self._words.of_need(number, need, each).text, is_need=True)
                if not each.raised and self._words.is_told(each):
                    told += (part.text for part in self._words.of_news(each))
            if told:
                yield Aside(board=number, text=" ".join(told))

    def _of_needs(self) -> Iterator[Aside]:
        """Boards that cannot be reached, and orders that were not done: no event tells of these."""
        now = [(number, need) for number, need in self._floor.needs() if need.number < 0]
        for number, need in now:
            if (number, need) not in self._outside:
                yield Aside(board=number, text=self._words.of_need(number, need).text, is_need=True)
        self._outside = set(now)

    def _of_notices(self) -> Iterator[Aside]:
        for notice in self._floor.notices(self._noticed):
            self._noticed = notice.count
            yield Aside(board=notice.board, text=self._words.of_notice(notice).text)

    def _of_orders(self) -> Iterator[Aside]:
        """What became of the orders that were given here; that they were done is told by what has happened."""
        for order in [order for order in self._floor.orders() if order.id in self._orders]:
            if order.state in (OrderState.STALE, OrderState.REFUSED):
                why = "desk_stale" if order.state is OrderState.STALE else "desk_order_refused"
                yield Aside(board=order.board, text=self._words.phrase(why).text)
            if not order.is_open and order.state is not OrderState.OVERDUE:
                del self._orders[order.id]

    def _of_disk(self) -> Iterator[Aside]:
        news = self._floor.disk.news(self._disk)
        if news is not None:
            self._disk = news.count
            yield Aside(board=None, text=self._words.of_disk(news))
