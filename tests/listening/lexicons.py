"""The default languages, and every sentence of their examples, for the tests of listening."""

from typing import Any

import chess

from access_chess.edge.packs.lexicons import language_names, load_examples, load_lexicon
from access_chess.listening.sentences import Sentences, sentences
from access_chess.requests.names import DRILL_ANSWERS, RequestName

LEXICON = load_lexicon()
EXAMPLES: list[dict[str, Any]] = [
    {"language": language, **example} for language in language_names() for example in load_examples(language)["example"]
]


def said(fen: str = chess.STARTING_FEN) -> Sentences:
    """Everything that may be said in a position of a game, with every command."""
    return sentences(LEXICON, chess.Board(fen), frozenset(RequestName) - DRILL_ANSWERS)
