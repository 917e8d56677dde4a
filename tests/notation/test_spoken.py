"""The announcement of E.2.1 in the official names, word for word, in text and for the voice."""

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.notation.distinction import clashes
from access_chess.notation.spoken import brief_form, long_form
from access_chess.notation.vocabulary import folded

START = chess.STARTING_FEN
CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"


@pytest.mark.parametrize(
    ("fen", "uci", "in_full", "in_brief"),
    [
        pytest.param(START, "g1f3", "Springer Gustav eins Felix drei", "Springer Felix drei", id="T90 Nf3"),
        pytest.param(START, "e2e4", "Bauer Eva zwei Eva vier", "Eva vier", id="E.2.1 e4"),
        pytest.param(CASTLING, "e1g1", "Kurze Rochade", "Kurze Rochade", id="E.2.1 0-0"),
        pytest.param(CASTLING, "e1c1", "Lange Rochade", "Lange Rochade", id="T90 0-0-0"),
        pytest.param("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "Kurze Rochade Schach", "Kurze Rochade Schach", id="+"),
        pytest.param(
            "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e4d5",
            "Bauer Eva vier schlaegt David fuenf", "Eva David fuenf", id="exd5",
        ),
        pytest.param(
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "d4e3",
            "Bauer David vier schlaegt Eva drei en passant", "David Eva drei en passant", id="en passant",
        ),
        pytest.param(
            "k2n4/p3P3/8/8/8/8/8/1R4K1 w - - 0 1", "e7d8q",
            "Bauer Eva sieben schlaegt David acht Dame Matt", "Eva David acht Dame Matt", id="T90 exd8Q#",
        ),
        pytest.param("4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Turm Anna eins Anna acht Schach",
                     "Turm Anna acht Schach", id="check"),
        pytest.param("7k/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Springer Bella eins David zwei",
                     "Springer Bella David zwei", id="C.10 file"),
        pytest.param("7k/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b1d2", "Springer Bella eins David zwei",
                     "Springer eins David zwei", id="C.10 rank"),
        pytest.param("7k/8/8/1Q3Q2/8/8/8/1Q2K3 w - - 0 1", "b5d3", "Dame Bella fuenf David drei",
                     "Dame Bella fuenf David drei", id="C.10 both"),
    ],
)  # fmt: skip
def test_both_forms(fen: str, uci: str, in_full: str, in_brief: str) -> None:
    board, move, names = chess.Board(fen), chess.Move.from_uci(uci), load_voice_pack("fide").names
    assert " ".join(map(str, long_form(board, move, names))) == in_full
    assert " ".join(map(str, brief_form(board, move, names))) == in_brief


def test_an_illegal_move_is_announced_as_well() -> None:
    names = load_voice_pack("fide").names
    said = long_form(chess.Board(), chess.Move.from_uci("e2e5"), names)
    assert " ".join(name.spoken for name in said) == "Bauer Eva zwei Eva fünf"


@pytest.mark.parametrize("name", voice_pack_names())
def test_no_name_stands_for_two_things(name: str) -> None:
    assert clashes(load_voice_pack(name).names) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Läufer", ("laufer",)),
        ("LANGE  Rochade", ("lange", "rochade")),
        ("Petit-Roque", ("petit", "roque")),
        ("peð", ("ped",)),
        ("бьёт", ("бьет",)),
        ("घोडा", ("घोडा",)),
    ],
)
def test_folding(text: str, words: tuple[str, ...]) -> None:
    assert folded(text) == words
