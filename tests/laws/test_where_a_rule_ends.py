"""Where a rule of the Laws ends: the case beside it, to which it does not apply."""

from datetime import timedelta

import chess
import pytest
from msgspec.structs import replace

from access_chess.laws import commands
from access_chess.laws.by_color import ByColor
from access_chess.laws.claims import is_seventy_five_class
from access_chess.laws.clock import new_clock
from access_chess.laws.commands import Command, PlayMove, PressClock, StopReason
from access_chess.laws.decide import advance, set_up
from access_chess.laws.editions import Edition
from access_chess.laws.events import (
    ClaimKind,
    ClockStarted,
    GameAdjourned,
    IrregularityFound,
    Offence,
    PositionRestored,
    Refusal,
    Refused,
    WarningGiven,
)
from access_chess.laws.evolve import replay
from access_chess.laws.game import Claim, Game, Phase, pushed
from access_chess.laws.illegal_moves import offence_of
from access_chess.laws.position import position_key
from access_chess.laws.setup import ArbiterMode, Player, Regulations, Setup, Supervision
from access_chess.laws.time_control import parse_time_control
from access_chess.laws.winnability.gate import has_rammed_pawns, is_walled_in

W, B = chess.WHITE, chess.BLACK
SECOND = timedelta(seconds=1)


def after(setup: Setup, *given: Command) -> tuple[Game, tuple[object, ...]]:
    """The game after these commands, one each second, and what the last of them did."""
    game = replay(set_up(setup))
    happened: tuple[object, ...] = ()
    for number, command in enumerate((commands.StartClock(), *given)):
        game, happened = advance(game, command, at=number * SECOND)
    return game, happened


def moves(*played: str, presses: bool = True) -> list[Command]:
    """These moves, White first, each with its press."""
    made: list[Command] = []
    for number, uci in enumerate(played):
        color = number % 2 == 0
        made.append(PlayMove(color=color, move=chess.Move.from_uci(uci)))
        if presses:
            made.append(PressClock(color=color))
    return made


@pytest.mark.parametrize(
    ("control", "is_limited"), [("300", True), ("300d5", True), ("up", False), (None, False), ("1800, 3x30", True)]
)
def test_only_a_display_that_counts_down_runs_out(control: str | None, is_limited: bool) -> None:
    clock = new_clock(None if control is None else parse_time_control(control)).started(W, timedelta())
    assert clock.has_limit(W) is is_limited
    assert (clock.zero_at() is not None) is is_limited
    assert clock.is_overdrawn(W, timedelta(days=9)) is is_limited


@pytest.mark.parametrize(
    ("fen", "same_as", "is_same"),
    [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", True),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", False),
        ("3rk3/8/8/8/3pP3/8/8/3QK3 b - e3 0 1", "3rk3/8/8/8/3pP3/8/8/3QK3 b - - 0 1", False),
        ("3k4/8/8/8/3pP3/8/8/3QK3 b - e3 0 1", "3k4/8/8/8/3pP3/8/8/3QK3 b - - 0 1", True),
    ],
    ids=["nobody stands beside it", "it may be captured", "by a pawn that is not pinned", "the pawn is pinned"],
)
def test_9_2_a_pawn_that_passed_a_square_makes_another_position_only_where_it_may_be_captured(
    fen: str, same_as: str, is_same: bool
) -> None:
    keys = [position_key(chess.Board(each), is_doomed_right_lost=False) for each in (fen, same_as)]
    assert (keys[0] == keys[1]) is is_same


def test_a_position_keeps_nothing_of_those_before_it() -> None:
    board = pushed(pushed(chess.Board(), chess.Move.from_uci("e2e4")), chess.Move.from_uci("e7e5"))
    assert board.move_stack == []
    with pytest.raises(IndexError):
        board.pop()


@pytest.mark.parametrize(
    ("given", "white", "black"),
    [
        ([], False, False),
        (moves("e2e4", presses=False), True, False),
        (moves("e2e4"), False, False),
        ([commands.PlayIllegalMove(color=W, move=chess.Move.from_uci("e2e5"))], True, False),
        ([commands.LiftPiece(color=W, square=chess.E2)], False, False),
        (moves("e2e4", "e7e5", presses=False), True, True),
    ],
    ids=["nothing", "a move", "completed", "an illegal one", "in hand", "nobody has pressed"],
)
def test_who_has_let_go_of_a_move_that_is_not_completed(given: list[Command], white: bool, black: bool) -> None:
    game, _ = after(Setup(), *given)
    assert (game.has_let_go(W), game.has_let_go(B)) == (white, black)


