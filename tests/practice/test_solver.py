"""The fewest moves with which one color, alone on its board, does what a task asks."""

import chess
import pytest

from access_chess.practice.solver import can_move, fewest_moves, guard_after, race_of, scene_of, scenes_after


@pytest.mark.parametrize(
    ("position", "coins", "most"),
    [
        # Levels of the lessons of Lichess (lila, ui/learn), and the moves that these allow for all stars.
        ("8/8/8/8/8/8/4R3/8", "e7", 1),
        ("8/2R5/8/8/8/8/8/8", "c5 g5", 2),
        ("8/8/8/8/3R4/8/8/8", "a4 g3 g4", 3),
        ("7R/8/8/8/8/8/8/8", "f8 g1 g7 g8 h7", 5),
        ("8/1R6/8/8/3R4/8/8/8", "a4 g3 g7 h4", 4),
        ("8/8/8/8/8/5B2/8/8", "d5 g8", 2),
        ("8/8/8/8/8/1B6/8/8", "a2 b1 b5 d1 d3 e2", 6),
        ("8/8/8/8/8/8/8/2B2B2", "d3 d4 d5 e3 e4 e5", 6),
        ("8/8/8/8/3Q4/8/8/8", "a3 f2 f8 h3", 4),
        ("8/8/8/8/8/8/8/4K3", "c2 d3 e2 e3", 4),
        ("8/8/8/8/4N3/8/8/8", "c5 d7", 2),
        ("8/8/8/8/8/8/8/1N6", "c3 d4 e2 f3 f7 g5 h8", 8),
        ("8/8/8/8/5N2/8/8/8", "e3 e4 e5 f3 f5 g3 g4 g5", 9),
    ],
)
def test_it_needs_no_more_moves_than_another_course_allows(position: str, coins: str, most: int) -> None:
    way = fewest_moves(scene_of(f"{position} w - - 0 1", coins))
    assert way is not None and len(coins.split()) <= len(way) <= most


def test_the_second_knight_of_that_course_needs_one_move_less_than_it_says() -> None:
    way = fewest_moves(scene_of("8/8/8/8/8/8/8/1N6 w - - 0 1", "c3 d4 e2 f3 f7 g5 h8"))
    assert way is not None and len(way) == 7


def test_a_way_is_made_of_moves_that_may_be_made_and_ends_where_nothing_is_left() -> None:
    scene = scene_of("8/8/3p4/4n3/8/8/8/4Q3 w - - 0 1", "d6 e5")
    for move in fewest_moves(scene) or ():
        scene = scenes_after(scene)[move]
    assert scene.is_done and not scene.board.occupied_co[chess.BLACK]


def test_what_is_guarded_may_not_be_taken_and_its_guard_is_named() -> None:
    scene = scene_of("8/8/3p4/4n3/8/8/8/4Q3 w - - 0 1", "d6 e5")
    takes = chess.Move.from_uci("e1e5")
    assert can_move(scene, takes) and takes not in scenes_after(scene)
    assert guard_after(scene, takes) == chess.D6


def test_a_king_that_stands_may_not_be_left_to_an_attack() -> None:
    scene = scene_of("8/8/8/8/8/4r3/4N3/4K3 w - - 0 1", "c1", man=chess.KNIGHT)
    assert fewest_moves(scene) is None


def test_coins_lie_in_the_way_and_guard_nothing() -> None:
    scene = scene_of("8/8/8/8/8/8/8/R6K w - - 0 1", "a4 a8 g2")
    assert chess.Move.from_uci("a1a8") not in scenes_after(scene)
    assert chess.Move.from_uci("h1h2") in scenes_after(scene)


def test_a_pawn_that_has_run_past_its_coin_and_is_blocked_cannot_take_it_any_more() -> None:
    scene = scene_of("8/8/8/8/3n4/8/3P4/8 w - - 0 1", "e3")
    assert len(fewest_moves(scene) or ()) == 1
    assert fewest_moves(scenes_after(scene)[chess.Move.from_uci("d2d3")]) is None


def test_only_the_man_that_is_to_arrive_moves() -> None:
    scene = scene_of("8/8/8/8/N7/8/8/R1N5 w - - 0 1", "h8", man=chess.ROOK)
    assert {scene.board.piece_type_at(move.from_square) for move in scenes_after(scene)} == {chess.ROOK}


def test_in_a_race_the_foremost_pawn_answers_and_who_can_take_takes() -> None:
    scene = race_of("8/7p/8/8/8/8/P7/8 w - - 0 1")
    slow = scenes_after(scene)[chess.Move.from_uci("a2a3")]
    assert slow.board.piece_at(chess.H5) and fewest_moves(slow) is None
    assert len(fewest_moves(scene) or ()) == 5
    struck = scenes_after(race_of("8/8/8/4p3/8/8/3P4/8 w - - 0 1"))[chess.Move.from_uci("d2d4")]
    assert struck.placement == "8/8/8/8/3p4/8/8/8"
