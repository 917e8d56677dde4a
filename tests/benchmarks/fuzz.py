"""Throws rubbish at every reader of what others wrote; run by hand: `python -m tests.benchmarks.fuzz [READER...]`.

A reader may give a value or one of its own errors; anything else is a defect, and is printed with the input.
The seed is fixed, so that a defect comes back: `--seed 2` and `--count 1000` change both.
"""

import argparse
import io
import random
import string
import sys
import tempfile
import time
import wave
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import chess
import chess.pgn
import click

from access_chess.board.wire import frames
from access_chess.board.wire.framing import encode, split
from access_chess.edge.microphone.recording import recording
from access_chess.edge.packs import voice_packs
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.packs.voice_packs import VoicePackError, load_voice_pack
from access_chess.edge.storage.event_text import read_event, write_event
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE, data_folder
from access_chess.edge.storage.settings import SettingsError, kept_settings, settings_file
from access_chess.edge.terminal.text import decoded, in_rows, shown_lines
from access_chess.laws import commands
from access_chess.laws.decide import advance
from access_chess.laws.events import Event, GameSetUp
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.notation.reading import read_move
from access_chess.notation.typed_position import board_of
from access_chess.notation.typed_time import read_time_control
from access_chess.requests.typed_line import typed_request
from access_chess.scoresheets.pgn_reading import read_pgn
from access_chess.scoresheets.reading import read_braille_file, read_sheet
from access_chess.session.record import begin_game
from access_chess.speech.answers.clock import parse_schedule
from access_chess.stories.runner import run_story
from access_chess.stories.story import StoryError, read_stories

COUNT = 10_000
SEED = 1
SIGNS = (
    string.printable
    + "äöüßéñçøœĸабвгдеж♔♕♖♗♘♙\x00\x1b\x9b\u202e\u2028\ufeff\ud800𝔸क्षि"
    + "0123456789abcdefgh+-=/:.x " * 4
)

Reader = Callable[[random.Random], object]


def rubbish(chance: random.Random, seeds: list[str]) -> str:
    """A good input with a few signs changed, several cut together, or nothing but signs."""
    text = chance.choice(seeds) if chance.random() < 0.8 else "".join(chance.choices(SIGNS, k=chance.randrange(40)))
    for _ in range(chance.randrange(5)):
        at = chance.randrange(len(text) + 1)
        match chance.randrange(4):
            case 0:
                text = text[:at] + chance.choice(SIGNS) + text[at:]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + chance.choice(seeds)[-10:] + text[at:]
            case _:
                text = text[:at] + text[at : at + 9] * chance.randrange(3) + text[at:]
    return text


def damaged(chance: random.Random, raw: bytes) -> bytes:
    """Bytes with some changed, left out or repeated."""
    changed = bytearray(raw)
    for _ in range(1 + chance.randrange(8)):
        at = chance.randrange(len(changed) + 1)
        match chance.randrange(3):
            case 0:
                changed[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del changed[at : at + chance.randrange(16)]
            case _:
                changed[at:at] = changed[at : at + chance.randrange(64)]
    return bytes(changed)


def _events() -> Iterator[Event]:
    """What happens in a few moves with an offer, a claim and a penalty."""
    game = new_game(GameSetUp(setup=Setup(time=parse_time_control("40/7200, 3600+30"))))
    for command in (
        commands.StartClock(),
        commands.PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")),
        commands.OfferDraw(color=chess.WHITE),
        commands.PressClock(color=chess.WHITE),
        commands.TouchPieces(color=chess.BLACK, squares=(chess.E7,)),
        commands.SetClock(color=chess.BLACK, time=timedelta(minutes=5)),
        commands.Resign(color=chess.BLACK),
    ):
        game, happened = advance(game, command, at=timedelta(seconds=7))
        yield from happened


LANGUAGES = [load_language(name) for name in ("en", "de", "fide")]
BOARDS = [
    chess.Board(),
    chess.Board("r3k2r/1P6/8/3pP3/8/8/1p6/R3K2R w KQkq d6 0 1"),
    chess.Board("8/8/8/8/8/5k2/6q1/7K w - - 0 1"),
]
GAME = begin_game(Journal(None), Setup()).game
LINES = [
    "e4", "Nf3", "Sgf3", "e7-e8=Q+", "O-O-O", "0-0", "exd6 e.p.", "Springer Gustav eins Felix drei", "castles", "6134",
    "knight takes f7", "bauer eva zwei eva vier", "my clock", "wo sind meine Springer", "on e4", "was steht auf f3",
    "(=)", "arbiter add time white 10:00", "threefold Nf3", "touch e4 d5", "level 5", "?", "if Nf3",
]  # fmt: skip
TIMES = ["15+10", "40/90, 30+30", "5:00+3/3:00", "1h30m+30s", "300d5", "30, 3x30", "up", "10 sandglass", "5400+30"]
PGN = '[Event "x"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O {a [%clk 0:1:2]} Kd7 (1... Ke7 $1) 2. Rf7+ *\n'
STORIES = [path.read_text() for path in sorted((Path(__file__).parents[1] / "stories").rglob("*.toml"))]
SHORT_STORIES = [text for text in STORIES if len(text) < 700]
#: Short: each move of a sheet is tried in every language, by every sense that it may have.
SHEETS = [
    "1. e4 d5 2. exd5 (=) 1-0\n",
    "Weiß: A\n1. e4 --\n2. 0-0\n½-½\n",
    "FEN: 4k3/P7/8/8/8/8/8/4K3 w - - 0 1\n1. a8=Q+ ?\n*",
]
PHRASES = b'why = "{color} {number} {time}"\nmoves = {one = "one move", other = "{count} moves"}\n'
EVENTS = [write_event(event) for event in _events()]
FRAMES = b"".join(
    encode(frame)
    for frame in (
        frames.Hello(**dict.fromkeys(frames.Hello.__struct_fields__, 1)),
        frames.Event(sequence=1, time_ms=2, input=3, state=1),
    )
)


def _move(chance: random.Random) -> object:
    language, board = chance.choice(LANGUAGES), chance.choice(BOARDS)
    return read_move(rubbish(chance, LINES), board, language.vocabulary)


def _line(chance: random.Random) -> object:
    return typed_request(rubbish(chance, LINES), GAME, chance.choice(LANGUAGES))


def _fen(chance: random.Random) -> object:
    return board_of(rubbish(chance, [board.fen() for board in BOARDS]))


def _time(chance: random.Random) -> object:
    return read_time_control(rubbish(chance, TIMES))


def _story(chance: random.Random) -> object:
    """Short ones of the project's, damaged."""
    return read_stories(rubbish(chance, SHORT_STORIES), title="fuzz")


def _told(chance: random.Random) -> object:
    """The same, and what still is a story is run: a lost game may take a second's search for a mate."""
    return [run_story(story) for story in read_stories(rubbish(chance, SHORT_STORIES), title="fuzz")]


def _pgn(chance: random.Random) -> object:
    return list(read_pgn(rubbish(chance, [PGN])))


def _sheet(chance: random.Random) -> object:
    """Kept by hand, in print or in braille cells."""
    text = rubbish(chance, SHEETS)
    return read_sheet(text) if chance.random() < 0.5 else read_braille_file(text)


def _event(chance: random.Random) -> object:
    return read_event(rubbish(chance, EVENTS))


def _frame(chance: random.Random) -> object:
    return split(b"", damaged(chance, FRAMES))


def _schedule(chance: random.Random) -> object:
    return parse_schedule(rubbish(chance, ["standard", "silent", "600/60, 60/10, 10/1", "300, 5"]))


def _text(chance: random.Random) -> object:
    text = decoded(damaged(chance, rubbish(chance, LINES).encode("utf-8", "surrogatepass") + b"\n"))
    assert not {"\x1b", "\x00", "\x9b", "\u202e"} & {*shown_lines(text)}
    return in_rows(text, chance.randrange(1, 90))


def _wav(chance: random.Random) -> object:
    good = io.BytesIO()
    with wave.open(good, "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", ""))
        file.writeframes(b"\0\1" * 40)
    path = FOLDER / "fuzz.wav"
    path.write_bytes(damaged(chance, good.getvalue()))
    return recording(path)