@pytest.mark.parametrize(("played", "is_refused"), [(("e2e4",), True), (("e2e4", "e7e5"), False)])
def test_9_1_a_moves_of_both_players_count_before_a_draw_may_be_agreed(
    played: tuple[str, ...], is_refused: bool
) -> None:
    setup = Setup(regulations=Regulations(min_moves_draw=1))
    _, happened = after(setup, *moves(*played), commands.OfferDraw(color=W), commands.AcceptDraw(color=B))
    assert any(isinstance(each, Refused) for each in happened) is is_refused


TWO_HANDS = PlayMove(color=W, move=chess.Move.from_uci("g1f3"), two_hands=True)


@pytest.mark.parametrize(
    ("then", "is_offence"),
    [((), True), ((PlayMove(color=B, move=chess.Move.from_uci("b8c6")),), False)],
    ids=["at once", "after the opponent's move"],
)
def test_f18_a_4_2_without_supervision_two_hands_are_an_offence_until_the_opponent_has_moved(
    then: tuple[Command, ...], is_offence: bool
) -> None:
    setup = Setup(
        edition=Edition.FIDE_2018,
        time=parse_time_control("180+2"),
        supervision=Supervision.INADEQUATE,
    )
    _, happened = after(setup, *moves("e2e4", "e7e5"), TWO_HANDS, *then, PressClock(color=W))
    assert any(isinstance(each, IrregularityFound) for each in happened) is is_offence


@pytest.mark.parametrize(("time", "is_warned"), [("7200", True), ("900", False)], ids=["standard", "rapid"])
def test_8_1_two_moves_left_unwritten_are_warned_of_only_where_writing_is_due(time: str, is_warned: bool) -> None:
    unwritten = [PlayMove(color=W, move=chess.Move.from_uci(uci), written=False) for uci in ("e2e4", "g1f3")]
    _, happened = after(
        Setup(time=parse_time_control(time)),
        unwritten[0],
        PressClock(color=W),
        *moves("e2e4", "e7e5")[2:],
        unwritten[1],
    )
    offences = [each.offence for each in happened if isinstance(each, WarningGiven)]
    assert offences == ([Offence.NOT_RECORDED] if is_warned else [])


def test_7_4_a_what_the_arbiter_has_found_is_not_undone_once_more_by_the_claim() -> None:
    setup = Setup(arbiter=ArbiterMode.HUMAN, time=parse_time_control("5400"))
    illegal = commands.PlayIllegalMove(color=W, move=chess.Move.from_uci("g1g3"))
    claimed = (*moves("e2e4", "e7e5"), illegal, PressClock(color=W), commands.ClaimIllegalMove(color=B))
    found = commands.FindIllegalMove(color=W, number=2)
    game, _ = after(setup, *claimed, found)
    again, happened = after(setup, *claimed, found, commands.Rule(verdict=commands.Verdict.ACCEPT))
    assert len(game.plies) == len(again.plies) == 2
    assert not any(isinstance(each, PositionRestored) for each in happened)


@pytest.mark.parametrize("time", ["5400", None])
def test_6_13_a_move_in_breach_of_touch_is_taken_back_with_its_time_where_there_is_one(time: str | None) -> None:
    breach = PlayMove(color=W, move=chess.Move.from_uci("d2d4"), against_touch=True)
    given = (commands.TouchPieces(color=W, squares=(chess.E2,)), breach, PressClock(color=W))
    setup = Setup(time=None if time is None else parse_time_control(time))
    _, happened = after(setup, *given, commands.ClaimTouch(color=B, square=chess.E2))
    (restored,) = (each for each in happened if isinstance(each, PositionRestored))
    assert (restored.times is None) is (time is None)


NF3, NC6 = chess.Move.from_uci("g1f3"), chess.Move.from_uci("b8c6")
SEALED_AND_OPENED: tuple[Command, ...] = (
    commands.Adjourn(),
    commands.SealMove(color=W, text="Nf3", moves=(NF3,)),
    commands.StopClocks(color=W, reason=StopReason.SEALED),
    commands.Arrive(color=B),
    commands.Resume(),
    commands.OpenEnvelope(),
)


def test_guideline_9_c_only_the_reply_is_sealed_by_a_press_and_only_once() -> None:
    """When the absent player has come and pressed in his turn, nothing is adjourned anew."""
    setup = Setup(moves=("e2e4", "e7e5"), time=parse_time_control("40/7200, 3600"))
    sealed = (*SEALED_AND_OPENED, commands.SealMove(color=B, text="Nc6", moves=(NC6,)))
    game, happened = after(setup, *sealed, PressClock(color=B))
    assert isinstance(happened[0], GameAdjourned) and game.clock.running is W
    game, happened = after(setup, *sealed, PressClock(color=B), PressClock(color=W))
    assert not any(isinstance(each, GameAdjourned) for each in happened)
    game, happened = after(setup, *sealed, PressClock(color=W))
    assert not any(isinstance(each, GameAdjourned) for each in happened) and game.clock.running is B


