"""A board that differs from the game: at the start, after a break at each stage of a move, after a knock."""

from datetime import timedelta

import chess
import pytest
from msgspec.structs import replace

from access_chess.board.pegs.comparing import STEP_PAUSE, helped, watched
from access_chess.board.pegs.occupancy import SetupStep, goal, setup_steps
from access_chess.board.pegs.players_board import BoardNoticeKind, Help
from access_chess.laws.commands import LiftPiece, PlacePiece, Resign
from access_chess.laws.events import PieceBrushed, PositionRestored
from access_chess.laws.evolve import evolve
from tests.support.table import Table

TAKE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
START = chess.Board().occupied


def square(name: str) -> chess.Square:
    return chess.parse_square(name)


def test_the_game_begins_when_the_board_is_right() -> None:
    assert Table().game.started
    table = Table(occupied=START ^ chess.BB_E2 ^ chess.BB_E4 ^ chess.BB_E5)
    was_started = table.game.started
    table.play("lift e4; lift e5; place e2")
    assert table.notices == ["STEP", "STEP", "CORRECT"]
    assert (was_started, table.game.started) == (False, True)
    assert table.touched == []


def test_the_steps_are_removals_first_then_pieces_by_name() -> None:
    steps = setup_steps(chess.Board(), START ^ chess.BB_E2 ^ chess.BB_E4 ^ chess.BB_G8)
    assert steps == (
        SetupStep(square=square("e4")),
        SetupStep(square=square("e2"), piece=chess.Piece.from_symbol("P")),
        SetupStep(square=square("g8"), piece=chess.Piece.from_symbol("n")),
    )


def test_an_empty_board_is_set_up_piece_by_piece_for_chess960() -> None:
    board = chess.Board.from_chess960_pos(342)
    table = Table(board.fen(), chess960=True, occupied=0)
    for each in chess.SquareSet(START):
        table.play(f"place {chess.square_name(each)}")
    assert table.notices == ["STEP"] * 31 + ["CORRECT"]
    assert table.game.started


def test_a_wrong_step_leads_to_the_step_that_mends_it() -> None:
    table = Table(occupied=START ^ chess.BB_E2).play("wait 1; place e3; lift e3; place e2")
    assert table.notices == ["STEP", "STEP", "STEP", "CORRECT"]


def test_a_restored_position_is_set_up_with_help() -> None:
    table = Table().play("lift e2; place e4; say e4; press white; black e5; lift e7; place e5")
    restored = PositionRestored(at=table.at, ply=0, article="7.4.a")
    table.game = evolve(table.game, restored)
    table.play("ask; lift e4; place e2; lift e5; place e7")
    assert table.notices[-1] == "ALL_STEPS"
    assert not table.board.is_behind(table.game)
    assert table.touched == []


# the cable is pulled at each stage of a move: the hand's next deed comes while nobody hears it, or after

STAGES = [
    pytest.param(TAKE, "", "lift e4; lift d5; place d5; say exd5", "exd5", id="before"),
    pytest.param(TAKE, "lift e4", "lift d5; place d5; say exd5", "exd5", id="own piece out"),
    pytest.param(TAKE, "lift e4; lift d5", "place d5; say exd5", "exd5", id="both out"),
    pytest.param(TAKE, "lift e4; lift d5; place d5", "say exd5", "exd5", id="placed, not said"),
    pytest.param(TAKE, "say exd5; lift e4", "lift d5; place d5", "exd5", id="said, not placed"),
    pytest.param(CASTLE, "lift e1; place g1", "lift h1; place f1; say O-O", "O-O", id="castling half done"),
    pytest.param(CASTLE, "lift e1; lift h1", "place g1; place f1; say O-O", "O-O", id="castling, both out"),
]


@pytest.mark.parametrize(("fen", "before", "after", "move"), STAGES)
def test_unplugged_and_back(fen: str, before: str, after: str, move: str) -> None:
    table = Table(fen).play(before)
    table.unplug()
    assert not table.game.is_clock_on
    assert table.notices == ["LOST"]
    clock = table.game.clock
    table.play("wait 100")
    table.connect()
    assert table.game.clock.remaining(True, table.at) == clock.remaining(True, table.at)
    assert table.game.clock.running is chess.WHITE
    table.play(after)
    assert table.moves == [move]
    assert table.refused == []


@pytest.mark.parametrize(("fen", "before", "after", "move"), STAGES)
def test_killed_and_resumed(fen: str, before: str, after: str, move: str) -> None:
    table = Table(fen).play(before)
    pegs = table.board.occupied
    table.forget()
    table.connect(pegs)
    table.play(after)
    assert table.moves == [move]
    assert table.refused == []


def test_unplugged_between_king_and_rook() -> None:
    table = Table(CASTLE).play("lift e1; lift h1; place g1")
    table.unplug()
    table.connect()
    assert table.play("place f1; say O-O").moves == ["O-O"]


