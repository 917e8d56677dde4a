"""What a hand does on a pegged board: scripts of apertures, and the touches, moves and refusals that follow."""

from datetime import timedelta
from typing import Any

import chess
import pytest
from msgspec.structs import replace

from access_chess.board.pegs.occupancy import goal
from access_chess.board.pegs.players_board import Help
from access_chess.board.pegs.playing import settled
from access_chess.board.wire.reports import ButtonPressed, Disconnected, Disconnection
from access_chess.laws.commands import AnnounceMove, Command, Resign, StopClocks, StopReason
from access_chess.laws.events import PieceReleased
from tests.support.table import Table

START = chess.STARTING_FEN
TAKE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
EN_PASSANT = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
THROUGH_CHECK = "r3kr2/8/8/8/8/8/8/R3K2R w KQq - 0 1"
PROMOTE = "3n3k/4P3/8/8/8/8/P7/K7 w - - 0 1"

# what the blind player does, and the moves that follow
MADE = [
    pytest.param(START, "adjust ; lift e2; place e2; lift e2; place e4; say e4", "e4", id="4.2 adjusted, then moved"),
    pytest.param(START, "adjust e2; lift e2; place e4; say e4", "e4", id="4.2 what was to be adjusted is moved"),
    pytest.param(START, "lift e2; place e4; say e4", "e4", id="E.2.3 quiet"),
    pytest.param(START, "say e4; lift e2; place e4", "e4", id="E.2.3 said first"),
    pytest.param(START, "lift e2; drag e3; place e4; say e4", "e4", id="dragged over an aperture"),
    pytest.param(START, "lift e2; drag e3; drag e2; drag e3; place e4; say e4", "e4", id="dragged there and back"),
    pytest.param(START, "lift e2; place e2; lift e2; place e4; say e4", "e4", id="put back and lifted again"),
    pytest.param(START, "lift g1; wait 40; place f3; wait 9; say Nf3", "Nf3", id="hesitating"),
    pytest.param(START, "lift e2; lift d2; place d2; place e4; say e4", "e4", id="two out, the second put back"),
    pytest.param(START, "lift e2; lift d2; place e4; place d2; say e4", "e4", id="two out, placed before the other"),
    pytest.param(START, "lift e2; place e5; lift e5; place e4; say e4", "e4", id="wrong aperture first"),
    pytest.param(START, "lift e2; place d4; lift d4; place e3; say e3", "e3", id="a neighbouring aperture first"),
    pytest.param(TAKE, "lift e4; lift d5; place d5; say exd5", "exd5", id="4.6.a own first"),
    pytest.param(TAKE, "lift d5; lift e4; place d5; say exd5", "exd5", id="4.6.a victim first"),
    pytest.param(TAKE, "lift d5; place d5; lift d5; lift e4; place d5; say exd5", "exd5", id="victim put back"),
    pytest.param(EN_PASSANT, "lift e5; lift d5; place d6; say exd6", "exd6", id="3.7.d en passant"),
    pytest.param(EN_PASSANT, "lift e5; place d6; lift d5; say exd6", "exd6", id="3.7.d victim last"),
    pytest.param(EN_PASSANT, "lift d5; lift e5; place d6; say exd6", "exd6", id="3.7.d victim first"),
    pytest.param(CASTLE, "lift e1; place g1; lift h1; place f1; say O-O", "O-O", id="4.4.a king, then rook"),
    pytest.param(CASTLE, "lift e1; lift h1; place g1; place f1; say O-O", "O-O", id="4.4.a both out"),
    pytest.param(CASTLE, "lift e1; lift h1; place f1; place g1; say O-O", "O-O", id="4.4.a both out, rook down first"),
    pytest.param(CASTLE, "lift e1; place c1; lift a1; place d1; say O-O-O", "O-O-O", id="4.4.a to the queenside"),
    pytest.param(PROMOTE, "lift e7; place e8; say e8=Q", "e8=Q+", id="4.4.d named afterwards"),
    pytest.param(PROMOTE, "say e8=R; lift e7; place e8", "e8=R+", id="4.4.d named before"),
    pytest.param(PROMOTE, "lift e7; place e8; lift e8; place e8; say e8=N", "e8=N", id="pawn first, then the piece"),
    pytest.param(PROMOTE, "lift e7; lift d8; place d8; say exd8=Q", "exd8=Q+", id="4.6.c with capture"),
    pytest.param(PROMOTE, "lift d8; lift e7; place d8; say exd8=B", "exd8=B", id="4.6.c victim first"),
]


