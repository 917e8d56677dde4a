"""The board's clock, mapped to this machine's: by the shortest round trips, and by the rate between them."""

from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.clock import Instant

WRAP = 1 << 32  # the board counts milliseconds in 32 bits: 49.7 days
KEPT = 32  # measurements; at one every two seconds, a minute's worth
LEAST_SPAN = timedelta(seconds=20)  # a millisecond of error over this is 50 millionths: no rate from less
RESONATOR = 0.005  # the part by which the Mega's ceramic resonator may be wrong
MEASURED = 0.0002  # what is left of that once the rate was measured
MILLISECOND = timedelta(milliseconds=1)
LEAST_LEAP = timedelta(milliseconds=250)  # a busy machine is late by tenths of a second, and catches up


class Measurement(Struct, frozen=True, kw_only=True):
    """The board's clock stood at `board_ms` when ours stood at `at`, give or take half of the round trip."""

    board_ms: int
    at: Instant
    trip: timedelta


class BoardTime(Struct, frozen=True, kw_only=True):
    """What is known of a board's clock since its last reset."""

    measurements: tuple[Measurement, ...] = ()

    def measured(self, *, board_ms: int, sent: Instant, heard: Instant) -> "BoardTime":
        """With the answer to one question about the time, asked at `sent` and heard at `heard`."""
        trip = heard - sent
        new = Measurement(board_ms=self.unwrapped(board_ms), at=sent + trip / 2, trip=trip)
        if self._leap_to(new):
            return BoardTime(measurements=(new,))
        return replace(self, measurements=(*self.measurements[1 - KEPT :], new))

    def leap(self, *, board_ms: int, sent: Instant, heard: Instant) -> timedelta:
        """How far the answer to a question about the time lies from what was known, beyond all doubt; zero if it fits.

        Positive: the board's clock is ahead. One of the two stood still, or was set: no stamp between the last
        answer and this one can be trusted.
        """
        trip = heard - sent
        return self._leap_to(Measurement(board_ms=self.unwrapped(board_ms), at=sent + trip / 2, trip=trip))

    def _leap_to(self, new: Measurement) -> timedelta:
        if not self.measurements:
            return timedelta()
        known = self._nearest(new.board_ms)
        ahead = self._reckoned(new.board_ms) - new.at
        return ahead if abs(ahead) > self._error(known, new.board_ms) + new.trip / 2 + LEAST_LEAP else timedelta()

    def unwrapped(self, board_ms: int) -> int:
        """The count without its wrapping, near the latest measurement."""
        if not self.measurements:
            return board_ms
        latest = self.measurements[-1].board_ms
        return latest + (board_ms - latest + WRAP // 2) % WRAP - WRAP // 2

    @property
    def rate(self) -> float | None:
        """Our milliseconds in one of the board's; None until there is enough to tell."""
        third = len(self.measurements) // 3
        if not third:
            return None
        old, new = (min(part, key=_trip) for part in (self.measurements[:third], self.measurements[-third:]))
        if new.at - old.at < LEAST_SPAN:
            return None
        rate = (new.at - old.at) / ((new.board_ms - old.board_ms) * MILLISECOND)
        return min(max(rate, 1 - 2 * RESONATOR), 1 + 2 * RESONATOR)

    def instant(self, board_ms: int, *, heard: Instant) -> Instant:
        """When the board's clock stood so, told in a frame that was heard at `heard`; never later than that."""
        if not self.measurements:
            return heard
        return min(self._reckoned(self.unwrapped(board_ms)), heard)

    def _reckoned(self, count: int) -> Instant:
        best, rate = self._nearest(count), self.rate
        return best.at + (count - best.board_ms) * MILLISECOND * (1.0 if rate is None else rate)

    def _nearest(self, count: int) -> Measurement:
        """The measurement by which an instant near this count is told most exactly."""
        return min(self.measurements, key=lambda each: self._error(each, count))

    def _error(self, measurement: Measurement, count: int) -> timedelta:
        doubt = RESONATOR if self.rate is None else MEASURED
        return measurement.trip / 2 + doubt * abs(count - measurement.board_ms) * MILLISECOND


def _trip(measurement: Measurement) -> timedelta:
    return measurement.trip
