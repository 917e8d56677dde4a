"""The opponent at another machine, beside the game: whether he can be reached, and whether he wants to pause."""

import threading
from collections.abc import Callable, Mapping
from datetime import timedelta

import chess

from access_chess.hall.remote import News, Wish
from access_chess.laws.commands import PROGRAM, Resume, StopReason
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.ports import Loop, Recorded
from access_chess.session.remote.pausing import Pausing

AWAY = timedelta(seconds=30)  # until the other hears of it: a network that is back by then was never missed


class OtherEnd:
    """One end's view of the other. A Companion, and an OtherEnd of the ports; `name` is the opponent's.

    `color` is the opponent's. `tell` says a phrase in which he may be named; `send` carries to him what this end's
    player wants. A wish that is `passed_on` has been told to this end's player elsewhere.
    `starts_again`: a clock that stood because a machine had failed goes on when both are there.
    """

    def __init__(
        self,
        name: str,
        color: chess.Color,
        tell: Callable[[str, str], None],
        send: Callable[[Wish], None],
        pausing: Pausing,
        *,
        passed_on: Callable[[Wish], bool] = lambda wish: False,
        starts_again: bool = False,
        away: timedelta | None = None,
    ) -> None:
        self._name = name
        self._color = color
        self._say = tell
        self._send = send
        self._pausing = pausing
        self._passed_on = passed_on
        self._starts_again = starts_again
        self._away_after = AWAY if away is None else away
        self._changing = threading.Lock()
        self._session: Loop | None = None
        self._timer: threading.Timer | None = None
        self._is_there = False
        self._is_missed = False

    @property
    def requests(self) -> Mapping[RequestName, Callable[[Request], None]]:
        """What one alone cannot do, and what cannot be hidden from the other's journal."""
        return {
            RequestName.PAUSE: lambda request: self._want(pause=True),
            RequestName.RESUME: lambda request: self._want(pause=False),
            RequestName.SEAL: lambda request: self._tell("remote_no_sealing"),
            RequestName.CLOSE_ENVELOPE: lambda request: self._tell("remote_no_sealing"),
        }

    @property
    def is_there(self) -> bool:
        """Whether there is a line to him now."""
        return self._is_there

    def come(self, name: str) -> None:
        """He is there, with this name if he has told one."""
        with self._changing:
            self._name, self._is_there = name or self._name, True
            was_missed, self._is_missed = self._is_missed, False
            self._stop_timer()
        if was_missed:
            self._tell("online_back")
        self._start_again()

    def go(self) -> None:
        """The line to him is broken; the clock of whoever is to move goes on."""
        with self._changing:
            if self._is_there or self._timer is None:
                self._is_there = False
                self._stop_timer()
                self._timer = threading.Timer(self._away_after.total_seconds(), self._miss)
                self._timer.daemon = True
                self._timer.start()

    def miss(self) -> None:
        """What the player has just done waits for a line; he hears of it once."""
        with self._changing:
            was_missed, self._is_missed = self._is_missed, not self._is_there
        if self._is_missed and not was_missed:
            self._tell("online_lost")

    def hear(self, wish: Wish) -> None:
        """He wants to pause, or to go on; what came of it may have been heard of sooner."""
        if self._pausing.is_so(pause=wish.pause) or (self._pausing.is_ruled and not wish.pause):
            return
        if not self._pausing.want(self._color, pause=wish.pause) and not self._pausing.is_over:
            wants = self._of_ruled("remote_wants_pause") if wish.pause else "remote_wants_on"
            if not self._passed_on(wish):
                self._tell(wants)

    def learn(self, news: News) -> None:
        """What the host knows of him, where he is the guest of a hall as well."""
        self._name = news.name or self._name
        self._tell(news.phrase)

    def join(self, session: Loop) -> None:
        """This is the game."""
        self._session = session
        self._pausing.join(session)
        self._start_again()

    def on_event(self, recorded: Recorded) -> None:
        """What is wanted depends on how the clocks stand."""
        self._pausing.on_event(recorded)

    def close(self) -> None:
        """The game is not played any more."""
        with self._changing:
            self._stop_timer()
            self._session = None
        self._pausing.close()

    def _want(self, *, pause: bool) -> None:
        if self._pausing.is_ruled and not pause:
            self._tell("remote_arbiter_resumes")
            return
        is_wanted_by_both = self._pausing.want(not self._color, pause=pause)
        self._send(Wish(pause=pause))  # what comes of it at the other end may be back before this returns
        if not is_wanted_by_both:
            self._tell(self._of_ruled("remote_both") if self._is_there else "remote_later")

    def _of_ruled(self, phrase: str) -> str:
        return f"{phrase}_arbiter" if self._pausing.is_ruled else phrase

    def _start_again(self) -> None:
        session = self._session
        if not (self._starts_again and self._is_there) or session is None:
            return
        session.wait_until_decided()
        game = session.game
        if game.stopped is StopReason.POWER and not game.is_clock_on and not game.is_over:
            session.submit(Resume(author=PROGRAM))

    def _miss(self) -> None:
        with self._changing:
            if self._is_there:
                return
            self._is_missed = True
            session = self._session
        if session is not None and not session.game.is_over:
            self._tell("remote_away")

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tell(self, phrase: str) -> None:
        self._say(phrase, self._name)
