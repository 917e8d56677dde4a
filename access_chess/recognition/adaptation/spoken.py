"""Recordings to train on: a sound and the phone of each 10 ms of it, as they are and joined, faster or slower."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.loudness import RATE
from access_chess.recognition.phone_network import SILENCE

Samples = NDArray[np.float64]

FRAME = RATE // 100  # samples
_LOUD = 0.03  # of the loudest 10 ms: below it nobody speaks
_BESIDE = 4  # frames kept beside the speech
_SHORTEST, _LONGEST = 0.08, 5.0  # seconds


@dataclass(frozen=True, kw_only=True)
class Spoken:
    """A sentence or a word as sound (16 kHz, 16 bit, mono, with a quiet moment on each side) and the phone of each
    frame. `speaker` names the set of recordings that it comes from; empty for synthetic voices.
    """

    sound: bytes
    phones: tuple[str, ...]
    speaker: str = ""

    @property
    def samples(self) -> Samples:
        """-32768 to 32767."""
        return np.frombuffer(self.sound, "<i2").astype(np.float64)


def sound_of(samples: Samples) -> bytes:
    """16 bits of samples from -32768 to 32767; what is louder is cut."""
    return np.clip(samples, -32_767, 32_767).astype("<i2").tobytes()


def said_part(samples: Samples) -> Samples | None:
    """A recording without the quiet around it, at half of full scale; None when it is too short or too long."""
    frames = len(samples) // FRAME
    if frames == 0 or not np.any(samples):
        return None
    power = (samples[: frames * FRAME].reshape(frames, FRAME) ** 2).mean(1)
    loud = np.flatnonzero(power > _LOUD * power.max())
    first, last = max(0, loud[0] - _BESIDE), min(frames, loud[-1] + 1 + _BESIDE)
    said = samples[first * FRAME : last * FRAME]
    if not _SHORTEST <= len(said) / RATE <= _LONGEST:
        return None
    scaled: Samples = said * (0.5 * 32768 / np.abs(said).max())
    return scaled


def joined(recordings: Sequence[Spoken], chance: np.random.Generator) -> Spoken:
    """One speaker's recordings one after the other, nearly without a pause, as loud as each other."""
    sounds: list[Samples] = []
    phones: list[str] = []

    def hiss() -> None:
        frames = int(chance.uniform(8, 24))
        sounds.append(chance.standard_normal(frames * FRAME) * 3)
        phones.extend([SILENCE] * frames)

    hiss()
    for each in recordings:
        spoken = [number for number, phone in enumerate(each.phones) if phone != SILENCE]
        if not spoken:
            continue
        first = max(0, spoken[0] - int(chance.integers(0, 12)))
        last = min(len(each.phones), spoken[-1] + 1 + int(chance.integers(0, 12)))
        said = each.samples[first * FRAME : last * FRAME]
        frames = len(said) // FRAME
        sounds.append(said[: frames * FRAME] * 10 ** (chance.uniform(-2, 2) / 20))
        phones.extend(each.phones[first : first + frames])
    hiss()
    return Spoken(sound=sound_of(np.concatenate(sounds)), phones=tuple(phones), speaker=recordings[0].speaker)


def faster(samples: Samples, speed: float) -> Samples:
    """Speed and pitch together times so much, as on a tape."""
    played: Samples = np.interp(np.arange(int(len(samples) / speed)) * speed, np.arange(len(samples)), samples)
    return played


def at_speed(spoken: Spoken, speed: float) -> Spoken:
    """What is said `faster`, with its phones."""
    samples = faster(spoken.samples, speed)
    places = np.minimum((np.arange(len(samples) // FRAME + 1) * speed).astype(int), len(spoken.phones) - 1)
    return Spoken(
        sound=sound_of(samples), phones=tuple(spoken.phones[place] for place in places), speaker=spoken.speaker
    )
