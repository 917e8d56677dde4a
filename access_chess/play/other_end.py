"""The opponent at another machine, beside the game: whether they can be reached, and whether they want to pause.

A game is paused, and goes on, only where both want it. All here is done in the turn of the game's table.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial

import chess

from access_chess.hall.rules.remote import OpponentNews, Wish
from access_chess.laws.clock import Instant
from access_chess.laws.commands import PROGRAM, Resume, StopClocks, StopReason
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode
from access_chess.play.messages import Act, AtOnce, DistantTable, Effects
from access_chess.play.seat import Deed, Errand, PlayerSeat
from access_chess.requests.names import RequestName
from access_chess.session.ports import Recorded


class Pausing:
    """Both players' wishes for one game. A Participant.

    Where it `decides`, what both want is done. Where a person rules on the game, only they give a pause and end it:
    when both want one the arbiter is called (6.12.b).
    """

    def __init__(self, *, decides: bool) -> None:
        self._decides = decides
        self._table: DistantTable | None = None
        self._wishes: dict[chess.Color, bool] = {}

    @property
    def is_ruled(self) -> bool:
        """Whether a person rules on the game."""
        return self._table is not None and self._table.game.setup.arbiter is ArbiterMode.HUMAN

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to pause."""
        return self._table is None or self._table.game.is_over

    def is_so(self, *, pause: bool) -> bool:
        """Whether the clocks are stopped already, or go already."""
        if self._table is None:
            return False
        game = self._table.game
        return game.stopped is not None if pause else game.is_clock_on

    def want(self, color: chess.Color, *, pause: bool) -> bool:
        """A player wants to pause, or to go on; whether both want the same now, which is done then."""
        self._wishes[color] = pause
        if self._table is None or self._wishes.get(not color) is not pause:
            return False
        self._wishes.clear()
        if self._decides and pause:
            stop = StopClocks(reason=StopReason.OTHER, author=PROGRAM)
            called = StopClocks(reason=StopReason.ARBITER, color=color, author=PROGRAM)
            self._table.submit(called if self.is_ruled else stop)
        elif self._decides:
            self._table.submit(Resume(author=PROGRAM))
        return True

    def join(self, table: DistantTable) -> None:
        """This is the game."""
        self._table = table

    def on_event(self, recorded: Recorded) -> None:
        """When the clocks are stopped or go on, nobody wants this any more; what was wanted since stays."""
        is_on = recorded.after.is_clock_on
        if recorded.before.is_clock_on is not is_on:
            self._wishes = {color: pause for color, pause in self._wishes.items() if pause is is_on}

    def close(self) -> None:
        """The game is not played any more."""
        self._table = None


AWAY = timedelta(seconds=30)  # until the other hears of it: a network that is back by then was never missed


class OtherEnd:
    """One end's view of the other. A Participant, and a Watch of the table; `name` is the opponent's.

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
    ) -> None:
        self._name = name
        self._color = color
        self._say = tell
        self._send = send
        self._pausing = pausing
        self._passed_on = passed_on
        self._starts_again = starts_again
        self._table: DistantTable | None = None
        self._is_missed = False
        #: Whether there is a line to the opponent now.
        self.is_there = False
        #: When this end's player hears that the opponent is away.
        self.due: Instant | None = None

    @property
    def deeds(self) -> Mapping[RequestName, Deed]:
        """What one alone cannot do, and what cannot be hidden from the other's journal."""
        no_sealing = partial(self._tell, "remote_no_sealing")
        return {
            RequestName.PAUSE: _deed(partial(self.want, pause=True)),
            RequestName.RESUME: _deed(partial(self.want, pause=False)),
            RequestName.SEAL: _deed(no_sealing),
            RequestName.CLOSE_ENVELOPE: _deed(no_sealing),
        }

    def come(self, name: str) -> None:
        """The opponent is there, with this name if one was told."""
        self._name, self.is_there, self.due = name or self._name, True, None
        was_missed, self._is_missed = self._is_missed, False
        if was_missed:
            self._tell("online_back")
        self._start_again()

    def go(self) -> None:
        """The line to the opponent is broken; the clock of the player to move goes on."""
        if self._table is not None and (self.is_there or self.due is None):
            self.is_there, self.due = False, self._table.now() + AWAY

    def miss(self) -> None:
        """What the player has just done waits for a line; this is told once."""
        was_missed, self._is_missed = self._is_missed, not self.is_there
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

    def want(self, *, pause: bool) -> None:
        """This end's player wants to pause, or to go on."""
        if self._pausing.is_ruled and not pause:
            self._tell("remote_arbiter_resumes")
            return
        is_wanted_by_both = self._pausing.want(not self._color, pause=pause)
        self._send(Wish(pause=pause))
        if not is_wanted_by_both:
            self._tell(self._of_ruled("remote_both") if self.is_there else "remote_later")

    def join(self, table: DistantTable) -> None:
        """This is the game."""
        self._table = table
        self._pausing.join(table)

    def on_event(self, recorded: Recorded) -> None:
        """What is wanted depends on how the clocks stand."""
        self._pausing.on_event(recorded)

    def look(self, game: Game, at: Instant) -> None:
        """No clock tells whether the opponent is there."""

    def ring(self, game: Game, at: Instant) -> None:
        """Tell that the opponent is away, if they have been for so long."""
        if self.due is None or at < self.due:
            return
        self.due, self._is_missed = None, True
        if not game.is_over:
            self._tell(self._of_ruled("remote_away"))

    def close(self) -> None:
        """The game is not played any more."""
        self.due = self._table = None
        self._pausing.close()

    def _of_ruled(self, phrase: str) -> str:
        return f"{phrase}_arbiter" if self._pausing.is_ruled else phrase

    def _start_again(self) -> None:
        table = self._table
        if not self._starts_again or table is None:
            return
        game = table.game
        if game.stopped is StopReason.POWER and not game.is_clock_on and not game.is_over:
            table.submit(Resume(author=PROGRAM))

    def _tell(self, phrase: str) -> None:
        self._say(phrase, self._name)


def _deed(act: Act) -> Deed:
    def done(seat: PlayerSeat, _: Errand) -> tuple[PlayerSeat, Effects]:
        return seat, (AtOnce(do=act),)

    return done
