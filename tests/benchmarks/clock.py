"""How exact the clock is: `python -m tests.benchmarks.clock`.

Lateness of times told unasked, of flags, and of presses from a key to the disk; the tactile renderings' error; and the
processor that a standing clock with everything attached needs.
"""

import random
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from statistics import median

from access_chess.board.clock_unit.clock_servos import UNCALIBRATED, HalfCalibration, hand_pulse
from access_chess.edge.boards.clock_unit import ClockUnit
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import PressClock, StartClock
from access_chess.laws.dial import HOUR, dial
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.session.session import Session, begin_game
from access_chess.session.timekeeper import Timekeeper
from access_chess.speech.answers.schedule import STANDARD, next_telling
from access_chess.speech.utterance import Utterance
from tests.support.dial_reading import hand_shown

MS = timedelta(milliseconds=1)
PRESSES = 200
SECONDS_TOLD = 6


class NoServos:
    """A board that is not there."""

    def servo(self, channel: int, microseconds: int, *, slew: int = 0) -> None:
        """Nothing."""


def session_of(journal: Journal, control: str, *outputs: Timekeeper | ClockUnit) -> Session:
    setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control(control))
    session = Session(begin_game(journal, setup), journal, outputs=outputs)
    session.start()
    for output in outputs:
        output.join(session)
    return session


def told_late(journal: Journal) -> list[float]:
    """Milliseconds from the instant of a display to the call of `say`."""
    late: list[float] = []
    due: list[timedelta] = []

    def say(utterance: Utterance) -> None:
        late.append((session.now() - due.pop(0)) / MS)

    timekeeper = Timekeeper(load_voice_pack("en"), STANDARD, say=say, is_silent=lambda channel: True)
    session = session_of(journal, str(SECONDS_TOLD + 0.5), timekeeper)
    session.submit(StartClock())
    session.settle()
    game, at = session.game, session.game.clock.since
    while (following := next_telling(STANDARD, game, at)) is not None:
        at = following[0]
        due.append(at)
    session.wait_for(lambda game: game.flags.white is not None)
    timekeeper.close()
    session.close()
    return late


def pressed_late(journal: Journal) -> list[float]:
    """Milliseconds from `submit` to the press on disk."""
    session = session_of(journal, "3600")
    session.submit(StartClock())
    taken = []
    for turn in range(PRESSES):
        begun = time.perf_counter()
        session.submit(PressClock(color=turn % 2 == 0))
        session.settle()
        taken.append((time.perf_counter() - begun) * 1000)
    session.close()
    return taken


def standing_cost(journal: Journal, seconds: float = 5.0) -> float:
    """Processor time in percent of one core: a running clock, its unit and its timekeeper."""
    timekeeper = Timekeeper(load_voice_pack("en"), STANDARD, say=lambda said: None, is_silent=lambda channel: True)
    unit = ClockUnit(NoServos(), UNCALIBRATED)
    session = session_of(journal, "3600", timekeeper, unit)
    session.submit(StartClock())
    session.settle()
    before = time.process_time()
    time.sleep(seconds)
    used = time.process_time() - before
    unit.close()
    timekeeper.close()
    session.close()
    return 100 * used / seconds


def hand_errors() -> list[float]:
    """Seconds between the display and the hand of an uncalibrated servo, at random times."""
    chance, half = random.Random(3), HalfCalibration()
    errors = []
    for _ in range(10_000):
        left = timedelta(seconds=chance.uniform(0, 7200))
        way = (-hand_shown(hand_pulse(dial(left).hand, half), half) - left) % HOUR
        errors.append(min(way, HOUR - way).total_seconds())
    return errors


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal.sqlite")
        late, pressed = told_late(journal), pressed_late(journal)
        print(f"time told unasked, ms late: median {median(late):.1f}, most {max(late):.1f} ({len(late)} times)")
        print(f"press to disk and all outputs, ms: median {median(pressed):.1f}, most {max(pressed):.1f}")
        print(f"running clock with unit and timekeeper: {standing_cost(journal):.2f} % of one core")
        journal.close()
    errors = hand_errors()
    print(f"hand by servo, s from the display: median {median(errors):.2f}, most {max(errors):.2f}")


if __name__ == "__main__":
    main()
