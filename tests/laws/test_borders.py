"""Where the Laws draw a line that hardly a game comes to: at one instant, at one ply, of one edition alone."""

from datetime import timedelta

import chess
import pytest
from msgspec.structs import replace

from access_chess.laws import commands
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.claims import proof_of_repetition
from access_chess.laws.decide import advance, set_up
from access_chess.laws.draws import whose_offer
from access_chess.laws.editions import Edition
from access_chess.laws.events import ClaimKind, Ending, Refused, TimeAdded, WarningGiven
from access_chess.laws.evolve import replay
from access_chess.laws.game import Claim, Game
from access_chess.laws.results import points
from access_chess.laws.setup import ArbiterMode, Regulations, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.laws.winnability.gate import is_cramped, is_ordinary

W, B = chess.WHITE, chess.BLACK
E4, E5 = chess.Move.from_uci("e2e4"), chess.Move.from_uci("e7e5")
BOTH_MOVED = (commands.PlayMove(color=W, move=E4), commands.PlayMove(color=B, move=E5))


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def begun(setup: Setup) -> Game:
    return advance(replay(set_up(setup)), commands.StartClock(), at=seconds(0))[0]


def test_11_1_a_draw_is_half_a_point_unless_the_event_counts_otherwise() -> None:
    for scoring, half in ((Regulations(), 0.5), (Regulations(scoring=(3, 1, 0)), 1)):
        game, _ = advance(begun(Setup(regulations=scoring)), commands.OfferDraw(color=W), at=seconds(1))
        game, _ = advance(game, commands.AcceptDraw(color=B), at=seconds(2))
        assert points(game) == ByColor(half, half)


def test_11_1_who_loses_has_nothing_unless_the_event_counts_otherwise() -> None:
    for scoring, score in ((Regulations(), (0, 1)), (Regulations(scoring=(3, 1, -1)), (-1, 3))):
        game, _ = advance(begun(Setup(regulations=scoring)), commands.Resign(color=W), at=seconds(1))
        assert points(game) == ByColor(*score)


@pytest.mark.parametrize("claimant", chess.COLORS)
def test_f18_6_8_of_two_flags_that_fell_at_one_instant_the_claimants_counts(claimant: chess.Color) -> None:
    """Nobody can say that the opponent's was the first."""
    setup = Setup(edition=Edition.FIDE_2018, time=parse_time_control("300"), arbiter=ArbiterMode.HUMAN)
    game = replace(begun(setup), flags=ByColor(seconds(9), seconds(9)))
    game, _ = advance(game, commands.ClaimFlag(color=claimant), at=seconds(10))
    game, _ = advance(game, commands.Rule(verdict=commands.Verdict.ACCEPT), at=seconds(11))
    assert game.end is not None and game.end.ending is Ending.FLAG
    assert game.end.result.value == ("0-1" if claimant else "1-0")


@pytest.mark.parametrize(("sealed_at", "taken"), [(50, [seconds(-50)]), (100, []), (150, [])])
def test_i_1_b_who_seals_early_loses_the_rest_of_the_session(sealed_at: int, taken: list[timedelta]) -> None:
    setup = Setup(time=parse_time_control("7200"), regulations=Regulations(session_end=seconds(100)))
    move = chess.Move.from_uci("e2e4")
    game, _ = advance(begun(setup), commands.SealMove(color=W, text="e4", moves=(move,)), at=seconds(10))
    close = commands.StopClocks(reason=commands.StopReason.SEALED, color=W)
    _, events = advance(game, close, at=seconds(sealed_at))
    assert [event.time for event in events if isinstance(event, TimeAdded)] == taken


def test_9_2_a_repetition_is_proved_by_the_positions_there_were_and_the_one_that_is_claimed() -> None:
    game = begun(Setup(moves=("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1")))
    assert proof_of_repetition(game) == (3, 7)
    claim = Claim(color=B, kind=ClaimKind.THREEFOLD, move=chess.Move.from_uci("f6g8"))
    assert proof_of_repetition(replace(game, claim=claim)) == (0, 4, 8)


