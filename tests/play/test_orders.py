"""The word of an arbiter at a hall: decided in its turn unless something speaks against it, and then answered."""

import queue
from datetime import timedelta
from typing import Any

import chess
import pytest

from access_chess.conversation.rights import ArbiterRights
from access_chess.laws.commands import ARBITER, CountGap, Resume, StopClocks, StopReason
from access_chess.laws.events import ClocksStopped, TimeAdded
from access_chess.play.messages import OrderCame, Woken
from access_chess.play.table_games import TableFromOutside
from access_chess.profile import Profile
from access_chess.session.ports import JournalError
from tests.play.at_table import AtTable, at_table

STOP = StopClocks(reason=StopReason.ARBITER, author=ARBITER, id="order")


def at_hall() -> AtTable:
    return at_table("5:00", profile=Profile.TOURNAMENT, rights=ArbiterRights(is_his_own=False))


def order(at: AtTable, command: Any, *, stale: bool = False) -> list[Any]:
    """What is recorded of an order; "settled" is when it is answered."""

    def unless() -> bool:
        at.record.append("looked")
        return stale

    def then() -> None:
        at.record.append("settled")

    return at.turn(OrderCame(command=command, unless=unless, then=then, at=at.now))


def test_it_is_answered_when_it_is_kept_and_told() -> None:
    at = at_hall()
    kinds = [each if isinstance(each, str) else each[0] for each in order(at, STOP)]
    assert list(dict.fromkeys(kinds)) == ["looked", "kept", "told", "said", "settled"]
    assert kinds[-1] == "settled"
    assert isinstance(at.journal.entries(1)[-1].event, ClocksStopped)
    assert at.table.game.taken == {"order"}


def test_what_is_stale_is_answered_and_not_decided() -> None:
    at = at_hall()
    assert order(at, STOP, stale=True) == ["looked", "settled"]
    assert at.table.game.is_clock_on


def test_one_that_has_been_taken_changes_nothing_and_is_answered() -> None:
    at = at_hall()
    order(at, STOP)
    order(at, Resume(author=ARBITER, id="another"))
    assert order(at, STOP)[-1] == "settled"
    assert at.table.game.is_clock_on


def test_it_waits_its_turn_while_the_disk_has_failed() -> None:
    at = at_hall()
    fails, appended = [True], at.journal.append

    def append(*rest: Any, **named: Any) -> None:
        if fails[0]:
            raise JournalError("journal_disk_full", path="journal.sqlite")
        appended(*rest, **named)

    at.journal.append = append  # type: ignore[method-assign]
    at.type("e4")
    assert "settled" not in order(at, STOP)
    assert "looked" not in at.record
    fails[0] = False
    at.now += timedelta(seconds=2)
    at.turn(Woken(at=at.now))
    assert [each for each in at.record if isinstance(each, str)] == ["looked", "settled"]
    assert not at.table.game.is_clock_on and len(at.table.game.plies) == 1


@pytest.mark.parametrize("is_stale", [True, False])
def test_time_that_an_arbiter_elsewhere_has_counted_is_not_counted_once_more_here(is_stale: bool) -> None:
    at = at_table("5:00", profile=Profile.TOURNAMENT)
    at.now += timedelta(minutes=1)
    at.turn(Woken(at=at.now))
    count = CountGap(color=chess.WHITE, time=timedelta(minutes=1), author=ARBITER, id="count")
    order(at, count, stale=is_stale)
    at.type("arbiter count")
    assert sum(isinstance(entry.event, TimeAdded) for entry in at.journal.entries(1)) == 1


def test_a_hall_is_told_the_time_that_nobody_has_counted_until_it_is_counted() -> None:
    at = at_table("5:00", profile=Profile.TOURNAMENT)
    reported = TableFromOutside(at.table, queue.SimpleQueue(), lambda: at.now)
    assert reported.take_gap() is None
    at.now += timedelta(minutes=1)
    at.turn(Woken(at=at.now))
    gap = reported.take_gap()
    assert gap is not None and gap.color is chess.WHITE and gap.time is not None
    order(at, CountGap(color=gap.color, time=gap.time, author=ARBITER, id="count"))
    assert reported.take_gap() is None
