"""A braille display that only writes down: the other end of BRLTTY's virtual driver."""

import re
import socket
import threading
import time

CELLS = 40
_SHOWN = re.compile(r'Visual "(.*)"$')


class BrailleDisplay:
    """Forty cells; `felt` is what each of them has shown, one after the other, as text. Raises OSError."""

    def __init__(self, port: int, *, patience: float) -> None:
        self._connection = _connected(port, patience)
        self._connection.sendall(f"cells {CELLS}\n".encode())
        self.felt: list[str] = [""]
        threading.Thread(target=self._read, daemon=True).start()

    def close(self) -> None:
        """Unplug it."""
        self._connection.close()

    def _read(self) -> None:
        try:
            for line in self._connection.makefile("r", encoding="utf-8", errors="replace"):
                if found := _SHOWN.match(line.rstrip("\r\n")):
                    self.felt.append(re.sub(r"\\(.)", r"\1", found[1]).rstrip())
        except (OSError, ValueError):  # unplugged
            return


def _connected(port: int, patience: float) -> socket.socket:
    end = time.monotonic() + patience
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
