"""The arbiter's place at all boards of a floor: a line, and what came of a ruling, make the next place and what is to
be done. A line names its board, some boards or all, or goes to the arbiter's board: "7 accept", "7-12 stop", "accept".

At each board the arbiter has a player's seat with other rows: the same conversation asks back and confirms, and the
same word is owed for what has followed.
"""

import re
from collections.abc import Mapping
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from access_chess.conversation.answers import QUESTIONS, answer
from access_chess.conversation.reading import AT_DESK
from access_chess.conversation.state import Say
from access_chess.hall.games.desk_words import DeskNeed, DeskWords, named, numbers_of
from access_chess.hall.games.floor import Floor
from access_chess.hall.games.floor_news import Ruled
from access_chess.hall.rules.orders import COUNT_ITS_GAP, OrderState
from access_chess.laws.clock import Instant
from access_chess.laws.decide import decide
from access_chess.laws.events import Refused
from access_chess.laws.game import Game
from access_chess.notation.vocabulary import folded
from access_chess.play.deeds import Carried, not_now, rule
from access_chess.play.messages import AtOnce, Effect, Effects, Give, Happened, Typed
from access_chess.play.seat import Deed, Errand, PlayerSeat
from access_chess.requests.commands import BESIDE_RULINGS, RULINGS
from access_chess.requests.names import RequestName
from access_chess.requests.request import Missing
from access_chess.requests.slots import split_phrase
from access_chess.requests.typed_line import typed_answer
from access_chess.requests.words import PlayerLanguage
from access_chess.session.sheet_desk import Sheets

_BOARDS = re.compile(r"(\d{1,5}(?:-\d{1,5})?(?:,\d{1,5}(?:-\d{1,5})?)*)[:.]?(?=\s|$)")


class TypedAtDesk(Struct, frozen=True, kw_only=True):
    """A line at the desk. `seen` counts the news that its page had, the `ticket` is by which it is done once."""

    line: str
    seen: int
    ticket: str = ""


class AtBoard(Struct, frozen=True, kw_only=True):
    """What is to be done at a board because of a line: something is said there, or ruled on."""

    board: int
    effect: Effect
    typed: TypedAtDesk


class RuledOn(Struct, frozen=True, kw_only=True):
    """What came of a ruling on a board: it comes back to the seat that gave it, in the same turn."""

    given: AtBoard
    ruled: Ruled


DeskEffects = tuple[Say | AtBoard | AtOnce, ...]
DeskTurn = tuple["DeskSeat", DeskEffects]


