"""Can a side still mate? The table of the Laws (settled.md), the scenarios, terminal positions, and rows of data."""

import csv
from collections import Counter
from pathlib import Path

import chess
import pytest

from access_chess.laws.winnability import Proof, Winnability, WinnabilityVerdict, full, is_dead, quick
from access_chess.laws.winnability.proofs import king_region_proof

DATA = Path(__file__).parents[2] / "data" / "winnability.tsv"
CAN, CANNOT, UNKNOWN = Winnability.CAN, Winnability.CANNOT, Winnability.UNKNOWN
EXPECTED = {"winnable": CAN, "unwinnable": CANNOT}


def check_helpmate(board: chess.Board, winner: chess.Color, verdict: WinnabilityVerdict) -> None:
    """Play the helpmate out move by move."""
    replayed = board.copy()
    for move in verdict.helpmate:
        assert move in replayed.legal_moves, f"{replayed.fen()}: {move.uci()}"
        replayed.push(move)
    assert replayed.is_checkmate()
    assert replayed.turn != winner


def rows() -> list[tuple[chess.Board, chess.Color, Winnability, str]]:
    with DATA.open(encoding="utf-8", newline="") as file:
        return [
            (chess.Board(f"{fen} 0 1"), side == "white", EXPECTED[label], kind)
            for fen, side, label, kind, *_ in csv.reader(file, delimiter="\t")
            if not fen.startswith("#")
        ]


# White is the side that would win; every pair stands where no move is forced.
MATERIAL = {
    "K-K": ("8/8/3k4/8/8/3K4/8/8 w - - 0 1", CANNOT),
    "KB-K": ("8/8/3k4/8/8/3K1B2/8/8 w - - 0 1", CANNOT),
    "KN-K": ("8/8/3k4/8/8/3K1N2/8/8 w - - 0 1", CANNOT),
    "KN-KQ": ("8/8/3k3q/8/8/3K1N2/8/8 w - - 0 1", CANNOT),
    "KB-KQ": ("8/8/3k3q/8/8/3K1B2/8/8 w - - 0 1", CANNOT),
    "KB-KR": ("8/8/3k3r/8/8/3K1B2/8/8 w - - 0 1", CANNOT),
    "KB-KB same color": ("8/8/3k2b1/8/8/3K1B2/8/8 w - - 0 1", CANNOT),
    "KBB same color-K": ("8/8/3k4/8/8/3K1B2/6B1/8 w - - 0 1", CANNOT),
    "KB-KB opposite colors": ("8/8/3k1b2/8/8/3K1B2/8/8 w - - 0 1", CAN),
    "KB-KN": ("8/8/3k1n2/8/8/3K1B2/8/8 w - - 0 1", CAN),
    "KB-KP": ("8/8/3k1p2/8/8/3K1B2/8/8 w - - 0 1", CAN),
    "KN-KR": ("8/8/3k3r/8/8/3K1N2/8/8 w - - 0 1", CAN),
    "KN-KB": ("8/8/3k1b2/8/8/3K1N2/8/8 w - - 0 1", CAN),
    "KN-KN": ("8/8/3k1n2/8/8/3K1N2/8/8 w - - 0 1", CAN),
    "KN-KP": ("8/8/3k1p2/8/8/3K1N2/8/8 w - - 0 1", CAN),
    "KNN-K": ("8/8/3k4/8/8/3K1N2/5N2/8 w - - 0 1", CAN),
    "KBN-K": ("8/8/3k4/8/8/3K1N2/5B2/8 w - - 0 1", CAN),
    "KBB-K": ("8/8/3k4/8/8/3K1B2/5B2/8 w - - 0 1", CAN),
    "KP-K": ("8/8/3k4/8/8/3K4/5P2/8 w - - 0 1", CAN),
    "KR-K": ("8/8/3k4/8/8/3K4/5R2/8 w - - 0 1", CAN),
    "KQ-K": ("8/8/3k4/8/8/3K4/5Q2/8 w - - 0 1", CAN),
}


@pytest.mark.parametrize(("fen", "expected"), MATERIAL.values(), ids=MATERIAL)
def test_12_4_material(fen: str, expected: Winnability) -> None:
    board = chess.Board(fen)
    verdict = full(board, chess.WHITE, nodes=20_000)
    assert verdict.answer is expected
    if expected is CAN:
        check_helpmate(board, chess.WHITE, verdict)
    else:
        assert verdict.reason in (Proof.BARE_KING, Proof.MATERIAL)


POSITIONS = {
    "T29 6.9 bare king": ("8/8/8/8/8/4k3/8/R3K3 w - - 0 1", CAN, CANNOT),
    "T31 6.9 knight against pawn": ("7k/p7/8/8/8/2N5/8/K7 b - - 0 1", CAN, CAN),
    "T32 6.9 two knights": ("7k/8/8/8/8/2NN4/8/K7 b - - 0 1", CAN, CANNOT),
    "T33 9.6 locked pawns": ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", CANNOT, CANNOT),
    "T27 5.2.a stalemate": ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", CANNOT, CANNOT),
    "5.1.a mate on the board": ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", CAN, CANNOT),
    "9.6 forced capture of the last piece": ("8/8/8/R7/k7/2K5/6r1/8 b - - 0 1", CANNOT, CAN),
    "9.6 forced stalemate": ("8/p7/kp1R4/3Q4/1P6/8/P2B2PP/5rK1 w - - 0 1", CANNOT, CANNOT),
    "9.6 king beside a queen": ("Q7/Kq6/8/4k3/8/8/8/8 w - - 0 1", CAN, CANNOT),
    "start": (chess.STARTING_FEN, CAN, CAN),
}


