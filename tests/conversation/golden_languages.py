"""What is kept of all languages in `tests/golden/languages/`: a game shown, a tournament's game, a clock set, help.

One script for all: moves are typed as the language says them, requests by its own first words for them.
`python -m tests.conversation.golden_languages` writes it anew; read the difference before you commit it.
"""

import tempfile
import tomllib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import chess

from access_chess.command_line.demo import SAMPLE
from access_chess.conversation.help import about, most_used, topics_of
from access_chess.conversation.time_control_dialogue import Setting, answered, asked, listed
from access_chess.edge.packs.clock_words import load_clock_language, time_controls
from access_chess.edge.packs.typed_words import load_language, told_words
from access_chess.edge.packs.voice_packs import voice_pack_names
from access_chess.edge.storage.places import data_folder
from access_chess.laws.commands import StartClock, TimePassed
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.profile import Profile
from access_chess.requests.row import Here
from access_chess.speech.announcement import announce
from access_chess.speech.answers.clock import control_words
from tests.conversation.golden_dialogues import Place
from tests.support.golden import transcript

FOLDER = Path(__file__).parents[1] / "golden" / "languages"
LANGUAGES = tuple(name for name in voice_pack_names() if name != "fide")  # which speaks as `de` does
KINDS = ("demo", "game", "clock", "help")

CONTROL = parse_time_control("40/900+30, 900")
THOUGHT = timedelta(seconds=20)  # before each line that is typed
#: Moves in UCI, what stands in braces in the language's own words; an empty line presses the clock.
GAME = (
    "e2e4", "", "e7e5", "", "{offer_draw}", "{yes}", "{decline_draw}", "g1f3", "", "b8c6", "", "f1b5", "",
    "{claim_threefold}", "{decline_draw}", "g8f6", "", "{both_clocks}", "e1g1", "", "{last_move}", "d7d5", "", "e4d5",
    "", "{against_rules} d8e4", "", "f6d5", "d8d5", "", "b5c6", "", "{claim_touch} d5", "{arbiter_reject}",
    "{arbiter_penalty} {white} {warning}", "{call_arbiter}", "{arbiter_resume}", "b7c6", "", "wait",
)  # fmt: skip
#: Help, then an own time control with two periods.
SETTING = ("{help}", "{own}", "40", "90", "{increment}", "30", "{all}", "30", "{none}", "{zero}", "{yes}", "")


def told(kind: str, voices: str) -> str:
    """All that is said in a language of one of `KINDS`; what is typed stands behind the sign >."""
    if kind == "demo":
        with tempfile.TemporaryDirectory() as folder:
            return transcript(SAMPLE, voices, Path(folder))
    lines = {"game": _game, "clock": _clock, "help": _help}[kind](voices)
    return "".join(f"{line}\n" for line in lines)


def _game(voices: str) -> Iterator[str]:
    place = Place(voices=voices, profile=Profile.TOURNAMENT)
    place.game = new_game(GameSetUp(setup=Setup(time=CONTROL)))
    words = {name.value: word for name, word in told_words(voices).items()} | _words(voices, "terminal.toml")
    yield control_words(CONTROL, place.language.pack).text
    yield from place.submit(StartClock())
    for step in GAME:
        if step == "wait":
            place.now += timedelta(hours=1)
            yield from place.submit(TimePassed())
            continue
        place.now += THOUGHT
        line = step.format_map(words) if step[:1] in ("", "{") else _typed_move(step, place)
        yield f"> {line}".rstrip()
        yield from place.type(line)


def _typed_move(move: str, place: Place) -> str:
    return announce(place.game.board, chess.Move.from_uci(move), place.language.pack).text


def _clock(voices: str) -> Iterator[str]:
    language = load_clock_language(voices).setting
    words = _words(voices, "clock.toml")
    setting = Setting(known=time_controls(language.pack.language))
    yield from (part.text for part in listed(setting.known, language.pack))
    yield asked(setting, language).text
    for step in SETTING:
        line = step.format_map(words)
        setting = answered(setting, line, language)
        yield f"> {line}".rstrip()
        yield from (note.text for note in setting.notes)
        if not setting.is_over:
            yield asked(setting, language).text


def _help(voices: str) -> Iterator[str]:
    game = new_game(GameSetUp(setup=Setup(time=CONTROL)))
    places = [
        (Here(profile=Profile.PRACTICE, has_languages=True), load_language(voices)),
        (Here(profile=Profile.TOURNAMENT, has_board=True, has_arbiter=True, is_arbiters=True), load_language(voices)),
        (
            Here(profile=Profile.TOURNAMENT, has_languages=True, is_clock=True, has_keys=True),
            load_clock_language(voices).player,
        ),
    ]
    for here, language in places:
        yield from (part.text for part in most_used(game, here, language))
        for topic in topics_of(game, here):
            yield f"> ? {language.words.topic_names[topic]}"
            yield from (part.text for part in about(topic, game, here, language))


def _words(voices: str, file: str) -> dict[str, str]:
    """The first of a language's words for each meaning in a file, by its name there."""
    table = tomllib.loads((data_folder("voices") / voices / file).read_text(encoding="utf-8"))
    return {name: words[0] for part in ("words", "penalties") for name, words in table.get(part, {}).items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for voices in LANGUAGES:
        for kind in KINDS:
            (FOLDER / f"{kind}.{voices}.txt").write_text(told(kind, voices), encoding="utf-8")
