"""The arbiter's desk as its pages have it: what needs a ruling, and rulings on many boards by the words said at one.

What a line makes of it is the seat's (`desk_seat`); what follows is done and said here.
"""

import itertools
import secrets
import threading
from collections import deque
from collections.abc import Callable

from access_chess.conversation.state import Say
from access_chess.hall.games.boards import Listeners
from access_chess.hall.games.desk_seat import AtBoard, DeskSeat, RuledOn, TypedAtDesk
from access_chess.hall.games.desk_words import (
    DeskAsides,
    DeskBoard,
    DeskEvent,
    DeskLine,
    DeskNeed,
    DeskNews,
    DeskWords,
    named,
    sentences,
)
from access_chess.hall.games.floor import Floor
from access_chess.hall.games.floor_news import Ruled, Seen
from access_chess.hall.games.seat_state import Manner
from access_chess.hall.rules.orders import ArbiterCommand, Order
from access_chess.laws.commands import Command
from access_chess.play.messages import AtOnce, Give
from access_chess.requests.typed_line import typed_answer

KEPT = 200  # lines that can be read again
LOGGED = 500  # rulings and calls that can be looked up


class ArbiterDesk:
    """One arbiter's place, to rule on a floor of boards. From any thread. `birth` names this run of line numbers."""

    def __init__(self, floor: Floor, manner: Manner, name: str) -> None:
        self.manner = manner
        self.birth = secrets.token_hex(4)
        self._floor = floor
        self._name = name
        self._words = DeskWords(manner, floor)
        self._seat = DeskSeat(floor=floor, key=self.birth, name=name, language=manner.language, words=self._words)
        self._changing = threading.RLock()
        self._lines: deque[DeskLine] = deque(maxlen=KEPT)
        self._numbers = itertools.count(1)
        self._asides = DeskAsides(floor, self._words)
        self._listeners: Listeners[[]] = Listeners()

    @property
    def seen(self) -> int:
        """What a page that is made now has seen; it is given back with what is typed there."""
        return self._floor.count

    def lines(self, after: int = 0) -> tuple[DeskLine, ...]:
        """What was said after this number; the oldest are forgotten."""
        with self._changing:
            self._catch_up()
            return tuple(line for line in self._lines if line.number > after)

    @property
    def current(self) -> int | None:
        """The board at which the arbiter is."""
        return self._seat.current

    def needs(self) -> tuple[DeskNeed, ...]:
        """What needs an arbiter, what has waited longest first."""
        return self._seat.needs()

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
        return self._words.phrase("desk_boards_need", count=len(boards), boards=named(boards)).text

    def listen(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Be called when there is something new here, or on the floor."""
        leaves = self._floor.listen(on_change), self._listeners.add(on_change)

        def stop() -> None:
            for leave in leaves:
                leave()

        return stop

    def hear_of_guessing(self) -> None:
        """So many codes were tried that nobody can sign in for a moment. From any thread."""
        with self._changing:
            self._add(self._words.phrase("desk_guessing").text, is_aside=True)
        self._listeners.tell()

    def close(self) -> None:
        """The arbiter has gone."""
        self._floor.leave(self.birth)

    def enter(self, line: str, *, seen: int, ticket: str = "") -> bool:
        """Do what a line asks for, once by its `ticket`. False: it was not understood, or came too late everywhere."""
        with self._changing:
            self._catch_up()
            self._turn(TypedAtDesk(line=line, seen=seen, ticket=ticket))
            is_done = not self._seat.is_entry_open
        self._listeners.tell()
        return is_done

    # ---- what follows from a line ----

    def _turn(self, typed: TypedAtDesk) -> None:
        """All that follows is done, and then said: boards that answer alike are named together."""
        self._seat, effects = self._seat.turn(typed)
        waiting, answers = deque(effects), dict[int, list[str]]()
        while waiting:
            match waiting.popleft():
                case Say(part=part):
                    self._add(part.text)
                case AtBoard(board=board, effect=Say(part=part)):
                    answers.setdefault(board, []).append(part.text)
                case AtBoard(effect=Give(command=command)) as given:
                    self._seat, effects = self._seat.turn(RuledOn(given=given, ruled=self._rule(given, command)))
                    waiting.extendleft(reversed(effects))
                case AtOnce(do=do):
                    do()
        alike: dict[str, list[int]] = {}
        for board, texts in answers.items():
            alike.setdefault(sentences(texts), []).append(board)
        for text, boards in alike.items():
            if text:
                self._add(self._words.at_boards(tuple(boards), text).text)

    def _rule(self, given: AtBoard, command: Command) -> Ruled:
        assert isinstance(command, ArbiterCommand), "a ruling is the arbiter's"
        typed, seen = given.typed, Seen(count=given.typed.seen, told=self._asides.answered)
        # a yes alone tells nobody what was ordered
        words = "" if typed_answer(typed.line, self.manner.language.words) else typed.line
        ruled = self._floor.rule(given.board, command, seen=seen, by=self._name, words=words, ticket=typed.ticket)
        self._asides.answer(ruled.news)
        if ruled.order is not None:
            self._asides.follow(ruled.order)
        return ruled

    # ---- what is told unasked ----

    def _catch_up(self) -> None:
        for aside in self._asides.come():
            text = aside.text if aside.board is None else self._words.at_boards((aside.board,), aside.text).text
            self._add(text, is_aside=True, need=aside.board if aside.is_need else None)

    def _add(self, text: str, *, is_aside: bool = False, need: int | None = None) -> None:
        self._lines.append(DeskLine(number=next(self._numbers), text=text, is_aside=is_aside, need=need))
