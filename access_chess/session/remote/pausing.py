"""What two players want who can stop a game only together: to pause, or to go on."""

import threading

import chess

from access_chess.laws.commands import PROGRAM, Resume, StopClocks, StopReason
from access_chess.laws.setup import ArbiterMode
from access_chess.session.ports import Loop, Recorded


class Pausing:
    """Both players' wishes for one game. A Companion. May be used from any thread.

    Where it `decides`, what both want is done. Where a person rules on the game, only he gives a pause and ends it:
    when both want one he is called (6.12.b).
    """

    def __init__(self, *, decides: bool) -> None:
        self._decides = decides
        self._changing = threading.Lock()
        self._session: Loop | None = None
        self._wishes: dict[chess.Color, bool] = {}

    @property
    def is_ruled(self) -> bool:
        """Whether a person rules on the game."""
        session = self._session
        return session is not None and session.game.setup.arbiter is ArbiterMode.HUMAN

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to pause."""
        session = self._session
        return session is None or session.game.is_over

    def is_so(self, *, pause: bool) -> bool:
        """Whether the clocks are stopped already, or go already."""
        session = self._session
        if session is None:
            return False
        return session.game.stopped is not None if pause else session.game.is_clock_on

    def want(self, color: chess.Color, *, pause: bool) -> bool:
        """A player wants to pause, or to go on; whether both want the same now, which is done then."""
        with self._changing:
            session = self._session
            self._wishes[color] = pause
            if session is None or self._wishes.get(not color) is not pause:
                return False
            self._wishes.clear()
        if self._decides and pause:
            stop = StopClocks(reason=StopReason.OTHER, author=PROGRAM)
            called = StopClocks(reason=StopReason.ARBITER, color=color, author=PROGRAM)
            session.submit(called if self.is_ruled else stop)
        elif self._decides:
            session.submit(Resume(author=PROGRAM))
        return True

    def join(self, session: Loop) -> None:
        """This is the game."""
        with self._changing:
            self._session = session

    def on_event(self, recorded: Recorded) -> None:
        """When the clocks are stopped or go on, nobody wants this any more; what was wanted since stays."""
        is_on = recorded.after.is_clock_on
        if recorded.before.is_clock_on is not is_on:
            with self._changing:
                self._wishes = {color: pause for color, pause in self._wishes.items() if pause is is_on}

    def close(self) -> None:
        """The game is not played any more."""
        with self._changing:
            self._session = None
