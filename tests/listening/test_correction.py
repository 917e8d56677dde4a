"""The one word in which a sentence that was heard differs from the one that was meant."""

import chess
import pytest

from access_chess.listening.correction import confirmed_words, meant
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


@pytest.mark.parametrize(
    ("heard", "uci", "words"),
    [
        ("springer felix drei", "g1f3", ("springer", "felix", "drei")),
        ("e vier", "e2e4", ("e.de", "vier")),
        ("e four", "e2e4", ("e.en", "four")),
        ("e drei", "e2e4", None),
        ("bauer anna drei", "e2e4", None),
    ],
)
def test_a_confirmed_move_is_known_in_words_that_have_sounds(
    heard: str, uci: str, words: tuple[str, ...] | None
) -> None:
    assert confirmed_words(heard, chess.Move.from_uci(uci), chess.Board(), LEXICON) == words
