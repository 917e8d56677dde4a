"""Recordings to train on: a sound and the phone of each 10 ms of it, as they are, faster or slower."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.recognition.loudness import RATE

Samples = NDArray[np.float64]

FRAME = RATE // 100  # samples


class Spoken(Struct, frozen=True, kw_only=True):
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
