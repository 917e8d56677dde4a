"""The opponent at another machine, beside the game: whether he can be reached, and whether both want to pause."""

import threading
from collections.abc import Callable, Mapping
from datetime import timedelta

from access_chess.hall.remote import Wish
from access_chess.laws.commands import PROGRAM, Resume, StopClocks, StopReason
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.ports import Loop, Recorded
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart

AWAY = timedelta(seconds=30)  # until the other hears of it: a network that is back by then was never missed


class OtherEnd:
    """One end's view of the other. A Companion, and an OtherEnd of the ports; `name` is the opponent's.

    `send` carries what this end's player wants to the other. Where it `decides`, what both want is done here.
    `starts_again`: a clock that stood because a machine had failed goes on when both are there.
    """

    def __init__(
        self,
        name: str,
        pack: VoicePack,
        say: Callable[[SpokenPart], None],
        send: Callable[[Wish], None],
        *,
        decides: bool,
        starts_again: bool = False,
        away: timedelta = AWAY,
    ) -> None:
        self._name = name
        self._pack = pack
        self._say = say
        self._send = send
        self._decides = decides
        self._starts_again = starts_again
        self._away_after = away
        self._changing = threading.Lock()
        self._session: Loop | None = None
        self._timer: threading.Timer | None = None
        self._is_there = False
        self._is_missed = False
        self._own: bool | None = None
        self._his: bool | None = None

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
        """He wants to pause, or to go on."""
        with self._changing:
            self._his = wish.pause
        if not self._are_agreed() and self._session is not None and not self._session.game.is_over:
            self._tell("remote_wants_pause" if wish.pause else "remote_wants_on")

    def join(self, session: Loop) -> None:
        """This is the game."""
        self._session = session
        self._start_again()

    def on_event(self, recorded: Recorded) -> None:
        """When the clocks are stopped or go on, nobody wants this any more; what was wanted since stays."""
        if recorded.before.is_clock_on is not recorded.after.is_clock_on:
            is_paused = not recorded.after.is_clock_on
            with self._changing:
                self._own = None if self._own is is_paused else self._own
                self._his = None if self._his is is_paused else self._his

    def close(self) -> None:
        """The game is not played any more."""
        with self._changing:
            self._stop_timer()
            self._session = None

    def _want(self, *, pause: bool) -> None:
        with self._changing:
            self._own = pause
        self._send(Wish(pause=pause))
        if not self._are_agreed():
            self._tell("remote_both")

    def _are_agreed(self) -> bool:
        """Whether both want the same; then it is done, where it is decided on."""
        with self._changing:
            session, wish = self._session, self._own
            if wish is None or wish is not self._his or session is None:
                return False
            self._own = self._his = None
        if self._decides and wish:
            session.submit(StopClocks(reason=StopReason.OTHER, author=PROGRAM))
        elif self._decides:
            session.submit(Resume(author=PROGRAM))
        return True

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
        self._say(self._pack.phrase(phrase, name=self._name or self._pack.phrase("player_other")))