@pytest.mark.parametrize(
    ("edition", "offerer", "is_warned"),
    [
        (Edition.SOVIET, B, True),
        (Edition.SOVIET, W, False),
        (Edition.FIDE_2018, B, False),
    ],
)
def test_e6_only_the_soviet_code_warns_who_offers_to_a_thinking_player(
    edition: Edition, offerer: chess.Color, is_warned: bool
) -> None:
    _, events = advance(begun(Setup(edition=edition)), commands.OfferDraw(color=offerer), at=seconds(1))
    assert any(isinstance(event, WarningGiven) for event in events) is is_warned


@pytest.mark.parametrize(
    ("fen", "ordinary", "cramped"),
    [
        (chess.STARTING_FEN, True, False),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", False, True),
        ("4k3/8/4K3/4R3/8/8/8/8 b - - 0 1", False, True),
        ("8/8/3k4/8/8/3K4/5R2/8 w - - 0 1", True, False),
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", False, False),
    ],
)
def test_which_positions_are_worth_a_look_after_a_move(fen: str, ordinary: bool, cramped: bool) -> None:
    board = chess.Board(fen)
    assert (is_ordinary(board, W), is_cramped(board)) == (ordinary, cramped)


@pytest.mark.parametrize(
    ("pressed_for", "done", "offerer"),
    [
        (True, (), W),
        (True, (commands.PlayMove(color=W, move=E4),), W),
        (True, (commands.PlayMove(color=W, move=E4), commands.TouchPieces(color=B, squares=(chess.E7,))), B),
        (True, (*BOTH_MOVED, commands.TakeBack(color=B)), B),
        (True, (*BOTH_MOVED, commands.TakeBack(color=B), commands.PlayMove(color=B, move=E5)), B),
        (True, (*BOTH_MOVED, commands.TakeBack(color=W)), W),
        (False, (commands.PlayMove(color=W, move=E4),), W),
        (False, (commands.PlayMove(color=W, move=E4), commands.TouchPieces(color=B, squares=(chess.E7,))), W),
        (False, (commands.PlayMove(color=W, move=E4), commands.PressClock(color=W)), B),
    ],
)
def test_9_1_b_an_offer_is_the_mover_s_until_the_press_or_the_opponent_takes_up_a_piece(
    pressed_for: bool, done: tuple[commands.Command, ...], offerer: chess.Color
) -> None:
    event = Regulations(take_backs=True)
    game = begun(Setup(presses_for=both(pressed_for), time=parse_time_control("5400"), regulations=event))
    for command in done:
        game, _ = advance(game, command, at=seconds(1))
    assert whose_offer(game) is offerer


@pytest.mark.parametrize("kind", [commands.PenaltyKind.OWN_TIME, commands.PenaltyKind.OPPONENT_TIME])
def test_13_4_where_there_is_no_clock_no_time_is_taken_or_given(kind: commands.PenaltyKind) -> None:
    penalty = commands.ImposePenalty(color=W, kind=kind, time=seconds(60))
    _, events = advance(begun(Setup()), penalty, at=seconds(1))
    assert [type(event) for event in events] == [Refused]


@pytest.mark.parametrize(
    ("fen", "king", "rook", "castles"),
    [
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess.F1, chess.G1, True),  # nobody can tell it from putting both back
        ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", chess.E1, chess.H1, False),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", chess.G1, chess.H1, False),
    ],
)
def test_f_3_b_only_king_and_rook_that_change_places_castle_by_being_touched_and_said(
    fen: str, king: chess.Square, rook: chess.Square, castles: bool
) -> None:
    game = begun(Setup(fen=fen, is_chess960=True))
    game, _ = advance(game, commands.TouchPieces(color=W, squares=(king, rook)), at=seconds(1))
    said = commands.AnnounceMove(color=W, text="0-0", move=chess.Move(king, rook))
    game, _ = advance(game, said, at=seconds(2))
    assert (game.turn is B) is castles
