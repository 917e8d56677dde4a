"""Positions explored in `tests/golden/exploring/`: what is entered there, key by key or line by line, and each answer.

A file begins with its settings (`voices`, `fen`, `color`, `moves`); then each line that begins with `>` is a line that
is entered, one that begins with `*` a single key, and the lines after it are what is answered; `(edge)` is the sound.
"""

import io
from datetime import timedelta
from pathlib import Path

import chess

from access_chess.conversation.state import Dialogue
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.journal import Journal
from access_chess.laws.by_color import both
from access_chess.laws.commands import player
from access_chess.laws.setup import Regulations, Setup
from access_chess.play.deeds import DEEDS, not_now
from access_chess.play.loop import Table
from access_chess.play.messages import Key, TablePlace, Typed, Work, Worked
from access_chess.play.practising import practice_deeds
from access_chess.play.seat import PlayerSeat
from access_chess.profile import Profile
from access_chess.requests.row import Here
from access_chess.session.announcer import Announcer
from access_chess.session.record import begin_game
from access_chess.session.sheet_desk import Sheets
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import Earcon, Utterance
from tests.support.plain_analyst import PlainAnalyst

FOLDER = Path(__file__).parents[1] / "golden" / "exploring"
COLORS = {"white": chess.WHITE, "black": chess.BLACK, "both": None}


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
    seat = PlayerSeat(
        language=language, dialogue=Dialogue(here=Here(profile=Profile.PRACTICE), color=color), others=not_now,
        author=None if color is None else player(color), sheets=Sheets(pack=language.pack, form=language.form),
        deeds={**DEEDS, **practice_deeds(lambda is_stopped: PlainAnalyst())},
    )  # fmt: skip
    works: list[tuple[int, Work]] = []
    table = Table(
        begin_game(journal, setup), journal, [TablePlace(seat=seat, voice=announcer)],
        work=lambda index, work: works.append((index, work)),
    )  # fmt: skip
    table.open(timedelta())
    before = table.game.board.fen()
    told = []
    for entry in (line for line in entries.splitlines() if line.startswith((">", "*"))):
        screen.seek(0)
        screen.truncate()
        what = entry[2:]
        assert table.seat(0).wants_key == entry.startswith("*") or what == "F2", entry  # type: ignore[attr-defined]
        if entry[0] == "*":
            table.turn(Key(key={"space": " "}.get(what, what), at=timedelta()))
        else:
            table.turn(Typed(line=what, at=timedelta()))
        while works:
            index, work = works.pop(0)
            table.turn(Worked(work=work, found=work.job(lambda: False), at=timedelta(), seat=index))
        told.append("\n".join([entry, *screen.getvalue().splitlines()]))
    assert table.game.board.fen() == before or "moves!" in settings
    speaker.close()
    journal.close()
    return f"{head}\n\n" + "\n".join(told) + "\n"
