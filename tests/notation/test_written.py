"""The written forms, position by position."""

import chess
import pytest

from access_chess.notation.written import LETTERS, iccf, long, russian, san

START = chess.STARTING_FEN
PROMOTION = "3nk3/4P3/3K4/8/8/8/8/8 w - - 0 1"
CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"


@pytest.mark.parametrize(
    ("fen", "uci", "short", "full", "in_russian", "digits"),
    [
        pytest.param(START, "g1f3", "Sf3", "Sg1-f3", "Кg1-f3", "7163", id="C.8 a piece"),
        pytest.param(START, "e2e4", "e4", "e2-e4", "e2-e4", "5254", id="C.8 a pawn"),
        pytest.param(PROMOTION, "e7d8q", "exd8=D+", "e7xd8=D+", "e7:d8Ф+", "57481", id="C.12 promotion"),
        pytest.param(PROMOTION, "e7d8n", "exd8=S", "e7xd8=S", "e7:d8К", "57484", id="C.12 under-promotion"),
        pytest.param(CASTLING, "e1g1", "O-O", "O-O", "0-0", "5171", id="castling"),
        pytest.param("k7/7R/8/8/8/8/8/6RK w - - 0 1", "g1g8", "Tg8#", "Tg1-g8#", "Лg1-g8x", "7178", id="13.6 mate"),
        pytest.param("k7/8/8/8/8/N7/8/N6K w - - 0 1", "a1c2", "S1c2", "Sa1-c2", "Кa1-c2", "1132", id="C.10 same file"),
    ],
)
def test_a_move_in_every_writing(fen: str, uci: str, short: str, full: str, in_russian: str, digits: str) -> None:
    board, move, letters = chess.Board(fen), chess.Move.from_uci(uci), LETTERS["de"]
    written = (san(board, move, letters), long(board, move, letters), russian(board, move), iccf(board, move))
    assert written == (short, full, in_russian, digits)


@pytest.mark.parametrize(
    ("language", "expected"),
    [("fr", "Cf3"), ("sq", "Kaf3"), ("ru", "Кf3"), ("hu", "Hf3"), ("ro", "Cf3"), ("cs", "Jf3")],
)
def test_the_letters_of_a_language(language: str, expected: str) -> None:
    assert san(chess.Board(), chess.Move.from_uci("g1f3"), LETTERS[language]) == expected


def test_no_language_uses_a_letter_twice() -> None:
    for language, letters in LETTERS.items():
        assert len({letters.of(piece) for piece in chess.PIECE_TYPES}) == len(chess.PIECE_TYPES), language