class DeskSeat(Struct, frozen=True, kw_only=True):
    """One arbiter at all boards of a `floor`: `key` tells those apart who have the same `name`.

    `boards` are the seats at those boards to which something was said, `current` is where the arbiter is. `asked` is a
    ruling on all boards that waits for yes or no, `asking` are the boards at which something was asked last, `counting`
    those of them that asked for a number just now, and at `reading` moves are read. `spoken_to` are the boards of the
    last line; it `is_lost` where it found none.
    """

    floor: Floor
    key: str
    name: str
    language: PlayerLanguage
    words: DeskWords
    boards: Mapping[int, PlayerSeat] = field(default_factory=dict)
    current: int | None = None
    asked: TypedAtDesk | None = None
    asking: tuple[int, ...] = ()
    counting: tuple[int, ...] = ()
    reading: int | None = None
    spoken_to: tuple[int, ...] = ()
    is_lost: bool = False

    @property
    def is_entry_open(self) -> bool:
        """Whether the last line was carried out nowhere: the arbiter may want to mend it."""
        return self.is_lost or (
            bool(self.spoken_to) and all(self.boards[each].is_entry_open for each in self.spoken_to)
        )

    def turn(self, message: TypedAtDesk | RuledOn) -> DeskTurn:
        """What follows here from a message, as the boards stand."""
        if isinstance(message, RuledOn):
            return self._told(message)
        typed = replace(message, line=message.line.strip())
        return replace(self, asked=None, spoken_to=(), is_lost=False)._entered(typed, self.asked)

    def needs(self) -> tuple[DeskNeed, ...]:
        """What needs an arbiter, what has waited longest first."""
        return tuple(
            DeskNeed(
                board=number,
                text=self.words.of_need(number, need).text,
                since=need.since,
                taken_by=self.floor.other_at(number, self.key),
            )
            for number, need in self.floor.needs()
        )

    # ---- for which boards a line is ----

    def _entered(self, typed: TypedAtDesk, asked: TypedAtDesk | None) -> DeskTurn:
        line = typed.line
        yes = typed_answer(line, self.language.words)
        if asked is not None and not line:
            return self._confirm_all(asked)
        if asked is not None and yes is RequestName.NO:
            return self, (self._say("dropped"),)
        if asked is not None and yes is RequestName.YES:
            return self._on(self.floor.boards(), replace(asked, ticket=typed.ticket))
        seat = replace(self, counting=())
        if self.counting and line.isdecimal():
            return seat._on(self.counting, typed)
        name, rest = split_phrase(line, self.language.words.commands)
        is_back = name is RequestName.DICTATE_BACK and not rest
        if (not line or is_back) and (read := seat._read(is_back=is_back)) is not None:
            return read
        match name:
            case RequestName.NEXT | RequestName.NEXT_MAN if not rest:
                return seat._next()
            case RequestName.STOP if not rest and self.current is not None:
                return seat, (self._silence(self.current),)
            case RequestName.BOARD if (match := _BOARDS.fullmatch(rest)) is not None:
                return seat._go_to(int(match[1])) if match[1].isdecimal() else seat._no_board(match[1])
        return seat._at_boards(typed, name)

    def _at_boards(self, typed: TypedAtDesk, name: RequestName | None) -> DeskTurn:
        line, words = typed.line, self.language.words
        who, rest = split_phrase(line, words.words)
        if who == "away" and not rest:
            return self, (self._away(),)
        if who == "all" and rest:
            return self._confirm_all(replace(typed, line=rest))
        if (match := _BOARDS.match(line)) is not None:
            return self._named_boards(match[1], replace(typed, line=line[match.end() :].strip()))
        if self.asking and typed_answer(line, words) is not None:
            return self._on(self.asking, typed)  # wherever the arbiter has gone meanwhile
        if self.current is not None:
            return self._on((self.current,), typed)
        if name is RequestName.HELP and (boards := self.floor.boards()):
            return self._on(boards[:1], typed)  # the words are the same at all
        return replace(self, is_lost=True), (self._say("desk_which_board"),)

    def _confirm_all(self, asked: TypedAtDesk) -> DeskTurn:
        part = self.words.phrase("desk_confirm_all", count=len(self.floor.boards()))
        return replace(self, asked=asked), (Say(part=part),)

    def _named_boards(self, numbers: str, typed: TypedAtDesk) -> DeskTurn:
        there = set(self.floor.boards())
        found = tuple(number for number in numbers_of(numbers) if number in there)
        if not found:
            return self._no_board(numbers)
        return self._on(found, typed) if typed.line else self._go_to(found[0])

    def _on(self, numbers: tuple[int, ...], typed: TypedAtDesk) -> DeskTurn:
        """Say this at each of these boards."""
        boards, effects = dict(self.boards), list[Say | AtBoard | AtOnce]()
        for number in numbers:
            boards[number], done = self._spoken(number, typed)
            effects += done
        seat = replace(self, boards=boards, spoken_to=numbers)
        waiting = tuple(number for number in numbers if seat._waits_at(number))
        still = tuple(number for number in self.asking if number not in numbers and seat._waits_at(number))
        counting = tuple(number for number in waiting if seat._waits_at(number) is Missing.NUMBER)
        return replace(seat, asking=waiting or still, counting=counting), tuple(effects)

    def _waits_at(self, number: int) -> Missing | bool:
        """Whether something is asked at a board; what is missing, if that is asked for."""
        found = self.floor.game(number)
        pending = None if found is None else self._at(number).dialogue.current(found[0]).pending
        return pending is not None and (pending.missing or True)

    # ---- at one board ----

    def _at(self, number: int) -> PlayerSeat:
        if number in self.boards:
            return self.boards[number]
        language = self.language
        sheets = Sheets(pack=language.pack, form=language.form)
        return PlayerSeat(language=language, dialogue=AT_DESK, deeds=AT_BOARD, others=not_now, sheets=sheets)

    def _spoken(self, number: int, typed: TypedAtDesk) -> tuple[PlayerSeat, DeskEffects]:
        if (settled := self._settled(number, typed)) is not None:
            return replace(self._at(number), is_entry_open=False), settled
        found = self.floor.game(number)
        assert found is not None, "there is a game on it"
        seat, effects = self._at(number).turn(Typed(line=typed.line, at=found[1]), found[0])
        return seat, tuple(AtBoard(board=number, effect=each, typed=typed) for each in effects)

    def _settled(self, number: int, typed: TypedAtDesk) -> DeskEffects | None:
        """What becomes of orders that were not done in time; None where the line is not about that."""
        word = self.language.words.words.get(folded(typed.line))
        waiting = [order for order in self.floor.orders(number) if order.state is OrderState.OVERDUE]
        if word not in ("send", "recall") or not waiting:
            return None
        is_sent = word == "send"
        said = AtBoard(board=number, effect=self._say("desk_order_sent" if is_sent else "desk_recalled"), typed=typed)
        return (*(AtOnce(do=partial(self._settle, order.id, is_sent=is_sent)) for order in waiting), said)

    def _settle(self, order: str, *, is_sent: bool) -> None:
        self.floor.settle_order(order, is_sent=is_sent)

    def _told(self, message: RuledOn) -> DeskTurn:
        """The board's seat hears what has happened, and owes a word; nothing has where it was too late, or refused."""
        given, ruled, found = message.given, message.ruled, self.floor.game(message.given.board)
        assert found is not None and isinstance(given.effect, Give), "a game was ruled on"
        before, told = self._at(given.board), {each.recorded.number: self.words.of_news(each) for each in ruled.news}
        said, owed = tuple(Say(part=part) for parts in told.values() for part in parts), Effects()
        if ruled.refused:
            seat, said = before, (self._say(ruled.refused),)
        elif ruled.is_stale:
            seat, said = replace(before, is_entry_open=True), (self._say("desk_stale"), *said)
        elif ruled.order is not None:
            seat, owed = _ordered(before, given.effect, *found)
            said = (self._say("desk_order_sent"),)
        else:
            heard = frozenset(key for key, parts in told.items() if parts)
            events = tuple(each.recorded for each in ruled.news)
            seat, owed = before.turn(Happened(events=events, told=heard, asked=given.effect.asked), found[0])
        reading = self.reading if seat.sheets is before.sheets else given.board
        effects = tuple(replace(given, effect=each) for each in (*said, *owed))
        return replace(self, boards={**self.boards, given.board: seat}, reading=reading), effects

    def _read(self, *, is_back: bool) -> DeskTurn | None:
        """The next pair of moves at the board where moves are read, or the one before the last; None: nowhere."""
        if self.reading is None:
            return None
        seat = self.boards[self.reading]
        found = seat.sheets.back() if is_back else seat.sheets.next()
        if found is None:
            return None
        boards = {**self.boards, self.reading: replace(seat, sheets=found[0])}
        part = self.words.at_boards((self.reading,), " ".join(part.text for part in found[1]))
        return replace(self, boards=boards), (Say(part=part),)

    # ---- where the arbiter is, and what waits ----

    def _next(self) -> DeskTurn:
        """Go to what has waited longest where no other arbiter is; after the board of this one, if that still waits."""
        waiting = [need for need in self.needs() if need.taken_by is None]
        others = [need for need in waiting if need.board != self.current]
        if not waiting:
            return self, (self._say("desk_nothing"),)
        need = (others or waiting)[0]
        part = self.words.at_boards((need.board,), need.text)
        return replace(self, current=need.board), (self._going_to(need.board), Say(part=part))

    def _go_to(self, number: int) -> DeskTurn:
        found = self.floor.game(number)
        if found is None:
            return self._no_board(str(number))
        other = self.floor.other_at(number, self.key)
        texts = [self.words.of_board(*found)]
        texts += [need.text for need in self.needs() if need.board == number]
        texts += [] if other is None else [self.words.phrase("desk_taken", name=other).text]
        part = self.words.at_boards((number,), " ".join(texts))
        return replace(self, current=number), (self._going_to(number), Say(part=part))

    def _going_to(self, number: int) -> AtOnce:
        name = self.name or self.words.phrase("desk_arbiter").text
        return AtOnce(do=partial(self.floor.go_to, number, self.key, name))

    def _no_board(self, numbers: str) -> DeskTurn:
        return replace(self, is_lost=True), (Say(part=self.words.phrase("desk_no_board", number=numbers)),)

    def _silence(self, number: int) -> Say:
        """A bare word silences, and a page is silent; an arbiter who means the clocks hears their word."""
        found = self.floor.game(number)
        is_on = found is not None and found[0].is_clock_on
        return self._say("clocks_run_pause" if is_on else "clocks_stopped")

    def _away(self) -> Say:
        away = tuple(number for number in self.floor.boards() if not self.floor.is_there(number))
        return Say(part=self.words.phrase("desk_away", boards=named(away))) if away else self._say("desk_none_away")

    def _say(self, phrase: str) -> Say:
        return Say(part=self.words.phrase(phrase))


def _ordered(seat: PlayerSeat, give: Give, game: Game, at: Instant) -> Carried:
    """A station has still to decide: moves that are missing are read where the Laws will allow it, as known here."""
    is_allowed = not any(isinstance(event, Refused) for event in decide(game, give.command, at=at))
    return seat.read_out(Happened(), give.asked, game) if is_allowed and give.asked is not None else (seat, ())


def _answer(seat: PlayerSeat, errand: Errand) -> Carried:
    """What may be told of a game at any time, and the ruling that stands in it."""
    game, language = errand.game, seat.language
    told = answer(errand.request, game, errand.color, errand.at, language, ruling=game.ruling)
    return seat, tuple(Say(part=part) for part in told)


def _count_gap(seat: PlayerSeat, errand: Errand) -> Carried:
    """How much time nothing has kept is known at the board alone."""
    return seat, seat.give(COUNT_ITS_GAP, errand.asked)


#: What may be asked for at a board.
AT_BOARD: Mapping[RequestName, Deed] = {
    **dict.fromkeys(RULINGS | BESIDE_RULINGS, rule),
    **dict.fromkeys(QUESTIONS, _answer),
    RequestName.ARBITER_COUNT_GAP: _count_gap,
}
