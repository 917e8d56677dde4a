"""Each dialogue is typed and said, and answered in the same words. `python -m tests.conversation.golden_dialogues`
writes what is said now."""

from pathlib import Path

import pytest

from tests.conversation.golden_dialogues import FOLDER, place_of, read

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize("is_heard", [False, True], ids=["typed", "heard"])
def test_a_dialogue(file: Path, is_heard: bool) -> None:
    settings, turns = read(file)
    place = place_of(settings)
    for turn in turns:
        by_ear = turn.sound is not None and (is_heard or turn.line is None)
        said = place.hear(turn.sound or "") if by_ear else place.type(turn.line or "")
        assert said == turn.answers, turn


def test_there_are_dialogues_in_which_both_take_part() -> None:
    both = [turn for file in FILES for turn in read(file)[1] if turn.line is not None and turn.sound is not None]
    assert len(both) > 30
