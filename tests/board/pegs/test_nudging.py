"""Two players at one board: who has the move touches; who has moved puts his piece straight, or goes on with it."""

from datetime import timedelta

import chess
import pytest
from msgspec.structs import replace

from access_chess.board.pegs.knocking import is_nudge, with_nudges
from access_chess.board.pegs.players_board import SETTLE
from access_chess.laws.commands import PlayMove
from access_chess.laws.events import MoveMade
from access_chess.laws.setup import Regulations
from tests.support.table import Table

OPEN = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2"
TAKE = "3qk3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"

# two who see, with a clock: the script, the moves, what the player to move has touched
SHARED = [
    pytest.param(
        OPEN, "lift d2; place d4; lift d4; place d4; press white; lift b8; place c6; press black",
        ["d4", "Nc6"], [], id="nudged before the press",
    ),
    pytest.param(
        OPEN, "lift d2; place d4; wait 9; lift d4; place d4; press white; lift b8; place c6; press black",
        ["d4", "Nc6"], [], id="nudged long after, before the press",
    ),
    pytest.param(
        OPEN, "lift d2; place d4; wait 9; lift g1; place g1; press white", ["d4"], [], id="another own piece nudged"
    ),
    pytest.param(OPEN, "lift d2; place d4; wait 9; lift d4; press white; place d4", ["d4"], [], id="nudged, pressing"),
    pytest.param(OPEN, "lift e2; place e3; lift e3; place e4; press white", ["e4"], [], id="resting on its way"),
    pytest.param(
        OPEN, "lift g2; place g3; wait 0; lift g3; place g4; wait 0; lift g4; place g3; press white", ["g3"], [],
        id="resting on its way and on its way back",
    ),
    pytest.param(
        TAKE, "lift e4; lift d5; place d5; lift d5; lift d8; place d5; press white; press black", ["exd5", "Qxd5"], [],
        id="recaptured before the press, captured piece first",
    ),
    pytest.param(
        TAKE, "lift e4; lift d5; place d5; lift d8; lift d5; place d5; press white; press black", ["exd5", "Qxd5"], [],
        id="recaptured before the press, own piece first",
    ),
    pytest.param(
        TAKE, "lift e4; lift d5; place d5; press white; lift d5; place d5; wait 1", ["exd5"], ["d5"],
        id="4.3.b touched after the press",
    ),
    pytest.param(
        TAKE, "lift e4; lift d5; place d5; wait 5; lift d5; wait 1; lift d8; place d5; press white; press black",
        ["exd5", "Qxd5"], [], id="recaptured before the press, made for long",
    ),
    pytest.param(OPEN, "lift d2; place d4; lift g8; place f6", ["d4"], ["g8"], id="1.1 answered before the press"),
    pytest.param(
        OPEN, "lift d2; place d4; lift d4; place d4; press white; lift d4; place d4; wait 1", ["d4"], ["d4"],
        id="4.3.b nudged by the one, then touched by the other",
    ),
    pytest.param(
        OPEN, "lift d2; place d4; lift e5; place e5; lift d4; place d4", ["d4"], ["e5", "d4"],
        id="4.3.c touched by him who has begun his move",
    ),
    pytest.param(
        OPEN, "lift d2; place d4; wait 9; lift d4; place d4; wait 9; press white; lift d4; wait 1", ["d4"], ["d4"],
        id="4.3.b nudged and let go, then touched by the other",
    ),
    pytest.param(
        OPEN, "lift d2; place d4; wait 9; lift d4; lift g1; place g1; wait 5; place d4; press white", ["d4"], [],
        id="two nudged, put back one after the other",
    ),
    pytest.param(
        TAKE, "lift e4; lift d5; place d5; wait 5; lift d5; lift d8; wait 1", ["exd5"], ["d5", "d8"],
        id="4.3.c in the order in which they were touched",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "script", "moves", "touched"), SHARED)
def test_shared_with_a_clock(fen: str, script: str, moves: list[str], touched: list[str]) -> None:
    table = Table(fen, blind=False, color=None).play(script)
    assert table.moves == moves
    assert table.touched == touched
    assert table.refused == []


def test_1_1_a_piece_still_in_hand_when_its_player_has_the_move_again_is_touched() -> None:
    """White puts his pawn straight while Black, before any press, has said a move and makes it on the board."""
    table = Table(OPEN, blind=False, color=None).play("lift d2; place d4; wait 9; lift d4")
    table.command(PlayMove(color=chess.BLACK, move=chess.Move.from_uci("b8c6")))
    table.play("lift b8; place c6; wait 1")
    assert (table.moves, table.touched, table.refused) == (["d4", "Nc6"], ["d4"], [])


def test_a_move_that_ends_the_game_is_not_waited_for() -> None:
    table = Table("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", blind=False, color=None).play("lift f7; place g7; wait 1")
    assert table.game.is_over


def test_a_move_stands_by_itself_in_the_end() -> None:
    """Its instant is that of the placement."""
    table = Table(blind=False, color=None).play("lift e2; place e4; wait 0")
    assert table.moves == []
    assert table.play("wait 3").moves == ["e4"]
    (made,) = [event for event in table.events if isinstance(event, MoveMade)]
    assert made.at == timedelta(seconds=1)


