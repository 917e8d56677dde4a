"""How practice goes: days in a row, and a line for each kind."""

from datetime import date, timedelta

import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.practice.blindfold.memory import KINDS
from access_chess.practice.day import LAST, days_in_a_row, statistics
from access_chess.practice.round import Attempt, Grade
from access_chess.speech.practising.sentences import worded

TODAY = date(2026, 3, 10)


def attempt(kind: str, grade: Grade, seconds: int = 20) -> Attempt:
    return Attempt(kind=kind, name="one", grade=grade, tries=0, hints=0, time=timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("ago", "count"), [((), 0), ((0,), 1), ((0, 1, 2), 3), ((1, 2), 2), ((0, 2), 1), ((2, 3), 0), ((0, 0, 1), 2)]
)
def test_days_in_a_row(ago: tuple[int, ...], count: int) -> None:
    assert days_in_a_row([TODAY - timedelta(days=each) for each in ago], TODAY) == count


def test_only_the_last_ones_count_and_the_middle_time() -> None:
    old = [(TODAY, attempt("puzzles", Grade.AGAIN))] * 30
    new = [(TODAY, attempt("puzzles", Grade.GOOD, seconds)) for seconds in range(1, LAST)]
    line = statistics([*old, *new], TODAY, openings_due=0)[1]
    assert (line.slots["count"], line.slots["last"], line.slots["right"]) == (49, LAST, LAST - 1)
    assert line.slots["time"] == timedelta(seconds=10)


@pytest.mark.parametrize("voices", ["en", "de"])
def test_every_kind_has_its_words(voices: str) -> None:
    pack = load_voice_pack(voices)
    every = [(TODAY, attempt(kind, Grade.GOOD)) for kind in ("puzzles", "mistakes", "openings", "endings", *KINDS)]
    lines = statistics(
        [*every, (TODAY, attempt("puzzles", Grade.AGAIN))], TODAY, openings_due=2, blunders=[9, *[0] * 9, 2]
    )
    told = [worded(line, pack).text for line in lines]
    assert len(told) == len(every) + 3 and all(told)
    assert worded(statistics([], TODAY, openings_due=0)[0], pack).text
