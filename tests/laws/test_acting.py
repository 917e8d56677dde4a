"""Whether a player may act on the board now: the same answer for the Laws, for boards and for engines."""

from datetime import timedelta

import chess
import pytest

from access_chess.board.pegs.players_board import PlayersBoard
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    Adjourn,
    Arrive,
    ClaimQuickplay,
    Command,
    PlayMove,
    QuickplayGround,
    Resign,
    Resume,
    SealMove,
    StartClock,
    StopClocks,
    StopReason,
    TouchPieces,
)
from access_chess.laws.decide import advance, set_up
from access_chess.laws.decision import may_act, why_not_act
from access_chess.laws.events import Refusal, Refused
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control

W, B = chess.WHITE, chess.BLACK
NOW = timedelta(seconds=1)
E4 = chess.Move.from_uci("e2e4")
SEALED = (Adjourn(), SealMove(color=W, text="e4", moves=(E4,)), StopClocks(reason=StopReason.SEALED, color=W))


def game_after(*asked: Command, setup: Setup | None = None) -> Game:
    game = replay(set_up(setup or Setup(time=parse_time_control("60"))))
    for command in asked:
        game, events = advance(game, command, at=NOW)
        assert not any(isinstance(event, Refused) for event in events)
    return game


@pytest.mark.parametrize(
    ("asked", "color", "reason"),
    [
        pytest.param((), W, Refusal.NOT_STARTED, id="before the start"),
        pytest.param((StartClock(),), W, None, id="having the move"),
        pytest.param((StartClock(),), B, Refusal.NOT_YOUR_MOVE, id="1.1 the other"),
        pytest.param((StartClock(), PlayMove(color=W, move=E4)), B, None, id="1.1 before the press already"),
        pytest.param(
            (StartClock(), StopClocks(reason=StopReason.ARBITER)),
            W,
            Refusal.CLOCKS_STOPPED,
            id="6.12 the arbiter stopped",
        ),
        pytest.param(
            (StartClock(), StopClocks(reason=StopReason.PROMOTION_PIECE, color=W)),
            W,
            None,
            id="6.12.b a piece is fetched",
        ),
        pytest.param(
            (StartClock(), ClaimQuickplay(color=W, ground=QuickplayGround.MEANS)), W, Refusal.CLOCKS_STOPPED, id="10.2"
        ),
        pytest.param((StartClock(), *SEALED, Arrive(color=W)), W, Refusal.ADJOURNED, id="adjourned"),
        pytest.param(
            (StartClock(), *SEALED, Arrive(color=W), Resume()),
            W,
            Refusal.ENVELOPE_WAITS,
            id="1.a the envelope is closed",
        ),
        pytest.param(
            (StartClock(), *SEALED, Resume()), W, Refusal.ENVELOPE_WAITS, id="1.a it waits for who has not come, too"
        ),
        pytest.param((StartClock(), Resign(color=W)), W, Refusal.GAME_OVER, id="5.1.b over"),
    ],
)
def test_who_may_act(asked: tuple[Command, ...], color: chess.Color, reason: Refusal | None) -> None:
    game = game_after(*asked)
    found = why_not_act(game, color)
    assert (None if found is None else found[0]) is reason
    assert may_act(game, color) is (reason is None)
    after, events = advance(game, TouchPieces(color=color, squares=(chess.E2 if color else chess.E7,)), at=NOW)
    assert (after is game) is (reason is not None), "the Laws answer a touch as they said"
    assert [event.reason for event in events if isinstance(event, Refused)] == ([] if reason is None else [reason])
    if color is game.turn:
        board = PlayersBoard(color=color, is_connected=True, stands=game.board)
        assert board.may_touch(game) is (reason is None), "and so does a board"


def test_6_6_who_has_not_come_may_not_act() -> None:
    setup = Setup(time=parse_time_control("60"), absent=ByColor(True, False))
    assert why_not_act(replay(set_up(setup)), W) is not None
    waiting, _ = advance(replay(set_up(setup)), StartClock(), at=timedelta())
    found = why_not_act(waiting, W)
    assert found is not None
    assert found[0] is Refusal.ABSENT
