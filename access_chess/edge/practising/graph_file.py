"""The graph of a game as a file: a sound for `.wav`, a picture for everything else."""

import wave
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from access_chess.practice.graph import RATE, picture, sound


def write_graph(file: Path, chances: Sequence[float], title: str) -> None:
    """Write it, in the form that the file's name asks for. Raises OSError."""
    if file.suffix.lower() != ".wav":
        file.write_text(picture(chances, title), encoding="utf-8")
        return
    samples = (sound(chances) * 32_767).astype("<i2")
    with file.open("wb") as raw, wave.open(raw) as out:
        out.setnchannels(2)
        out.setsampwidth(np.dtype("<i2").itemsize)
        out.setframerate(RATE)
        out.writeframes(samples.tobytes())
