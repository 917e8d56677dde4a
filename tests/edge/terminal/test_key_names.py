"""Keys by their names, from what terminals send for them."""

import pytest

from access_chess.edge.terminal.key_names import is_begun, key_name, windows_key_name


@pytest.mark.parametrize(
    ("pressed", "name"),
    [
        ("\x1b[A", "up"), ("\x1bOB", "down"), ("\x1b[1;5C", "ctrl+right"), ("\x1b[1;3D", "alt+left"),
        ("\x1b\x1b[A", "alt+up"), ("\x1b\x1bOA", "alt+up"), ("\x1b[1;2A", "shift+up"), ("\x1bOQ", "F2"),
        ("\x1b[12~", "F2"), ("\x1b[F", "end"), ("\x1b[1~", "home"), ("\x1b[99~", "unknown"), ("\x1bq", "unknown"),
        ("\x1b", "escape"), ("ä", "ä"), ("\x7f", "\x7f"),
    ],
)  # fmt: skip
def test_names(pressed: str, name: str) -> None:
    assert key_name(pressed) == name
    assert not is_begun(pressed) or pressed == "\x1b"
    if pressed.startswith("\x1b") and len(pressed) > 2:
        assert all(is_begun(pressed[:length]) for length in range(1, len(pressed)))


@pytest.mark.parametrize(
    ("code", "name"), [("H", "up"), ("\x9b", "alt+left"), ("t", "ctrl+right"), ("<", "F2"), ("~", "unknown")]
)
def test_windows(code: str, name: str) -> None:
    assert windows_key_name(code) == name