def test_a_piece_placed_while_the_cable_was_out_is_placed() -> None:
    table = Table().play("lift e2")
    table.unplug()
    table.connect(table.pegs("e2", plus="e4"))
    assert table.play("wait 1; say e4").moves == ["e4"]


@pytest.mark.parametrize(
    ("script", "without", "plus"),
    [
        pytest.param("lift e2", "e2", "e4 e5", id="two pegs came"),
        pytest.param("lift e2", "e2 d2", "e4", id="another went"),
        pytest.param("lift e2; lift d2", "e2 d2", "e4", id="two were out"),
        pytest.param("wait 1", "e2", "e4", id="none was out"),
    ],
)
def test_more_than_the_piece_in_hand_is_not_guessed(script: str, without: str, plus: str) -> None:
    table = Table().play(script)
    table.unplug()
    table.connect(table.pegs(*without.split(), plus=plus))
    assert table.board.help is Help.COMPARING


@pytest.mark.parametrize("is_restarted", [True, False])
@pytest.mark.parametrize(
    ("without", "plus"), [("d2", "d4"), ("g1", ""), ("d2 e7", "d5 e6"), ("", "d5")], ids=["moved", "out", "two", "new"]
)
def test_a_displaced_piece_is_put_back_before_play_goes_on(without: str, plus: str, is_restarted: bool) -> None:
    table = Table().play("lift e2; place e4; say e4; press white; black c5; lift c7; place c5")
    pegs = table.pegs(*without.split(), plus=plus)
    if is_restarted:
        table.forget()
    else:
        table.unplug()
    table.connect(pegs)
    assert table.board.help is Help.COMPARING
    assert not table.game.is_clock_on
    table.play("wait 1")
    for each in plus.split():
        table.play(f"lift {each}")
    for each in without.split():
        table.play(f"place {each}")
    assert table.notices[-1] == "CORRECT"
    assert table.touched == []
    assert table.game.clock.running is chess.WHITE
    assert table.play("lift g1; place f3; say Nf3").moves == ["e4", "c5", "Nf3"]


def test_the_opponents_move_still_to_be_executed_after_a_break() -> None:
    table = Table().play("lift e2; place e4; say e4; press white; black c5")
    table.unplug()
    table.connect()
    assert table.game.is_clock_on
    table.play("lift c7; place c5")
    assert table.touched == []
    assert not table.board.is_behind(table.game)


def test_lost_reports_are_never_guessed_into_a_touch() -> None:
    table = Table().play("wait 5")
    table.lose(table.pegs("e2", plus="e4"))
    table.play("wait 2; lift e4; place e2")
    assert table.touched == []
    assert table.notices == ["STEP", "STEP", "CORRECT"]


# knocked over


def test_knocked_over_pieces_were_not_touched() -> None:
    table = Table().play("knock g1,f1,g2,h2; wait 1")
    assert table.board.help is Help.KNOCKED
    assert table.touched == []
    assert [event.square for event in table.events if isinstance(event, PieceBrushed)] == [square("g1"), square("f1")]
    assert table.game.clock.running is chess.WHITE
    table.play("place g1; place f1; place g2; place h2; lift e2; place e4; say e4")
    assert table.moves == ["e4"]
    assert table.refused == []
    assert table.notices == ["KNOCKED", "STEP", "STEP", "STEP", "CORRECT"]


def test_knocked_over_with_a_piece_in_hand_that_was_touched() -> None:
    table = Table().play("lift e2; knock g1,f1,g2; wait 1; place g1; place f1; place g2; place e2")
    assert table.touched == ["e2"]
    table.play("lift d2; place d4")
    assert table.refused[0][0] == "bound_by_touch"


def test_knocked_over_after_the_move_was_placed() -> None:
    table = Table().play("lift e2; place e4; knock g1,f1,g2; place g1; place f1; place g2; say e4; press white")
    assert table.moves == ["e4"]


def test_two_pieces_at_once_are_two_touches() -> None:
    table = Table(TAKE).play("knock e4,d5; place d5; say exd5")
    assert table.moves == ["exd5"]


# noticed


@pytest.mark.parametrize(
    ("script", "notices"),
    [
        pytest.param("place e4; wait 3", ["DIFFERS"], id="a peg from nowhere"),
        pytest.param("place e4; wait 3; wait 9", ["DIFFERS"], id="told once"),
        pytest.param("place e4; wait 3; lift e4; wait 3; place e4; wait 3", ["DIFFERS", "DIFFERS"], id="again"),
        pytest.param("lift e2; wait 90", [], id="a piece in hand is no difference"),
        pytest.param("ask", ["CORRECT"], id="asked, right"),
        pytest.param("lift e2; ask", ["ALL_STEPS"], id="asked, a piece is out"),
    ],
)
def test_differences_are_noticed(script: str, notices: list[str]) -> None:
    assert Table().play(script).notices == notices


def test_after_the_game_a_board_may_differ() -> None:
    """The pieces are put away, or the game is looked at again."""
    table = Table()
    table.command(Resign(color=chess.WHITE))
    assert table.play("lift e2; lift g8; place a4; wait 9").notices == []


