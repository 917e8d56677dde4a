"""Every sentence of every language's examples.toml is understood as it says."""

import pytest

from access_chess.edge.packs.lexicons import language_names, load_lexicon
from access_chess.listening.examples import Misunderstood, misunderstood
from access_chess.wiring.voice import languages_of
from tests.listening.lexicons import EXAMPLES, LEXICON


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['language']} {example['say']}")
def test_the_example_is_understood(example: dict[str, str]) -> None:
    assert misunderstood(example, load_lexicon(languages_of(example["language"]))) is None


def test_every_language_that_is_listened_for_has_examples() -> None:
    assert {example["language"] for example in EXAMPLES} == set(language_names())


WRONG = [
    ({"say": "eva vier", "move": "d2d4"}, {"moves": "d2d4"}, {"moves": "e2e4"}),
    ({"say": "eva neun", "move": "e2e4"}, {"moves": "e2e4"}, {}),
    ({"say": "eva vier", "command": "stop"}, {"command": "stop"}, {"moves": "e2e4"}),
    ({"move": "e2e4"}, {"moves": "e2e4"}, {}),
    (
        {"say": "was steht auf eva vier", "command": "what_is_on", "square": "e5"},
        {"command": "what_is_on", "square": "e5"},
        {"command": "what_is_on", "square": "e4"},
    ),
    (
        {"say": "wo sind meine Bauern", "command": "where_is"},
        {"command": "where_is"},
        {"command": "where_is", "piece": "pawn"},
    ),
]


@pytest.mark.parametrize(("example", "expected", "found"), WRONG, ids=[str(example) for example, *_ in WRONG])
def test_what_is_understood_otherwise_is_told(
    example: dict[str, str], expected: dict[str, str], found: dict[str, str]
) -> None:
    said = example.get("say", "")
    assert misunderstood(example, LEXICON) == Misunderstood(said=said, expected=expected, found=found)


def test_an_example_with_a_position_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="8 rows"):
        misunderstood({"say": "eva vier", "fen": "here"}, LEXICON)
