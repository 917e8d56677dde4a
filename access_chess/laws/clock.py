"""The chess clock as a value: two displays, of which at most one runs.

All arithmetic of time is here (settled.md, Clock); nothing here knows a rule or looks at a real clock. Instants are
durations since the game's first instant.
"""

from datetime import timedelta
from enum import StrEnum

import chess
import msgspec

from access_chess.laws.by_color import ByColor, both
from access_chess.laws.time_control import ZERO, Period, PeriodAdd, TimeControl

#: A point in time: the duration since the game's first instant, on a monotonic clock.
Instant = timedelta


class DelayDisplay(StrEnum):
    """Two displays of the same delay: it counts down first, by itself, or at once with the main time (11.1)."""

    SIMPLE = "simple"
    BRONSTEIN = "bronstein"


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """Both displays at one instant.

    `main` is what a display showed when the turn in hand began (or when it was last set), `used` what this turn took
    before `since`; `last` is the half that ran before the clock was stopped, `pressed_at` the instant of the last
    press. `spent` is all the time that a player has thought up to `since`, whatever was added to the display or taken
    from it, and `granted` what rulings added.
    Without a time control the clock still knows whose half runs.
    """

    control: TimeControl | None = None
    main: ByColor[timedelta] = both(ZERO)
    used: ByColor[timedelta] = both(ZERO)
    spent: ByColor[timedelta] = both(ZERO)
    granted: ByColor[timedelta] = both(ZERO)
    period: ByColor[int] = both(0)
    extra_delay: ByColor[timedelta] = both(ZERO)
    running: chess.Color | None = None
    last: chess.Color | None = None
    since: Instant = ZERO
    pressed_at: Instant | None = None

    def period_of(self, color: chess.Color) -> Period | None:
        """The period that this player is in; None in an untimed game."""
        return None if self.control is None else self.control.of(color)[self.period[color]]

    def period_after(self, color: chess.Color) -> Period | None:
        """The period that follows for this player; None in the last one."""
        following = () if self.control is None else self.control.of(color)[self.period[color] + 1 :]
        return following[0] if following else None

    def quota(self, color: chess.Color) -> int | None:
        """The moves that this player must have completed when the period ends, from the start of the game."""
        return None if self.control is None else self.control.quota(self.period[color], color)

    def delay(self, color: chess.Color) -> timedelta:
        """The free time of each move in this period (6.2.b), and what a ruling added to it (III.4)."""
        period = self.period_of(color)
        return ZERO if period is None else period.delay + self.extra_delay[color]

    def increment(self, color: chess.Color) -> timedelta:
        """What a press adds in this period (cumulative mode)."""
        period = self.period_of(color)
        return ZERO if period is None else period.increment

    def addition(self, color: chess.Color) -> timedelta:
        """What each move brings in this period, saved or not: increment, delay, or the time of byo-yomi."""
        period = self.period_of(color)
        renewed = period.time if period is not None and period.renewed else ZERO
        return self.increment(color) + self.delay(color) + renewed

    def has_limit(self, color: chess.Color) -> bool:
        """Whether this player's time can run out."""
        return self.control is not None and not self.counts_up(color)

    def counts_up(self, color: chess.Color) -> bool:
        """Whether this display shows the time taken and has no limit."""
        period = self.period_of(color)
        return period is not None and period.counts_up

    def byo_yomi_left(self, color: chess.Color) -> int | None:
        """The periods of byo-yomi that are left, the one in hand included; None while this player is in none."""
        period = self.period_of(color)
        if self.control is None or period is None or not period.renewed or len(self.control.of(color)) == 1:
            return None
        return len(self.control.of(color)) - self.period[color]

    def turn(self, color: chess.Color, at: Instant) -> timedelta:
        """Time used so far in the turn in hand."""
        return self.used[color] + (at - self.since if self.running is color else ZERO)

    def time_used(self, color: chess.Color, at: Instant) -> timedelta:
        """What a player has used since the game began (E.2.9.d)."""
        return self.spent[color] + (at - self.since if self.running is color else ZERO)

    def remaining(self, color: chess.Color, at: Instant) -> timedelta:
        """What the display shows: main time left, never below zero, without the delay; or the time taken."""
        if self.counts_up(color):
            return self.main[color] + self.turn(color, at)
        return max(ZERO, self._balance(color, at))

    def delay_left(self, color: chess.Color, at: Instant) -> timedelta:
        """Simple display: the free time of this turn that is still to run before the main time does."""
        return max(ZERO, self.delay(color) - self.turn(color, at))

    def bronstein(self, color: chess.Color, at: Instant) -> timedelta:
        """Bronstein display of the same delay: it counts at once, and a press gives the used part back."""
        if self.counts_up(color):
            return self.remaining(color, at)
        return max(ZERO, self._balance(color, at) + self.delay_left(color, at))

    def shown(self, color: chess.Color, at: Instant, display: DelayDisplay) -> timedelta:
        """What this kind of display shows."""
        return self.bronstein(color, at) if display is DelayDisplay.BRONSTEIN else self.remaining(color, at)

    def zero_at(self) -> Instant | None:
        """When the running display reaches zero; None when none runs, or it has no limit."""
        color = self.running
        if color is None or not self.has_limit(color):
            return None
        return self.since + self.main[color] + self.delay(color) - self.used[color]

    def is_overdrawn(self, color: chess.Color, at: Instant) -> bool:
        """Whether more was taken from this display than it showed; the flag falls by that, running or not."""
        return self.has_limit(color) and self._balance(color, at) < ZERO

    def stopped(self, at: Instant) -> "Clock":
        """The same clock with both halves standing."""
        if self.running is None:
            return self
        color, elapsed = self.running, at - self.since
        main = self.main
        if self.gives(color):
            main = main.put(not color, main[not color] + elapsed)
        used = self.used.put(color, self.used[color] + elapsed)
        spent = self.spent.put(color, self.spent[color] + elapsed)
        return msgspec.structs.replace(self, main=main, used=used, spent=spent, running=None, last=color, since=at)

    def started(self, color: chess.Color, at: Instant) -> "Clock":
        """The same clock with this player's half running; a turn that was interrupted goes on."""
        return msgspec.structs.replace(self.stopped(at), running=color, since=at)

    def pressed(self, color: chess.Color, at: Instant, *, is_flag_down: bool = False) -> "Clock":
        """After this player's press: the turn is over, the next move gets its increment, the other half runs.

        In byo-yomi the period's time begins anew, unless a ruling has left more than that on the display. Once the
        flag is down nothing is added any more (settled.md, Clock).
        """
        main, period = self.main, self.period_of(color)
        if period is not None:
            main = ByColor(self.remaining(chess.WHITE, at), self.remaining(chess.BLACK, at))
            left = main[color]
            if not is_flag_down:
                left = max(left, period.time) if period.renewed else left + period.increment
            main = main.put(color, left)
        return msgspec.structs.replace(
            self,
            main=main,
            used=both(ZERO),
            spent=self.spent.put(color, self.time_used(color, at)),
            running=not color,
            since=at,
            pressed_at=at,
        )

    def set_to(self, color: chess.Color, time: timedelta, at: Instant) -> "Clock":
        """With this display set; a running half runs on from there, and used delay stays used."""
        used = min(self.turn(color, at), self.delay(color))
        folded = self.stopped(at)
        return msgspec.structs.replace(
            folded,
            main=folded.main.put(color, time),
            used=folded.used.put(color, used),
            running=self.running,
            since=at,
        )

    def add(self, color: chess.Color, time: timedelta) -> "Clock":
        """With time added to this display, or taken from it when negative; time without a limit stays as it is."""
        if self.counts_up(color):
            return self
        return msgspec.structs.replace(self, main=self.main.put(color, self.main[color] + time))

    def grant(self, color: chess.Color, time: timedelta, at: Instant | None = None) -> "Clock":
        """With time that a ruling adds to this display, or takes from it when negative.

        To a display that stands at zero all of it is added, however long ago it got there; `at` is the instant.
        """
        granted = self.granted.put(color, self.granted[color] + time)
        is_below_zero = at is not None and time > ZERO and self.is_overdrawn(color, at)
        clock = self.set_to(color, ZERO, at) if at is not None and is_below_zero else self
        return msgspec.structs.replace(clock.add(color, time), granted=granted)

    def displays_then(self, then: "Clock") -> ByColor[timedelta]:
        """Both displays as they stood `then`, and what rulings have added since: that is no time used (13.5)."""
        shown = ByColor(*(then.remaining(color, then.since) for color in (chess.WHITE, chess.BLACK)))
        for color in chess.COLORS:
            if not self.counts_up(color):
                shown = shown.put(color, shown[color] + self.granted[color] - then.granted[color])
        return shown

    def taken_back(self, then: "Clock", at: Instant) -> "Clock":
        """Both halves standing as they stood `then`, when a move was made; what rulings added since stays added."""
        main = then.main
        for color in chess.COLORS:
            if not self.counts_up(color):
                main = main.put(color, main[color] + self.granted[color] - then.granted[color])
        return msgspec.structs.replace(
            then, control=self.control, main=main, granted=self.granted, extra_delay=self.extra_delay, running=None,
            since=at,
        )  # fmt: skip

    def grant_delay(self, color: chess.Color, time: timedelta) -> "Clock":
        """With free time for each move from the next turn on (III.4): the turn in hand counts it as used."""
        return msgspec.structs.replace(
            self,
            extra_delay=self.extra_delay.put(color, self.extra_delay[color] + time),
            used=self.used.put(color, self.used[color] + time),
        )

    def next_period(self, color: chess.Color, at: Instant) -> "Clock":
        """With the next period's time added to what is left (unused time is carried over, 6.2.b, A69).

        Where increments begin with this period, the move in hand gets its own (A27: before each move), unless the
        press that completes the quota is about to give it. A delay that begins with it counts from the next move on:
        given to the move in hand, it would be saved.
        """
        before, after = self.period_of(color), self.period_after(color)
        assert self.control is not None and before is not None and after is not None
        added = after.time
        if self.control.period_add is PeriodAdd.ON_ZERO:
            added += max(ZERO, after.increment - before.increment)
        so_far = self.started(color, at) if self.running is color else self  # a sandglass has given until now
        used = so_far.used.put(color, so_far.used[color] + after.delay - before.delay)
        period = self.period.put(color, self.period[color] + 1)
        return msgspec.structs.replace(so_far.add(color, added), period=period, used=used)

    def _balance(self, color: chess.Color, at: Instant) -> timedelta:
        """The main time left, below zero where more was taken than there was; in a sandglass with what was given."""
        given = at - self.since if self.running is (not color) and self.gives(not color) else ZERO
        return self.main[color] + given - max(ZERO, self.turn(color, at) - self.delay(color))

    def gives(self, color: chess.Color) -> bool:
        """Whether the time that this player uses goes to the opponent's display, as in a sandglass."""
        period = self.period_of(color)
        return period is not None and period.sandglass and self.has_limit(not color)


def new_clock(control: TimeControl | None) -> Clock:
    """The clock before the game: base time and the first move's increment on both displays (A27)."""
    if control is None:
        return Clock()
    first = ByColor(control.of(chess.WHITE)[0], control.of(chess.BLACK)[0])
    main = ByColor(first.white.time + first.white.increment, first.black.time + first.black.increment)
    return Clock(control=control, main=main)
