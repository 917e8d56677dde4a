"""The arbiter's desk: what needs a ruling, in its order, and rulings on many boards by the words that are said at one.

A line names its board, some boards or all, or goes to the arbiter's board: "7 accept", "7-12 stop", "accept".
"""

import itertools
import re
import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterable

from msgspec import Struct

from access_chess.conversation.answers import QUESTIONS, answer
from access_chess.conversation.dialogue import after
from access_chess.conversation.ruling import AT_DESK, ruling_said
from access_chess.conversation.state import CarryOut, Dialogue, Moment, Say
from access_chess.hall.games.desk_words import (
    DeskAsides,
    DeskBoard,
    DeskEvent,
    DeskLine,
    DeskNeed,
    DeskNews,
    DeskSheets,
    DeskWords,
    has_news,
    numbers_of,
    sentences,
)
from access_chess.hall.games.floor import Floor
from access_chess.hall.games.floor_news import Seen
from access_chess.hall.games.seat_state import Manner
from access_chess.hall.rules.orders import COUNT_ITS_GAP, ArbiterCommand, Order, OrderState
from access_chess.laws.commands import BeginReconstruction, Command, CountGap
from access_chess.notation.vocabulary import folded
from access_chess.requests.commands import BESIDE_RULINGS, RULINGS, arbiter_command
from access_chess.requests.names import RequestName
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.slots import split_phrase
from access_chess.requests.typed_line import typed_answer
from access_chess.speech.utterance import SpokenPart

KEPT = 200  # lines that can be read again
LOGGED = 500  # rulings and calls that can be looked up
_BOARDS = re.compile(r"(\d{1,5}(?:-\d{1,5})?(?:,\d{1,5}(?:-\d{1,5})?)*)[:.]?(?=\s|$)")


class _Asked(Struct, frozen=True, kw_only=True):
    """A ruling on all boards that waits for yes or no."""

    line: str
    seen: int


