"""An arbiter's order: done once, or asked about; never silently late."""

from datetime import UTC, datetime, timedelta
from typing import get_args

import chess
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from access_chess.hall.rules.orders import (
    ABOUT_WHAT_WAS_SEEN,
    NEWS,
    OVERDUE_AFTER,
    WHATEVER_HAPPENED,
    ArbiterCommand,
    Order,
    OrderState,
    aged,
    answered,
    insisted,
    is_stale,
    outcome_of,
    recalled,
    sent,
)
from access_chess.laws import commands
from access_chess.laws import events as happened
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands.base import ByArbiter
from access_chess.laws.events import Event

BEGUN = datetime(2026, 11, 22, 14, 3, tzinfo=UTC)
MOVE = happened.MoveMade(at=timedelta(), color=True, move=chess.Move.from_uci("e2e4"), legal=True)


def order(state: OrderState = OrderState.ISSUED) -> Order:
    command = commands.AddTime(color=chess.BLACK, time=timedelta(minutes=2))
    return Order(id="one", board=7, game=3, seen=57, by="Maria", command=command, issued=BEGUN, state=state)


def test_every_command_of_the_arbiter_is_stale_by_news_or_never() -> None:
    assert set(get_args(ArbiterCommand)) == ABOUT_WHAT_WAS_SEEN | WHATEVER_HAPPENED
    assert not ABOUT_WHAT_WAS_SEEN & WHATEVER_HAPPENED
    assert set(ByArbiter.__subclasses__()) <= set(get_args(ArbiterCommand))
    assert set(get_args(Event)) >= NEWS


@pytest.mark.parametrize("command", [commands.Rule(verdict=commands.Verdict.ACCEPT), commands.OpenEnvelope()])
def test_what_was_ruled_on_another_position_is_stale(command: ArbiterCommand) -> None:
    assert is_stale(command, [happened.DrawOffered(color=True, article="9.1.a"), MOVE])
    assert not is_stale(command, [happened.DrawOffered(color=True, article="9.1.a")])
    assert not is_stale(command, [])


def test_time_is_added_whatever_has_happened() -> None:
    assert not is_stale(order().command, [MOVE])


def test_an_order_goes_over_the_wire_as_it_is() -> None:
    for command in (
        order().command,
        commands.CompareBoards(scores=ByColor(("e4", "Nf3"), ("e4",))),
        commands.Arrive(color=chess.WHITE, author=commands.ARBITER),
    ):
        whole = msgspec.structs.replace(order(), command=command)
        assert msgspec.json.decode(msgspec.json.encode(whole), type=Order) == whole


def test_after_a_minute_it_is_asked_about_and_not_sent() -> None:
    late = aged(sent(order()), BEGUN + OVERDUE_AFTER)
    assert late.state is OrderState.OVERDUE and late.waits_for_arbiter
    assert sent(late) == late
    again = insisted(late, BEGUN + timedelta(minutes=5))
    assert again.is_open and aged(again, BEGUN + timedelta(minutes=5, seconds=59)).is_open


def test_what_was_done_before_the_recall_is_told_as_done() -> None:
    back = recalled(sent(order()))
    assert back.state is OrderState.RECALLED
    assert answered(back, OrderState.STALE) == back
    assert answered(back, OrderState.DONE, numbers=(58, 59)).state is OrderState.DONE
    late = answered(order(), OrderState.STALE)
    assert answered(late, OrderState.REFUSED) == late
    assert answered(late, OrderState.DONE, numbers=(58,)).state is OrderState.DONE
    assert recalled(answered(order(), OrderState.DONE)).state is OrderState.DONE


@given(st.lists(st.sampled_from(["sent", "done", "refused", "recall", "age", "insist"]), max_size=12))
def test_what_is_done_stays_done_whatever_comes_after(steps: list[str]) -> None:
    now, standing, done = BEGUN, order(), False
    for step in steps:
        match step:
            case "sent":
                standing = sent(standing)
            case "done":
                standing = answered(standing, OrderState.DONE)
            case "refused":
                standing = answered(standing, OrderState.REFUSED)
            case "recall":
                standing = recalled(standing)
            case "age":
                now += OVERDUE_AFTER
                standing = aged(standing, now)
            case _:
                standing = insisted(standing, now)
        assert not done or standing.state is OrderState.DONE
        done = standing.state is OrderState.DONE


def test_a_refusal_among_its_events_is_its_outcome() -> None:
    taken = happened.CommandTaken(id="one", author=commands.ARBITER)
    refused = happened.Refused(color=None, reason=happened.Refusal.NOT_IN_THIS_GAME, article="6.1")
    assert outcome_of([(58, taken), (59, refused)]) == (OrderState.REFUSED, (), refused.reason.value)
    assert outcome_of([(58, taken), (59, MOVE)]) == (OrderState.DONE, (58, 59), "")
