"""Games one after the other: what is said, and done, after the machine has slept."""

import io
import queue
from datetime import timedelta
from typing import cast

import chess

from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import StartClock
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.profile import Profile
from access_chess.session.announcer import Announcer
from access_chess.session.game_series import GameSeries
from access_chess.session.ports import Gap, LineReader, Loop
from access_chess.session.seat_setup import SeatSetup
from access_chess.session.session import Session, begin_game
from access_chess.speech.telling.narration import NarrationSettings

PATIENCE = 20.0  # seconds until a test gives up waiting for a thread


def test_after_a_sleep_the_game_waits_for_the_arbiter() -> None:
    time, screen, journal = [timedelta()], io.StringIO(), Journal(None)
    speaker = Speaker(voice=None, outputs=())
    announcer = Announcer(speaker, NarrationSettings(pack=load_voice_pack("en")), screen=screen)
    seat = SeatSetup(profile=Profile.TOURNAMENT, color=None)
    reader = cast(LineReader, None)  # nobody types
    games = GameSeries(journal, announcer, load_language("en"), seat, inbox=queue.SimpleQueue(), reader=reader)
    gaps: queue.SimpleQueue[Gap] = queue.SimpleQueue()

    def tell(session: Loop, gap: Gap) -> None:
        games.tell_gap(session, gap)
        gaps.put(gap)

    setup = Setup(time=parse_time_control("300"))
    session = Session(begin_game(journal, setup), journal, on_gap=tell, clock=lambda: time[0])
    session.start()
    session.submit(StartClock())
    assert session.settle(PATIENCE)
    time[0] += timedelta(hours=1)
    assert gaps.get(timeout=PATIENCE).time == timedelta(hours=1)
    assert session.settle(PATIENCE)
    assert session.game.clock.running is None
    assert session.game.remaining(chess.WHITE, session.now()) == timedelta(seconds=300)
    assert screen.getvalue().startswith("White's clock was running. Both clocks stand as they were last kept.")
    session.close()
    speaker.close()
    journal.close()