def _settings(chance: random.Random) -> object:
    settings_file().write_bytes(damaged(chance, b'voices = "de"\nrate = 200\nsound = true\n'))
    return kept_settings()


def _pack(chance: random.Random) -> object:
    """A file of a pack with few phrases. Packs are read once, so that what was read of the last one is forgotten."""
    for cached in vars(voice_packs).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()
    good = (data_folder("voices") / "is" / "pack.toml").read_bytes()
    for name, pack, phrases in (("en", good, PHRASES), ("is", *_one_damaged(chance, good, PHRASES))):
        (FOLDER / name).mkdir(exist_ok=True)
        (FOLDER / name / "pack.toml").write_bytes(pack)
        (FOLDER / name / "phrases.toml").write_bytes(phrases)
    return load_voice_pack("is", FOLDER)


def _one_damaged(chance: random.Random, one: bytes, other: bytes) -> tuple[bytes, bytes]:
    return (damaged(chance, one), other) if chance.random() < 0.5 else (one, damaged(chance, other))


#: what is read -> by what
READERS: dict[str, Reader] = {
    "move": _move,
    "line": _line,
    "fen": _fen,
    "time": _time,
    "schedule": _schedule,
    "story": _story,
    "told": _told,
    "pgn": _pgn,
    "sheet": _sheet,
    "event": _event,
    "frame": _frame,
    "text": _text,
    "wav": _wav,
    "settings": _settings,
    "pack": _pack,
}
OWN_ERRORS = (ValueError, click.ClickException, StoryError, VoicePackError, SettingsError)
FOLDER = Path()


def main() -> int:
    """Run the readers that were named, or all; the exit status is 1 when one raised what is no error of its own."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("readers", nargs="*", choices=[*READERS, []], metavar="READER")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--first", type=int, default=0, help="go on from this input")
    given = parser.parse_args()
    defects = 0
    for name in given.readers or READERS:
        reader = READERS[name]
        begun, refused = time.process_time(), 0
        for number in range(given.first, given.first + given.count):
            try:
                reader(random.Random(f"{given.seed} {name} {number}"))
            except OWN_ERRORS:
                refused += 1
            except Exception as error:  # noqa: BLE001  any other is what is looked for
                defects += 1
                print(f"{name}, seed {given.seed}, number {number}: {type(error).__name__}: {str(error)[:200]}")
                if defects > 50:
                    return 1
        seconds = time.process_time() - begun
        print(f"{name}: {given.count} inputs, from {given.first}, {refused} refused, {seconds:.0f} s", flush=True)
    print(f"all: {defects} faults in {given.count} of each kind")
    return 1 if defects else 0


if __name__ == "__main__":
    import logging
    import os

    logging.disable()  # python-chess writes a line for each broken PGN

    memory = Path("/dev/shm")  # files that no disk has to write
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        FOLDER = Path(folder)
        os.environ[HOME_VARIABLE] = folder
        sys.exit(main())
