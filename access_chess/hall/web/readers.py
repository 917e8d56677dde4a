"""All pages that watch boards on one server: what is new wakes the loop once, and is made into text once.

A board at which many look must not hold up the players: so many readers are told in one turn of the loop, then
whatever else has come is done. A reader who takes nothing is told nothing more until their line is free again.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from starlette.types import Scope

from access_chess.hall.games.boards import PublicBoard
from access_chess.machine_clock import monotonic_clock, utc_now

if TYPE_CHECKING:
    from access_chess.hall.web.public_stream import ReadersPage

AT_ONCE = 200  # readers in one turn of the loop: about ten milliseconds
LOOKED = 1.0  # seconds after which lines that were full are tried again
STILL_HERE = 15  # looks, after which a silent line is told that it still stands
MOST_WAITING = 65_536  # bytes on a line that its reader has not taken: some 64 frames
SLOWEST = 20.0  # seconds that a line may be full; its reader comes back by the number of the last event

#: What was made of a board's news for some readers, for others who have seen and want the same: the number of the last
#: event that may be known, what is told (empty: nothing), and when more may be known.
Made = dict[object, tuple[int, bytes, datetime | None]]
LINE = "access_chess.line"  # the extension of the scope under which the server lends its transport


@dataclass
class Line:
    """A connection on which parts of an answer are written at once, without a task that waits for each."""

    transport: asyncio.Transport
    is_chunked: bool
    _full_since: float | None = None

    @classmethod
    def of(cls, scope: Scope) -> "Line":
        """The line of a request; older browsers' answers are not sent in chunks."""
        return cls(scope["extensions"][LINE], is_chunked=scope["http_version"] == "1.1")

    def write(self, part: bytes) -> None:
        """Send a part of the answer."""
        if not self.transport.is_closing():
            self.transport.write(b"%x\r\n%b\r\n" % (len(part), part) if self.is_chunked else part)

    def is_full(self) -> bool:
        """Whether the reader has to take something first; who takes nothing for too long is cut off."""
        if self.transport.get_write_buffer_size() < MOST_WAITING:
            self._full_since = None
            return False
        now = monotonic_clock().total_seconds()
        self._full_since = now if self._full_since is None else self._full_since
        if now - self._full_since > SLOWEST:
            self.transport.abort()
        return True


class Readers:
    """The readers of one server. For its loop alone, but for what boards call."""

    def __init__(self, closing: asyncio.Event) -> None:
        """`closing` is set when the server stops."""
        self._closing = closing
        self._end: asyncio.Task[None] | None = None
        self._of_board: dict[PublicBoard, dict[ReadersPage, None]] = {}
        self._leaves: dict[PublicBoard, Callable[[], None]] = {}
        self._dues: dict[PublicBoard, asyncio.TimerHandle] = {}
        self._waiting: dict[tuple[ReadersPage, PublicBoard], None] = {}
        self._full: dict[tuple[ReadersPage, PublicBoard], None] = {}
        self._made: dict[PublicBoard, Made] = {}
        self._changing = threading.Lock()
        self._changed: set[PublicBoard] = set()
        self._is_telling = False
        self._looks = 0
        self._look: asyncio.TimerHandle | None = None

    def join(self, reader: "ReadersPage") -> None:
        """Somebody watches these boards from now on, and is told at once what they have missed."""
        loop = asyncio.get_running_loop()
        for board in reader.boards:
            self._of_board.setdefault(board, {})[reader] = None
            if board not in self._leaves:
                self._leaves[board] = board.listen(self._on_change(board, loop))
            self._tell(reader, board)
        if self._look is None:
            self._look = loop.call_later(LOOKED, self._look_again)
            self._end = loop.create_task(self._end_all())

    def leave(self, reader: "ReadersPage") -> None:
        """This reader has gone."""
        for board in reader.boards:
            self._waiting.pop((reader, board), None)
            self._full.pop((reader, board), None)
            self._of_board[board].pop(reader, None)
            if not self._of_board[board]:
                del self._of_board[board]
                self._leaves.pop(board)()
                self._made.pop(board, None)
                if (due := self._dues.pop(board, None)) is not None:
                    due.cancel()

    async def _end_all(self) -> None:
        await self._closing.wait()
        for reader in self._all():
            reader.end()

    def _all(self) -> "dict[ReadersPage, None]":
        return dict.fromkeys(reader for readers in self._of_board.values() for reader in readers)

    def _on_change(self, board: PublicBoard, loop: asyncio.AbstractEventLoop) -> Callable[[], None]:
        def changes() -> None:
            with self._changing:
                is_awake = bool(self._changed)
                self._changed.add(board)
            if not is_awake:
                with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
                    loop.call_soon_threadsafe(self._take_up)

        return changes

    def _take_up(self) -> None:
        with self._changing:
            changed, self._changed = self._changed, set()
        for board in changed:
            self._made.pop(board, None)
            self._waiting.update(dict.fromkeys((reader, board) for reader in self._of_board.get(board, ())))
        if not self._is_telling:
            self._tell_some()

    def _tell_some(self) -> None:
        for reader, board in tuple(islice(self._waiting, AT_ONCE)):
            del self._waiting[reader, board]
            self._tell(reader, board)
        self._is_telling = bool(self._waiting)
        if self._is_telling:
            asyncio.get_running_loop().call_soon(self._tell_some)
        else:
            self._made.clear()

    def _tell(self, reader: "ReadersPage", board: PublicBoard) -> None:
        if reader.line.is_full():
            self._full[reader, board] = None
            return
        due = reader.tell(board, self._made.setdefault(board, {}))
        if due is not None:
            self._tell_when_due(board, due)

    def _tell_when_due(self, board: PublicBoard, due: datetime) -> None:
        """A board whose news may be known only later is looked at again then."""
        loop, waiting = asyncio.get_running_loop(), self._dues.get(board)
        at = loop.time() + max(0.05, (due - utc_now()).total_seconds())
        if waiting is not None and waiting.when() <= at and not waiting.cancelled():
            return
        if waiting is not None:
            waiting.cancel()
        self._dues[board] = loop.call_at(at, self._come_due, board)

    def _come_due(self, board: PublicBoard) -> None:
        self._dues.pop(board, None)
        with self._changing:
            self._changed.add(board)
        self._take_up()

    def _look_again(self) -> None:
        full, self._full = self._full, {}
        self._waiting.update(full)
        if self._waiting and not self._is_telling:
            self._tell_some()
        self._looks += 1
        if self._looks % STILL_HERE == 0:
            for reader in self._all():
                reader.reassure()
        if self._of_board:
            self._look = asyncio.get_running_loop().call_later(LOOKED, self._look_again)
        elif self._end is not None:
            self._end.cancel()
            self._look = self._end = None
