"""The clock unit of the sensor board: keeps its hands and flags where the clocks stand."""

from datetime import timedelta
from functools import partial
from typing import Protocol

import chess

from access_chess.board.clock_unit.clock_servos import Calibration, pulses, turns
from access_chess.laws.by_color import ByColor
from access_chess.laws.clock import DelayDisplay, Instant
from access_chess.laws.dial import FlagRises, dial_of
from access_chess.laws.game import Game

#: Between two looks: a hand takes two for the least step that a servo makes.
LOOK = timedelta(seconds=0.5)


class Servos(Protocol):
    """What turns the servos: a sensor board."""

    def servo(self, channel: int, microseconds: int, *, slew: int = 0) -> None:
        """Turn a servo to a pulse, at `slew` microseconds a second."""
        ...


class ClockUnit:
    """Moves the hands smoothly, as a watch of a table; `calibration` may be changed at any time."""

    def __init__(
        self,
        servos: Servos,
        calibration: Calibration,
        *,
        rises: FlagRises = FlagRises.BEFORE_CONTROL,
        display: DelayDisplay = DelayDisplay.SIMPLE,
    ) -> None:
        self.calibration = calibration
        self._servos = servos
        self._dial = partial(dial_of, rises=rises, display=display)
        self._shown: dict[int, int] = {}
        self._is_held = False
        #: When the hands are to be turned next; None: not before something happens.
        self.due: Instant | None = None

    def look(self, game: Game, at: Instant) -> None:
        """Show how the clocks stand, and again soon where time runs: a hand is to turn smoothly."""
        self.show(game, at)
        self.due = at + LOOK if game.is_clock_on else None

    def ring(self, game: Game, at: Instant) -> None:
        """Show it again, where that is due; nothing is said."""
        if self.due is not None and at >= self.due:
            self.look(game, at)

    def show(self, game: Game, at: Instant) -> None:
        """Turn what has to be turned to show the clocks of this instant."""
        dials = ByColor(self._dial(game, chess.WHITE, at), self._dial(game, chess.BLACK, at))
        if self._is_held:
            return
        wanted = pulses(dials, self.calibration)
        for turn in turns(self._shown, wanted):
            self._servos.servo(turn.channel, turn.microseconds, slew=turn.slew)
        self._shown = wanted

    def forget(self) -> None:
        """The board was reset or came back: nothing is known of its hands, which are turned at once."""
        self._shown = {}
        self.due = timedelta()

    def hold(self, channel: int, microseconds: int) -> None:
        """For calibration: turn one servo, and show no time until `release`."""
        self._is_held = True
        self._servos.servo(channel, microseconds)

    def release(self) -> None:
        """Show the time again."""
        self._is_held = False
        self.forget()
