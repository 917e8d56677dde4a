"""What a claim stops, who is named for it, and that a ruling starts no clock that runs (6.12, 9.1, 9.5, 10.2)."""

from datetime import timedelta
from typing import get_args

import chess
import msgspec
import pytest

from access_chess.laws.commands import (
    AcceptDraw,
    ClaimDraw,
    ClaimFlag,
    ClaimQuickplay,
    Command,
    DrawGround,
    OfferDraw,
    QuickplayGround,
    Resume,
    Rule,
    StartClock,
    StopClocks,
    StopReason,
    TimePassed,
    Verdict,
)
from access_chess.laws.decide import advance, set_up
from access_chess.laws.events import (
    ClaimMade,
    ClaimRejected,
    ClocksStopped,
    ClockStarted,
    DrawDeclined,
    Event,
    MoveMade,
    MoveSealed,
    PiecesTouched,
)
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Regulations, Setup
from access_chess.laws.time_control import parse_time_control

W, B = chess.WHITE, chess.BLACK


def after(setup: Setup, *steps: tuple[int, Command]) -> tuple[Game, tuple[Event, ...]]:
    """The game after these commands, seconds from the start each, and what followed from the last one."""
    game, events = replay(set_up(setup)), set_up(setup)
    for at, command in ((0, StartClock()), *steps):
        game, events = advance(game, command, at=timedelta(seconds=at))
    return game, events


@pytest.mark.parametrize(
    ("setup", "steps", "color"),
    [
        pytest.param(
            Setup(time=parse_time_control("600"), arbiter=ArbiterMode.HUMAN),
            [(1, ClaimDraw(color=W, ground=DrawGround.FIFTY))],
            None,
            id="9.3 the claim itself is told",
        ),
        pytest.param(
            Setup(time=parse_time_control("60")),
            [(1, ClaimQuickplay(color=W, ground=QuickplayGround.MEANS))],
            W,
            id="10.2",
        ),
        pytest.param(
            Setup(time=parse_time_control("60"), arbiter=ArbiterMode.HUMAN),
            [(61, TimePassed()), (62, ClaimFlag(color=B))],
            B,
            id="6.8",
        ),
    ],
)
def test_a_claim_stops_both_clocks(setup: Setup, steps: list[tuple[int, Command]], color: chess.Color | None) -> None:
    game, events = after(setup, *steps)
    stopped = [event for event in events if isinstance(event, ClocksStopped)]
    assert [(event.reason, event.color) for event in stopped] == [(StopReason.CLAIM, color)]
    assert game.stopped is StopReason.CLAIM
    assert game.clock.running is None
    assert game.clock.last is W


def test_a_ruling_starts_no_clock_that_runs() -> None:
    """A draw by agreement that the event refuses: the clock of the player having the move has run on."""
    setup = Setup(time=parse_time_control("600"), regulations=Regulations(draws_need_consent=True))
    game, events = after(setup, (1, OfferDraw(color=W)), (2, AcceptDraw(color=B)), (5, Rule(verdict=Verdict.REJECT)))
    assert [type(event) for event in events] == [ClaimRejected, DrawDeclined]
    assert game.clock.running is W
    assert game.remaining(W, timedelta(seconds=5)) == timedelta(seconds=595)


def test_6_12_c_a_stopped_clock_runs_on_where_it_stopped_and_only_once() -> None:
    setup = Setup(time=parse_time_control("600"))
    stop = StopClocks(reason=StopReason.ARBITER)
    game, events = after(setup, (1, stop), (9, Resume()))
    assert [type(event) for event in events].count(ClockStarted) == 1
    again, events = advance(game, Resume(), at=timedelta(seconds=10))
    assert (again, events) == (game, ())


#: What an event says when it says nothing: journals of an earlier format were written without it.
DEFAULTS: dict[type, dict[str, object]] = {
    MoveMade: {
        "legal": True, "two_hands": False, "written": True, "announced": True, "castling_intended": False,
    },
    PiecesTouched: {"in_order": True},
    ClocksStopped: {"color": None},
    ClaimMade: {"move": None, "square": None, "ground": None},
    ClaimRejected: {"must_play": None},
    MoveSealed: {"played": False},
}  # fmt: skip


@pytest.mark.parametrize("kind", DEFAULTS)
def test_the_defaults_of_events_stay(kind: type) -> None:
    assert kind in get_args(Event)
    found = {field.name: field.default for field in msgspec.structs.fields(kind) if not field.required}
    assert found.items() >= DEFAULTS[kind].items()
