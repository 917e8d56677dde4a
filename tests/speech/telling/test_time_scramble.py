"""Golden transcripts of a time scramble: all that is heard, when, and in whose ears, to the word.

Times are the game's own; `ACCESS_CHESS_WRITE_GOLDEN=1` writes the files anew, for a reader to compare.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.clock import Instant
from access_chess.laws.commands import (
    AddTime,
    Command,
    PressClock,
    Question,
    Resume,
    SetMoveCounter,
    StartClock,
    StopClocks,
    StopReason,
    TimePassed,
)
from access_chess.laws.decide import advance, next_deadline, set_up
from access_chess.laws.evolve import evolve, replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.speech.answers.clock import SILENT, STANDARD, Schedule, clock_answer, next_telling, patience, telling
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.telling.narrator import narrate
from access_chess.speech.utterance import Channel, Utterance, share_an_ear

GOLDEN = Path(__file__).parents[2] / "golden"
WHITE, BLACK = PressClock(color=chess.WHITE), PressClock(color=chess.BLACK)

A_CHARACTER = timedelta(milliseconds=65)  # of speech at the normal rate

Asked = tuple[Question, chess.Color]
Step = tuple[float, Command | Asked]

#: Two periods of a minute and half a minute, three seconds a move: the control is reached at the last moment, there are
#: wrong presses, questions, the arbiter, and both flags.
SCRAMBLE: Sequence[Step] = (
    (0.0, StartClock()),
    (0.5, BLACK),
    (52.0, (Question.MY_TIME, chess.WHITE)),
    (52.1, (Question.TO_CONTROL, chess.WHITE)),
    (54.3, WHITE),
    (54.35, WHITE),
    (58.0, BLACK),
    (58.9, (Question.TIMES, chess.BLACK)),
    (62.5, WHITE),
    (63.0, (Question.OPPONENT_TIME, chess.BLACK)),
    (65.0, BLACK),
    (80.0, (Question.MY_TIME, chess.WHITE)),
    (84.0, WHITE),
    (90.0, StopClocks(reason=StopReason.ARBITER)),
    (90.0, AddTime(color=chess.WHITE, time=timedelta(seconds=60))),
    (90.0, SetMoveCounter(color=chess.BLACK, moves=2)),
    (91.0, BLACK),
    (95.0, Resume()),
    (101.0, (Question.DIFFERENCE, chess.WHITE)),
    (180.0, (Question.MY_TIME, chess.BLACK)),
    (190.0, (Question.TIMES, chess.WHITE)),
)


#: Byo-yomi: three periods, one of them used up in thought, a press in the last second, a ruling, all used up.
BYO_YOMI: tuple[Step, ...] = (
    (0.0, StartClock()),
    (2.0, WHITE),
    (4.0, BLACK),
    (41.0, (Question.MY_TIME, chess.WHITE)),
    (55.5, WHITE),
    (56.0, (Question.TIMES, chess.WHITE)),
    (60.0, BLACK),
    (95.0, WHITE),
    (96.0, AddTime(color=chess.WHITE, time=timedelta(seconds=60))),
    (100.0, BLACK),
    (130.0, (Question.MY_TIME, chess.WHITE)),
    (190.0, WHITE),
    (240.0, (Question.OPPONENT_TIME, chess.WHITE)),
)


def game_of(control: str) -> Game:
    setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control(control))
    return replay(set_up(setup))


class Hall:
    """The game, and what is heard of it."""

    def __init__(self, game: Game, settings: NarrationSettings, schedule: Schedule) -> None:
        self.game = game
        self.lines: list[str] = []
        self._settings = settings
        self._schedule = schedule
        self._told = -timedelta(1)
        self._heard_until: list[tuple[Channel, Instant]] = []

    def play(self, steps: Sequence[Step]) -> None:
        for seconds, step in steps:
            at = timedelta(seconds=seconds)
            self._wait(at)
            if isinstance(step, tuple):
                self._answer(step, at)
            else:
                self._command(step, at)

    def _wait(self, until: Instant) -> None:
        """Flags, periods and times that come before the next step."""
        now = self._told
        while True:
            due = next_telling(self._schedule, self.game, max(now, self.game.clock.since))
            deadline = next_deadline(self.game)
            first = min((each for each in (due and due[0], deadline) if each is not None), default=None)
            if first is None or first >= until:
                return
            now = first
            if deadline is not None and deadline <= first:
                self._command(TimePassed(), first)
            elif due is not None and (utterance := telling(self.game, due[1], self._settings.pack)) is not None:
                self._told = first
                if (silent := self._silent_from(utterance.channel, first)) <= first + patience(due[1]):
                    self._hear(max(first, silent), utterance)

    def _command(self, command: Command, at: Instant) -> None:
        before = self.game
        _, events = advance(before, command, at=at)
        for event in events:
            after = evolve(before, event)
            for utterance in narrate(event, before=before, after=after, settings=self._settings):
                self._hear(at, utterance)
            before = after
        self.game = before

    def _answer(self, asked: Asked, at: Instant) -> None:
        question, color = asked
        channel = Channel.WHITE if color else Channel.BLACK
        part = clock_answer(question, self.game, color, at, self._settings.pack)
        self._hear(at, Utterance(parts=(part,), channel=channel))

    def _silent_from(self, channel: Channel, at: Instant) -> Instant:
        """When these ears have heard all that was said before."""
        return max((until for other, until in self._heard_until if share_an_ear(other, channel)), default=at)

    def _hear(self, at: Instant, utterance: Utterance) -> None:
        assert not any(character.isdigit() for character in utterance.text), utterance.text
        begin = max(at, self._silent_from(utterance.channel, at))
        self._heard_until.append((utterance.channel, begin + len(utterance.text) * A_CHARACTER))
        self.lines.append(f"{begin.total_seconds():7.2f} {utterance.channel.name.lower():5} {utterance.text}")


def transcript(
    pack: str,
    schedule: Schedule,
    *,
    volunteers: bool,
    control: str = "2/60, 30+3",
    steps: Sequence[Step] = SCRAMBLE,
) -> Iterator[str]:
    settings = NarrationSettings(pack=load_voice_pack(pack), volunteers=volunteers)
    hall = Hall(game_of(control), settings, schedule)
    hall.play(steps)
    yield from hall.lines


@pytest.mark.parametrize(
    ("name", "pack", "schedule", "volunteers"),
    [
        ("time_scramble.en", "en", STANDARD, True),
        ("time_scramble.de", "de", STANDARD, True),
        ("time_scramble.tournament", "en", SILENT, False),
    ],
)
def test_time_scramble(name: str, pack: str, schedule: Schedule, volunteers: bool) -> None:
    is_golden(name, transcript(pack, schedule, volunteers=volunteers))


@pytest.mark.parametrize("pack", ["en", "de"])
def test_byo_yomi(pack: str) -> None:
    heard = transcript(pack, STANDARD, volunteers=True, control="30, 3x20", steps=BYO_YOMI)
    is_golden(f"byo_yomi.{pack}", heard)


def is_golden(name: str, lines: Iterable[str]) -> None:
    heard = "\n".join(lines) + "\n"
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("ACCESS_CHESS_WRITE_GOLDEN"):
        file.write_text(heard, encoding="utf-8")
    assert heard == file.read_text(encoding="utf-8")


def test_in_a_tournament_nothing_is_volunteered() -> None:
    """Beside answers and refusals only the arbiter's acts are heard, by all."""
    lines = list(transcript("en", SILENT, volunteers=False))
    questions = [step for _, step in SCRAMBLE if isinstance(step, tuple)]
    refused = [line for line in lines if "cannot be pressed" in line or "has to start them" in line]
    acts = [line for line in lines if " room " in line]
    assert len(lines) == len(questions) + len(refused) + len(acts) and len(acts) == 6


def test_each_time_is_heard_by_its_player_only() -> None:
    for line in transcript("en", STANDARD, volunteers=True):
        _, ears, text = line.split(maxsplit=2)
        assert ears in ("white", "black") or not text.endswith(("ten seconds.", "nine", "three"))
