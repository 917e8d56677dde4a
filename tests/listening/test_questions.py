"""The smallest question between moves, with answers that cannot be confused."""

import chess
import pytest
from msgspec.structs import replace

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.listening.questions import Difference, question
from access_chess.requests.names import RequestName
from tests.listening.lexicons import LEXICON

QUESTIONS = [
    ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", ("b1d2", "f3d2"), "bella oder felix?", Difference.FROM_FILE),
    ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", ("e7e8q", "e7e8n"), "dame oder springer?", Difference.PROMOTION),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", ("a1a4", "a1a8"), "vier oder acht?", Difference.TO_RANK),
    (
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        ("e1g1", "e1c1"),
        "kurze rochade oder lange rochade?",
        Difference.CASTLING,
    ),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", ("e1g1", "e1d1"), "gustav oder david?", Difference.TO_FILE),
    # zwei and drei rhyme, so the moves are numbered
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", ("a1a2", "a1a3"), "eins oder zwei?", Difference.NUMBER),
]


@pytest.mark.parametrize(("fen", "moves", "asked", "difference"), QUESTIONS, ids=[row[2] for row in QUESTIONS])
def test_the_question(fen: str, moves: tuple[str, ...], asked: str, difference: Difference) -> None:
    asking = question(chess.Board(fen), tuple(chess.Move.from_uci(uci) for uci in moves), LEXICON)
    assert asking is not None
    assert (str(asking), asking.difference) == (asked, difference)
    assert asking.numbered(RequestName.TWO) == chess.Move.from_uci(moves[1])
    assert asking.numbered(RequestName.THREE) is None


@pytest.mark.parametrize("pack", ["en", "fide"])
def test_it_is_asked_by_the_names_that_the_program_uses(pack: str) -> None:
    board, languages = chess.Board("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"), ("en", "fide")
    lexicon = load_lexicon(languages)
    moves = (chess.Move.from_uci("b1d2"), chess.Move.from_uci("f3d2"))
    assert str(question(board, moves, lexicon)) == "bravo or foxtrot?"
    asking = question(board, moves, lexicon, names=load_voice_pack(pack).names)
    assert str(asking) == "bella or felix?"


def test_where_the_program_has_another_name_the_first_that_is_listened_for_is_asked_by() -> None:
    board = chess.Board("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    moves = (chess.Move.from_uci("b1d2"), chess.Move.from_uci("f3d2"))
    lexicon = load_lexicon(("en",))
    several = replace(lexicon, files={file: (*words, ("other",)) for file, words in lexicon.files.items()})
    assert str(question(board, moves, several, names=load_voice_pack("fide").names)) == "bravo or foxtrot?"


@pytest.mark.parametrize("count", [0, 5])
def test_nothing_is_asked_of_no_move_or_of_too_many(count: int) -> None:
    board = chess.Board()
    assert question(board, tuple(board.legal_moves)[:count], LEXICON) is None


@pytest.mark.parametrize(
    ("fen", "move", "asked"),
    [
        (chess.STARTING_FEN, "g1f3", "springer felix drei?"),
        (chess.STARTING_FEN, "e2e4", "eva vier?"),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "f3d2", "springer felix drei david zwei?"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "eva acht springer?"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "lange rochade?"),
    ],
)
def test_one_move_is_asked_about_by_its_name(fen: str, move: str, asked: str) -> None:
    assert str(question(chess.Board(fen), (chess.Move.from_uci(move),), LEXICON)) == asked
