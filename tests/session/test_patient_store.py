"""A disk that fails while a game is played: the clocks run on, and nothing is heard that nobody agreed to."""

import queue
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import chess
import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import Command, PlayMove, PressClock, Result, StartClock
from access_chess.laws.events import Event, MoveMade
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.session import patient_store as module
from access_chess.session.patient_store import PatientStore
from access_chess.session.ports import JournalError, Recorded
from access_chess.session.session import Session, begin_game

PATIENCE = 20.0
MOVES = ("e2e4", "e7e5", "g1f3")


class FailingJournal(Journal):
    """A journal whose disk is full, or hangs, as the test wants it."""

    failure: JournalError | None = None
    released: threading.Event | None = None

    def append(self, *arguments: Any, **keys: Any) -> None:
        if self.released is not None:
            assert self.released.wait(PATIENCE)
        if self.failure is not None:
            raise self.failure
        super().append(*arguments, **keys)

    def beat(self, *arguments: Any, **keys: Any) -> None:
        if self.failure is not None:
            raise self.failure
        super().beat(*arguments, **keys)


class Table:
    """A session whose journal fails, and what is told of it."""

    def __init__(self, journal: FailingJournal, time: str = "300+3") -> None:
        self.journal = journal
        self.told: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.heard: list[Event] = []
        self.troubles: list[Exception] = []
        self.store = PatientStore(
            journal,
            ask=lambda error: self.told.put(error.phrase),
            on_kept=lambda: self.told.put("kept"),
            on_hanging=lambda: self.told.put("hangs"),
        )
        record = begin_game(journal, Setup(time=parse_time_control(time)))
        self.session = Session(record, self.store, outputs=(self,), on_trouble=self.troubles.append)
        self.store.is_due = self.session.is_due_after
        self.session.start()
        self.session.submit(StartClock())
        assert self.session.settle(PATIENCE)

    def on_event(self, recorded: Recorded) -> None:
        self.heard.append(recorded.event)

    def play(self, ply: int) -> None:
        color = ply % 2 == 0
        commands: tuple[Command, ...] = (PlayMove(color=color, move=chess.Move.from_uci(MOVES[ply])),)
        self.session.submit(*commands, PressClock(color=color))

    @property
    def moves(self) -> list[str]:
        return [event.move.uci() for event in self.heard if isinstance(event, MoveMade)]

    @property
    def kept(self) -> list[str]:
        entries = self.journal.entries(self.session.number)
        return [entry.event.move.uci() for entry in entries if isinstance(entry.event, MoveMade)]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(module, "RETRY", 0.02)
    journal = FailingJournal(tmp_path / "journal.sqlite")
    table = Table(journal)
    yield table
    table.journal.failure = None
    table.store.end()
    table.session.close()
    journal.close()


FAILURES = ["journal_disk_full", "journal_denied", "journal_unusable", "journal_held"]


@pytest.mark.parametrize("phrase", FAILURES)
def test_play_goes_on_unrecorded_where_somebody_says_so(table: Table, phrase: str) -> None:
    table.play(0)
    assert table.session.settle(PATIENCE)
    table.journal.failure = JournalError(phrase, path="p", error="e")
    table.play(1)
    assert table.told.get(timeout=PATIENCE) == phrase
    assert table.store.is_asking
    assert table.moves == table.kept == ["e2e4"]
    table.store.answer(goes_on=True)
    table.play(2)
    assert table.session.settle(PATIENCE)
    assert (table.moves, table.kept) == (list(MOVES), ["e2e4"])
    assert table.told.empty()
    assert not table.store.keep_all()


def test_what_was_not_kept_is_kept_as_soon_as_there_is_room(table: Table) -> None:
    table.journal.failure = JournalError("journal_disk_full", path="p")
    table.play(0)
    assert table.told.get(timeout=PATIENCE) == "journal_disk_full"
    table.store.answer(goes_on=True)
    assert table.session.settle(PATIENCE)
    table.journal.failure = None
    table.play(1)
    assert table.told.get(timeout=PATIENCE) == "kept"
    assert table.session.settle(PATIENCE)
    assert table.moves == table.kept == list(MOVES[:2])
    assert table.store.keep_all()