def test_a_board_that_is_gone_does_not_differ() -> None:
    table = Table()
    table.unplug()
    board = replace(table.board, occupied=chess.BB_EMPTY)
    assert watched(board, table.game, at=table.at + timedelta(minutes=1)).notices == ()


def test_that_the_opponents_move_is_lacking_is_told_once_and_not_as_a_difference_as_well() -> None:
    table = Table().play("lift e2; place e4; say e4; press white; black e5; lift g1; place f3; wait 30")
    assert table.notices == ["NOT_EXECUTED"]


def test_a_placement_that_was_not_reported_is_known_only_of_a_board_that_was_known() -> None:
    """The piece in hand may have been put down while reports were lost; a program begun anew compares first."""
    table = Table().play("lift e2")
    table.lose(table.pegs("e2", plus="e4"))
    assert table.board.help is None
    assert table.play("wait 1; say e4").moves == ["e4"]
    table = Table().play("lift e2")
    table.forget()
    table.connect(table.pegs("e2", plus="e4"))
    assert table.board.help is Help.COMPARING


def test_a_new_difference_is_told_although_an_old_one_was() -> None:
    table = Table().play("lift e2; place e4; say e4; press white; black Nf6; lift g8; place h6; wait 3")
    table.lose(table.pegs())
    assert (table.board.help, table.notices) == (None, ["DIFFERS"])
    table.play("lift b8; place a6; wait 5")
    assert table.notices == ["DIFFERS", "NOT_ON_MOVE"]


@pytest.mark.parametrize(
    ("fen", "script", "pieces"),
    [
        (CASTLE, "lift e1; place g1", {"g1": "K", "f1": "R"}),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "lift a7; place a8", {"a8": "Q"}),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "lift a7; say a8=N; place a8", {"a8": "N"}),
    ],
    ids=["a king that was let go goes on to castle", "a pawn is taken for a queen", "or for what was said"],
)
def test_the_position_that_a_board_should_show_in_the_middle_of_a_move(
    fen: str, script: str, pieces: dict[str, str]
) -> None:
    shown = goal(Table(fen).play(script).game)
    assert {name: str(shown.piece_at(square(name))) for name in pieces} == pieces


def test_a_capture_whose_piece_still_stands_is_shown_as_it_will_be() -> None:
    table = Table(TAKE)
    table.command(LiftPiece(color=chess.WHITE, square=chess.E4))
    table.command(PlacePiece(color=chess.WHITE, square=chess.D5))
    assert str(goal(table.game).piece_at(chess.D5)) == "P"


QUIET = timedelta(seconds=2)


def test_a_difference_is_told_when_it_has_stayed_two_seconds_and_once() -> None:
    table = Table().play("wait 5")
    board, game = replace(table.board, occupied=table.board.occupied ^ chess.BB_A8), table.game
    assert watched(board, game, at=board.stirred + QUIET - timedelta(milliseconds=1)).notices == ()
    told = watched(board, game, at=board.stirred + QUIET)
    assert [notice.kind for notice in told.notices] == [BoardNoticeKind.DIFFERS]
    assert watched(told.board, game, at=board.stirred + 2 * QUIET).notices == ()
    right = watched(replace(told.board, occupied=table.board.occupied), game, at=board.stirred + 3 * QUIET)
    again = replace(right.board, occupied=board.occupied)
    assert [notice.kind for notice in watched(again, game, at=board.stirred + 4 * QUIET).notices] == [
        BoardNoticeKind.DIFFERS
    ]


def test_the_next_step_is_told_when_the_hand_has_rested() -> None:
    table = Table(occupied=START ^ chess.BB_E2)
    board, game = replace(table.board, told=None), table.game
    assert helped(board, game, at=board.stirred + STEP_PAUSE - timedelta(microseconds=1)).notices == ()
    told = helped(board, game, at=board.stirred + STEP_PAUSE)
    assert [notice.kind for notice in told.notices] == [BoardNoticeKind.STEP]
    assert helped(told.board, game, at=board.stirred + 2 * STEP_PAUSE).notices == ()


@pytest.mark.parametrize(
    ("fen", "own", "reply", "square", "is_told"),
    [
        pytest.param(chess.STARTING_FEN, "lift e2; place e4; say e4", "e5", "d2", True, id="a piece for his answer"),
        pytest.param(chess.STARTING_FEN, "lift e2; place e4; say e4", "e5", "e7", False, id="what has moved"),
        pytest.param(chess.STARTING_FEN, "lift e2; place e4; say e4", "e5", "a7", False, id="another of the opponent"),
        pytest.param(TAKE, "lift b1; place c3; say Nc3", "dxe4", "e4", False, id="his own, which was taken"),
    ],
)
def test_e_2_1_who_answers_before_the_opponents_move_stands_is_told(
    fen: str, own: str, reply: str, square: str, is_told: bool
) -> None:
    table = Table(fen).play(f"{own}; press white; black {reply}; lift {square}; wait 2")
    assert ("NOT_EXECUTED" in table.notices) is is_told
