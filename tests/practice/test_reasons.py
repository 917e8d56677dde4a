"""Why a move was bad: each reason has positions where the board proves it, near misses, and 200 where it is not so."""

import random
from collections.abc import Callable, Iterator
from itertools import islice

import chess
import pytest

from access_chess.practice import reasons
from access_chess.practice.reasons import REASONS, Refutation, reason
from access_chess.practice.sentence import Sentence

Reason = Callable[[Refutation], Sentence | None]
NEGATIVES = 200


def refutation(fen: str, *moves: str) -> Refutation:
    """The last of the moves is the reply."""
    board = chess.Board(fen)
    for uci in moves[:-1]:
        board.push_uci(uci)
    return Refutation(board=board, reply=chess.Move.from_uci(moves[-1]))


PROVEN: list[tuple[Reason, str, str, str]] = [
    (reasons.mate, "reason_mate", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
    (reasons.mate, "reason_mate", "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "b1b7"),
    (reasons.mate, "reason_mate", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "f6g6"),
    (reasons.hanging, "reason_hanging", "4k3/8/8/8/4n3/8/8/4R1K1 w - - 0 1", "e1e4"),
    (reasons.hanging, "reason_hanging", "4k3/8/3p4/4n3/3P4/8/8/6K1 w - - 0 1", "d4e5"),
    (reasons.fork, "reason_fork", "r3k3/8/8/1N6/8/8/8/6K1 w - - 0 1", "b5c7"),
    (reasons.fork, "reason_fork", "6k1/8/8/2r1n3/8/3P4/8/6K1 w - - 0 1", "d3d4"),
    (reasons.pin, "reason_pin", "4k3/8/8/4n3/8/8/8/R5K1 w - - 0 1", "a1e1"),
    (reasons.skewer, "reason_skewer", "8/8/8/8/q3k3/8/8/6KR w - - 0 1", "h1h4"),
    (reasons.skewer, "reason_skewer", "8/4K3/1Q6/4p3/8/2k2q2/P7/8 w - - 0 1", "b6b3"),
    (reasons.discovered, "reason_discovered", "3qk3/8/8/8/3B4/8/8/3R2K1 w - - 0 1", "d4a7"),
    (reasons.back_rank, "reason_back_rank", "3r2k1/5ppp/8/3b4/8/8/8/3RR1K1 w - - 0 1", "d1d5"),
    (reasons.overloaded, "reason_overloaded", "6k1/8/2p5/1b1n4/8/8/8/1R1R2K1 w - - 0 1", "d1d5"),
    (reasons.lost_ending, "reason_lost_ending", "4k3/8/4K3/4p3/3P4/8/8/8 w - - 0 1", "d4e5"),
    (reasons.lost_ending, "reason_lost_ending", "8/8/8/2k5/8/r7/R7/1K6 w - - 0 1", "a2a3"),
    (reasons.promotion, "reason_promotion", "8/P7/8/8/8/8/6k1/4K3 w - - 0 1", "a7a8q"),
    (reasons.promotion, "reason_promotion_soon", "8/8/P7/8/8/8/6k1/4K3 w - - 0 1", "a6a7"),
]


@pytest.mark.parametrize(("prove", "key", "fen", "reply"), PROVEN)
def test_the_board_proves_it(prove: Reason, key: str, fen: str, reply: str) -> None:
    found = prove(refutation(fen, reply))
    assert found is not None and found.key == key


@pytest.mark.parametrize(("prove", "key", "fen", "reply"), PROVEN)
def test_it_is_proven_for_both_colors(prove: Reason, key: str, fen: str, reply: str) -> None:
    board = chess.Board(fen).mirror()
    move = chess.Move.from_uci(reply)
    mirrored = chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion)
    found = prove(Refutation(board=board, reply=mirrored))
    assert found is not None and found.key == key


def test_a_pin_that_was_left_is_told_before_what_hangs() -> None:
    found = refutation("3qk3/8/5n2/6B1/8/8/8/6K1 b - - 0 1", "f6e4", "g5d8")
    told = reason(found)
    assert told is not None and told.key == "reason_pin_broken"
    assert reasons.hanging(found) is not None


#: The same with one man more or less, by which it is no longer so.
MISSED: list[tuple[Reason, str, str]] = [
    (reasons.mate, "6k1/5pp1/7p/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
    (reasons.mate, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "b1c1"),
    (reasons.hanging, "4k3/8/8/3p4/4n3/8/8/4R1K1 w - - 0 1", "e1e4"),
    (reasons.fork, "r2qk3/8/8/1N6/8/8/8/6K1 w - - 0 1", "b5c7"),
    (reasons.fork, "6k1/8/8/2r1n3/8/3P4/8/6K1 w - - 0 1", "g1f1"),
    (reasons.pin, "4k3/8/3p4/4n3/8/8/8/R5K1 w - - 0 1", "a1e1"),
    (reasons.skewer, "8/8/8/8/qp2k3/8/8/6KR w - - 0 1", "h1h4"),
    (reasons.skewer, "8/8/8/8/q3k1r1/8/8/6KR w - - 0 1", "h1h4"),
    (reasons.discovered, "3qk3/8/3p4/8/3B4/8/8/3R2K1 w - - 0 1", "d4a7"),
    (reasons.back_rank, "3r2k1/5pp1/7p/3b4/8/8/8/3RR1K1 w - - 0 1", "d1d5"),
    (reasons.overloaded, "6k1/8/p1p5/1b1n4/8/8/8/1R1R2K1 w - - 0 1", "d1d5"),
    (reasons.promotion, "2r5/P7/8/8/8/8/6k1/4K3 w - - 0 1", "a7a8q"),
    (reasons.promotion, "8/8/Pk6/8/8/8/8/4K3 w - - 0 1", "a6a7"),
    (reasons.lost_ending, "4k3/8/8/3pK3/4P3/8/8/8 w - - 0 1", "e4d5"),
    (reasons.lost_ending, "4k3/8/4K3/3pP3/8/8/8/7R w - - 0 1", "e6d5"),
    (reasons.broken_pin, "3qk3/8/5n2/8/7B/8/8/6K1 w - - 0 1", "h4f6"),
]


@pytest.mark.parametrize(("prove", "fen", "reply"), MISSED)
def test_a_near_miss_is_none(prove: Reason, fen: str, reply: str) -> None:
    assert prove(refutation(fen, reply)) is None


def refutations() -> Iterator[Refutation]:
    """Positions of random games, each with a random move before it and a random reply."""
    chance = random.Random(7)
    while True:
        board = chess.Board()
        for _ in range(120):
            if board.is_game_over():
                break
            board.push(chance.choice(list(board.legal_moves)))
            if board.fullmove_number > 8 and not board.is_game_over():
                yield Refutation(board=board.copy(), reply=chance.choice(list(board.legal_moves)))


def is_quiet(found: Refutation) -> bool:
    return not found.board.is_capture(found.reply)


def attacks_few(found: Refutation) -> bool:
    after = found.after
    attacked = after.attacks(found.reply.to_square) & after.occupied_co[after.turn]
    return len([square for square in attacked if after.piece_type_at(square) != chess.PAWN]) < 2 and len(attacked) < 3


def attacks_no_king_line(found: Refutation) -> bool:
    return found.after.piece_type_at(found.reply.to_square) in (chess.PAWN, chess.KNIGHT, chess.KING)


def opens_nothing(found: Refutation) -> bool:
    after, mover = found.after, not found.after.turn
    """No line of a bishop, rook or queen goes through the square that the man has left."""
    lines = chess.SquareSet(after.bishops | after.rooks | after.queens)
    through = lines & after.attackers(mover, found.reply.from_square)
    return not through - chess.SquareSet([found.reply.to_square])


def king_is_off_the_back_rank(found: Refutation) -> bool:
    king = found.after.king(found.after.turn)
    return king is not None and chess.square_rank(king) not in (0, 7)


def has_no_line(found: Refutation) -> bool:
    return found.board.piece_type_at(found.reply.from_square) in (chess.PAWN, chess.KNIGHT, chess.KING)


def moves_no_pawn(found: Refutation) -> bool:
    return found.board.piece_type_at(found.reply.from_square) != chess.PAWN


def has_more_than_four_men(found: Refutation) -> bool:
    return chess.popcount(found.after.occupied) > 4


#: For each reason a criterion of its own, by python-chess alone, by which it cannot be so.
EXCLUDED: list[tuple[Reason, Callable[[Refutation], bool]]] = [
    (reasons.hanging, is_quiet),
    (reasons.fork, attacks_few),
    (reasons.broken_pin, has_no_line),
    (reasons.pin, attacks_no_king_line),
    (reasons.skewer, attacks_no_king_line),
    (reasons.discovered, opens_nothing),
    (reasons.back_rank, king_is_off_the_back_rank),
    (reasons.overloaded, is_quiet),
    (reasons.promotion, moves_no_pawn),
    (reasons.lost_ending, has_more_than_four_men),
]


@pytest.mark.parametrize(("prove", "is_excluded"), EXCLUDED)
def test_where_it_cannot_be_so_it_is_not_said(prove: Reason, is_excluded: Callable[[Refutation], bool]) -> None:
    found = list(islice(filter(is_excluded, refutations()), NEGATIVES))
    assert len(found) == NEGATIVES
    assert [each for each in found if prove(each) is not None] == []


def test_a_mate_that_is_told_is_one() -> None:
    """200 positions in which the reply does not mate at once, and leaves a quiet move that is not mated."""
    found = [each for each in islice(refutations(), 4 * NEGATIVES) if not each.after.is_check()][:NEGATIVES]
    assert len(found) == NEGATIVES
    for each in found:
        told = reasons.mate(each)
        assert told is None or all(reasons._is_mated_after(each.after, move, 2) for move in each.after.legal_moves)


def test_every_reason_has_its_positions_and_its_words() -> None:
    assert {prove for prove, *_ in PROVEN} | {reasons.broken_pin} == set(REASONS)
    assert {prove for prove, *_ in MISSED} == set(REASONS)
    assert {prove for prove, _ in EXCLUDED} | {reasons.mate} == set(REASONS)
