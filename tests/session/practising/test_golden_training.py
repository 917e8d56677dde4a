"""Whole sessions of practice, word by word, in English and German."""

from pathlib import Path

import pytest

from tests.support.golden_training import FOLDER, TRAININGS, read, transcript

FILES = sorted(FOLDER.glob("*.txt"))
WORDS_A_SECOND = 200 / 60
LONGEST_ANSWER = 12.0  # seconds
READINGS = {"board", "brett", "again", "nochmal", "moves", "züge", ""}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_session_is_told_as_it_is_written(file: Path) -> None:
    assert transcript(file) == file.read_text(encoding="utf-8")


def test_every_training_is_told_in_both_languages() -> None:
    there = {(read(file)[0]["train"], read(file)[0]["voices"]) for file in FILES}
    assert there == {(name, voices) for name in TRAININGS for voices in ("de", "en")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_answer_takes_no_longer_than_can_be_listened_to(file: Path) -> None:
    """A question reads a position, and may take its time; each line of it can be cut."""
    for part in file.read_text(encoding="utf-8").split("\n> ")[1:]:
        line, _, said = part.partition("\n")
        longest = max((len(each.split()) / WORDS_A_SECOND for each in said.splitlines()), default=0.0)
        assert longest <= LONGEST_ANSWER, (line, said)
