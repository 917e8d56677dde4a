"""A game at boards in real time, by the loop and by a session, to which the same may be done."""

import queue
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Protocol

import chess
from msgspec.structs import replace

from access_chess.board.pegs.players_board import BoardNoticeKind, Notice
from access_chess.board.pegs.playing import AllBoards
from access_chess.board.wire.reports import BoardReport
from access_chess.edge.boards.table import OpenedBoards, TableBoard
from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import Command
from access_chess.laws.game import Game
from access_chess.machine_clock import monotonic_clock
from access_chess.play.at_boards import AtBoards, BoardsAwaited
from access_chess.play.deeds import Carried
from access_chess.play.loop import Table
from access_chess.play.messages import AtOnce, BoardReported, Message, ReadyCommand, TablePlace, Typed, Woken
from access_chess.play.seat import Errand, PlayerSeat
from access_chess.play.table_games import OnlookerSeat
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.session.ports import Recorded
from access_chess.session.record import Record
from tests.play.at_table import announcer, player_seat

PATIENCE = 30.0


class Notices:
    """What the players are told of their boards."""

    def __init__(self) -> None:
        self.all: list[tuple[BoardNoticeKind, chess.Color | None]] = []
        self._changed = threading.Condition()

    def tell(self, notice: Notice, color: chess.Color | None) -> None:
        with self._changed:
            self.all.append((notice.kind, color))
            self._changed.notify_all()

    def wait_for(self, *kinds: BoardNoticeKind, color: chess.Color | None = chess.WHITE) -> None:
        """Until each of these has been told."""
        with self._changed:
            wanted = {(kind, color) for kind in kinds}
            assert self._changed.wait_for(lambda: wanted <= set(self.all), PATIENCE), self.all


class AtTheBoards(Protocol):
    """One game; `listened` is called when the microphone is to be opened."""

    number: int
    listened: Callable[[], None]
    troubles: list[Exception]

    @property
    def game(self) -> Game: ...

    def now(self) -> timedelta: ...

    def submit(self, command: Command) -> None:
        """Somebody without a board gives it."""
        ...

    def say(self, move: chess.Move) -> None:
        """The player to move says or types it."""
        ...

    def wait_for(self, condition: Callable[[Game], bool]) -> bool: ...

    def close(self) -> None:
        """The program ends."""
        ...


class AtLoop:
    """The loop of a table, in one thread; what the boards report is put into its inbox."""

    def __init__(self, journal: Journal, record: Record, seats: Sequence[TableBoard], notices: Notices) -> None:
        self.listened: Callable[[], None] = lambda: None
        self.troubles: list[Exception] = []
        self.number, self._game = record.number, record.game
        self._changed = threading.Condition()
        self._inbox: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._origin = monotonic_clock() - record.at
        self._opened = OpenedBoards(seats, record.game, self._listen)
        at = _Noted(
            boards=AllBoards(boards=tuple(seat.unheard for seat in seats)), forget=self._opened.forget,
            is_one_of_two=len(seats) == 2, notices=notices,
        )  # fmt: skip
        seat = player_seat(None, Profile.TOURNAMENT, boards=at)
        seat = replace(seat, deeds={**seat.deeds, RequestName.LISTEN: self._attend})
        places = [TablePlace(seat=seat, voice=announcer([], None)), TablePlace(seat=OnlookerSeat(output=self))]
        self._table = Table(
            record, journal, places,
            work=lambda seat, work: None, on_trouble=self.troubles.append, origin=self._origin,
            watches=self._opened.units, awaited=BoardsAwaited(self._opened.vouch),
        )  # fmt: skip
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def game(self) -> Game:
        return self._game

    def now(self) -> timedelta:
        return monotonic_clock() - self._origin

    def submit(self, command: Command) -> None:
        self._inbox.put(ReadyCommand(command=command, at=monotonic_clock()))

    def say(self, move: chess.Move) -> None:
        self._inbox.put(Typed(line=move.uci(), at=monotonic_clock()))

    def on_event(self, recorded: Recorded) -> None:
        """The game goes on."""
        with self._changed:
            self._game = recorded.after
            self._changed.notify_all()

    def wait_for(self, condition: Callable[[Game], bool]) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: condition(self._game), PATIENCE)

    def close(self) -> None:
        self._inbox.put(None)
        self._thread.join()
        self._opened.close()

    def _listen(self, index: int, report: BoardReport) -> None:
        self._inbox.put(BoardReported(board=index, report=report, at=monotonic_clock()))

    def _attend(self, seat: PlayerSeat, _: Errand) -> Carried:
        return seat, (AtOnce(do=self.listened),)

    def _run(self) -> None:
        self._table.open(monotonic_clock())
        while (message := self._next()) is not None:
            self._table.turn(message)

    def _next(self) -> Message | None:
        due = self._table.due
        try:
            left = None if due is None else max(0.0, (due - monotonic_clock()).total_seconds())
            return self._inbox.get(timeout=left)
        except queue.Empty:
            return Woken(at=monotonic_clock())


class _Noted(AtBoards, frozen=True, kw_only=True):
    """Boards whose notices are noted, too."""

    notices: Notices

    def _words(self, notice, color, pack):  # type: ignore[no-untyped-def]
        self.notices.tell(notice, color)
        return super()._words(notice, color, pack)
