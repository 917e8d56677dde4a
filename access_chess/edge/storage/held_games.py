"""Which games of a journal are being played, and by which program: two at one game would write over each other."""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from access_chess.edge.storage.places import make_private

#: Seconds between two looks whether another program wants the game, or has let it go.
LOOK = 0.25
#: The other program ends its game within a second; one that hangs does not. What it still writes the journal refuses.
PATIENCE = 5.0
_NAME = 16  # bytes of the random name that is written at a game's place by the program that wants it
_LOCKS = 1 << 30  # where the bytes begin that are locked, one a game: far behind all names, which stay readable


class HeldGames:
    """A small file beside the journal, in which the system locks a byte for each game that is played.

    A lock ends with its program, however that ends. A program that takes a game over writes a name there, and the one
    that had the game finds it. Where there is no such file (`journal` None, no right to write) nobody sees anybody.
    """

    def __init__(self, journal: Path | None) -> None:
        self._file = None if journal is None else _opened(journal.with_name(f"{journal.name}-played"))
        self._game: int | None = None
        self._name = b""
        self._is_closed = threading.Event()
        self._thread: threading.Thread | None = None

    def is_elsewhere(self, game: int) -> bool:
        """Whether another program plays this game."""
        if self._file is None or game == self._game:
            return False
        if not self._file.lock(game):
            return True
        self._file.unlock(game)
        return False

    def take(self, game: int) -> None:
        """Hold this game and let go the one before; a program that has it is told, and waited for."""
        if self._file is None or game == self._game:
            return
        self.let_go()
        with contextlib.suppress(OSError):  # a full disk: then the other program finds out at its next move
            self._file.write(game, os.urandom(_NAME))
        until = time.monotonic() + PATIENCE
        while not self._file.lock(game) and time.monotonic() < until:
            self._is_closed.wait(LOOK / 5)
        self._name, self._game = self._file.read(game), game

    def watch(self, on_taken: Callable[[], None]) -> None:
        """Call this, from another thread, when another program takes over the game that is held."""
        if self._file is not None:
            self._thread = threading.Thread(target=self._watch, args=(on_taken,), name="held games", daemon=True)
            self._thread.start()

    def is_taken(self) -> bool:
        """Whether another program has taken over the game that is held; told once."""
        game = self._game
        if self._file is None or game is None or (name := self._file.read(game)) == self._name or game != self._game:
            return False
        self._name = name
        return True

    def let_go(self) -> None:
        """The game that is held may be played elsewhere."""
        game, self._game = self._game, None
        if self._file is not None and game is not None:
            self._file.unlock(game)

    def close(self) -> None:
        """Hold nothing any more."""
        self._is_closed.set()
        if self._thread is not None:
            self._thread.join()
        if self._file is not None:
            self.let_go()
            self._file.close()

    def _watch(self, on_taken: Callable[[], None]) -> None:
        while not self._is_closed.wait(LOOK):
            if self.is_taken():
                on_taken()


class _File:
    """The file's names and locks. A lock and a name stand at the file's position, which all threads share."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._place = threading.Lock()

    def read(self, game: int) -> bytes:
        with self._place:
            os.lseek(self._descriptor, game * _NAME, os.SEEK_SET)
            return os.read(self._descriptor, _NAME)

    def write(self, game: int, name: bytes) -> None:
        with self._place:
            os.lseek(self._descriptor, game * _NAME, os.SEEK_SET)
            os.write(self._descriptor, name)

    def lock(self, game: int) -> bool:
        """Whether the game could be locked; True as well where the system locks nothing."""
        with self._place:
            try:
                _lock_here(self._descriptor, game, is_free=False)
            except (BlockingIOError, PermissionError):
                return False
            except OSError:
                return True
        return True

    def unlock(self, game: int) -> None:
        with self._place, contextlib.suppress(OSError):
            _lock_here(self._descriptor, game, is_free=True)

    def close(self) -> None:
        os.close(self._descriptor)


def _opened(path: Path) -> _File | None:
    with contextlib.suppress(OSError):
        make_private(path)
        return _File(os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0)))
    return None


def _lock_here(descriptor: int, game: int, *, is_free: bool) -> None:
    """Lock the byte of a game, or free it. Raises OSError."""
    os.lseek(descriptor, _LOCKS + game, os.SEEK_SET)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_UNLCK if is_free else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.lockf(descriptor, fcntl.LOCK_UN if is_free else fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 0, os.SEEK_CUR)
