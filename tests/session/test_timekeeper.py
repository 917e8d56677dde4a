"""Who tells the time unasked."""

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import StartClock
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.session.session import Session, begin_game
from access_chess.session.timekeeper import Timekeeper
from access_chess.speech.answers.clock import SILENT, STANDARD
from access_chess.speech.utterance import Channel, Utterance

PATIENCE = 20.0  # seconds until a test gives up waiting for a thread
Said = SimpleQueue[Utterance]


@pytest.fixture
def keep(tmp_path: Path) -> Iterator[Callable[..., tuple[Timekeeper, Session, Said]]]:
    """A timekeeper at a clock with little time that is about to be started."""
    journal = Journal(tmp_path / "journal.sqlite")
    kept: list[tuple[Timekeeper, Session]] = []

    def keeps(
        control: str = "1.1", *, is_silent: Callable[[Channel], bool] = lambda channel: True
    ) -> tuple[Timekeeper, Session, Said]:
        said: Said = SimpleQueue()
        setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control(control))
        timekeeper = Timekeeper(load_voice_pack("en"), STANDARD, say=said.put, is_silent=is_silent)
        session = Session(begin_game(journal, setup), journal, outputs=(timekeeper,))
        session.start()
        timekeeper.join(session)
        kept.append((timekeeper, session))
        return timekeeper, session, said

    yield keeps
    for timekeeper, session in kept:
        timekeeper.close()
        session.close()
    journal.close()


def heard(said: Said) -> list[str]:
    texts = []
    while True:
        try:
            texts.append(said.get_nowait().text)
        except Empty:
            return texts


def has_fallen(session: Session) -> bool:
    return session.wait_for(lambda game: game.flags.white is not None, PATIENCE)


def test_the_time_is_told_as_it_runs_down(keep: Callable[..., tuple[Timekeeper, Session, Said]]) -> None:
    _, session, said = keep("2.1")
    session.submit(StartClock())
    first = said.get(timeout=PATIENCE)
    assert (first.text, first.channel) == ("two", Channel.WHITE)
    assert has_fallen(session)
    assert heard(said) == ["one"]


def test_nothing_is_said_into_something_else(keep: Callable[..., tuple[Timekeeper, Session, Said]]) -> None:
    _, session, said = keep(is_silent=lambda channel: False)
    session.submit(StartClock())
    assert has_fallen(session)
    assert heard(said) == []


def test_another_schedule_holds_at_once(keep: Callable[..., tuple[Timekeeper, Session, Said]]) -> None:
    timekeeper, session, said = keep()
    session.submit(StartClock())
    timekeeper.follow(SILENT)
    assert has_fallen(session)
    assert heard(said) == []
