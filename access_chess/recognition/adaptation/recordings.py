"""Recordings to learn from: a sound and the phone of each 10 ms of it, as they are, faster or slower, and as they would
sound in other rooms: noise, voices, echo, a telephone, a microphone of another color.
"""

from collections.abc import Callable, Sequence

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


def pink(length: int, chance: np.random.Generator) -> Samples:
    """Noise whose power falls with frequency, as in a hall."""
    spectrum = np.fft.rfft(chance.standard_normal(length))
    spectrum /= np.sqrt(np.maximum(np.arange(len(spectrum)), 20))
    noise: Samples = np.fft.irfft(spectrum, n=length)
    return noise


def reverberated(speech: Samples, chance: np.random.Generator, *, seconds: float = 0.5, echo: float = 0.6) -> Samples:
    """A hall of so many seconds: an exponentially falling tail behind the direct sound."""
    length = int(seconds * RATE)
    tail = chance.standard_normal(length) * np.exp(-6.9 * np.arange(length) / length)
    response = echo * tail / np.sqrt(np.sum(tail**2))
    response[0] = 1.0
    size = len(speech) + length - 1
    mixed = np.fft.irfft(np.fft.rfft(speech, size) * np.fft.rfft(response, size), size)
    heard: Samples = mixed[: len(speech)]
    return heard


def babble_of(sentences: Sequence[Samples], chance: np.random.Generator, seconds: float = 30) -> Samples:
    """Many voices at once: sentences laid over each other in eight layers."""
    length = int(seconds * RATE)
    mixed = np.zeros(length)
    for _ in range(8):
        layer = np.zeros(0)
        while len(layer) < length:
            layer = np.concatenate([layer, sentences[int(chance.integers(len(sentences)))], np.zeros(RATE // 5)])
        mixed += np.roll(layer[:length], int(chance.integers(length)))
    return mixed


def in_some_room(
    samples: Samples, neighbours: Sequence[Spoken], babble: Samples, chance: np.random.Generator
) -> Samples:
    """The recording as another microphone in another room would have it; `neighbours` speak at other boards."""
    samples = samples / 32768
    if chance.random() < 0.3:
        samples = reverberated(samples, chance, seconds=chance.uniform(0.2, 0.7), echo=chance.uniform(0.2, 0.8))
    if chance.random() < 0.5:
        bends = chance.uniform(-8, 8, int(chance.integers(2, 6)))  # decibels
        samples = filtered(
            samples, lambda hertz: 10 ** (np.interp(hertz, np.linspace(0, 8000, len(bends)), bends) / 20)
        )
    if chance.random() < 0.25:
        samples = below(samples, chance.uniform(3300, 6500))  # a telephone's or a headset's
    if chance.random() < 0.25:
        lowest = chance.uniform(80, 350)
        samples = filtered(samples, lambda hertz: 1 / (1 + np.exp((lowest - hertz) / 20)))
    if chance.random() < 0.75:
        noise = _some_noise(len(samples), neighbours, babble, chance)
        under = 10 ** (chance.uniform(3, 30) / 10)
        samples = samples + noise * np.sqrt(np.mean(samples**2) / under / (np.mean(noise**2) + 1e-12))
    return samples


def below(samples: Samples, highest: float) -> Samples:
    """Without what is above a frequency in hertz, as a line of 8 kHz has it at 3600."""
    return filtered(samples, lambda hertz: 1 / (1 + np.exp((hertz - highest) / 120)))


def filtered(samples: Samples, gain: Callable[[Samples], Samples]) -> Samples:
    """The sound through a filter, whose gain is told for each frequency in hertz."""
    spectrum = np.fft.rfft(samples)
    through: Samples = np.fft.irfft(spectrum * gain(np.linspace(0, RATE / 2, len(spectrum))), len(samples))
    return through


def _some_noise(length: int, neighbours: Sequence[Spoken], babble: Samples, chance: np.random.Generator) -> Samples:
    """A hall's rustle, a hall's voices, hiss, or four players who say moves at other boards."""
    kind = chance.random()
    if kind < 0.4:
        return pink(length, chance)
    if kind < 0.8:
        start = int(chance.integers(len(babble) - length))
        return babble[start : start + length]
    if kind < 0.9:
        return chance.standard_normal(length)
    others = [neighbours[int(chance.integers(len(neighbours)))].samples for _ in range(4)]
    return sum((np.resize(each, length) for each in others), np.zeros(length))