def test_room_that_is_made_answers_the_question(table: Table) -> None:
    table.journal.failure = JournalError("journal_disk_full", path="p")
    table.play(0)
    assert table.told.get(timeout=PATIENCE) == "journal_disk_full"
    table.journal.failure = None
    assert table.told.get(timeout=PATIENCE) == "kept"
    assert table.session.settle(PATIENCE)
    assert table.moves == table.kept == ["e2e4"]
    assert not table.store.is_asking


def test_who_says_no_ends_the_game_with_all_that_was_heard_on_disk(table: Table) -> None:
    table.journal.failure = JournalError("journal_disk_full", path="p")
    table.play(0)
    table.told.get(timeout=PATIENCE)
    table.store.answer(goes_on=False)
    assert table.session.settle(PATIENCE)
    assert [type(trouble) for trouble in table.troubles] == [JournalError]
    assert table.moves == table.kept == []


def test_the_clocks_run_by_the_instants_of_the_presses_and_not_of_the_answer(table: Table) -> None:
    table.journal.failure = JournalError("journal_disk_full", path="p")
    pressed = table.session.now()
    table.play(0)
    table.told.get(timeout=PATIENCE)
    answered = table.session.now() + timedelta(seconds=0.3)
    threading.Event().wait(0.3)
    table.store.answer(goes_on=True)
    assert table.session.wait_for(lambda game: game.clock.running is chess.BLACK, PATIENCE)
    assert table.session.game.clock.since < answered
    assert table.session.game.remaining(chess.BLACK, answered) < timedelta(seconds=303) - (answered - pressed) / 2


def test_a_sign_of_life_that_cannot_be_kept_holds_nothing_up(table: Table) -> None:
    table.journal.failure = JournalError("journal_disk_full", path="p")
    table.session.keep_time(PATIENCE)
    assert table.session.is_alive
    assert table.told.get(timeout=PATIENCE) == "journal_disk_full"


def test_only_what_has_been_written_tells_that_the_disk_is_well(table: Table) -> None:
    """Where signs of life fail, one after the other, that is asked about once, and nothing is said to be kept again."""
    table.journal.failure = JournalError("journal_disk_full", path="p")
    for _ in range(3):
        table.session.keep_time(PATIENCE)
    assert table.told.get(timeout=PATIENCE) == "journal_disk_full"
    assert table.told.empty()
    table.journal.failure = None
    table.session.keep_time(PATIENCE)
    assert table.told.get(timeout=PATIENCE) == "kept"


def test_a_journal_that_is_wrong_and_not_its_disk_ends_the_game(table: Table) -> None:
    table.journal.failure = JournalError("journal_shared", path="p")
    table.play(0)
    assert table.session.settle(PATIENCE)
    assert [str(trouble.phrase) for trouble in table.troubles if isinstance(trouble, JournalError)] == [
        "journal_shared"
    ]
    assert table.told.empty()


def test_a_disk_that_hangs_is_told_of(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HANGS", 0.05)
    table.journal.released = threading.Event()
    table.play(0)
    assert table.told.get(timeout=PATIENCE) == "hangs"
    table.journal.released.set()
    assert table.session.settle(PATIENCE)
    assert table.moves == table.kept == ["e2e4"]


def test_a_flag_falls_while_somebody_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETRY", 0.05)
    journal = FailingJournal(tmp_path / "journal.sqlite")
    table = Table(journal, time="1+0")
    table.journal.failure = JournalError("journal_disk_full", path="p")
    table.play(0)
    assert table.session.wait_for(lambda game: game.is_over, PATIENCE)
    assert table.moves == ["e2e4"]
    assert table.session.game.end is not None
    assert table.session.game.end.result is Result.WHITE_WINS
    assert table.store.is_asking
    assert table.kept == []
    table.journal.failure = None
    assert table.store.keep_all()
    assert table.kept == ["e2e4"]
    table.store.end()
    table.session.close()
    journal.close()
