"""Moves in braille cells and as the text of a braille file."""

import chess
import pytest

from access_chess.notation.braille import braille, braille_file_text
from access_chess.notation.letters import LETTERS

START = chess.STARTING_FEN


@pytest.mark.parametrize(
    ("fen", "uci", "language", "cells", "in_file"),
    [
        pytest.param(START, "g1f3", "de", "⠠⠎⠋⠒", ",SF3", id="a piece"),
        pytest.param(START, "g1f3", "ru", "⠠⠅⠋⠒", ",KF3", id="Cyrillic"),
        pytest.param(START, "g1f3", "sq", "⠠⠅⠁⠋⠒", ",KAF3", id="two letters"),
        pytest.param(START, "e2e4", "en", "⠑⠲", "E4", id="a pawn"),
        pytest.param("3nk3/4P3/3K4/8/8/8/8/8 w - - 0 1", "e7d8q", "en", "⠑⠭⠙⠦⠠⠟", "EXD8,Q", id="promotion"),
        pytest.param("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "en", "⠕⠤⠕⠤⠕", "O-O-O", id="castling"),
    ],
)
def test_cells(fen: str, uci: str, language: str, cells: str, in_file: str) -> None:
    written = braille(chess.Board(fen), chess.Move.from_uci(uci), LETTERS[language])
    assert written == cells
    assert braille_file_text(written) == in_file


def test_every_language_can_be_written() -> None:
    board = chess.Board("r3k2r/8/8/2b1b3/2N1N3/8/8/R2QK2R w KQkq - 0 1")
    for letters in LETTERS.values():
        assert all(braille(board, move, letters) for move in board.legal_moves)


def test_what_is_not_braille_stays() -> None:
    assert braille_file_text("⠁ ⠃\n") == "A B\n"
