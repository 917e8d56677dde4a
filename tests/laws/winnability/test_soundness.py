"""The proofs against the moves themselves: nothing goes where it was said never to go, no side mates that never can."""

import random
from collections import deque
from pathlib import Path

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from access_chess.laws.winnability import Winnability, full
from access_chess.laws.winnability.mobility import Army, Mobility, Roamer
from access_chess.laws.winnability.proofs import king_region_proof
from access_chess.laws.winnability.search import pack, unpack_onto
from tests.laws.winnability.walls import random_wall, varied

DATA = Path(__file__).parents[2] / "data" / "winnability.tsv"
LOST_CAUSES = [line.split("\t")[0] for line in DATA.read_text(encoding="utf-8").splitlines() if "unwinnable" in line]

seeds = st.integers(min_value=0, max_value=2**32 - 1)


def closed_position(seed: int) -> chess.Board:
    """A random wall, or one of the data's lost causes with some pieces elsewhere."""
    source = random.Random(seed)
    if seed % 3 == 0:
        return random_wall(source)
    return varied(chess.Board(f"{source.choice(LOST_CAUSES)} 0 1"), source)


def mate_by(board: chess.Board, winner: chess.Color, limit: int) -> str | None:
    """Breadth first through up to `limit` positions: the FEN of a mate, or None if there is none among them."""
    start = board.copy(stack=False)
    seen, queue = {pack(start)}, deque([pack(start)])
    while queue and len(seen) < limit:
        unpack_onto(start, queue.popleft())
        moves = list(start.legal_moves)
        if not moves and start.turn != winner and start.is_check():
            return start.fen()
        for move in moves:
            start.push(move)
            if (position := pack(start)) not in seen:
                seen.add(position)
                queue.append(position)
            start.pop()
    return None


@settings(max_examples=300, deadline=None)
@given(seeds)
def test_no_side_mates_that_was_proved_unable(seed: int) -> None:
    board = closed_position(seed)
    for winner in (chess.WHITE, chess.BLACK):
        if king_region_proof(board, winner):
            assert mate_by(board, winner, limit=400) is None, board.fen()


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_full_answers_agree_with_enumeration(seed: int) -> None:
    board = closed_position(seed)
    winner = seed % 2 == 0
    verdict = full(board, winner, nodes=300)
    mate = mate_by(board, winner, limit=1500)
    assert not (verdict.answer is Winnability.CANNOT and mate), f"{board.fen()} ends in {mate}"


@settings(max_examples=150, deadline=None)
@given(seeds)
def test_no_piece_leaves_the_squares_found_for_it(seed: int) -> None:
    source = random.Random(seed)
    board = closed_position(seed)
    standing = {chess.msb(roamer.origin): roamer for army in Mobility(board).armies for roamer in roamers(army)}
    for _ in range(80):
        moves = list(board.legal_moves)
        if not moves:
            return
        move = source.choice([move for move in moves if board.is_zeroing(move)] or moves)
        roamer = standing.pop(move.from_square)
        reach = roamer.promoted if board.piece_type_at(move.from_square) != roamer.kind else roamer.reach
        if move.promotion:
            reach = roamer.promoted
        assert reach & chess.BB_SQUARES[move.to_square], f"{board.fen()}: {move.uci()}"
        standing[move.to_square] = roamer
        board.push(move)


def roamers(army: Army) -> list[Roamer]:
    return [army.king, *army.pieces, *army.pawns]


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_a_position_is_unpacked_as_it_was(seed: int) -> None:
    board = random_wall(random.Random(seed))
    board.push(next(iter(board.legal_moves)))
    again = chess.Board(None)
    unpack_onto(again, pack(board))
    assert again.board_fen() == board.board_fen()
    assert (again.turn, again.ep_square, again.castling_rights) == (board.turn, board.ep_square, board.castling_rights)
