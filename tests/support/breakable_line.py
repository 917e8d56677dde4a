"""A line of a network that can be cut: a port of its own, from which all is carried to another and back."""

import contextlib
import socket
import threading
from collections.abc import Iterator


class BreakableLine:
    """Carries connections to a port of this machine until it is cut; mended, it takes new ones."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._is_whole = True
        self._ends: set[socket.socket] = set()
        self._changing = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Where it begins."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break every connection, and refuse new ones."""
        with self._changing:
            self._is_whole = False
            ends, self._ends = self._ends, set()
        for end in ends:
            _closed(end)

    def mend(self) -> None:
        """Take connections again."""
        with self._changing:
            self._is_whole = True

    def close(self) -> None:
        """Let the port go."""
        self.cut()
        _closed(self._listener)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            with self._changing:
                if not self._is_whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends |= {near, far}
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        with self._changing:
            self._ends -= {source, target}
        for end in (source, target):
            _closed(end)


def _closed(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextlib.contextmanager
def breakable_line(to: int) -> Iterator[BreakableLine]:
    """A line as long as the block runs."""
    line = BreakableLine(to)
    try:
        yield line
    finally:
        line.close()