class ArbiterDesk:
    """One arbiter's place, to rule on a floor of boards. From any thread. `birth` names this run of line numbers."""

    def __init__(self, floor: Floor, manner: Manner, name: str) -> None:
        self.manner = manner
        self.birth = secrets.token_hex(4)
        self.current: int | None = None
        self._floor = floor
        self._name = name
        self._language = manner.language
        self._words = DeskWords(manner, floor)
        self._sheets = DeskSheets(manner.language)
        self._changing = threading.RLock()
        self._lines: deque[DeskLine] = deque(maxlen=KEPT)
        self._numbers = itertools.count(1)
        self._asides = DeskAsides(floor, self._words)
        self._dialogues: dict[int, Dialogue] = {}
        self._asked: _Asked | None = None
        self._asking: tuple[int, ...] = ()  # the boards at which something was asked last
        self._counting: tuple[int, ...] = ()  # those at which the last line was answered by asking for a number
        self._ticket = ""  # of the line that is being done
        self._is_stale = False  # whether the last ruling was not done, for meanwhile something has happened
        self._wakes: dict[object, Callable[[], None]] = {}

    @property
    def seen(self) -> int:
        """What a page that is made now has seen; it is given back with what is typed there."""
        return self._floor.count

    def lines(self, after: int = 0) -> tuple[DeskLine, ...]:
        """What was said after this number; the oldest are forgotten."""
        with self._changing:
            self._catch_up()
            return tuple(line for line in self._lines if line.number > after)

    def needs(self) -> tuple[DeskNeed, ...]:
        """What needs an arbiter, what has waited longest first."""
        return tuple(
            DeskNeed(
                board=number,
                text=self._words.of_need(number, need).text,
                since=need.since,
                taken_by=self._floor.other_at(number, self),
            )
            for number, need in self._floor.needs()
        )

    def boards(self) -> tuple[DeskBoard, ...]:
        """All boards, in the order of their numbers."""
        found = ((number, self._floor.game(number)) for number in self._floor.boards())
        return tuple(
            DeskBoard(number=number, game=game[0], at=game[1], is_there=self._floor.is_there(number))
            for number, game in found
            if game is not None
        )

    def history(self, board: int) -> tuple[DeskEvent, ...]:
        """All that has happened on a board, what is for one player's ears as well."""
        return self._words.history(self._floor.entries(board))

    def orders(self, board: int) -> tuple[Order, ...]:
        """All orders for a board at a station."""
        return self._floor.orders(board)

    def recall(self, order: str) -> Order | None:
        """Take an order back, unless it is done; how it stands then, None where there is no such order."""
        return self._floor.settle_order(order, is_sent=False)

    def log(self) -> tuple[DeskNews, ...]:
        """What was to be told of all boards, the newest first."""
        told = [each for each in self._floor.log() if each.raised or self._words.is_told(each)][:LOGGED]
        said = ((each, " ".join(part.text for part in self._words.of_news(each))) for each in told)
        return tuple(DeskNews(board=each.board, wall=each.wall, text=text) for each, text in said if text)

    def gathered(self, boards: tuple[int, ...]) -> str:
        """Several boards that need the arbiter, in one sentence."""
        return self._words.phrase("desk_boards_need", count=len(boards), boards=_named(boards)).text

    def listen(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Be called when there is something new here, or on the floor."""
        key, leave = object(), self._floor.listen(on_change)
        with self._changing:
            self._wakes[key] = on_change

        def stop() -> None:
            leave()
            with self._changing:
                self._wakes.pop(key, None)

        return stop

    def hear_of_guessing(self) -> None:
        """So many codes were tried that nobody can sign in for a moment. From any thread."""
        with self._changing:
            self._add(self._words.phrase("desk_guessing").text, is_aside=True)
            wakes = tuple(self._wakes.values())
        for wake in wakes:
            wake()

    def close(self) -> None:
        """The arbiter has gone."""
        self._floor.leave(self)

    def enter(self, line: str, *, seen: int, ticket: str = "") -> bool:
        """Do what a line asks for, once by its `ticket`. False: it was not understood, or came too late everywhere."""
        with self._changing:
            self._ticket = ticket
            self._catch_up()
            is_understood = self._enter(line.strip(), seen)
            wakes = tuple(self._wakes.values())
        for wake in wakes:
            wake()
        return is_understood

    # ---- what a line means ----

    def _enter(self, line: str, seen: int) -> bool:
        words = self._language.words
        asked, self._asked = self._asked, None
        if asked is not None and not line:
            return self._confirm_all(asked)
        if asked is not None and (yes := typed_answer(line, words)) in (RequestName.YES, RequestName.NO):
            if yes is RequestName.NO:
                return self._say(self._words.phrase("dropped"))
            return self._on(self._floor.boards(), asked.line, asked.seen)
        counting, self._counting = self._counting, ()
        if counting and line.isdecimal():
            return self._on(counting, line, seen)
        name, rest = split_phrase(line, words.commands)
        is_back = name is RequestName.DICTATE_BACK and not rest
        if (not line or is_back) and (read := self._sheets.back() if is_back else self._sheets.next()) is not None:
            return self._say(self._words.at_boards((read[0],), " ".join(part.text for part in read[1])))
        if name in (RequestName.NEXT, RequestName.NEXT_MAN) and not rest:
            return self._next()
        if name is RequestName.STOP and not rest and self.current is not None:
            return self._be_silent(self.current)
        if name is RequestName.BOARD and (match := _BOARDS.fullmatch(rest)):
            return self._go_to(int(match[1])) if match[1].isdecimal() else self._no_board(match[1])
        who, rest = split_phrase(line, words.words)
        if who == "away" and not rest:
            return self._tell_away()
        if who == "all" and rest:
            return self._confirm_all(_Asked(line=rest, seen=seen))
        if (match := _BOARDS.match(line)) is not None:
            return self._named_boards(match[1], line[match.end() :].strip(), seen)
        if self._asking and typed_answer(line, words) is not None:
            return self._on(self._asking, line, seen)  # wherever the arbiter has gone meanwhile
        if self.current is None and name is RequestName.HELP and (boards := self._floor.boards()):
            return self._on(boards[:1], line, seen)  # the words are the same at all
        if self.current is None:
            return self._say(self._words.phrase("desk_which_board"), is_understood=False)
        return self._on((self.current,), line, seen)

    def _confirm_all(self, asked: _Asked) -> bool:
        self._asked = asked
        return self._say(self._words.phrase("desk_confirm_all", count=len(self._floor.boards())))

    def _be_silent(self, number: int) -> bool:
        """A bare word silences, and a page is silent; an arbiter who means the clocks hears their word."""
        found = self._floor.game(number)
        is_on = found is not None and found[0].is_clock_on
        return self._say(self._words.phrase("clocks_run_pause" if is_on else "clocks_stopped"))

    def _named_boards(self, named: str, rest: str, seen: int) -> bool:
        numbers = numbers_of(named)
        there = set(self._floor.boards())
        if named.isdecimal() and int(named) not in there:
            return self._no_board(named)
        found = tuple(number for number in numbers if number in there)
        if not found:
            return self._no_board(named)
        if not rest:
            return self._go_to(found[0])
        return self._on(found, rest, seen)

    def _on(self, numbers: tuple[int, ...], line: str, seen: int) -> bool:
        """Say this at each of these boards; boards that answer alike are named together."""
        answers: dict[str, list[int]] = {}
        is_understood = False
        for number in numbers:
            text, is_done = self._converse(number, line, seen)
            is_understood |= is_done
            answers.setdefault(text, []).append(number)
        self._asking = tuple(number for number in numbers if self._waits_at(number)) or self._asking_still(numbers)
        self._counting = tuple(number for number in numbers if self._waits_at(number) is Missing.NUMBER)
        for text, boards in answers.items():
            if text:
                self._say(self._words.at_boards(tuple(boards), text))
        return is_understood

    def _waits_at(self, number: int) -> Missing | bool:
        """Whether something is asked at a board; what is missing, if that is asked for."""
        found = self._floor.game(number)
        dialogue = self._dialogues.get(number, AT_DESK)
        pending = None if found is None else dialogue.current(found[0]).pending
        return pending is not None and (pending.missing or True)

    def _asking_still(self, answered: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(number for number in self._asking if number not in answered and self._waits_at(number))

    # ---- where the arbiter is, and what waits ----

    def _next(self) -> bool:
        """Go to what has waited longest where no other arbiter is; after the board of this one, if that still waits."""
        waiting = [need for need in self.needs() if need.taken_by is None]
        others = [need for need in waiting if need.board != self.current]
        if not waiting:
            return self._say(self._words.phrase("desk_nothing"))
        need = (others or waiting)[0]
        self._stand_at(need.board)
        return self._say(self._words.at_boards((need.board,), need.text))

    def _go_to(self, number: int) -> bool:
        found = self._floor.game(number)
        if found is None:
            return self._no_board(str(number))
        other = self._floor.other_at(number, self)
        self._stand_at(number)
        texts = [self._words.of_board(*found)]
        texts += [need.text for need in self.needs() if need.board == number]
        texts += [] if other is None else [self._words.phrase("desk_taken", name=other).text]
        return self._say(self._words.at_boards((number,), " ".join(texts)))

    def _stand_at(self, number: int) -> None:
        self.current = number
        self._floor.go_to(number, self, self._name or self._words.phrase("desk_arbiter").text)

    def _no_board(self, named: str) -> bool:
        return self._say(self._words.phrase("desk_no_board", number=named), is_understood=False)

    def _tell_away(self) -> bool:
        away = tuple(number for number in self._floor.boards() if not self._floor.is_there(number))
        if not away:
            return self._say(self._words.phrase("desk_none_away"))
        return self._say(self._words.phrase("desk_away", boards=_named(away)))

    # ---- one board ----

    def _converse(self, number: int, line: str, seen: int) -> tuple[str, bool]:
        """What comes of a line at one board, in words, and whether it was understood and is not too late."""
        self._is_stale = False
        found = self._floor.game(number)
        assert found is not None, "there is a game on it"
        game, at = found
        if (settled := self._settle_order(number, line)) is not None:
            return settled, True
        dialogue = self._dialogues.get(number, AT_DESK)
        moment = Moment(game=game, language=self._language)
        said = ruling_said(line, dialogue, moment)
        self._dialogues[number], steps = after(dialogue, said, moment)
        # a yes alone tells nobody what was ordered
        said_so = "" if typed_answer(line, self._language.words) else line
        parts: list[SpokenPart] = []
        for step in steps:
            if isinstance(step, Say):
                parts.append(step.part)
            elif isinstance(step, CarryOut) and step.request.name in RULINGS | BESIDE_RULINGS:
                parts += self._asked_by_arbiter(number, step.request, seen, said_so)
            elif isinstance(step, CarryOut) and step.request.name in QUESTIONS:
                parts += answer(step.request, game, step.color, at, self._language, ruling=game.ruling)
        is_lost = isinstance(said, Unfinished) and not self._dialogues[number].pending
        return sentences(part.text for part in parts), not (is_lost or self._is_stale)

    def _asked_by_arbiter(self, number: int, request: Request, seen: int, said: str) -> Iterable[SpokenPart]:
        found = self._floor.game(number)
        assert found is not None, "there is a game on it"
        match request.name:
            case RequestName.ARBITER_COMPARE | RequestName.ARBITER_PROOF:
                return self._sheets.answer(request, found[0])
            case RequestName.ARBITER_COUNT_GAP:
                return self._count_gap(number, seen, said)
            case RequestName.ARBITER_DICTATE:
                return (*self._rule(number, BeginReconstruction(), seen, said), *self._sheets.dictate(number, *found))
            case RequestName.ARBITER_BOARDS_DIFFER:
                by_sheets, told = self._sheets.by_the_sheets(request, found[0])
                if by_sheets is None:
                    return told
                return (*told, *self._rule(number, arbiter_command(by_sheets), seen, said))
        return self._rule(number, arbiter_command(request), seen, said)

    def _count_gap(self, number: int, seen: int, said: str) -> Iterable[SpokenPart]:
        """The time that passed while nothing kept it; how much that is at a station is known there alone."""
        if not self._floor.is_hosted(number):
            return self._rule(number, COUNT_ITS_GAP, seen, said)
        gap = self._floor.take_gap(number)
        if gap is None or gap.time is None:
            return (self._words.phrase("clock_no_gap"),)
        return self._rule(number, CountGap(color=gap.color, time=gap.time), seen, said)

    def _rule(self, number: int, command: Command, seen: int, said: str) -> Iterable[SpokenPart]:
        assert isinstance(command, ArbiterCommand), "a ruling is the arbiter's"
        known = Seen(count=seen, told=self._asides.answered)
        ruled = self._floor.rule(number, command, seen=known, by=self._name, words=said, ticket=self._ticket)
        if ruled is None:
            return (self._words.phrase("not_now"),)
        if ruled.refused:
            return (self._words.phrase(ruled.refused),)
        if ruled.was_done:
            return (self._words.phrase("desk_was_done"),)
        self._asides.answer(ruled.news)
        if ruled.order is not None:
            self._asides.follow(ruled.order)
            return (self._words.phrase("desk_order_sent"),)
        told = tuple(part for news in ruled.news for part in self._words.of_news(news))
        if ruled.is_stale:
            self._is_stale = True
            return (self._words.phrase("desk_stale"), *told)
        return told or (self._words.phrase("noted") if has_news(ruled.news) else self._words.of_nothing(number),)

    def _settle_order(self, number: int, line: str) -> str | None:
        """An order that was not done in time is sent after all or taken back; None where the line is not about that."""
        word = self._language.words.words.get(folded(line))
        waiting = [order for order in self._floor.orders(number) if order.state is OrderState.OVERDUE]
        if word not in ("send", "recall") or not waiting:
            return None
        for order in waiting:
            self._floor.settle_order(order.id, is_sent=word == "send")
        return self._words.phrase("desk_order_sent" if word == "send" else "desk_recalled").text

    # ---- what is told unasked ----

    def _catch_up(self) -> None:
        for aside in self._asides.come():
            text = aside.text if aside.board is None else self._words.at_boards((aside.board,), aside.text).text
            self._add(text, is_aside=True, need=aside.board if aside.is_need else None)

    def _say(self, part: SpokenPart, *, is_understood: bool = True) -> bool:
        self._add(part.text)
        return is_understood

    def _add(self, text: str, *, is_aside: bool = False, need: int | None = None) -> None:
        self._lines.append(DeskLine(number=next(self._numbers), text=text, is_aside=is_aside, need=need))


def _named(boards: Iterable[int]) -> str:
    return ", ".join(map(str, boards))
