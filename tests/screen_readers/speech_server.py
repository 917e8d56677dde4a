"""A speech-dispatcher that only writes down: the protocol SSIP on a socket, each text with its fate.

It "plays" at a set speed and says when a text begins and ends, so that what a key cuts is known.
"""

import html
import re
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import TextIO


class Fate(Enum):
    """What became of a text: said to its end, cut while it was said, or dropped before it began."""

    OPEN = auto()
    SAID = auto()
    CUT = auto()
    LOST = auto()


@dataclass
class Spoken:
    """One text that a screen reader asked for; a `key` is the echo of one that was pressed."""

    number: int
    text: str
    is_key: bool
    tell: Callable[[str, int], None]
    fate: Fate = Fate.OPEN


class SpeechServer:
    """Listens on the socket from a thread of its own; `spoken` is all that was asked for, in order."""

    def __init__(self, path: Path, *, characters_per_second: float) -> None:
        self._speed = characters_per_second
        self._changed = threading.Condition()
        self._waiting: deque[Spoken] = deque()
        self._cancelled = 0
        self.spoken: list[Spoken] = []
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(path))
        self._socket.listen()
        for work in (self._accept, self._play):
            threading.Thread(target=work, daemon=True).start()

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()

    def _accept(self) -> None:
        number = 0
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:  # closed
                return
            number += 1
            threading.Thread(target=_Client(self, connection, number).run, daemon=True).start()

    def add(self, text: str, tell: Callable[[str, int], None], *, is_key: bool) -> int:
        """A text to be said in its turn; its number."""
        with self._changed:
            spoken = Spoken(number=len(self.spoken) + 1, text=text, is_key=is_key, tell=tell)
            self.spoken.append(spoken)
            self._waiting.append(spoken)
            self._changed.notify_all()
            return spoken.number

    def cancel(self) -> None:
        """Say nothing of what waits, and stop what is being said."""
        with self._changed:
            for spoken in self._waiting:
                spoken.fate = Fate.LOST
                spoken.tell("CANCELED", 703)
            self._waiting.clear()
            self._cancelled += 1
            self._changed.notify_all()

    def _play(self) -> None:
        while True:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
                spoken = self._waiting.popleft()
                before = self._cancelled
                spoken.tell("BEGIN", 701)
                end = time.monotonic() + len(spoken.text) / self._speed
                while self._cancelled == before and (left := end - time.monotonic()) > 0:
                    self._changed.wait(left)
                is_cut = self._cancelled != before
                spoken.fate = Fate.CUT if is_cut else Fate.SAID
                spoken.tell(*(("CANCELED", 703) if is_cut else ("END", 702)))


class _Client:
    """One connection of a screen reader, answered as speech-dispatcher answers."""

    def __init__(self, server: SpeechServer, connection: socket.socket, number: int) -> None:
        self._server = server
        self._connection = connection
        self._number = number
        self._writing = threading.Lock()

    def run(self) -> None:
        lines = self._connection.makefile("r", encoding="utf-8", newline="\r\n")
        for line in lines:
            order, _, rest = line.strip().partition(" ")
            match order.upper():
                case "SPEAK":
                    self._write("230 OK RECEIVING DATA")
                    self._add(_plain("\n".join(_body(lines))), is_key=False)
                case "CHAR" | "KEY" | "SOUND_ICON":
                    self._add(rest, is_key=True)
                case "STOP" | "CANCEL":
                    self._server.cancel()
                    self._write("210 OK STOPPED")
                case "LIST" if rest.upper().startswith("VOICES"):
                    self._write("249-Writing\ten\tnone", "249 OK VOICE LIST SENT")
                case "LIST":
                    self._write("250-writing", "250 OK MODULE LIST SENT")
                case "GET":
                    self._write("251-writing" if "MODULE" in rest.upper() else "251-0", "251 OK GET RETURNED")
                case "HISTORY":
                    self._write(f"245-{self._number}", "245 OK CLIENT ID SENT")
                case "QUIT":
                    self._write("231 HAPPY HACKING")
                    self._connection.close()
                    return
                case _:
                    self._write("202 OK SET")

    def _add(self, text: str, *, is_key: bool) -> None:
        number = self._server.add(text, lambda event, code: self._event(number, event, code), is_key=is_key)
        self._write(f"225-{number}", "225 OK MESSAGE QUEUED")

    def _event(self, number: int, event: str, code: int) -> None:
        self._write(f"{code}-{number}", f"{code}-{self._number}", f"{code} {event}")

    def _write(self, *lines: str) -> None:
        with self._writing:
            try:
                self._connection.sendall("".join(f"{line}\r\n" for line in lines).encode())
            except OSError:
                return  # the screen reader has gone


def _body(lines: TextIO) -> list[str]:
    body: list[str] = []
    for line in lines:
        if line.rstrip("\r\n") == ".":
            break
        body.append(line.rstrip("\r\n").removeprefix("." if line.startswith("..") else ""))
    return body


def _plain(marked: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", marked))
