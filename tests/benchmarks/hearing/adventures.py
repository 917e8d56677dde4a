"""What the actors of three adventure games say.

`apt-get install flight-of-the-amazon-queen beneath-a-steel-sky drascula ancient ffmpeg`

All three may be given away and changed (their licences stand in the packages). "Flight of the Amazon Queen" (1995, John
Passfield and Steven Stamatiadis) has its sentences as MP3 in one file that begins with a table of them, as ScummVM's
`compress_queen` writes it; "Beneath a Steel Sky" (1994, Revolution Software) and "Drascula" (1996, Alcachofa Soft) have
theirs as bytes, 11,025 a second, the former packed (RNC ProPack), which `ancient` unpacks.
"""

import struct
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import numpy as np

from access_chess.recognition.adaptation.recordings import FRAME, Samples
from tests.training.people import by_ffmpeg
from tests.training.recordings import said_part

GAMES = Path("/usr/share/scummvm")
QUEEN = GAMES / "flight-of-the-amazon-queen" / "queen.1c"
SKY = GAMES / "beneath-a-steel-sky" / "sky.dsk"
DRASCULA = GAMES / "drascula" / "en"
PACKAGES = "flight-of-the-amazon-queen beneath-a-steel-sky drascula ancient"
_ROWS, _ROW = 15, ">12sBII"  # where the Queen's table begins; a name, its file, where it begins there, and its bytes
_SENTENCES = range(50_000, 60_000)  # the numbers of files of "Beneath a Steel Sky" that are speech
_HEADER, _PACKED = 22, b"RNC"  # bytes before a packed sentence; how that begins
_AS_BYTES = ("-f", "u8", "-ar", "11025")
_LOUD = 0.004  # of the loudest 10 ms
_SMOOTHED, _BESIDE, _PAUSE = 3, 3, 6  # frames


def of_queen(name: str) -> Samples:
    """A sentence of "Flight of the Amazon Queen", as all of these at 16 kHz, -32768 to 32767."""
    begins, size = _sentences()[name]
    return by_ffmpeg("-f", "mp3", "-i", "-", given=_part(QUEEN, begins, size))


def of_drascula(name: str) -> Samples:
    """A sentence of "Drascula"."""
    return by_ffmpeg(*_AS_BYTES, "-i", str(DRASCULA / f"{name}.ALS"))


def of_sky(number: int) -> Samples:
    """A sentence of "Beneath a Steel Sky"."""
    begins, size = _packed()[number]
    with tempfile.TemporaryDirectory() as folder:
        packed, unpacked = Path(folder, "packed"), Path(folder, "unpacked")
        packed.write_bytes(_part(SKY, begins + _HEADER, size - _HEADER))
        subprocess.run(["ancient", "decompress", packed, unpacked], check=True, capture_output=True)
        return by_ffmpeg(*_AS_BYTES, "-i", str(unpacked))


def of_both() -> dict[str, Callable[[], Samples]]:
    """All sentences of "Beneath a Steel Sky" and "Drascula", by a name of each."""
    numbers = [number for number, (begins, _) in _packed().items() if number in _SENTENCES and _is_packed(begins)]
    sentences: dict[str, Callable[[], Samples]] = {f"sky {number}": partial(of_sky, number) for number in numbers}
    for path in DRASCULA.glob("*.ALS"):
        sentences[f"drascula {path.stem}"] = partial(of_drascula, path.stem)
    return sentences


def first_word(sentence: Samples) -> Samples:
    """What is said before the first pause of 60 ms; "yes, I do" has one after the "yes"."""
    said = said_part(sentence)
    if said is None:
        return sentence
    frames = len(said) // FRAME
    power = (said[: frames * FRAME].reshape(frames, FRAME) ** 2).mean(1)
    power = np.convolve(power, np.full(_SMOOTHED, 1 / _SMOOTHED), "same")
    is_loud = power > _LOUD * power.max()
    first = int(np.argmax(is_loud))
    last = next((frame for frame in range(first, frames) if not is_loud[frame : frame + _PAUSE].any()), frames)
    word: Samples = said[max(0, first - _BESIDE) * FRAME : (last + _BESIDE) * FRAME]
    return word


@cache
def _sentences() -> dict[str, tuple[int, int]]:
    """Where each sentence of the Queen begins, and its bytes."""
    with QUEEN.open("rb") as game:
        (rows,) = struct.unpack(">H", game.read(_ROWS)[-2:])
        table = game.read(rows * struct.calcsize(_ROW))
    return {
        name.rstrip(b"\0").decode().removesuffix(".SB"): (begins, size)
        for name, _, begins, size in struct.iter_unpack(_ROW, table)
        if b".SB" in name
    }


@cache
def _packed() -> dict[int, tuple[int, int]]:
    """Where each file of "Beneath a Steel Sky" begins, and its bytes, by its number (ScummVM, `engines/sky`)."""
    table = SKY.with_suffix(".dnr").read_bytes()
    found = {}
    for number, first, second in struct.iter_unpack("<HIH", table[4:]):
        begins, size = first & 0x7FFFFF, (first >> 24 | second << 8) & 0x3FFFFF
        found[number] = (begins << 4 if first >> 23 & 1 else begins, size)
    return found


def _is_packed(begins: int) -> bool:
    return _part(SKY, begins + _HEADER, len(_PACKED)) == _PACKED


def _part(path: Path, begins: int, size: int) -> bytes:
    with path.open("rb") as game:
        game.seek(begins)
        return game.read(size)
