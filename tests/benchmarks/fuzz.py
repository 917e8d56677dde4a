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
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn
import click

from access_chess.command_line.options.position import board_of
from access_chess.command_line.options.recording import recording
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.packs.voice_packs import VoicePackError, load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.edge.storage.resources import data_folder
from access_chess.edge.storage.settings import SettingsError, kept_settings, settings_file
from access_chess.edge.terminal.text import decoded, in_rows, shown_lines
from access_chess.laws.setup import Setup
from access_chess.notation.reading import read_move
from access_chess.notation.typed_time import read_time_control
from access_chess.requests.typed_line import typed_request
from access_chess.session.session import begin_game
from access_chess.stories.story import StoryError, read_stories

COUNT = 100_000
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
STORY = 'title = "x"\nedition = "fide-2018"\nsteps = [["White plays e4"]]\n'


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
    return read_stories(rubbish(chance, [STORY]), title="fuzz")


def _pgn(chance: random.Random) -> object:
    return chess.pgn.read_game(io.StringIO(rubbish(chance, [PGN])))


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
    """One file of a small pack, of which each input needs a folder of its own: packs are read once."""
    folder = Path(tempfile.mkdtemp(dir=FOLDER))
    for name in ("en", "is"):
        (folder / name).symlink_to(data_folder("voices") / name)
    (folder / "is").unlink()
    (folder / "is").mkdir()
    (folder / "is" / "pack.toml").write_bytes(
        damaged(chance, (data_folder("voices") / "is" / "pack.toml").read_bytes())
    )
    return load_voice_pack("is", folder)


#: reader -> what it reads, and how many times more often than `COUNT`
READERS: dict[str, tuple[Reader, int]] = {
    "move": (_move, 10),
    "line": (_line, 10),
    "fen": (_fen, 1),
    "time": (_time, 1),
    "story": (_story, 1),
    "pgn": (_pgn, 1),
    "text": (_text, 1),
    "wav": (_wav, 1),
    "settings": (_settings, 1),
    "pack": (_pack, 1),
}
OWN_ERRORS = (ValueError, click.ClickException, StoryError, VoicePackError, SettingsError)
FOLDER = Path(tempfile.gettempdir())


def main() -> int:
    """Run the readers that were named, or all; the exit status is 1 when one raised what is no error of its own."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("readers", nargs="*", choices=[*READERS, []], metavar="READER")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=COUNT)
    given = parser.parse_args()
    defects = 0
    for name in given.readers or READERS:
        reader, times = READERS[name]
        begun, refused = time.monotonic(), 0
        for number in range(given.count * times):
            try:
                reader(random.Random(f"{given.seed} {name} {number}"))
            except OWN_ERRORS:
                refused += 1
            except Exception as error:  # noqa: BLE001  any other is what is looked for
                defects += 1
                print(f"{name}, seed {given.seed}, number {number}: {type(error).__name__}: {str(error)[:200]}")
                if defects > 50:
                    return 1
        seconds = time.monotonic() - begun
        print(f"{name}: {given.count * times} inputs, {refused} refused, {seconds:.0f} s", flush=True)
    return 1 if defects else 0


if __name__ == "__main__":
    import logging
    import os

    logging.disable()  # python-chess writes a line for each broken PGN

    with tempfile.TemporaryDirectory() as folder:
        FOLDER = Path(folder)
        os.environ[HOME_VARIABLE] = folder
        sys.exit(main())
