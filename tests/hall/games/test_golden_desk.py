"""Hours at an arbiter's desk, word for word."""

from pathlib import Path

import pytest

from tests.hall.games.golden_desk import FOLDER, told

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_every_word_at_a_desk_is_as_it_was(file: Path, tmp_path: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert told(text, tmp_path) == text
