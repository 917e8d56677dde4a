"""Games of days a move: their instants are the wall clock's, and go on whether a hall is there or not.

What a hall was closed for longer than a short while is given back to the player who was to move.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from access_chess.laws.commands import PROGRAM, AddTime
from access_chess.laws.game import Game
from access_chess.machine_clock import WallClock, utc_now
from access_chess.session.game_in_play import Record
from access_chess.session.hosting.hosted_session import HostedSession
from access_chess.session.hosting.ports import Down
from access_chess.session.ports import EventStore, Gap, Loop, Output
from access_chess.session.session import Session

#: A hall that is begun anew is back in seconds; only what is longer is given back.
FORGIVEN_FROM = timedelta(minutes=5)
MOST_AT_ONCE = timedelta(hours=99)  # that the Laws let a display show
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


def is_by_correspondence(game: Game) -> bool:
    """Whether so many days are given for each move."""
    return game.setup.days_per_move is not None


def session_of(
    record: Record,
    journal: EventStore,
    *,
    outputs: Sequence[Output],
    on_trouble: Callable[[Exception], None],
    on_gap: Callable[[Loop, Gap], None],
    late: Callable[[Game], timedelta],
    wall: WallClock = utc_now,
) -> HostedSession:
    """The session of a record; one by correspondence has gone on since."""
    if not is_by_correspondence(record.game):
        return HostedSession(record, journal, outputs=outputs, on_trouble=on_trouble, on_gap=on_gap, late=late)
    since = replace(record, counts_gap=True, lost=None)
    return HostedSession(since, journal, outputs=outputs, on_trouble=on_trouble, clock=lambda: _passed(wall), wall=wall)


def give_back(down: Down, record: Record, session: Session) -> None:
    """To the player who was to move, as of the instant at which the hall was closed: before a flag could fall."""
    running = record.game.clock.running
    if down.time >= FORGIVEN_FROM and running is not None and not record.game.is_over:
        begun = utc_now() - record.gap  # the wall time of the last entry
        closed = record.at + max(timedelta(), down.since - begun)
        for time in _parts(down.time):
            session.submit(AddTime(color=running, time=time, author=PROGRAM), at=closed)


def _parts(time: timedelta) -> Iterator[timedelta]:
    """What a ruling may give at once."""
    while time > timedelta():
        yield min(time, MOST_AT_ONCE)
        time -= MOST_AT_ONCE


def _passed(wall: WallClock) -> timedelta:
    return wall() - _BEGINNING