@pytest.mark.parametrize(("fen", "script", "move"), MADE)
def test_made(fen: str, script: str, move: str) -> None:
    table = Table(fen).play(script)
    assert table.moves == [move]
    assert table.refused == []
    assert table.board.occupied == table.game.board.occupied
    table.play("press white")
    assert table.game.clock.running is chess.BLACK


@pytest.mark.parametrize(("fen", "script", "move"), MADE)
def test_not_made_before_it_is_said(fen: str, script: str, move: str) -> None:
    steps = [step for step in script.split(";") if "say" not in step]
    table = Table(fen).play(";".join(steps)).play("press white")
    assert table.moves == []
    assert table.game.illegal_count.white == 0
    assert table.game.clock.running is chess.WHITE
    assert table.refused == [("not_announced", "E.2.3")] or table.notices == ["WHICH_PIECE"]


AT_HOME = [row for row in MADE if "e8" not in str(row.values) and "d8" not in str(row.values)]


@pytest.mark.parametrize(("fen", "script", "move"), AT_HOME)
@pytest.mark.parametrize("blind", [True, False])
def test_the_program_announces_at_home(fen: str, script: str, move: str, blind: bool) -> None:
    steps = [step for step in script.split(";") if "say" not in step]
    table = Table(fen, blind=blind, announces=True).play(";".join(steps))
    assert table.moves == [move]


@pytest.mark.parametrize("blind", [True, False])
def test_a_new_piece_of_unknown_kind_is_asked_for_once(blind: bool) -> None:
    table = Table(PROMOTE, blind=blind, announces=True).play("lift e7; place e8; wait 5")
    assert table.notices == ["WHICH_PIECE"]
    assert table.moves == []
    assert table.play("say e8=B").moves == ["e8=B"]


# the script, the squares touched after it, what was refused
TOUCHED = [
    pytest.param(START, "adjust ; lift e2; place e2; lift g1; place g1", [], [], id="4.2 all adjusted"),
    pytest.param(START, "lift e2; place e2", ["e2"], [], id="put back, still touched"),
    pytest.param(START, "lift g1; lift b1; place b1; place g1", ["g1", "b1"], [], id="two touched in order"),
    pytest.param(TAKE, "lift d5; place d5", ["d5"], [], id="4.3.b enemy"),
    pytest.param(TAKE, "lift d5; lift e4", ["d5", "e4"], [], id="4.3.c both"),
    pytest.param(START, "adjust e2; lift e2; place e2", [], [], id="4.2 adjusted"),
    pytest.param(START, "adjust e2,d2; lift e2; lift d2; place e2; place d2", [], [], id="4.2 two adjusted"),
    pytest.param(START, "lift e2; place e4; lift e4; place e3", ["e2"], [("bound_by_touch", "4.6")], id="4.6 bound"),
    pytest.param(
        START, "lift g1; place g1; lift e2; place e4", ["g1", "e2"], [("bound_by_touch", "4.3.a")], id="4.3.a bound"
    ),
    pytest.param(
        CASTLE,
        "lift h1; lift e1; place g1; place f1",
        ["h1", "e1"],
        [("bound_by_touch", "4.4.b")],
        id="4.4.b rook first",
    ),
    pytest.param(
        THROUGH_CHECK,
        "lift e1; lift h1; place g1; place f1",
        ["e1", "h1"],
        [("illegal", "3.9")],
        id="4.4.c no castling",
    ),
]


@pytest.mark.parametrize(("fen", "script", "touched", "refused"), TOUCHED)
def test_touched(fen: str, script: str, touched: list[str], refused: list[tuple[str, str]]) -> None:
    table = Table(fen).play(script)
    assert table.touched == touched
    assert table.refused == refused
    assert table.moves == []


def test_4_4_c_in_chess960_king_and_rook_that_are_both_out_try_to_castle() -> None:
    table = Table(THROUGH_CHECK, chess960=True).play("lift e1; lift h1; place g1; place f1")
    assert (table.moves, table.refused) == ([], [("illegal", "3.9")])


def test_3_7_d_at_home_a_capture_in_passing_is_announced_when_the_pawn_that_is_taken_is_gone() -> None:
    table = Table("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", announces=True).play("lift e5; place d6; wait 5")
    assert table.moves == []
    assert table.play("lift d5; wait 5").moves == ["exd6"]


