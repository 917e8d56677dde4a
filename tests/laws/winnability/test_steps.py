"""One step of each kind of piece, from every square and from many at once."""

from collections.abc import Callable

import chess
import pytest

from access_chess.laws.winnability import steps


def neighbours(square: chess.Square, *, are_diagonal: bool) -> int:
    """The squares beside this one: the king's, but on diagonals only or on lines only."""
    lines = chess.BB_FILES[chess.square_file(square)] | chess.BB_RANKS[chess.square_rank(square)]
    return chess.BB_KING_ATTACKS[square] & (~lines if are_diagonal else lines)


STEPS: dict[str, tuple[Callable[[int], int], Callable[[chess.Square], int]]] = {
    "3.2 bishop": (steps.bishop_steps, lambda square: neighbours(square, are_diagonal=True)),
    "3.3 rook": (steps.rook_steps, lambda square: neighbours(square, are_diagonal=False)),
    "3.6 knight": (steps.knight_steps, lambda square: chess.BB_KNIGHT_ATTACKS[square]),
    "3.7.c White's pawn": (
        lambda squares: steps.pawn_attacks(squares, chess.WHITE),
        lambda square: chess.BB_PAWN_ATTACKS[chess.WHITE][square],
    ),
    "3.7.c Black's pawn": (
        lambda squares: steps.pawn_attacks(squares, chess.BLACK),
        lambda square: chess.BB_PAWN_ATTACKS[chess.BLACK][square],
    ),
    "3.8.a king": (steps.king_steps, lambda square: chess.BB_KING_ATTACKS[square]),
}


@pytest.mark.parametrize(("step", "attacks"), STEPS.values(), ids=STEPS)
def test_a_step_from_each_square(step: Callable[[int], int], attacks: Callable[[chess.Square], int]) -> None:
    for square in chess.SQUARES:
        assert step(chess.BB_SQUARES[square]) == attacks(square), chess.square_name(square)
    corners = (chess.A1, chess.A8, chess.H1, chess.H8)
    together = 0
    for corner in corners:
        together |= attacks(corner)
    assert step(chess.BB_CORNERS) == together


@pytest.mark.parametrize("color", chess.COLORS)
def test_3_7_a_a_pawn_goes_straight_ahead(color: chess.Color) -> None:
    for square in chess.SQUARES:
        rank = chess.square_rank(square) + (1 if color else -1)
        ahead = chess.BB_SQUARES[chess.square(chess.square_file(square), rank)] if 0 <= rank < 8 else 0
        assert steps.pawn_pushes(chess.BB_SQUARES[square], color) == ahead


def test_3_7_e_a_new_piece_may_be_any() -> None:
    for square in chess.SQUARES:
        both = chess.BB_KING_ATTACKS[square] | chess.BB_KNIGHT_ATTACKS[square]
        assert steps.promoted_steps(chess.BB_SQUARES[square]) == both
