"""Of the player at the other machine one hears when he cannot be reached, and when he is back; not of every cut."""

import contextlib
import queue
from collections.abc import Callable, Iterator
from datetime import timedelta

import chess
import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.hall.rules.remote import Wish
from access_chess.laws.commands import PROGRAM, StartClock, StopClocks, StopReason
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.remote.other_end import OtherEnd, Pausing
from access_chess.session.session import Session, begin_game
from tests.support.remote_host import told_in_english

PATIENCE = 20.0
GONE = "The connection to Boris has been lost for thirty seconds."


@pytest.fixture
def session() -> Iterator[Session]:
    with begun(Setup()) as session:
        yield session


@contextlib.contextmanager
def begun(setup: Setup) -> Iterator[Session]:
    """A game in which a clock runs."""
    with contextlib.closing(Journal(None)) as journal:
        session = Session(begin_game(journal, setup), journal)
        session.start()
        session.submit(StartClock(author=PROGRAM))
        session.wait_until_decided(PATIENCE)
        yield session
        session.close()


def _other_end(
    session: Session,
    *,
    after: timedelta = timedelta(),
    starts_again: bool = False,
    send: Callable[[Wish], None] = lambda wish: None,
    decides: bool = True,
) -> "tuple[OtherEnd, queue.Queue[str]]":
    said: queue.Queue[str] = queue.Queue()
    other = OtherEnd(
        "", chess.BLACK, told_in_english(said.put), send, Pausing(decides=decides),
        starts_again=starts_again, away=after,
    )  # fmt: skip
    other.join(session)
    other.come("Boris")
    return other, said


def test_who_is_away_for_long_is_told_of_once_and_when_they_are_back(session: Session) -> None:
    other, said = _other_end(session, after=timedelta())
    other.go()
    assert said.get(timeout=PATIENCE).startswith(GONE)
    other.come("Boris")
    assert said.get(timeout=PATIENCE) == "Boris is back."
    other.close()
    assert said.empty()


@pytest.mark.parametrize("arbiter", [ArbiterMode.NONE, ArbiterMode.HUMAN])
def test_only_where_there_is_an_arbiter_they_are_spoken_of(arbiter: ArbiterMode) -> None:
    with begun(Setup(arbiter=arbiter)) as session:
        other, said = _other_end(session, after=timedelta())
        session.subscribe(other)
        other.go()
        assert ("arbiter" in said.get(timeout=PATIENCE)) is (arbiter is ArbiterMode.HUMAN)
        other.close()


def test_a_short_cut_is_no_news_but_a_move_that_waits_is(session: Session) -> None:
    other, said = _other_end(session, after=timedelta(hours=1))
    other.go()
    other.come("Boris")
    other.go()
    other.miss()
    other.miss()
    other.come("Boris")
    other.miss()  # it goes out at once
    other.close()
    assert [said.get_nowait() for _ in range(said.qsize())] == [
        "Connection lost. Your clock goes on. Trying again.", "Boris is back.",
    ]  # fmt: skip


def test_what_is_wanted_of_who_is_away_is_told_them_later(session: Session) -> None:
    other, said = _other_end(session, after=timedelta(hours=1))
    other.go()
    other.requests[RequestName.PAUSE](Request(name=RequestName.PAUSE))
    assert said.get(timeout=PATIENCE).startswith("Your opponent hears it when the connection is back.")
    other.close()


def test_a_game_that_stood_for_want_of_power_goes_on_when_both_are_there(session: Session) -> None:
    session.submit(StopClocks(reason=StopReason.POWER, author=PROGRAM))
    session.wait_until_decided(PATIENCE)
    other, _ = _other_end(session, after=timedelta(), starts_again=True)
    assert session.wait_for(lambda game: game.is_clock_on, PATIENCE)
    other.close()


def test_a_pause_that_only_one_wants_is_forgotten_when_the_clocks_stand(session: Session) -> None:
    other, said = _other_end(session, after=timedelta())
    session.subscribe(other)
    other.hear(Wish(pause=True))
    assert said.get(timeout=PATIENCE) == "Boris wants to pause. Say pause, and both clocks stop."
    _stop(session)
    other.hear(Wish(pause=False))
    assert said.get(timeout=PATIENCE) == "Boris wants to go on. Say resume, and the game goes on."
    other.close()


def test_that_the_clocks_are_stopped_may_be_heard_before_that_it_was_wanted(session: Session) -> None:
    other, said = _other_end(session, decides=False)
    session.subscribe(other)
    other.requests[RequestName.PAUSE](Request(name=RequestName.PAUSE))
    assert said.get(timeout=PATIENCE) == "Told. It is done when your opponent says it as well."
    _stop(session)
    other.hear(Wish(pause=True))
    other.hear(Wish(pause=False))
    assert said.get(timeout=PATIENCE) == "Boris wants to go on. Say resume, and the game goes on."
    other.close()


def test_that_the_clocks_are_stopped_may_be_heard_while_it_is_asked_for(session: Session) -> None:
    other, said = _other_end(session, decides=False, send=lambda wish: _stop(session))
    session.subscribe(other)
    other.hear(Wish(pause=True))
    assert said.get(timeout=PATIENCE).startswith("Boris wants to pause.")
    other.requests[RequestName.PAUSE](Request(name=RequestName.PAUSE))
    other.close()
    assert said.empty()


def _stop(session: Session) -> None:
    session.submit(StopClocks(reason=StopReason.ARBITER, author=PROGRAM))
    session.settle(PATIENCE)
