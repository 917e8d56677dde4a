"""Every sentence of every language's examples.toml is understood as it says."""

from typing import Any

import chess
import pytest

from access_chess.listening.lexicon import folded
from tests.listening.lexicons import EXAMPLES, said


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['language']} {example['say']}")
def test_the_example_is_understood(example: dict[str, Any]) -> None:
    meaning = said(example.get("fen", chess.STARTING_FEN)).meaning(tuple(folded(example["say"]).split()))
    assert meaning is not None
    assert meaning.command == example.get("command")
    moves = example.get("moves", example.get("move", "")).split()
    assert sorted(move.uci() for move in meaning.moves) == sorted(moves)
    if "square" in example:
        assert meaning.square == chess.parse_square(example["square"])
    if "piece" in example:
        assert meaning.piece == chess.PIECE_NAMES.index(example["piece"])