def test_at_home_a_move_that_goes_on_is_made_anew() -> None:
    """There is no lever; moves may be taken back."""
    table = Table(blind=False, color=None, announces=True, regulations=Regulations(take_backs=True), presses=True)
    table.play("lift e2; place e3; wait 1; lift e3; place e4; wait 1")
    assert table.moves == ["e4"]
    assert (table.touched, table.refused) == ([], [])
    assert table.game.turn is chess.BLACK
    assert table.play("lift e7; place e5; wait 1").moves == ["e4", "e5"]


@pytest.mark.parametrize(
    ("script", "moves", "touched"),
    [
        pytest.param("lift e7; place e7; wait 1", [], ["e7"], id="4.3.b nobody has moved yet"),
        pytest.param("lift e2; place e4; wait 1; lift d2; place d2; wait 1", ["e4"], ["d2"], id="4.3.b another piece"),
        pytest.param(
            "lift e2; place e3; wait 1; lift e3; place e4; wait 4", ["e3"], ["e3"], id="4.3.b no move is taken back"
        ),
    ],
)
def test_at_home_only_the_piece_just_moved_is_put_straight(script: str, moves: list[str], touched: list[str]) -> None:
    """Whatever else is lifted was touched by him who has the move."""
    table = Table(blind=False, color=None, announces=True, presses=True).play(script)
    assert (table.moves, table.touched, table.refused) == (moves, touched, [])


def test_4_3_b_on_a_board_of_their_own_players_touch_what_they_lift() -> None:
    """The opponent's hand is not there, though it is his piece, and he has just moved it."""
    table = Table(blind=False, announces=True, presses=True).play("lift e2; place e4; black e5; lift e7; place e5")
    table.play("wait 1; lift e5; place e5; wait 1")
    assert (table.moves, table.touched) == (["e4", "e5"], ["e5"])


def test_a_move_goes_on_with_its_own_piece_only() -> None:
    """The pawn that stands on e4 came from d2, and e2-e4 would be a move as well."""
    table = Table(blind=False, color=None, regulations=Regulations(take_backs=True))
    table.play("lift e2; place e3; wait 5; lift d2; place e4; wait 5")
    assert (table.moves, table.refused) == (["e3"], [])


def test_at_home_a_move_is_announced_when_it_has_settled_however_late_anybody_looks() -> None:
    """To a blind player's move its announcement belongs (E.2.3)."""
    table = Table(color=None, announces=True, presses=True).play("lift e2")
    table.step("place", "e4")
    table.step("wait", "9")
    table.look()
    (made,) = [event for event in table.events if isinstance(event, MoveMade)]
    assert made.at == timedelta(seconds=1) + SETTLE


def test_at_home_a_piece_that_goes_on_to_where_no_move_leads_takes_nothing_back() -> None:
    table = Table(blind=False, color=None, announces=True, regulations=Regulations(take_backs=True), presses=True)
    table.play("lift e2; place e3; wait 1; lift e3; place d5; wait 4")
    assert (table.moves, table.notices) == (["e3"], ["DIFFERS"])


def test_at_home_the_piece_just_moved_may_be_put_straight() -> None:
    table = Table(blind=False, color=None, announces=True, presses=True)
    table.play("lift e2; place e4; wait 1; lift e4; place e4; wait 1")
    assert (table.moves, table.touched, table.refused) == (["e4"], [], [])
    table.play("lift d7; place d5; wait 1; lift d5; lift e4; place d5")
    assert table.moves == ["e4", "d5", "exd5"]


@pytest.mark.parametrize(("rested", "moves"), [(400, ["exd5", "Qxd5"]), (399, ["exd5"])])
def test_a_piece_that_rested_so_long_was_let_go_if_the_opponent_takes_it(rested: int, moves: list[str]) -> None:
    """Sooner it was only dragged over the aperture: the hand is thought to go on."""
    table = Table(TAKE, blind=False, color=None).play("lift e4; lift d5; place d5", timedelta(milliseconds=rested))
    table.play("lift d5; lift d8; place d5; press white; press black")
    assert table.moves == moves


def test_a_piece_that_the_player_goes_on_to_capture_with_was_not_let_go() -> None:
    """The queen rests on d4 on her way to take on d7."""
    table = Table("3qk3/3p4/8/8/8/8/8/3QK3 w - - 0 1", blind=False, color=None)
    table.play("lift d1; place d4; lift d4; lift d7; place d7; press white")
    assert table.moves == ["Qxd7+"]


def test_only_pieces_of_who_has_moved_are_nudged() -> None:
    """What the player lifts who has the move is his own touch (4.3)."""
    table = Table(color=None)
    board = replace(table.board, nudged=(chess.E2, chess.E7))
    assert with_nudges(board, table.game).nudged == (chess.E7,)


@pytest.mark.parametrize(
    ("square", "is_his"),
    [(chess.E4, True), (chess.D2, True), (chess.E7, False)],
    ids=["moved", "his", "the opponent's"],
)
def test_until_the_press_the_mover_nudges_their_own_pieces_only(square: chess.Square, is_his: bool) -> None:
    table = Table(color=None, blind=False).play("lift e2; place e4; wait 4")
    assert is_nudge(table.board, square, table.game) is is_his
