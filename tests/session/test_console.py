"""A console: what it answers comes after what it presupposes, though each has a thread of its own.

What is answered is in `tests/play/test_place.py`.
"""

import io
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.journal import Journal
from access_chess.laws.by_color import both
from access_chess.laws.commands import StartClock
from access_chess.laws.setup import Regulations, Setup
from access_chess.profile import Profile
from access_chess.session.announcer import Announcer
from access_chess.session.console import Console
from access_chess.session.seat_setup import SeatSetup
from access_chess.session.session import Session, begin_game
from access_chess.speech.telling.narration import NarrationSettings

PATIENCE = 20.0  # seconds until a test gives up waiting for a thread


@dataclass
class Room:
    """A desk with all that it needs, and what was written there since last asked."""

    desk: Console
    session: Session
    screen: io.StringIO
    announcer: Announcer

    def enter(self, line: str) -> list[str]:
        """What is written because of a line, in order."""
        self.screen.seek(0)
        self.screen.truncate()
        self.desk.enter(line)
        assert self.session.settle(PATIENCE)
        return self.screen.getvalue().splitlines()


@pytest.fixture
def here() -> Iterator[Room]:
    language, journal, screen = load_language("en"), Journal(None), io.StringIO()
    speaker = Speaker(voice=None, outputs=())
    announcer = Announcer(speaker, NarrationSettings(pack=language.pack, volunteers=True), screen=screen)
    setup = Setup(regulations=Regulations(take_backs=True), presses_for=both(True))
    session = Session(begin_game(journal, setup), journal, outputs=(announcer,))

    console = Console(session, announcer, language, SeatSetup(profile=Profile.PRACTICE, color=None))
    session.start()
    session.submit(StartClock())
    assert session.settle(PATIENCE)
    yield Room(console, session, screen, announcer)
    session.close()
    speaker.close()
    journal.close()


def self_evident(is_true: bool) -> None:
    assert is_true


def test_an_answer_comes_after_what_it_presupposes(here: Room) -> None:
    """The voice tells of moves in a thread of its own; the answer to a line waits for it."""
    told = here.session.once_told
    for move, name in (("e4", "pawn Eva two Eva four"), ("e5", "pawn Eva seven Eva five")):
        here.screen.seek(0)
        here.screen.truncate()
        held = threading.Event()
        told(here.announcer, lambda held=held: self_evident(held.wait(PATIENCE)))  # type: ignore[misc]
        here.desk.enter(move)
        here.session.wait_until_decided(PATIENCE)
        here.desk.enter("last")
        held.set()
        assert here.session.settle(PATIENCE)
        first, second = here.screen.getvalue().splitlines()
        assert (first, second.endswith(f"{name}.")) == (name, True)
