"""The synthetic speakers of the corpus: espeak-ng, flite and (if present) MBROLA voices, and what they say as samples;
and two kinds that the network has never heard, SVOX Pico's, on which the judge is fitted, and Festival's.

Every recording is synthetic. Sentences are kept in a cache folder outside the project and never committed.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
import wave
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]

RATE = 16_000  # Hz, what the acoustic model was trained on
CACHE = Path(tempfile.gettempdir()) / "access-chess-hearing-corpus"


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """One synthetic voice: the program, its voice, its tongue (`de` or `en`), words a minute and pitch (espeak-ng)."""

    program: str
    voice: str
    tongue: str
    speed: int = 150
    pitch: int = 50

    @property
    def name(self) -> str:
        """The program and its voice, however fast it speaks."""
        return f"{self.program}:{self.voice}"

    def __str__(self) -> str:
        return f"{self.name}:{self.speed}"


def speakers(tongue: str, part: str) -> list[Speaker]:
    """The voices that speak a tongue, in two parts without a common voice: `tuning` and `trial`.

    `pico` are of a kind that nothing was trained on (pip: ttspico); `festival` are of one that nothing was tuned on
    either (apt: festival, festvox-kallpc16k, festvox-kdlpc16k), and speak English.
    """
    unheard = {"pico": _pico_speakers, "festival": _festival_speakers}
    if part in unheard:
        return [speaker for speaker in unheard[part]() if speaker.tongue == tongue]
    known = [
        speaker for speaker in _espeak_speakers() + _flite_speakers() + _mbrola_speakers() if speaker.tongue == tongue
    ]
    return [speaker for number, speaker in enumerate(known) if (number % 2 == 0) == (part == "tuning")]


def say(speaker: Speaker, text: str) -> Samples:
    """What the speaker says, 16 kHz, -1 to 1, without silence around it. FileNotFoundError: no such program."""
    key = hashlib.sha256(f"{speaker}|{speaker.pitch}|{text}".encode()).hexdigest()[:24]
    path = CACHE / f"{key}.wav"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}.wav")  # another process may be at the same words
        if speaker.program == "pico":
            _say_by_pico(speaker, text, partial)
        else:
            subprocess.run(_command(speaker, text, partial), input=text.encode(), check=True, capture_output=True)
        partial.replace(path)
    return trimmed(read(path))


def _espeak_speakers() -> list[Speaker]:
    found = []
    variants = ["", "+f2", "+m3", "+f4", "+Andrea", "+m7", "+f5", "+antonio", "+linda", "+m1", "+Mario", "+anika"]
    speeds = [150, 130, 170, 120, 160, 140, 180, 150, 200, 135, 165, 145]
    pitches = [50, 55, 40, 60, 50, 35, 65, 45, 55, 50, 30, 60]
    for language, tongue in (("de", "de"), ("en-us", "en"), ("en-gb", "en")):
        for variant, speed, pitch in zip(variants, speeds, pitches, strict=True):
            if tongue == "en" and variants.index(variant) % 2 != (language == "en-us"):
                continue
            found.append(
                Speaker(program="espeak-ng", voice=language + variant, tongue=tongue, speed=speed, pitch=pitch)
            )
    english = ("en-gb-x-rp", "en-gb-scotland", "en-us-nyc", "en-gb-x-gbclan")
    found.extend(Speaker(program="espeak-ng", voice=voice, tongue="en") for voice in english)
    return found


def _flite_speakers() -> list[Speaker]:
    return [Speaker(program="flite", voice=voice, tongue="en") for voice in ("slt", "rms", "awb", "kal16")]


def _mbrola_speakers() -> list[Speaker]:
    """MBROLA's voices, spoken through espeak-ng, where the program and the voice are installed."""
    names = [*(f"de{number}" for number in range(1, 9)), "en1", "us1", "us2", "us3"]
    present = [name for name in names if Path("/usr/share/mbrola", name).exists()] if shutil.which("mbrola") else []
    return [
        Speaker(program="espeak-ng", voice=f"mb-{name}", tongue="de" if name.startswith("de") else "en")
        for name in present
    ]


def _festival_speakers() -> list[Speaker]:
    return [
        Speaker(program="text2wave", voice=voice, tongue="en", speed=speed)
        for speed in (150, 128, 172)
        for voice in ("ked_diphone", "kal_diphone")
    ]


def _pico_speakers() -> list[Speaker]:
    return [
        Speaker(program="pico", voice=voice, tongue=voice[:2], speed=speed, pitch=pitch)
        for speed, pitch in ((150, 50), (135, 40), (172, 60), (150, 35), (160, 45))
        for voice in ("de-DE", "en-US", "en-GB")
    ]


def _say_by_pico(speaker: Speaker, text: str, path: Path) -> None:
    engine: Any = import_module("ttspico").TtsEngine(speaker.voice)
    engine.rate, engine.pitch = round(speaker.speed / 1.5), 2 * speaker.pitch  # percent of the usual ones
    with wave.open(str(path), "wb") as recording:
        recording.setparams((1, 2, RATE, 0, "NONE", ""))
        recording.writeframes(engine.speak(text))


def _command(speaker: Speaker, text: str, path: Path) -> list[str]:
    program = shutil.which(speaker.program)
    if program is None:
        package = "festival" if speaker.program == "text2wave" else speaker.program
        raise FileNotFoundError(f"the corpus needs the program (apt install {package}): {speaker.program!r}")
    if speaker.program == "text2wave":
        spoken = f"(begin (voice_{speaker.voice}) (Parameter.set 'Duration_Stretch {150 / speaker.speed:.2f}))"
        return [program, "-eval", spoken, "-o", str(path)]
    if speaker.program == "flite":
        stretch = f"duration_stretch={150 / speaker.speed:.2f}"
        return [program, "-voice", speaker.voice, "--setf", stretch, "-t", text, "-o", str(path)]
    return [program, "-v", speaker.voice, "-s", str(speaker.speed), "-p", str(speaker.pitch), "-w", str(path), text]


def read(path: Path) -> Samples:
    """A recording of 16 bits, brought to 16 kHz."""
    with wave.open(str(path)) as recording:
        rate = recording.getframerate()
        samples = np.frombuffer(recording.readframes(recording.getnframes()), dtype="<i2").astype(np.float64) / 32768
    return samples if rate == RATE else lowered(samples, rate)


def lowered(samples: Samples, rate: int) -> Samples:
    """A sound of a higher rate at 16 kHz, without what is too high for that."""
    length = int(len(samples) * RATE / rate)
    spectrum = np.fft.rfft(samples)[: length // 2 + 1]
    kept: Samples = np.fft.irfft(spectrum, n=length) * (length / len(samples))
    return kept


def trimmed(samples: Samples) -> Samples:
    """Without the silence around it."""
    loud = np.flatnonzero(np.abs(samples) > 0.01)
    return samples[loud[0] : loud[-1] + 1] if len(loud) else samples