def test_rook_first_then_king_leaves_the_rook_to_move() -> None:
    table = Table(CASTLE).play("lift h1; lift e1; place g1; place f1")
    assert table.refused == [("bound_by_touch", "4.4.b")]
    table.play("lift g1; place e1; lift f1; place h1; lift h1; place h7; say Rh7")
    assert table.moves == ["Rh7"]


def test_the_rook_alone_is_a_move_of_the_rook() -> None:
    table = Table(CASTLE).play("lift h1; place f1; lift e1; place g1")
    assert table.refused[0][0] == "bound_by_touch"
    assert table.play("lift g1; place e1; say Rf1").moves == ["Rf1"]


def test_a_captured_piece_that_stands_keeps_the_clock_from_being_pressed() -> None:
    table = Table(EN_PASSANT).play("lift e5; place d6; say exd6; press white")
    assert table.refused == [("captured_piece_stands", "E.2.3")]
    assert table.play("lift d5; press white").moves == ["exd6"]


def test_what_counts_is_the_stamp_of_the_board() -> None:
    table = Table().play("wait 10; lift e2; wait 20; place e4; wait 30; say e4; wait 5; press white")
    assert [event.at for event in table.events if isinstance(event, PieceReleased)] == [timedelta(seconds=33)]


# the opponent's move, executed on the blind player's board


EXECUTED = [
    pytest.param(START, "white e4", "black e5", "lift e7; place e5", id="quiet"),
    pytest.param(TAKE, "white Nc3", "black dxe4", "lift e4; lift d5; place e4", id="capture, own piece off first"),
    pytest.param(TAKE, "white Nc3", "black dxe4", "lift d5; lift e4; place e4", id="capture, capturing piece first"),
    pytest.param(CASTLE, "white Ra2", "black O-O", "lift h8; lift e8; place f8; place g8", id="castling, any order"),
    pytest.param(CASTLE, "white Ra2", "black O-O-O", "lift e8; place c8; lift a8; place d8", id="castling, queenside"),
    pytest.param(
        "k7/8/8/8/5pP1/8/4P3/K7 w - - 0 1", "white e4", "black fxe3", "lift f4; place e3; lift e4", id="en passant"
    ),
    pytest.param("k7/8/8/8/8/8/p7/4K2R w K - 0 1", "white Ke2", "black a1=Q", "lift a2; place a1", id="promotion"),
]


@pytest.mark.parametrize(("fen", "own", "reply", "hand"), EXECUTED)
def test_the_opponents_move_is_executed_without_touching(fen: str, own: str, reply: str, hand: str) -> None:
    table = Table(fen)
    table.play(own)
    _follow(table)
    table.play(reply).play(hand)
    assert table.touched == []
    assert table.refused == []
    assert table.board.occupied == table.game.board.occupied
    assert not table.board.is_behind(table.game)


def _follow(table: Table) -> None:
    """White's typed move is put on his board."""
    for square in chess.SquareSet(table.board.occupied & ~table.game.board.occupied):
        table.play(f"lift {chess.square_name(square)}")
    for square in chess.SquareSet(table.game.board.occupied & ~table.board.occupied):
        table.play(f"place {chess.square_name(square)}")


def test_an_own_piece_lifted_early_is_touched_when_the_opponents_move_stands() -> None:
    table = Table().play("lift e2; place e4; say e4; press white; black e5; lift g1; lift e7")
    assert table.touched == []
    assert table.play("place e5").touched == ["g1"]


def test_a_piece_lifted_out_of_turn_is_not_touched() -> None:
    table = Table().play("lift e2; place e4; say e4; press white; lift d2; place d2; black e5; lift e7; place e5")
    assert (table.touched, table.refused) == ([], [])
    assert table.play("lift d2; place d4; say d4").moves == ["e4", "e5", "d4"]


def test_a_move_executed_wrongly_is_noticed_and_helped() -> None:
    table = Table().play("lift e2; place e4; say e4; press white; black Nf6; lift g8; place h6; wait 3")
    assert table.notices == ["DIFFERS"]
    table.play("lift h6; place f6")
    assert not table.board.is_behind(table.game)
    assert table.touched == []


def test_the_opponents_move_that_is_not_on_the_board_is_the_reason() -> None:
    """The hand's own move does not count yet, and the press is not answered by what is not the matter."""
    table = Table().play("lift e2; place e4; say e4; press white; black e5; lift g1")
    assert table.notices == ["NOT_EXECUTED"]
    table.play("place f3; say Nf3; press white")
    assert table.notices[-1] == "NOT_EXECUTED"
    assert table.refused == []
    assert table.moves == ["e4", "e5"]
    table.play("lift f3; lift e7; place e5")
    assert not table.board.is_behind(table.game)
    assert table.play("place f3; press white").moves == ["e4", "e5", "Nf3"]


