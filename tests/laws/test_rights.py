"""Who may give which command: a player cannot rule, an assistant does what was granted, a spectator does nothing."""

from datetime import timedelta
from typing import Any, get_args

import chess
import pytest
from msgspec.structs import replace

from access_chess.laws import commands
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    ARBITER,
    CLOCK,
    PROGRAM,
    SPECTATOR,
    Author,
    Command,
    StopReason,
    assistant_of,
    player,
)
from access_chess.laws.commands.base import ByArbiter
from access_chess.laws.decide import advance, set_up
from access_chess.laws.events import CommandTaken, MoveMade, Refusal, Refused
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.rights import why_not_given
from access_chess.laws.setup import Duty, Player, Setup

W, B = chess.WHITE, chess.BLACK
E4 = chess.Move.from_uci("e2e4")
NOW = timedelta(seconds=1)
ALL_DUTIES = Player(is_blind=True, assistant=tuple(Duty))


def started(setup: Setup) -> Game:
    return advance(replay(set_up(setup)), commands.StartClock(), at=timedelta())[0]


def refusal(setup: Setup, command: Command) -> Refusal | None:
    reason = why_not_given(setup, command, command.given_by)
    return None if reason is None else reason[0]


@pytest.mark.parametrize(
    ("command", "author", "reason"),
    [
        (commands.PlayMove(color=W, move=E4), player(W), None),
        (commands.PlayMove(color=W, move=E4), player(B), Refusal.ONLY_FOR_ONESELF),
        (commands.Resign(color=W), player(B), Refusal.ONLY_FOR_ONESELF),
        (commands.StopClocks(reason=StopReason.ARBITER, color=W), player(W), None),
        (commands.StopClocks(reason=StopReason.ARBITER, color=W), player(B), Refusal.ONLY_FOR_ONESELF),
        (commands.StopClocks(reason=StopReason.ARBITER), player(W), Refusal.ONLY_THE_ARBITER),
        (commands.Declare(result=commands.Result.WHITE_WINS), player(W), Refusal.ONLY_THE_ARBITER),
        (commands.AddTime(color=W, time=NOW), player(W), Refusal.ONLY_THE_ARBITER),
        (commands.FindDevice(color=B), player(W), Refusal.ONLY_THE_ARBITER),
        (commands.TimePassed(), player(W), Refusal.ONLY_THE_ARBITER),
        (commands.Tell(color=W, question=commands.Question.TIMES), player(W), Refusal.NO_ASSISTANT),
        (commands.Declare(result=commands.Result.WHITE_WINS), assistant_of(W), Refusal.NOT_A_DUTY),
        (commands.Resign(color=W), assistant_of(W), Refusal.NOT_A_DUTY),
        (commands.PressClock(color=W), assistant_of(W), None),
        (commands.PressClock(color=B), assistant_of(W), Refusal.NOT_A_DUTY),
        (commands.PressClock(color=B), assistant_of(B), Refusal.NO_ASSISTANT),
        (commands.PressClock(color=W), Author(role=commands.Role.ASSISTANT), Refusal.NOT_A_DUTY),
        (commands.AddTime(color=W, time=NOW), ARBITER, None),
        (commands.Resign(color=W), ARBITER, None),
        (commands.PlayMove(color=W, move=E4), ARBITER, Refusal.ONLY_THE_PLAYER),
        (commands.PressClock(color=W), ARBITER, Refusal.ONLY_THE_PLAYER),
        (commands.TimePassed(), CLOCK, None),
        (commands.Resume(), CLOCK, Refusal.ONLY_THE_ARBITER),
        (commands.Resume(), PROGRAM, None),
        (commands.PressClock(color=W), SPECTATOR, Refusal.NO_SPECTATORS),
        (commands.TimePassed(), SPECTATOR, Refusal.NO_SPECTATORS),
    ],
)
def test_who_may_give_what(command: Command, author: Author, reason: Refusal | None) -> None:
    setup = Setup(players=ByColor(ALL_DUTIES, Player()))
    assert refusal(setup, replace(command, author=author)) is reason