@pytest.mark.parametrize(("fen", "white", "black"), POSITIONS.values(), ids=POSITIONS)
def test_positions(fen: str, white: Winnability, black: Winnability) -> None:
    board = chess.Board(fen)
    for winner, expected in ((chess.WHITE, white), (chess.BLACK, black)):
        verdict = full(board, winner, nodes=20_000)
        assert verdict.answer is expected
        if verdict.answer is CAN:
            check_helpmate(board, winner, verdict)
    assert is_dead(board) is (white is black is CANNOT)
    assert board == chess.Board(fen)


@pytest.mark.parametrize(
    ("fen", "winner"),
    [
        ("4kB2/6B1/p6B/P7/8/8/7K/B7 b - - 0 1", chess.WHITE),
        ("8/8/7K/1p1b3b/1P4k1/7b/8/8 b - - 0 1", chess.BLACK),
    ],
)
def test_6_9_bishops_of_one_color_may_free_a_pawn_first(fen: str, winner: chess.Color) -> None:
    board = chess.Board(fen)
    verdict = full(board, winner, nodes=20_000)
    assert verdict.answer is CAN
    check_helpmate(board, winner, verdict)


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", Proof.BARE_KING),
        ("8/8/8/8/8/4k3/8/N3K3 w - - 0 1", Proof.MATERIAL),
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", Proof.KING_UNREACHABLE),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", Proof.TERMINAL),
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", Proof.TERMINAL),
        ("8/8/8/R7/k7/2K5/6r1/8 b - - 0 1", Proof.EXHAUSTED),
    ],
)
def test_the_reason_says_which_proof(fen: str, reason: Proof) -> None:
    assert full(chess.Board(fen), chess.WHITE).reason is reason


def test_a_mate_that_its_material_could_not_give_still_counts() -> None:
    """Set up by hand, no game leads there; but the diagram is mate."""
    board = chess.Board("8/8/8/8/8/1K6/8/k7 b - - 0 1")
    assert full(board, chess.WHITE).answer is CANNOT
    mated = chess.Board("kb6/8/1K6/8/4B3/8/8/8 b - - 0 1")
    verdict = quick(mated, chess.WHITE)
    assert (verdict.answer, verdict.helpmate) == (CAN, ())


def test_an_ordinary_position_is_not_looked_into() -> None:
    verdict = quick(chess.Board(), chess.WHITE)
    assert (verdict.answer, verdict.reason, verdict.nodes) == (UNKNOWN, Proof.ORDINARY, 0)


def test_a_long_wall_of_pawns_is_seen_to_be_dead_with_many_men_on_the_board() -> None:
    """Nobody can pass or take: eight pawns of each, each blocked by the other."""
    assert is_dead(chess.Board("k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/K7 w - - 0 1"))
    assert not is_dead(chess.Board("k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/K6R w - - 0 1"))


def test_after_a_move_a_position_in_which_much_moves_is_not_followed() -> None:
    verdict = quick(chess.Board("4k3/p6p/8/8/8/8/8/B3K3 w - - 0 1"), chess.WHITE)
    assert (verdict.answer, verdict.reason, verdict.nodes) == (UNKNOWN, Proof.BUDGET, 1)


def test_the_budget_of_positions_is_kept() -> None:
    verdict = full(chess.Board(), chess.WHITE, nodes=30)
    assert (verdict.answer, verdict.reason) == (UNKNOWN, Proof.BUDGET)
    assert verdict.nodes <= 30


def test_the_search_stops_when_told_to() -> None:
    answers = iter([True] * 10)
    verdict = full(chess.Board(), chess.WHITE, keep_going=lambda: next(answers, False))
    assert verdict.answer is UNKNOWN
    assert verdict.nodes < 30


def test_chess960_castling_moves_are_part_of_the_proof() -> None:
    board = chess.Board("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", chess960=True)
    verdict = full(board, chess.BLACK, nodes=20_000)
    check_helpmate(board, chess.BLACK, verdict)


def test_quick_is_never_wrong_on_the_data_and_settles_real_games() -> None:
    unsettled = Counter[str]()
    for board, winner, expected, kind in rows():
        verdict = quick(board, winner)
        assert verdict.answer in (expected, UNKNOWN), f"{board.fen()} {verdict}"
        if expected is CANNOT and verdict.answer is UNKNOWN:
            unsettled[kind.split(":")[0]] += 1
    assert unsettled["real"] == 0
    assert unsettled["generated"] == 0


def test_full_is_never_wrong_on_the_data_and_settles_most() -> None:
    settled = Counter[bool]()
    for board, winner, expected, _ in rows()[::15]:
        verdict = full(board, winner, nodes=1000)
        assert verdict.answer in (expected, UNKNOWN), f"{board.fen()} {verdict}"
        if verdict.answer is CAN:
            check_helpmate(board, winner, verdict)
        settled[verdict.answer is not UNKNOWN] += 1
    assert settled[True] > 0.85 * settled.total()


@pytest.mark.parametrize(("bishop", "corner"), [(chess.F1, "light"), (chess.C1, "dark")])
def test_12_4_a_bishop_alone_attacks_the_squares_of_its_color_only(bishop: chess.Square, corner: str) -> None:
    """A corner of the other color, which its king could close, is none where it mates."""
    board = chess.Board("7k/8/8/8/8/8/8/4K3 w - - 0 1")
    board.set_piece_at(bishop, chess.Piece(chess.BISHOP, chess.WHITE))
    assert king_region_proof(board, chess.WHITE) is Proof.KING_UNCONFINABLE, corner