def test_executing_a_capture_of_the_opponent_is_no_answer() -> None:
    table = Table(TAKE).play("white Nc3")
    _follow(table)
    table.play("black dxe4; lift e4; wait 5; lift d5; wait 5; place e4")
    assert "NOT_EXECUTED" not in table.notices
    assert not table.board.is_behind(table.game)


def test_a_move_said_before_the_opponents_is_executed() -> None:
    table = Table().play("lift e2; place e4; say e4; press white; black e5; say Nf3; lift e7; place e5")
    assert table.moves == ["e4", "e5"]
    assert table.play("lift g1; place f3").moves == ["e4", "e5", "Nf3"]


# shared board, second board


def test_two_players_on_one_board() -> None:
    table = Table(blind=False, color=None)
    table.play(
        "lift e2; place e4; press white; lift d7; place d5; press black; lift d5; lift e4; place d5; press white"
    )
    assert table.moves == ["e4", "d5", "exd5"]


def test_the_sighted_players_own_pegged_board() -> None:
    table = Table(color=chess.BLACK, blind=False)
    table.play("white e4; lift e2; place e4; lift e7; place e5; press black")
    assert table.moves == ["e4", "e5"]
    assert table.game.clock.running is chess.WHITE


def test_chess960_castling_by_announcement() -> None:
    fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"
    table = Table(fen, chess960=True).play("say O-O; lift f1; lift g1; place g1; place f1")
    assert table.moves == ["O-O"]


CASTLING = chess.Move(chess.F1, chess.G1)