@pytest.mark.parametrize("kind", [kind for kind in get_args(Command) if issubclass(kind, ByArbiter)])
def test_no_player_does_what_is_the_arbiters(kind: Any) -> None:
    values = {"verdict": commands.Verdict.ACCEPT, "color": W, "number": 1, "moves": 1, "time": NOW, "upheld": True}
    values |= {"kind": commands.PenaltyKind.LOSS, "result": commands.Result.DRAW, "scores": ByColor(("e4",), ("e4",))}
    values |= {"text": "1. e4"}
    values |= {"noted": ByColor(NOW, NOW)}
    fields = {name: value for name, value in values.items() if name in kind.__struct_fields__}
    for author in (player(W), player(B), assistant_of(W), CLOCK, SPECTATOR):
        assert refusal(Setup(players=ByColor(ALL_DUTIES, ALL_DUTIES)), kind(author=author, **fields)) is not None
    assert refusal(Setup(), kind(**fields)) is None, "by itself such a command comes from the arbiter"


def test_e_2_9_only_the_duties_that_were_granted() -> None:
    granted = Setup(players=ByColor(Player(is_blind=True, assistant=(Duty.TELL,)), Player()))
    press = commands.PressClock(color=W, author=assistant_of(W))
    assert refusal(granted, press) is Refusal.NOT_A_DUTY
    assert refusal(granted, commands.Tell(color=W, question=commands.Question.TIMES)) is None


def test_a_breach_is_refused_aloud_to_its_author_and_changes_nothing() -> None:
    game = started(Setup())
    ruled = commands.Declare(result=commands.Result.WHITE_WINS, author=player(B))
    after, events = advance(game, ruled, at=NOW)
    assert after is game
    assert events == (Refused(color=B, reason=Refusal.ONLY_THE_ARBITER, article="13.1"),)


def test_a_repeated_command_makes_one_move() -> None:
    """A second copy changes nothing, not even after it has become that player's turn again, or after a restart."""
    game = started(Setup())
    move = commands.PlayMove(color=W, move=E4, id="station 3, 17")
    after, events = advance(game, move, at=NOW)
    assert [type(event) for event in events] == [CommandTaken, MoveMade]
    assert advance(after, move, at=NOW) == (after, ())
    assert replay([*set_up(Setup()), *events]).taken == {"station 3, 17"}


def test_a_refused_command_is_not_carried_out_by_its_late_copy() -> None:
    game = started(Setup())
    early = commands.PlayMove(color=B, move=chess.Move.from_uci("e7e5"), id="too early")
    game, events = advance(game, early, at=NOW)
    assert isinstance(events[-1], Refused)
    for command in (commands.PlayMove(color=W, move=E4), commands.PressClock(color=W)):
        game, _ = advance(game, command, at=NOW)
    assert advance(game, early, at=NOW) == (game, ())


def test_commands_without_an_id_are_told_apart_by_nobody() -> None:
    game = started(Setup())
    assert game.taken == frozenset()
    brushed = commands.BrushPiece(color=W, square=chess.E2)
    once, _ = advance(game, brushed, at=NOW)
    twice, _ = advance(once, brushed, at=NOW)
    assert (len(once.brushed), len(twice.brushed)) == (1, 2)


@pytest.mark.parametrize(
    ("blind_has_one", "command", "reason"),
    [
        (False, commands.PlayMove(color=B, move=E4), None),
        (False, commands.PressClock(color=B), Refusal.NOT_A_DUTY),
        (True, commands.PlayMove(color=B, move=E4), Refusal.NOT_A_DUTY),
    ],
)
def test_e_2_11_a_sighted_players_assistant_moves_and_announces_where_the_blind_one_has_none(
    blind_has_one: bool, command: Command, reason: Refusal | None
) -> None:
    blind = ALL_DUTIES if blind_has_one else Player(is_blind=True)
    setup = Setup(players=ByColor(blind, Player(assistant=tuple(Duty))))
    why = why_not_given(setup, command, assistant_of(B))
    assert (None if why is None else why[0]) is reason
