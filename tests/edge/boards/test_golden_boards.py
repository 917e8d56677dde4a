"""What is done and typed at emulated boards of `play`, and every word of what it says."""

from pathlib import Path

import pytest

from tests.play.golden_play import FOLDER, at_boards, said
from tests.support.board_sim import built


@pytest.mark.parametrize(("name", "options", "lines"), list(at_boards()), ids=[name for name, _, _ in at_boards()])
def test_it_says_what_it_said(name: str, options: tuple[str, ...], lines: list[str], tmp_path: Path) -> None:
    """If this is right: python -m tests.play.golden_play."""
    built()
    assert said(options, lines, tmp_path) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