@pytest.mark.parametrize("order", ["place g1; place f1", "place f1; place g1"])
def test_chess960_castling_that_is_said_when_king_and_rook_stand(order: str) -> None:
    table = Table("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True).play(f"lift f1; lift g1; {order}; wait 5; say O-O")
    assert table.moves == ["O-O"]
    table = Table("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", chess960=True).play(
        "lift d1; lift c1; place c1; place d1; say O-O-O"
    )
    assert table.moves == ["O-O-O"]


def test_chess960_the_rook_first_and_back_is_no_castling_whatever_is_said() -> None:
    fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"
    table = Table(fen, chess960=True).play("lift g1; lift f1; place f1; place g1; say O-O")
    assert (table.moves, table.touched) == ([], ["g1", "f1"])


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        pytest.param("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "", id="nothing was said"),
        pytest.param("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "Kf2", id="another move was said"),
        pytest.param("1k4r1/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O", id="castling is illegal, since g1 is attacked"),
    ],
)
def test_chess960_king_and_rook_that_stand_as_before_have_only_been_put_back(fen: str, said: str) -> None:
    """From f1 and g1 castling only changes their places, which no aperture can tell (F.3.b)."""
    table = Table(fen, chess960=True)
    if said:
        move = CASTLING if said == "O-O" else table.game.board.parse_san(said)
        table.command(AnnounceMove(color=chess.WHITE, text=said, move=move))
    table.play("lift f1; lift g1; place g1; place f1")
    assert (table.moves, table.touched, table.game.hand.lifted) == ([], ["f1", "g1"], ())
    assert table.refused == []


def test_4_4_c_king_and_rook_that_go_elsewhere_were_no_castling() -> None:
    table = Table(THROUGH_CHECK).play("lift e1; lift h1; place d2; place g1; say Kd2")
    assert table.moves == ["Kd2"]


@pytest.mark.parametrize(
    ("fen", "script", "piece"),
    [
        pytest.param(START, "lift e2; place e4", "P", id="a pawn that is not announced yet"),
        pytest.param(PROMOTE, "lift e7; place e8", "Q", id="a queen until another piece is said"),
        pytest.param(PROMOTE, "lift e7; place e8; say e8=N", "N", id="what was said"),
    ],
)
def test_what_the_board_should_show_while_the_move_is_not_made(fen: str, script: str, piece: str) -> None:
    table = Table(fen).play(f"{script}; wait 1")
    square = chess.E4 if fen == START else chess.E8
    assert goal(table.game).piece_at(square) == chess.Piece.from_symbol(piece)


@pytest.mark.parametrize(
    ("reason", "first", "again"),
    [
        (Disconnection.UNPLUGGED, "LOST", "NOT_FOUND"),
        (Disconnection.PROTOCOL, "PROTOCOL", "PROTOCOL"),
        (Disconnection.CLOSED, None, None),
    ],
)
def test_a_board_that_is_gone_and_one_that_was_not_there(
    reason: Disconnection, first: str | None, again: str | None
) -> None:
    table = Table()
    for told in (first, again):
        table.notices.clear()
        table.report(Disconnected(port="", reason=reason, at=table.at))
        assert table.notices == ([] if told is None else [told])
        assert table.board.halts


@pytest.mark.parametrize(
    ("change", "may"),
    [
        pytest.param({}, True, id="his move, his board"),
        pytest.param({"color": None}, True, id="a board that both play on"),
        pytest.param({"color": chess.BLACK}, False, id="the opponent's board"),
        pytest.param({"is_connected": False}, False, id="no board"),
        pytest.param({"help": Help.COMPARING}, False, id="being compared"),
        pytest.param({"help": Help.KNOCKED}, False, id="being put right"),
        pytest.param({"stands": chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")}, False, id="a move behind"),
    ],
)
def test_e_2_2_when_a_lift_is_a_touch(change: dict[str, Any], may: bool) -> None:
    table = Table()
    assert replace(table.board, **change).may_touch(table.game) is may


@pytest.mark.parametrize(
    "command",
    [Resign(color=chess.WHITE), StopClocks(reason=StopReason.ARBITER)],
    ids=["the game is over", "the clocks stand"],
)
def test_when_nobody_may_move_a_lift_is_no_touch(command: Command) -> None:
    table = Table()
    table.command(command)
    assert not table.board.may_touch(table.game)
    assert table.play("lift e2; place e2").touched == []


def test_levers_of_a_clock_that_the_program_presses_do_nothing() -> None:
    table = Table()
    table.board = replace(table.board, has_levers=False)
    assert table.play("press white").refused == []


def test_9_1_b_who_says_something_else_has_let_go_of_what_stands_on_the_board() -> None:
    """A sighted player may go on with his piece until he presses; not when he has offered a draw on it, say."""
    table = Table(blind=False, color=None).play("lift e2; place e4", timedelta(milliseconds=100))
    assert table.moves == []
    table.take(settled(table.board, table.game))
    assert table.moves == ["e4"]


@pytest.mark.parametrize("change", [{"help": Help.COMPARING}, {"is_connected": False}])
def test_on_a_board_that_is_not_known_nothing_is_let_go_by_a_word(change: dict[str, Any]) -> None:
    table = Table(blind=False, color=None).play("lift e2; place e4", timedelta(milliseconds=100))
    turn = settled(replace(table.board, **change), table.game)
    assert (turn.commands, turn.board.held) == ((), table.board.held)


@pytest.mark.parametrize(("button", "notices"), [(0, []), (1, ["CORRECT"]), (2, []), (3, [])])
def test_the_second_button_asks_what_is_wrong_with_the_board(button: int, notices: list[str]) -> None:
    table = Table()
    table.report(ButtonPressed(button=button, at=table.at))
    assert table.notices == notices


def test_an_illegal_move_that_stands_is_no_difference_of_the_board() -> None:
    """It is the clock's press that makes it an offence, and nobody has to put it right before."""
    table = Table(blind=False, color=None).play("lift e2; place e5; wait 20")
    assert (table.moves, table.notices) == ([], [])
    assert table.game.hand.illegal == chess.Move.from_uci("e2e5")


@pytest.mark.parametrize(
    ("said", "script", "new"),
    [
        ("e8=N", "lift e7; place e8", "e8=N"),
        ("", "lift e7; place e8; say e8=B", "e8=B"),
    ],
)
def test_the_new_piece_is_the_one_that_is_said_before_or_after_it_is_placed(said: str, script: str, new: str) -> None:
    table = Table(PROMOTE)
    if said:
        table.play(f"say {said}")
    assert table.play(f"{script}; wait 1").moves == [new]


def test_what_was_said_of_another_square_names_no_new_piece() -> None:
    """He says that he captures with his pawn and promotes, and pushes it: the new piece has still to be named."""
    table = Table("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1").play("say exd8=N; lift e7; place e8; wait 1")
    assert (table.moves, table.game.hand.promotion) == ([], None)
    assert table.play("say exd8=B").game.hand.promotion is None
    assert table.play("say e8=Q").moves == ["e8=Q+"]


def test_a_move_without_a_new_piece_asks_for_none() -> None:
    table = Table().play("lift e2; place e4; say e4; press white")
    assert (table.moves, table.refused, table.notices) == (["e4"], [], [])
