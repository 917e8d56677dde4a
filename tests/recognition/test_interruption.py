"""Words said into the program's speech: which sounds are short enough to be one."""

from array import array

import pytest

from access_chess.recognition.endpointing import Interruption, interrupted
from access_chess.recognition.loudness import RATE

CHUNK = 512  # samples
LOUD, QUIET = array("h", [8000, -8000] * (CHUNK // 2)).tobytes(), bytes(2 * CHUNK)
A_CHUNK = CHUNK / RATE  # seconds


def words(*parts: tuple[bytes, float]) -> int:
    """How many words are found in these sounds, each so many seconds long."""
    interruption, found = Interruption(), 0
    for chunk, seconds in parts:
        for _ in range(round(seconds / A_CHUNK)):
            interruption = interrupted(interruption, chunk, threshold=300)
            found += interruption.word is not None
    return found


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (((QUIET, 1), (LOUD, 0.5), (QUIET, 1)), 1),
        (((LOUD, 0.5), (QUIET, 0.1), (LOUD, 0.5), (QUIET, 1)), 1),
        (((LOUD, 0.5), (QUIET, 1), (LOUD, 0.5), (QUIET, 1)), 2),
        (((LOUD, 5), (QUIET, 1)), 0),
        (((LOUD, 5), (QUIET, 1), (LOUD, 0.5), (QUIET, 1)), 1),
        (((LOUD, 0.07), (QUIET, 1)), 0),
        (((LOUD, 0.5), (QUIET, 0.1)), 0),
    ],
    ids=["a word", "two syllables", "two words", "own speech", "a word after it", "a click", "not over yet"],
)
def test_words(parts: tuple[tuple[bytes, float], ...], expected: int) -> None:
    assert words(*parts) == expected
