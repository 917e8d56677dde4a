"""Fallen flags and late players: who rules, who has to claim, and what comes of it (6.6, 6.8-6.11, A.4.d)."""

from datetime import timedelta

import chess
import pytest

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Arrive, ClaimFlag, Command, PlayMove, PressClock, Result, StartClock, TimePassed
from access_chess.laws.decide import advance, next_deadline, set_up
from access_chess.laws.editions import Edition
from access_chess.laws.events import ArbiterAsked, ClaimAccepted, ClaimMade, Ending, Event, FlagFell, Refusal, Refused
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Regulations, Setup, Supervision
from access_chess.laws.time_control import parse_time_control

W, B = chess.WHITE, chess.BLACK
KING_AGAINST_ROOK = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
KNIGHT_AGAINST_ROOK = "4k1n1/8/8/8/8/8/8/R3K3 w - - 0 1"
NEVER = timedelta(hours=9)


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def started(setup: Setup) -> Game:
    return advance(replay(set_up(setup)), StartClock(), at=timedelta())[0]


def after(game: Game, *commands: tuple[float, Command]) -> tuple[Game, list[Event]]:
    events: list[Event] = []
    for at, command in commands:
        game, events[:] = advance(game, command, at=seconds(at))
    return game, events


def ended(game: Game) -> tuple[Result, Ending] | None:
    return None if game.end is None else (game.end.result, game.end.ending)


@pytest.mark.parametrize(
    ("edition", "fen", "result", "ending"),
    [
        (Edition.FIDE_2009, chess.STARTING_FEN, Result.BLACK_WINS, Ending.FLAG),
        (Edition.FIDE_2009, KING_AGAINST_ROOK, Result.DRAW, Ending.FLAG_DRAW),
        (Edition.FIDE_2009, KNIGHT_AGAINST_ROOK, Result.BLACK_WINS, Ending.FLAG),
        (Edition.SOVIET, KING_AGAINST_ROOK, Result.DRAW, Ending.FLAG_DRAW),
        (Edition.SOVIET, KNIGHT_AGAINST_ROOK, Result.BLACK_WINS, Ending.FLAG),
        (Edition.SOVIET, chess.STARTING_FEN, Result.BLACK_WINS, Ending.FLAG),
    ],
)
def test_6_9_the_flag_falls(edition: Edition, fen: str, result: Result, ending: Ending) -> None:
    game = started(Setup(edition=edition, fen=fen, time=parse_time_control("7200")))
    assert next_deadline(game) == seconds(7200)
    game, events = after(game, (7200, TimePassed()))
    assert isinstance(events[0], FlagFell) and ended(game) == (result, ending)
    assert next_deadline(game) is None


@pytest.mark.parametrize("arbiter", [ArbiterMode.HUMAN, ArbiterMode.NONE])
def test_6_8_without_the_program_as_arbiter_a_flag_only_hangs(arbiter: ArbiterMode) -> None:
    game, events = after(started(Setup(time=parse_time_control("7200"), arbiter=arbiter)), (7201, TimePassed()))
    assert [type(event) for event in events] == [FlagFell]
    assert (game.end, game.flags.white, game.clock.running) == (None, seconds(7200), W)


def test_the_arbiter_is_asked_where_a_person_rules() -> None:
    game = started(Setup(time=parse_time_control("7200"), arbiter=ArbiterMode.HUMAN))
    game, (refused,) = after(game, (1, ClaimFlag(color=B)))
    assert isinstance(refused, Refused) and refused.reason is Refusal.NO_FLAG
    game, events = after(game, (7201, TimePassed()), (7202, ClaimFlag(color=B)))
    assert [type(event) for event in events][1:] == [ClaimMade, ArbiterAsked]
    assert (game.end, game.is_clock_on) == (None, False)


def lax(time: str) -> Game:
    """Rapid in 2009 without an arbiter for each game: flags have to be claimed."""
    return started(Setup(time=parse_time_control(time), supervision=Supervision.INADEQUATE))


def test_a_4_d_the_claim_wins() -> None:
    game, events = after(lax("900"), (901, TimePassed()))
    assert [type(event) for event in events] == [FlagFell] and game.end is None
    game, events = after(game, (902, ClaimFlag(color=B)))
    (accepted,) = [event for event in events if isinstance(event, ClaimAccepted)]
    assert (accepted.color, accepted.article) == (B, "A.4.d")
    assert ended(game) == (Result.BLACK_WINS, Ending.FLAG)


def test_a_4_d_both_flags_are_down() -> None:
    move = PlayMove(color=W, move=chess.Move.from_uci("e2e4"))
    game, _ = after(lax("900"), (901, TimePassed()), (902, move), (903, PressClock(color=W)), (1900, TimePassed()))
    assert game.flags == ByColor(seconds(900), seconds(1803))
    game, _ = after(game, (1901, ClaimFlag(color=W)))
    assert ended(game) == (Result.DRAW, Ending.BOTH_FLAGS)


@pytest.mark.parametrize(
    ("edition", "time", "result", "periods"),
    [
        (Edition.FIDE_2009, "2/7200, 3600", None, ByColor(1, 1)),
        (Edition.FIDE_2009, "7200", Result.DRAW, ByColor(0, 0)),
        (Edition.FIDE_2018, "2/7200, 3600", Result.BLACK_WINS, ByColor(0, 0)),
    ],
)
def test_6_11_both_flags_in_a_standard_game(
    edition: Edition, time: str, result: Result | None, periods: ByColor[int]
) -> None:
    """Nobody rules before the claim: an earlier period is followed by the next, the last is a draw (2018: a loss)."""
    game = started(Setup(edition=edition, time=parse_time_control(time), arbiter=ArbiterMode.NONE))
    move = PlayMove(color=W, move=chess.Move.from_uci("e2e4"))
    fallen = ((7201, TimePassed()), (7202, move), (7203, PressClock(color=W)), (14500, TimePassed()))
    game, _ = after(game, *fallen, (14501, ClaimFlag(color=W)))
    assert (None if game.end is None else game.end.result) == result
    assert game.clock.period == periods
    if result is None:
        assert game.flags == ByColor(None, None) and game.is_clock_on


@pytest.mark.parametrize(
    ("absent", "arrives", "result"),
    [
        (ByColor(False, True), None, Result.WHITE_WINS),
        (ByColor(True, False), None, Result.BLACK_WINS),
        (ByColor(True, True), None, Result.BOTH_LOSE),
        (ByColor(False, True), 1800.0, None),
        (ByColor(True, False), 1800.002, Result.BLACK_WINS),
    ],
)
def test_6_6_a_the_latest_arrival(absent: ByColor[bool], arrives: float | None, result: Result | None) -> None:
    regulations = Regulations(default_time=timedelta(minutes=30))
    game = started(Setup(time=parse_time_control("7200"), absent=absent, regulations=regulations))
    assert next_deadline(game) == seconds(1800.001)
    if arrives is not None:
        game, _ = after(game, (arrives, Arrive(color=absent.white)))
    game, _ = after(game, (1900, TimePassed()))
    assert ended(game) == (None if result is None else (result, Ending.DEFAULT_TIME))


def test_6_6_a_with_a_person_as_arbiter_nobody_loses_without_a_ruling() -> None:
    game = started(Setup(time=parse_time_control("7200"), absent=ByColor(False, True), arbiter=ArbiterMode.HUMAN))
    assert next_deadline(game) == seconds(7200)
    untimed = started(Setup(absent=ByColor(False, True), regulations=Regulations(default_time=NEVER)))
    assert next_deadline(untimed) == NEVER + timedelta(milliseconds=1)
