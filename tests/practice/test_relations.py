"""Who attacks, defends, pins and reaches what, and what an exchange would cost."""

import random

import chess
import pytest

from access_chess.practice.relations import (
    Pin,
    attackers,
    exchange,
    fight,
    hanging,
    pinned_by,
    pins,
    reach,
)

EXCHANGES = [
    pytest.param("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d5", 1, id="loose pawn"),
    pytest.param("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d5", 0, id="guarded pawn, rook takes"),
    pytest.param("4k3/8/2p5/3n4/8/8/8/3RK3 w - - 0 1", "d5", 0, id="guarded knight, rook takes"),
    pytest.param("4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1", "d5", 2, id="guarded knight, pawn takes"),
    pytest.param("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d5", 1, id="battery of rooks against one"),
    pytest.param("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d5", 0, id="battery against battery"),
    pytest.param("4r1k1/8/8/3r4/4B3/8/8/4K3 w - - 0 1", "d5", 0, id="the taker is pinned"),
    pytest.param("4k3/4p3/8/3n4/8/4N3/8/4K3 w - - 0 1", "d5", 3, id="the pawn does not defend straight ahead"),
    pytest.param("4k3/8/2b5/3p4/4P3/8/8/4K2B w - - 0 1", "d5", 1, id="the bishop behind the pawn"),
    pytest.param("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "b8", 13, id="takes and becomes a queen"),
    pytest.param("1r1rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "b8", 4, id="becomes a queen that is taken"),
    pytest.param("3k4/3r4/8/8/8/8/3R4/3K4 w - - 0 1", "d7", 0, id="the king takes back"),
    pytest.param("3k4/3r4/2P5/8/8/8/3R4/3K4 w - - 0 1", "d7", 5, id="the king may not take back"),
    pytest.param("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "d5", 1, id="en passant"),
    pytest.param("4k3/4p3/8/3pP3/8/8/8/4K3 w - d6 0 2", "d5", 0, id="en passant, and taken back"),
    pytest.param("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "d5", 0, id="too late to take en passant"),
    pytest.param("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e8", 0, id="a king is not for exchange"),
    pytest.param("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "d5", 0, id="empty square"),
]


@pytest.mark.parametrize(("fen", "square", "won"), EXCHANGES)
def test_what_an_exchange_costs(fen: str, square: str, won: int) -> None:
    board = chess.Board(fen)
    assert exchange(board, chess.parse_square(square)) == won
    assert board.fen() == fen


def test_the_fight_for_a_square_begins_with_the_cheapest() -> None:
    board = chess.Board("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5")
    found = fight(board, chess.E5)
    assert found is not None
    assert found.attackers == (chess.F3,)
    assert found.defenders == (chess.C6,)
    assert not found.is_lost
    assert attackers(board, chess.WHITE, chess.D5) == (chess.E4, chess.C3, chess.C4)
    assert fight(board, chess.D5) is None


def test_a_pinned_man_attacks_but_does_not_save() -> None:
    """Black's knight defends the pawn on e5 as the Laws have it, and may not take back."""
    board = chess.Board("4k3/8/2n5/1B2p3/8/5N2/8/4K3 b - - 0 1")
    found = fight(board, chess.E5)
    assert found is not None and found.defenders == (chess.C6,)
    assert found.is_lost


def test_what_hangs_is_told_dearest_first_whoever_is_to_move() -> None:
    fen = "4k3/8/8/q2n4/1P2P3/8/8/4K3 {} - - 0 1"
    for turn in "wb":
        board = chess.Board(fen.format(turn))
        assert hanging(board, chess.BLACK) == (chess.A5, chess.D5)
    assert hanging(chess.Board(), chess.WHITE) == ()


def test_pins_to_the_king_and_to_the_queen() -> None:
    board = chess.Board("r2qkb1r/ppp1pppp/2n5/1B1p4/3P2b1/5N2/PPP2PPP/RNBQK2R w KQkq - 0 5")
    assert pins(board, chess.WHITE) == (Pin(pinned=chess.F3, by=chess.G4, behind=chess.D1, is_absolute=False),)
    assert pins(board, chess.BLACK) == (Pin(pinned=chess.C6, by=chess.B5, behind=chess.E8, is_absolute=True),)
    assert pinned_by(board, chess.C6) == chess.B5
    assert pinned_by(board, chess.F3) is None


@pytest.mark.parametrize(
    "fen",
    [
        pytest.param("3rk3/8/8/3q4/8/3N4/3R4/3K4 w - - 0 1", id="the rook behind is cheaper than the queen"),
        pytest.param("4k3/8/8/7b/8/5N2/4p3/3QK3 w - - 0 1", id="the opponent's own pawn stands behind"),
        pytest.param("4k3/8/8/7b/8/5Q2/8/3RK3 w - - 0 1", id="the queen stands in front"),
    ],
)
def test_what_is_no_pin(fen: str) -> None:
    assert pins(chess.Board(fen), chess.WHITE) == ()


def test_reach_of_either_side() -> None:
    board = chess.Board("4k3/8/8/2p5/4N3/8/8/4K3 b - - 0 1")
    found = reach(board, chess.E4)
    assert found.captures == (chess.C5,)
    assert found.quiet == tuple(chess.parse_square(name) for name in ("d2", "f2", "c3", "g3", "g5", "d6", "f6"))
    assert found.checks == {chess.D6, chess.F6}


def test_a_pinned_knight_has_no_move_and_an_empty_square_no_man() -> None:
    board = chess.Board("4k3/8/2n5/1B6/8/8/8/4K3 w - - 0 1")
    assert reach(board, chess.C6).is_empty
    assert reach(board, chess.E4).is_empty


def test_castling_is_told_by_where_the_king_arrives() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/1R1K3R w BH - 0 1", chess960=True)
    assert {chess.C1, chess.G1} <= set(reach(board, chess.D1).quiet)


def positions(count: int) -> list[chess.Board]:
    """Positions of random games, every fifth ply of each."""
    chances = random.Random(3)
    found: list[chess.Board] = []
    while len(found) < count:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 90:
            board.push(chances.choice(list(board.legal_moves)))
            if board.ply() % 5 == 0:
                found.append(board.copy(stack=False))
    return found[:count]


def test_reach_is_what_the_laws_allow_the_side_to_move() -> None:
    for board in positions(60):
        by_square: dict[chess.Square, set[chess.Square]] = {}
        for move in board.legal_moves:
            by_square.setdefault(move.from_square, set()).add(move.to_square)
        for square in chess.SQUARES:
            if board.color_at(square) is board.turn:
                found = reach(board, square)
                assert {*found.quiet, *found.captures} == by_square.get(square, set())


def test_pins_to_the_king_are_those_of_the_laws() -> None:
    for board in positions(100):
        for color in chess.COLORS:
            found = {pin.pinned for pin in pins(board, color) if pin.is_absolute}
            assert found == {square for square in chess.SQUARES if _is_bound(board, color, square)}


def _is_bound(board: chess.Board, color: chess.Color, square: chess.Square) -> bool:
    is_own = board.color_at(square) is color and board.piece_type_at(square) != chess.KING
    return is_own and board.is_pinned(color, square)


def test_both_sides_are_seen_alike() -> None:
    """Nothing changes but the colors when the board is turned over."""
    for board in positions(60):
        turned = board.mirror()
        for color in chess.COLORS:
            assert {square ^ 56 for square in hanging(board, color)} == set(hanging(turned, not color))
            assert {(pin.pinned ^ 56, pin.by ^ 56) for pin in pins(board, color)} == {
                (pin.pinned, pin.by) for pin in pins(turned, not color)
            }
