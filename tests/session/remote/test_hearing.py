"""A player who is elsewhere thinks from the moment when he has heard the move, and not while it is being said."""

import threading
from collections.abc import Iterator
from datetime import timedelta

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import PlayMove, PressClock, StartClock
from access_chess.laws.setup import Setup
from access_chess.session.announcer import Announcer
from access_chess.session.remote.copied_game import CopiedGame
from access_chess.session.remote.other_end import Hearing
from access_chess.session.session import Session, begin_game, resume_game
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import Channel, Utterance

PATIENCE = 20.0


class Talker:
    """Says everything as long as it is not told to be done."""

    def __init__(self) -> None:
        self.begun, self.is_done = threading.Event(), threading.Event()
        self.asked = threading.Event()

    def say(self, utterance: Utterance) -> None:
        self.begun.set()

    def is_silent(self, channel: Channel) -> bool:
        assert channel is Channel.BLACK
        self.asked.set()
        return self.begun.is_set() and self.is_done.is_set()

    def repeat(self, channel: Channel, *, slower: bool = False) -> None:
        """Nothing is repeated here."""

    def silence(self, channel: Channel) -> tuple[Utterance, ...]:
        return ()

    def set_sound(self, is_on: bool) -> None:
        """It is always on."""


@pytest.fixture
def journal() -> Iterator[Journal]:
    journal = Journal(None)
    yield journal
    journal.close()


def test_what_is_being_said_is_not_thought(journal: Journal) -> None:
    now = [timedelta()]
    host = Session(begin_game(journal, Setup()), journal, clock=lambda: now[0])
    host.start()
    host.submit(StartClock(), PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")))
    host.submit(PressClock(color=chess.WHITE))
    host.close()
    entries = journal.entries(host.number)
    talker = Talker()
    settings = NarrationSettings(pack=load_voice_pack("en"), listener=chess.BLACK)
    announcer = Announcer(talker, settings, screen=None)
    hearing = Hearing(chess.BLACK, announcer, talker.is_silent)
    copy_journal = Journal(None)
    first = copy_journal.begin(entries[0].event, entries[0].wall)  # type: ignore[arg-type]
    game = CopiedGame(
        resume_game(copy_journal, first), copy_journal, color=chess.BLACK, outputs=(announcer, hearing),
        clock=lambda: now[0],
    )  # fmt: skip
    hearing.join(game)
    game.start()
    game.take(entries[1:])
    assert talker.asked.wait(PATIENCE)
    now[0] += timedelta(seconds=3)  # so long it was said
    talker.is_done.set()
    assert game.settle(PATIENCE)
    now[0] += timedelta(seconds=5)
    game.submit(PlayMove(color=chess.BLACK, move=chess.Move.from_uci("e7e5")))
    assert [asked.thought for asked in game.unanswered()] == [timedelta(seconds=5)]
    game.close()
    hearing.close()
    copy_journal.close()
