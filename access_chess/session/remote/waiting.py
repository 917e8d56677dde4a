"""Waiting for somebody elsewhere before there is a game: what is typed meanwhile can only end it."""

import queue
from collections.abc import Callable
from typing import TypeVar

from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.session.game_series import Inbox
from access_chess.session.inbox import AWAKE
from access_chess.session.ports import LineReader

T = TypeVar("T")


class WaitingRoom:
    """Waits in the caller's thread. `remind` says again what is waited for when something else is typed."""

    def __init__(self, language: PlayerLanguage, inbox: Inbox, reader: LineReader, remind: Callable[[], None]) -> None:
        self._language = language
        self._inbox = inbox
        self._reader = reader
        self._remind = remind
        #: Whether the reader has been told to read a line that has not come yet.
        self.is_reading = False

    def wait_for(self, look: Callable[[float], T | None]) -> T | None:
        """What comes of looking for so many seconds, again and again; None where the player leaves."""
        if self._reader.is_typed:
            self._proceed()
        while (found := look(AWAKE)) is None:
            try:
                entry = self._inbox.get_nowait()
            except queue.Empty:
                continue
            self.is_reading = False
            if entry is None or (isinstance(entry, str) and self._is_quitting(entry)):
                return None
            if isinstance(entry, str):
                self._remind()
            self._proceed()
        return found

    def _is_quitting(self, line: str) -> bool:
        return self._language.words.commands.get(folded(line)) is RequestName.QUIT

    def _proceed(self) -> None:
        self.is_reading = True
        self._reader.proceed(with_line=True)
