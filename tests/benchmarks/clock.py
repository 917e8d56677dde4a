"""How exact the clock is: `python -m tests.benchmarks.clock`.

Lateness of times told unasked, of flags, and of presses from a key to the disk; the tactile renderings' error; and the
processor that a standing clock with everything attached needs.
"""

import random
import tempfile
import threading
import time
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import cast

from access_chess.board.clock_unit.clock_servos import UNCALIBRATED, HalfCalibration, hand_pulse
from access_chess.conversation.rights import HIS_OWN
from access_chess.edge.boards.clock_unit import ClockUnit
from access_chess.edge.packs.clock_words import load_clock_language
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.held_games import HeldGames
from access_chess.edge.storage.journal import Journal
from access_chess.laws.clock import DelayDisplay
from access_chess.laws.dial import HOUR, dial
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.machine_clock import monotonic_clock
from access_chess.play.clock_dialogues import ClockKept
from access_chess.profile import Profile
from access_chess.session.announcer import Announcer
from access_chess.session.ports import Entered
from access_chess.session.record import begin_game, resume_game
from access_chess.speech.answers.clock import SILENT, STANDARD, Schedule, next_telling
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import Channel, Utterance, VoiceRole
from access_chess.wiring.clock import ClockDevices, ClockGames, ClockParts, Inbox
from tests.support.dial_reading import hand_shown

MS = timedelta(milliseconds=1)
PRESSES = 200
SECONDS_TOLD = 6


class NoServos:
    """A board that is not there."""

    def servo(self, channel: int, microseconds: int, *, slew: int = 0) -> None:
        """Nothing."""


class Ears:
    """In place of a speaker: when what was said."""

    def __init__(self) -> None:
        self.said: list[tuple[Utterance, timedelta]] = []

    def say(self, utterance: Utterance) -> None:
        """Said at once."""
        self.said.append((utterance, monotonic_clock()))

    def silence(self, channel: Channel) -> tuple[Utterance, ...]:
        """Nothing sounds long."""
        return ()


class NoKeys:
    """In place of a terminal: what is entered is put into the inbox by the benchmark."""

    is_typed = True

    def proceed(self, *, with_line: bool = True) -> None:
        """Nothing is read."""


class RunningClock:
    """One clock at its loop, in a thread; it is started at `begun`."""

    def __init__(self, journal: Journal, control: str, *, schedule: Schedule = SILENT, has_unit: bool = False) -> None:
        language = load_clock_language("en", has_keys=True)
        setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control(control))
        self.ears, self._inbox = Ears(), Inbox()
        announcer = Announcer(cast(Speaker, self.ears), NarrationSettings(pack=language.player.pack), screen=None)
        kept = ClockKept(
            known=lambda language: (), keep_control=lambda named: None, keep_calibration=lambda found: None,
            find_language=lambda words: None,
        )  # fmt: skip
        unit = ClockUnit(NoServos(), UNCALIBRATED) if has_unit else None
        parts = ClockParts(
            journal=journal, announcer=announcer, inbox=self._inbox, reader=NoKeys(), devices=ClockDevices(unit=unit),
            kept=kept, is_silent=lambda channel: True, held=HeldGames(None), schedule=schedule,
            profile=Profile.PRACTICE, rights=HIS_OWN, display=DelayDisplay.SIMPLE,
        )  # fmt: skip
        games = ClockGames(parts, language)
        record = begin_game(journal, setup)
        self.number = record.number
        self._thread = threading.Thread(target=games.begin, args=(record,))
        self._thread.start()
        self.wait_for(2)  # what is told before it is started
        self.begun = self.enter(" ")
        self.wait_for(3)

    def enter(self, key: str) -> timedelta:
        """Press a key; when."""
        at = monotonic_clock()
        self._inbox.put(Entered(text=key, at=at, is_key=True))
        return at

    def wait_for(self, count: int) -> timedelta:
        """Until so much has been said; when the last of it was."""
        while len(self.ears.said) < count:
            time.sleep(0.0005)
        return self.ears.said[count - 1][1]

    def close(self) -> None:
        """The clock is left."""
        self._inbox.put(None)
        self._thread.join()


def told_late(journal: Journal) -> list[float]:
    """Milliseconds from the instant of a display to the call of `say`."""
    clock = RunningClock(journal, str(SECONDS_TOLD + 0.5), schedule=STANDARD)
    game = resume_game(journal, clock.number).game
    since = at = game.clock.since
    due = []
    while (following := next_telling(STANDARD, game, at)) is not None:
        at = following[0]
        due.append(at)
    time.sleep(SECONDS_TOLD + 1)
    clock.close()
    told = [at for utterance, at in clock.ears.said[3:] if utterance.role is VoiceRole.CLOCK][: len(due)]
    return [(at - clock.begun - (instant - since)) / MS for at, instant in zip(told, due, strict=True)]


def pressed_late(journal: Journal) -> list[float]:
    """Milliseconds from a key to its press on disk, which is told then."""
    clock = RunningClock(journal, "3600")
    taken = []
    for turn in range(PRESSES):
        begun = clock.enter("al"[turn % 2])
        taken.append((clock.wait_for(4 + turn) - begun) / MS)
    clock.close()
    return taken


def standing_cost(journal: Journal, seconds: float = 5.0) -> float:
    """Processor time in percent of one core: a running clock, its unit, and the time told by a schedule."""
    clock = RunningClock(journal, "3600", schedule=STANDARD, has_unit=True)
    before = time.process_time()
    time.sleep(seconds)
    used = time.process_time() - before
    clock.close()
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
        print(f"key to its press on disk and told, ms: median {median(pressed):.1f}, most {max(pressed):.1f}")
        print(f"running clock with unit and schedule: {standing_cost(journal):.2f} % of one core")
        journal.close()
    errors = hand_errors()
    print(f"hand by servo, s from the display: median {median(errors):.2f}, most {max(errors):.2f}")


if __name__ == "__main__":
    main()
