"""The board's clock, mapped to this machine's: by the shortest round trips, and by the rate between them."""

from dataclasses import dataclass, replace
from datetime import timedelta

from access_chess.laws.clock import Instant

WRAP = 1 << 32  # the board counts milliseconds in 32 bits: 49.7 days
KEPT = 32  # measurements; at one every two seconds, a minute's worth
LEAST_SPAN = timedelta(seconds=20)  # a millisecond of error over this is 50 millionths: no rate from less
RESONATOR = 0.005  # the part by which the Mega's ceramic resonator may be wrong
MEASURED = 0.0002  # what is left of that once the rate was measured
MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, kw_only=True)
class Measurement:
    """The board's clock stood at `board_ms` when ours stood at `at`, give or take half of the round trip."""

    board_ms: int
    at: Instant
    trip: timedelta


@dataclass(frozen=True, kw_only=True)
class BoardTime:
    """What is known of a board's clock since its last reset."""

    measurements: tuple[Measurement, ...] = ()

    def measured(self, *, board_ms: int, sent: Instant, heard: Instant) -> "BoardTime":
        """With the answer to one question about the time, asked at `sent` and heard at `heard`."""
        trip = heard - sent
        new = Measurement(board_ms=self.unwrapped(board_ms), at=sent + trip / 2, trip=trip)
        return replace(self, measurements=(*self.measurements[1 - KEPT :], new))

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
        count, rate = self.unwrapped(board_ms), self.rate
        doubt = RESONATOR if rate is None else MEASURED

        def error(measurement: Measurement) -> timedelta:
            return measurement.trip / 2 + doubt * abs(count - measurement.board_ms) * MILLISECOND

        best = min(self.measurements, key=error)
        return min(best.at + (count - best.board_ms) * MILLISECOND * (1.0 if rate is None else rate), heard)


def _trip(measurement: Measurement) -> timedelta:
    return measurement.trip