ROOK_MOVES = ("lift h1", "place f1")
KING_ON_G1, KING_ON_E1 = "4k3/8/8/8/8/8/8/1N4KR w H - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
ATTACKED = "4kr2/8/8/8/8/8/8/4K2R w H - 0 1"


@pytest.mark.parametrize(
    ("fen", "is_chess960", "steps", "said", "is_castling"),
    [
        pytest.param(KING_ON_G1, True, ROOK_MOVES, "g1h1", True, id="the rook's part"),
        pytest.param(KING_ON_G1, True, ("lift h1", "place h2"), "g1h1", False, id="another move of the rook"),
        pytest.param(KING_ON_G1, True, ROOK_MOVES, "h1f1", False, id="a move of the rook was said"),
        pytest.param(KING_ON_G1, True, ROOK_MOVES, None, False, id="nobody understood what was said"),
        pytest.param(
            KING_ON_G1, True, ("lift b1", "place b1", *ROOK_MOVES), "g1h1", False, id="another piece was touched"
        ),
        pytest.param(KING_ON_E1, False, ROOK_MOVES, "e1g1", False, id="the usual chess: the rook was moved first"),
        pytest.param(ATTACKED, True, ROOK_MOVES, "e1h1", False, id="the king would pass an attacked square"),
    ],
)
def test_f_3_b_a_step_of_the_rook_castles_where_it_is_its_part_and_castling_is_said(
    fen: str, is_chess960: bool, steps: tuple[str, ...], said: str | None, is_castling: bool
) -> None:
    setup = Setup(fen=fen, is_chess960=is_chess960, players=ByColor(Player(is_blind=True), Player()))
    given: list[Command] = []
    for step in steps:
        verb, square = step.split()
        given.append(
            (commands.LiftPiece if verb == "lift" else commands.PlacePiece)(color=W, square=chess.parse_square(square))
        )
    move = None if said is None else chess.Move.from_uci(said)
    game, _ = after(setup, *given, commands.AnnounceMove(color=W, text=said or "", move=move))
    castled = game.hand.released is not None and game.board.is_castling(game.hand.released)
    castled |= any(ply.before.is_castling(ply.move) for ply in game.plies)
    assert castled is is_castling


@pytest.mark.parametrize(
    ("fen", "color", "is_walled_in_"),
    [
        ("7k/8/8/8/8/8/PPp5/K7 w - - 0 1", W, True),
        ("7k/8/8/8/8/8/PPp5/K6N w - - 0 1", W, False),
        ("7k/8/8/8/8/8/PP6/K7 w - - 0 1", W, False),
        ("7k/8/8/8/8/8/P1p5/K7 w - - 0 1", W, False),
        ("7k/8/8/8/8/8/PPp5/K7 w - - 0 1", B, False),
        ("k7/ppP5/8/8/8/8/8/7K w - - 0 1", B, True),
        ("k7/ppP5/8/8/8/8/8/6RK w - - 0 1", B, True),
    ],
    ids=["own pawns and a pawn's attack", "a knight moves", "no attack", "a hole", "the other", "Black", "only Black"],
)
def test_whose_king_is_walled_in(fen: str, color: chess.Color, is_walled_in_: bool) -> None:
    assert is_walled_in(chess.Board(fen), color) is is_walled_in_


