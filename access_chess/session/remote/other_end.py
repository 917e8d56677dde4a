"""The opponent at another machine, beside the game: whether they can be reached, and whether they want to pause.

Before there is a game they are waited for: what is typed meanwhile can only end it. From the last sound of the
opponent's move on, it is the guest who thinks. A game is paused, and goes on, only where both want it.
"""

import queue
import threading
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import TypeVar

import chess

from access_chess.hall.rules.remote import OpponentNews, Wish, turn_began
from access_chess.laws.commands import PROGRAM, Resume, StopClocks, StopReason
from access_chess.laws.setup import ArbiterMode
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import AWAKE, Inbox, line_of
from access_chess.session.ports import LineReader, Loop, Recorded
from access_chess.session.remote.copied_game import CopiedGame
from access_chess.speech.utterance import Channel


class Pausing:
    """Both players' wishes for one game. A Companion. May be used from any thread.

    Where it `decides`, what both want is done. Where a person rules on the game, only they give a pause and end it:
    when both want one the arbiter is called (6.12.b).
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


AWAY = timedelta(seconds=30)  # until the other hears of it: a network that is back by then was never missed


class OtherEnd:
    """One end's view of the other. A Companion; `name` is the opponent's. May be used from any thread.

    `color` is the opponent's. `tell` says a phrase in which that name may stand; `send` carries there what this end's
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
        """Whether there is a line to the opponent now."""
        return self._is_there

    def come(self, name: str) -> None:
        """The opponent is there, with this name if one was told."""
        with self._changing:
            self._name, self._is_there = name or self._name, True
            was_missed, self._is_missed = self._is_missed, False
            self._stop_timer()
        if was_missed:
            self._tell("online_back")
        self._start_again()

    def go(self) -> None:
        """The line to the opponent is broken; the clock of the player to move goes on."""
        with self._changing:
            if self._is_there or self._timer is None:
                self._is_there = False
                self._stop_timer()
                self._timer = threading.Timer(self._away_after.total_seconds(), self._miss)
                self._timer.daemon = True
                self._timer.start()

    def miss(self) -> None:
        """What the player has just done waits for a line; this is told once."""
        with self._changing:
            was_missed, self._is_missed = self._is_missed, not self._is_there
        if self._is_missed and not was_missed:
            self._tell("online_lost")

    def hear(self, wish: Wish) -> None:
        """The opponent wants to pause, or to go on; what came of it may have been heard of sooner."""
        if self._pausing.is_so(pause=wish.pause) or (self._pausing.is_ruled and not wish.pause):
            return
        if not self._pausing.want(self._color, pause=wish.pause) and not self._pausing.is_over:
            wants = self._of_ruled("remote_wants_pause") if wish.pause else "remote_wants_on"
            if not self._passed_on(wish):
                self._tell(wants)

    def learn(self, news: OpponentNews) -> None:
        """What the host knows of the opponent, where that is the guest of a hall as well."""
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
            self._tell(self._of_ruled("remote_away"))

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tell(self, phrase: str) -> None:
        self._say(phrase, self._name)


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
            line = line_of(entry)
            if entry is None or (line is not None and self._is_quitting(line)):
                return None
            if line is not None:
                self._remind()
            self._proceed()
        return found

    def _is_quitting(self, line: str) -> bool:
        return self._language.words.commands.get(folded(line)) is RequestName.QUIT

    def _proceed(self) -> None:
        self.is_reading = True
        self._reader.proceed(with_line=True)


TOLD = 1.0  # seconds that the announcer takes at most to put a move into words
LOOK = 0.05  # seconds between two looks whether it is still being said
LONGEST = 20.0  # seconds; no move is said for so long, and whatever else is said is the player's own affair


class Hearing:
    """A Companion of a game that is followed; `is_silent` tells whether nothing sounds in these ears."""

    def __init__(self, color: chess.Color, announcer: Announcer, is_silent: Callable[[Channel], bool]) -> None:
        self._color = color
        self._ears = Channel.WHITE if color else Channel.BLACK
        self._announcer = announcer
        self._is_silent = is_silent
        self._closing = threading.Event()
        self._game: CopiedGame | None = None

    def join(self, session: Loop) -> None:
        """Listen along in this game."""
        assert isinstance(session, CopiedGame), "the one that decides on a game measures nobody's hearing"
        self._game = session

    def on_event(self, recorded: Recorded) -> None:
        """Wait until the move has been said, if it is the player's turn by it. In a thread of its own."""
        began = turn_began(recorded.after, self._color)
        if self._game is None or began is None or began == turn_began(recorded.before, self._color):
            return
        told = threading.Event()
        self._game.once_told(self._announcer, told.set)
        told.wait(TOLD)
        looks = round(LONGEST / LOOK)
        while looks and not self._is_silent(self._ears) and not self._closing.wait(LOOK):
            looks -= 1
        self._game.hear(began)

    def close(self) -> None:
        """Listen no more."""
        self._closing.set()
