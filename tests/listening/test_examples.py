"""Every sentence of every language's examples.toml is understood as it says."""

import pytest

from access_chess.command_line.seat.voice_setup import languages_of
from access_chess.edge.packs.lexicons import language_names, load_lexicon
from access_chess.listening.examples import misunderstood
from tests.listening.lexicons import EXAMPLES, LEXICON


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['language']} {example['say']}")
def test_the_example_is_understood(example: dict[str, str]) -> None:
    assert misunderstood(example, load_lexicon(languages_of(example["language"]))) is None


def test_every_language_that_is_listened_for_has_examples() -> None:
    assert {example["language"] for example in EXAMPLES} == set(language_names())


WRONG = [
    ({"say": "eva vier", "move": "d2d4"}, "'eva vier' should mean moves d2d4, and means moves e2e4."),
    ({"say": "eva neun", "move": "e2e4"}, "'eva neun' should mean moves e2e4, and means nothing."),
    ({"say": "eva vier", "command": "stop"}, "'eva vier' should mean command stop, and means moves e2e4."),
    ({"move": "e2e4"}, "'' should mean moves e2e4, and means nothing."),
    (
        {"say": "eva vier", "fen": "here"},
        "'eva vier' stands with a position that is none, expected 8 rows in position part of fen: 'here'.",
    ),
    (
        {"say": "was steht auf eva vier", "command": "what_is_on", "square": "e5"},
        "'was steht auf eva vier' should mean command what_is_on, square e5, and means command what_is_on, square e4.",
    ),
    (
        {"say": "wo sind meine Bauern", "command": "where_is"},
        "'wo sind meine Bauern' should mean command where_is, and means command where_is, piece pawn.",
    ),
]


@pytest.mark.parametrize(("example", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_what_is_understood_otherwise_is_told(example: dict[str, str], sentence: str) -> None:
    assert misunderstood(example, LEXICON) == sentence
