"""What is said at the arbiter's desk of boards, of what waits there and of what has happened."""

from collections.abc import Iterable
from datetime import timedelta

import chess

from access_chess.hall.attention import TOLD, Need, NeedKind
from access_chess.laws import events as happened
from access_chess.laws.adjournment import is_sealing
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Question, StopReason
from access_chess.laws.events import Event
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, new_game
from access_chess.session.hosting.desk_ports import DeskEvent
from access_chess.session.hosting.floor import Floor
from access_chess.session.hosting.floor_news import News
from access_chess.session.hosting.hall_disk import DiskNews
from access_chess.session.hosting.ports import Manner
from access_chess.session.hosting.station_ports import Notice
from access_chess.session.ports import Entry
from access_chess.speech.answers.adjournment import whose_turn_in
from access_chess.speech.answers.clock import clock_answer
from access_chess.speech.answers.position import color_name, last_moves
from access_chess.speech.language.durations import Precision
from access_chess.speech.language.voice_pack import Slot, trouble_words
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate
from access_chess.speech.utterance import SpokenPart, spoken_part

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
        return self.phrase("desk_boards", boards=", ".join(map(str, numbers)), text=text)

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

    def of_nothing(self, number: int) -> SpokenPart:
        """Why nothing comes of an order that was neither done nor refused."""
        found = self._floor.game(number)
        if found is not None and is_sealing(found[0]):
            return self.phrase("desk_is_sealing", color=color_name(found[0].turn, self._pack))
        return self.phrase("changes_nothing")

    def is_told(self, news: News) -> bool:
        """Whether the desk hears of it unasked."""
        return isinstance(news.event, TOLD)

    def of_news(self, news: News) -> tuple[SpokenPart, ...]:
        """What has happened, as everybody who may know all of it is told."""
        said = narrate(news.event, before=news.before, after=news.after, settings=self._settings, number=news.number)
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


def has_news(ruled: Iterable[News]) -> bool:
    """Whether anything came of a ruling, beside that it was taken."""
    return any(not isinstance(news.event, happened.CommandTaken) for news in ruled)
