"""The one word in which a sentence that was heard differs from the one that was meant."""

import chess
import pytest

from access_chess.listening.correction import meant
from tests.listening.lexicons import LEXICON


@pytest.mark.parametrize(
    ("heard", "uci", "expected"),
    [
        ("springer felix drei", "g1f3", "springer felix drei"),
        ("eva drei", "e2e4", "eva vier"),
        ("springer gustav eins hector drei", "g1f3", "springer gustav eins felix drei"),
        ("bauer anna drei", "e2e4", None),
    ],
)
def test_the_word_that_was_meant(heard: str, uci: str, expected: str | None) -> None:
    assert meant(heard, chess.Move.from_uci(uci), chess.Board(), LEXICON) == expected
