"""How far the time of a running clock is on disk, so that no power cut and no closed lid gives a player time back."""

from collections.abc import Sequence
from datetime import timedelta

from access_chess.laws.commands import StopReason
from access_chess.laws.events import ClocksStopped, TimeAdded, TimeSet
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.machine_clock import WallClock, up_beside
from access_chess.session.ports import Entry, Gap, Heartbeat
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart

#: So much of a turn is lost at most when the power fails: a second is what a display shows.
BEAT = timedelta(seconds=1)
#: The loop is woken each second. So long without it, the machine has slept or the program was stopped; under load a
#: thread waits for tenths of a second.
STALLED = timedelta(seconds=10)


def was_held_up(passed: timedelta, awake: timedelta) -> bool:
    """Whether something held the loop up so long that a sign of life was due, and it was no sleep of the machine."""
    return passed > BEAT and passed - awake <= STALLED


def undecided_gap(entries: Sequence[Entry], beat: Heartbeat | None, game: Game) -> Gap | None:
    """The gap for which the clocks of this game were stopped, where the arbiter has neither counted it nor gone on.

    It is found in the journal, so that a second power cut before the answer does not lose it.
    """
    if game.stopped is not StopReason.POWER or game.end is not None:
        return None
    stop = max(index for index, entry in enumerate(entries) if isinstance(entry.event, ClocksStopped))
    before = replay(entry.event for entry in entries[:stop])
    color, last = before.clock.running, entries[stop - 1]
    if color is None or not is_time_running(before):
        return None
    if any(isinstance(entry.event, TimeAdded | TimeSet) and entry.event.color is color for entry in entries[stop:]):
        return None
    is_kept = beat is not None and last.at <= beat.at <= entries[stop].at
    known = beat if is_kept and beat is not None else last
    counted = entries[stop].at - known.at  # while the disk was slow the display ran on
    return Gap(color=color, time=_forward(entries[stop].wall - known.wall - counted))


def time_since(last: Entry, beat: Heartbeat | None, wall: WallClock) -> timedelta | None:
    """The time since the last that is known of a game; None where the machine's date was set back meanwhile.

    It is told by how long the machine has been up, which nobody sets; after a start of the machine by its date.
    """
    up = up_beside(wall)
    if beat is not None and beat.up is not None and up is not None and beat.up.boot == up.boot:
        since_beat = last.at - beat.at
        if abs(last.wall - beat.wall - since_beat) < BEAT or last.at <= beat.at:  # both are of one sitting
            return up.time - beat.up.time - max(timedelta(), since_beat)
    known = last if beat is None or beat.at <= last.at else beat
    return _forward(wall() - known.wall)


def gap_told(gap: Gap, phrase: str, pack: VoicePack) -> SpokenPart:
    """What the arbiter is told of a gap: by this phrase, or that nobody knows how long it was."""
    color = color_name(gap.color, pack)
    if gap.time is None:
        return pack.phrase("gap_unknown", color=color)
    return pack.phrase(phrase, color=color, time=gap.time)


def _forward(time: timedelta) -> timedelta | None:
    return None if time < timedelta() else time


def is_time_running(game: Game) -> bool:
    """Whether a display with a time control runs, and its time is kept here: a server's and a calendar's are not."""
    is_ours = not game.setup.is_elsewhere and game.setup.days_per_move is None
    return is_ours and game.clock.control is not None and game.end is None and game.is_clock_on
