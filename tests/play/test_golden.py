"""What the project keeps word for word, typed at the loop: dialogues, and a tournament's game in each language.

Dialogues and languages are kept without the words that a console owes besides: these, and no others, may stand between.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import chess
import pytest

from access_chess.conversation.state import Dialogue
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.storage.journal import Journal
from access_chess.laws.by_color import both
from access_chess.laws.setup import Regulations, Setup
from access_chess.play.deeds import not_now
from access_chess.play.loop import Table
from access_chess.play.messages import TablePlace, Typed, Woken
from access_chess.play.seat import PlayerSeat
from access_chess.profile import Profile
from access_chess.requests.row import Here
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.record import begin_game
from access_chess.session.sheet_desk import Sheets
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import Channel, Utterance
from tests.conversation import golden_dialogues as dialogues
from tests.conversation import golden_languages as languages
from tests.play.at_table import PRACTICE

OWED = ("noted", "changes_nothing", "play_again", "echo_right")
OWED_TO = ("draw_offer_waits", "clock_runs", "adjusts")  # with a color in them
COLORS = {"white": chess.WHITE, "black": chess.BLACK, "both": None}
FILES = sorted(dialogues.FOLDER.glob("*.txt"))
TYPED = [file for file in FILES if all(turn.line is not None for turn in dialogues.read(file)[1])]


@dataclass
class Ears:
    """A speaker that keeps what it is given."""

    heard: list[Utterance] = field(default_factory=list)

    def say(self, utterance: Utterance) -> None:
        self.heard.append(utterance)

    def repeat(self, channel: Channel, *, slower: bool = False) -> None: ...

    def silence(self, channel: Channel) -> tuple[Utterance, ...]:
        return ()

    def set_sound(self, is_on: bool) -> None: ...


def place(language: PlayerLanguage, dialogue: Dialogue, announcer: Announcer) -> TablePlace:
    seat = PlayerSeat(
        language=language, dialogue=dialogue, deeds=PRACTICE, others=not_now,
        sheets=Sheets(pack=language.pack, form=language.form),
    )  # fmt: skip
    return TablePlace(seat=seat, voice=announcer)


class Board:
    """A table at which both players type, as the golden dialogues and languages have it."""

    def __init__(self, language: PlayerLanguage, profile: Profile, color: chess.Color | None, setup: Setup) -> None:
        self._ears, journal = Ears(), Journal(None)
        settings = NarrationSettings(pack=language.pack, volunteers=profile is Profile.PRACTICE)
        dialogue = Dialogue(here=Here(profile=profile), color=color)
        seat = place(language, dialogue, Announcer(self._ears, settings, screen=None, asks=True))
        self.table = Table(begin_game(journal, setup), journal, [seat], work=lambda seat, work: None)
        self.now = timedelta()
        self.table.open(self.now)

    def type(self, line: str) -> list[str]:
        self.table.turn(Typed(line=line, at=self.now))
        return self.said()

    def passes(self, time: timedelta) -> None:
        self.now += time
        while self.table.due is not None and self.table.due <= self.now:
            self.table.turn(Woken(at=self.table.due))

    def said(self) -> list[str]:
        said = [" ".join(part.spoken for part in each.parts) for each in self._ears.heard]
        self._ears.heard.clear()
        return said


@pytest.mark.parametrize("file", TYPED, ids=lambda file: file.stem)
def test_a_dialogue(file: Path) -> None:
    settings, turns = dialogues.read(file)
    language = load_language(settings["voices"])
    setup = Setup(
        fen=settings.get("fen", chess.STARTING_FEN), regulations=Regulations(take_backs=True), presses_for=both(True)
    )
    board = Board(language, Profile.PRACTICE, COLORS[settings.get("color", "both")], setup)
    board.said()
    for turn in turns:
        assert without_owed(board.type(turn.line or ""), turn.answers, language) == list(turn.answers), turn


@pytest.mark.parametrize("voices", languages.LANGUAGES)
def test_a_tournaments_game_in_each_language(voices: str) -> None:
    kept = (languages.FOLDER / f"game.{voices}.txt").read_text(encoding="utf-8").splitlines()[1:]
    language = load_language(voices)
    board = Board(language, Profile.TOURNAMENT, None, Setup(time=languages.CONTROL))
    told = board.said()
    for line in (line for line in kept if line.startswith(">")):
        board.passes(languages.THOUGHT)
        told += [line, *board.type(line[2:])]
    board.passes(timedelta(hours=1))
    told += board.said()
    assert without_owed(told, kept, language) == kept


def without_owed(said: list[str], kept: list[str] | tuple[str, ...], language: PlayerLanguage) -> list[str]:
    """What was said but for the words that a console owes where the golden file has something else."""
    pack = language.pack
    owed = {pack.phrase(name).spoken for name in OWED}
    owed |= {pack.phrase(name, color=pack.phrase(color)).spoken for name in OWED_TO for color in ("white", "black")}
    left, waiting = [], list(kept)
    for line in said:
        if waiting and line == waiting[0]:
            left.append(waiting.pop(0))
        elif line and line not in owed:  # a click has no words
            left.append(line)
    return left
