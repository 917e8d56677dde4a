"""A line of a network with a delay each way, on which every so many-th form is broken, before or after it has come."""

import contextlib
import queue
import socket
import threading
import time
from collections.abc import Iterator


class SlowLine:
    """Carries connections to a port of this machine. Of the forms that are sent, each `broken`-th is cut off: one
    before it comes to the hall, the next when it has come, before it is answered. 0: none.
    """

    def __init__(self, to: int, delay: float, broken: int = 0) -> None:
        self._to = to
        self._delay = delay / 2  # each way
        self._broken = broken
        self._forms = 0
        self._counting = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.cuts: list[str] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Let the port go."""
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:  # the hall has ended, and its page asks once more
                near.close()
                continue
            for end in (near, far):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            cut = threading.Event()
            for source, target, asks in ((near, far, True), (far, near, False)):
                parts: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()
                ends = (near, far)
                threading.Thread(target=self._read, args=(source, parts, asks, cut, ends), daemon=True).start()
                threading.Thread(target=self._write, args=(target, parts, asks, cut, ends), daemon=True).start()

    def _read(
        self,
        source: socket.socket,
        parts: "queue.SimpleQueue[tuple[float, bytes]]",
        asks: bool,
        cut: threading.Event,
        ends: tuple[socket.socket, socket.socket],
    ) -> None:
        data = b"-"
        while data:
            try:
                data = source.recv(65536)
            except OSError:
                data = b""
            if asks and data.startswith(b"POST "):
                how = self._fate()
                if how == "before":
                    _close(ends)
                    data = b""
                elif how == "after":
                    cut.set()
            parts.put((time.monotonic() + self._delay, data))

    def _fate(self) -> str:
        with self._counting:
            self._forms += 1
            if not self._broken or self._forms % self._broken:
                return ""
            self.cuts.append("after" if self._forms // self._broken % 2 else "before")
            return self.cuts[-1]

    def _write(
        self,
        target: socket.socket,
        parts: "queue.SimpleQueue[tuple[float, bytes]]",
        asks: bool,
        cut: threading.Event,
        ends: tuple[socket.socket, socket.socket],
    ) -> None:
        while True:
            at, data = parts.get()
            time.sleep(max(0.0, at - time.monotonic()))
            if not data or (cut.is_set() and not asks):  # the answer to that form is what is lost
                _close(ends)
                return
            with contextlib.suppress(OSError):
                target.sendall(data)


def _close(ends: tuple[socket.socket, socket.socket]) -> None:
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


@contextlib.contextmanager
def slow_line(to: int, delay: float, broken: int = 0) -> Iterator[SlowLine]:
    """A line as long as the block runs; `delay` are seconds there and back."""
    line = SlowLine(to, delay, broken)
    try:
        yield line
    finally:
        line.close()
