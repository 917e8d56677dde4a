"""The sentences of `examples.toml`: what must be understood of a language, and whether it is.

    [[example]]
    fen = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1"
    say = "Springer eva zwei"
    moves = "c3e2 g1e2"

Without `fen` it is the initial position. `move` or `moves` are in UCI; `command`, `square`, `file`, `rank` and `piece`
have the names of `asked` and of python-chess.
"""

from collections.abc import Mapping

import chess
from msgspec import Struct

from access_chess.listening.lexicon import Lexicon, folded
from access_chess.listening.sentences import Meaning, sentences
from access_chess.requests.names import DRILL_ANSWERS, RequestName


class Misunderstood(Struct, frozen=True, kw_only=True):
    """An example that is not understood as it says: both meanings by their keys; none at all are empty."""

    said: str
    expected: Mapping[str, str]
    found: Mapping[str, str]


def misunderstood(example: Mapping[str, str], lexicon: Lexicon) -> Misunderstood | None:
    """What is understood instead; None when all is as the example says. Raises ValueError where its FEN is none."""
    said = example.get("say", "")
    board = chess.Board(example.get("fen", chess.STARTING_FEN))
    meaning = sentences(lexicon, board, frozenset(RequestName) - DRILL_ANSWERS).meaning(tuple(folded(said).split()))
    expected, found = _told(example), {} if meaning is None else _of(meaning)
    return None if found == expected else Misunderstood(said=said, expected=expected, found=found)


def _told(example: Mapping[str, str]) -> dict[str, str]:
    moves = " ".join(sorted(example.get("moves", example.get("move", "")).split()))
    told = {key: example[key] for key in ("command", "square", "file", "rank", "piece") if key in example}
    return {**told, "moves": moves} if moves else told


def _of(meaning: Meaning) -> dict[str, str]:
    found = {
        "command": meaning.command,
        "square": None if meaning.square is None else chess.square_name(meaning.square),
        "file": None if meaning.file is None else chess.FILE_NAMES[meaning.file],
        "rank": None if meaning.rank is None else chess.RANK_NAMES[meaning.rank],
        "piece": None if meaning.piece is None else chess.piece_name(meaning.piece),
        "moves": " ".join(sorted(move.uci() for move in meaning.moves)) or None,
    }
    return {key: str(value) for key, value in found.items() if value is not None}