@pytest.mark.parametrize(
    ("fen", "move", "offence"),
    [
        (chess.STARTING_FEN, "d1e1", Offence.ILLEGAL_MOVE),
        ("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "e2e8", Offence.KING_CAPTURED),
        ("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "e2f8", Offence.ILLEGAL_MOVE),
        ("4k3/4r3/8/8/8/8/4Q3/4K3 w - - 0 1", "e1e7", Offence.ILLEGAL_MOVE),
    ],
    ids=["his own king", "the opponent's", "nothing", "a rook"],
)
def test_only_the_opponents_king_is_captured(fen: str, move: str, offence: Offence) -> None:
    assert offence_of(chess.Board(fen), chess.Move.from_uci(move)) is offence


@pytest.mark.parametrize(
    ("color", "venue", "is_refused"),
    [(W, False, True), (B, False, False), (W, True, True), (B, True, True)],
)
def test_12_2_only_who_has_the_move_stays_and_nobody_goes_out_of_the_venue(
    color: chess.Color, venue: bool, is_refused: bool
) -> None:
    left = commands.Leave(color=color, venue=True) if venue else commands.Leave(color=color)
    game, happened = after(Setup(), left)
    assert any(isinstance(each, Refused) for each in happened) is is_refused
    assert game.away[color] is not is_refused


@pytest.mark.parametrize(
    ("fen", "are_rammed"),
    [
        ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", True),
        ("4k3/8/8/4p3/4R3/8/8/4K3 w - - 0 1", False),
        ("4k3/8/4p3/4p3/8/8/8/4K3 w - - 0 1", False),
        ("4k3/8/8/4P3/4P3/8/8/4K3 w - - 0 1", False),
        ("4k3/8/8/4P3/4p3/8/8/4K3 w - - 0 1", False),
        ("4k3/4p3/8/8/4P3/8/8/4K3 w - - 0 1", False),
    ],
    ids=["head on", "a rook", "Black's alone", "White's alone", "past each other", "apart"],
)
def test_which_pawns_stand_head_on(fen: str, are_rammed: bool) -> None:
    assert has_rammed_pawns(chess.Board(fen)) is are_rammed


@pytest.mark.parametrize(
    ("fen", "is_one"),
    [
        ("8/P5k1/8/8/8/8/1q6/K2Q4 w - - 0 1", True),
        ("8/8/P5k1/8/8/8/1q6/K2Q4 w - - 0 1", False),
        ("k2q4/1Q6/8/8/8/8/p5K1/8 w - - 0 1", True),
        ("k2q4/1Q6/8/8/8/p7/6K1/8 w - - 0 1", False),
        ("8/8/3k1r2/8/8/3K4/5R2/5B2 w - - 0 1", True),
        ("8/8/3k1q2/8/8/3K4/5R2/5B2 w - - 0 1", False),
    ],
    ids=[
        "a pawn on the seventh",
        "on the sixth",
        "Black's on the second",
        "on the third",
        "rook and bishop",
        "a queen",
    ],
)
def test_e8_endings_in_which_seventy_five_moves_are_played(fen: str, is_one: bool) -> None:
    assert is_seventy_five_class(chess.Board(fen)) is is_one


@pytest.mark.parametrize(
    ("first", "second", "in_order"),
    [(True, True, True), (False, True, False), (True, False, False), (False, False, False)],
)
def test_4_3_which_piece_was_first_is_known_only_while_every_touch_was_seen(
    first: bool, second: bool, in_order: bool
) -> None:
    touches = (
        commands.TouchPieces(color=W, squares=(chess.B1,), in_order=first),
        commands.TouchPieces(color=W, squares=(chess.G1,), in_order=second),
    )
    assert after(Setup(), *touches)[0].hand.in_order is in_order


def test_a_game_on_a_server_starts_with_the_clock_there() -> None:
    game, happened = after(Setup(is_elsewhere=True, time=parse_time_control("300+2")))
    assert game.clock.running is W and [type(each) for each in happened] == [ClockStarted]
    assert after(game.setup, commands.StartClock())[1] == ()


@pytest.mark.parametrize(
    ("is_due", "is_on", "reason"), [(True, False, Refusal.CLAIM_PENDING), (True, True, None), (False, False, None)]
)
def test_10_2_b_no_draw_is_claimed_while_the_ruling_on_a_fallen_flag_is_due(
    is_due: bool, is_on: bool, reason: Refusal | None
) -> None:
    setup = Setup(time=parse_time_control("5400"), arbiter=ArbiterMode.HUMAN)
    game, _ = after(setup, *(() if is_on else (commands.StopClocks(reason=StopReason.ARBITER),)))
    if is_due:
        watched = Claim(color=W, kind=ClaimKind.QUICKPLAY)
        game = replace(game, watched=watched, flags=ByColor(timedelta(seconds=1), None))
    claim = commands.ClaimDraw(color=W, ground=commands.DrawGround.FIFTY)
    _, happened = advance(game, claim, at=9 * SECOND)
    assert next((each.reason for each in happened if isinstance(each, Refused)), None) is reason


@pytest.mark.parametrize(
    ("done", "phase"),
    [(3, Phase.ADJOURNED), (4, Phase.ADJOURNED), (5, Phase.STOPPED), (6, Phase.THINKING)],
    ids=["sealed", "the opponent has come", "resumed", "the envelope is open"],
)
def test_guideline_9_where_an_adjourned_game_stands(done: int, phase: Phase) -> None:
    setup = Setup(moves=("e2e4", "e7e5"), time=parse_time_control("40/7200, 3600"))
    game, _ = after(setup, *SEALED_AND_OPENED[:done])
    assert game.phase is phase


def test_5_1_b_nobody_resigns_before_the_game_has_begun() -> None:
    game, happened = advance(replay(set_up(Setup())), commands.Resign(color=W), at=SECOND)
    assert game.end is None and [type(each) for each in happened] == [Refused]
