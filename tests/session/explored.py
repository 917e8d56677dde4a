"""Positions explored in `tests/golden/exploring/`: what is entered there, key by key or line by line, and each answer.

A file begins with its settings (`voices`, `fen`, `color`, `moves`); then each line that begins with `>` is a line that
is entered, one that begins with `*` a single key, and the lines after it are what is answered; `(edge)` is the sound.
"""

import io
from pathlib import Path

import chess

from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.journal import Journal
from access_chess.laws.by_color import both
from access_chess.laws.commands import StartClock
from access_chess.laws.setup import Regulations, Setup
from access_chess.profile import Profile
from access_chess.session.announcer import Announcer
from access_chess.session.console import Console
from access_chess.session.practice_console import PracticeConsole
from access_chess.session.seat_setup import SeatSetup
from access_chess.session.session import Session, begin_game
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import Earcon, Utterance
from tests.support.plain_analyst import PlainAnalyst

FOLDER = Path(__file__).parents[1] / "golden" / "exploring"
COLORS = {"white": chess.WHITE, "black": chess.BLACK, "both": None}
PATIENCE = 20.0  # seconds until a test gives up waiting for a thread


class HeardSpeaker(Speaker):
    """Writes the sound of an edge between the words."""

    screen: io.StringIO

    def say(self, utterance: Utterance) -> None:
        if utterance.earcon is Earcon.EDGE:
            self.screen.write("(edge)\n")
        super().say(utterance)


def explored(text: str) -> str:
    """The file as the program answers it now."""
    head, _, entries = text.partition("\n\n")
    settings = dict(line.split(" = ", 1) for line in head.splitlines())
    language = load_language(settings["voices"])
    color = COLORS[settings.get("color", "both")]
    journal, screen, speaker = Journal(None), io.StringIO(), HeardSpeaker(voice=None, outputs=())
    speaker.screen = screen
    narration = NarrationSettings(pack=load_voice_pack(settings["voices"]), volunteers=True)
    announcer = Announcer(speaker, narration, screen=screen)
    setup = Setup(
        fen=settings.get("fen", chess.STARTING_FEN),
        moves=tuple(settings.get("moves", "").split()),
        presses_for=both(True),
        regulations=Regulations(take_backs=True),
    )
    session = Session(begin_game(journal, setup), journal, outputs=(announcer,))
    seat = SeatSetup(
        profile=Profile.PRACTICE,
        color=color,
        extras=lambda session: (
            PracticeConsole(
                session, announcer, language, set_level=lambda level: None, color=color, analyst=PlainAnalyst()
            ).extras
        ),
    )
    console = Console(session, announcer, language, seat)
    session.start()
    session.submit(StartClock())
    before = session.game.board.fen()
    told = []
    try:
        for entry in (line for line in entries.splitlines() if line.startswith((">", "*"))):
            assert session.settle(PATIENCE)
            screen.seek(0)
            screen.truncate()
            what = entry[2:]
            assert console.wants_key == entry.startswith("*") or what == "F2", entry
            _ = console.press({"space": " "}.get(what, what)) if entry[0] == "*" else console.enter(what)
            assert session.settle(PATIENCE)
            told.append("\n".join([entry, *screen.getvalue().splitlines()]))
        assert session.game.board.fen() == before or "moves!" in settings
    finally:
        session.close()
        speaker.close()
        journal.close()
    return f"{head}\n\n" + "\n".join(told) + "\n"
