"""Trains the phone network: `python -m tests.benchmarks.hearing.training FILE.npz [--sentences N] [--rounds N]`.

The file that comes with the program is of 16,000 sentences (a few hundred of them by two voices of Festival) and 6
rounds, twenty minutes on two cores. Each round hears every sentence in another room: noise, voices, echo, a telephone,
a microphone with a colour of its own, a longer or shorter throat. Needs espeak-ng and flite.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.filterbank import INPUTS, Floats, energies, filters, windows
from access_chess.recognition.phone_network import PhoneNetwork, arrays_of
from tests.benchmarks.hearing.conditions import hall_voices, pink, reverberated
from tests.benchmarks.hearing.training_speech import Spoken, bare_noise, spoken_sentences
from tests.benchmarks.hearing.voices import RATE, Samples

HIDDEN = (400, 400, 400)
BATCH = 512  # frames
AT_ONCE = 1500  # sentences, whose frames are mixed
LEARNING = 0.0012  # the first step; the last is nearly none
_HELD = 0.01  # of the sentences, to see how it goes


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--sentences", default=16_000, show_default=True)
@click.option("--rounds", default=6, show_default=True)
def train(path: Path, sentences: int, rounds: int) -> None:
    """Train and write the network."""
    chance = np.random.default_rng(5)
    speech = list(spoken_sentences(range(sentences)))
    speech += [bare_noise(chance) for _ in range(len(speech) // 14)]
    order = chance.permutation(len(speech))
    held = max(1, int(_HELD * len(speech)))
    trainer = _Trainer([speech[number] for number in order[held:]], chance)
    examined = trainer.frames([speech[number] for number in order[:held]])
    for number in range(rounds):
        trainer.run_round(number / rounds, (number + 1) / rounds)
        print(f"round {number + 1}: {trainer.share_right(*examined):.1%} of the frames right", flush=True)
        np.savez_compressed(path, **arrays_of(trainer.network()))  # type: ignore[arg-type]


class _Trainer:
    """The steps of Adam (Kingma and Ba 2015) on the cross-entropy of the phones."""

    def __init__(self, speech: Sequence[Spoken], chance: np.random.Generator) -> None:
        self._speech, self._chance, self._babble = speech, chance, hall_voices()
        self._phones = sorted({phone for spoken in speech for phone in spoken.phones})
        self._place = {phone: number for number, phone in enumerate(self._phones)}
        sizes = (INPUTS, *HIDDEN, len(self._phones))
        self._weights = [
            (chance.standard_normal((before, after)) * np.sqrt(2 / before)).astype(np.float32)
            for before, after in pairwise(sizes)
        ]
        self._biases = [np.zeros(after, np.float32) for after in sizes[1:]]
        self._moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self._parameters()]
        self._steps = 0
        self._counts = np.ones(len(self._phones))

    def network(self) -> PhoneNetwork:
        """What was learned."""
        shares = (self._counts / self._counts.sum()).astype(np.float32)
        return PhoneNetwork(
            phones=tuple(self._phones), shares=shares, weights=tuple(self._weights), biases=tuple(self._biases)
        )

    def frames(self, speech: Sequence[Spoken]) -> tuple[Floats, NDArray[np.int64]]:
        """The windows of the sentences, each in a room drawn by chance, and their phones."""
        seen, phones = [], []
        for spoken in speech:
            room = _in_some_room(spoken.sound, self._speech, self._babble, self._chance)
            frames = windows(energies(room, filters(self._chance.uniform(0.84, 1.2))))
            length = min(len(frames), len(spoken.phones))
            seen.append(frames[:length])
            phones.append(np.array([self._place[phone] for phone in spoken.phones[:length]]))
        return np.concatenate(seen), np.concatenate(phones)

    def run_round(self, begins: float, ends: float) -> None:
        """Every sentence once; `begins` and `ends` are shares of the whole training."""
        parts = np.array_split(self._chance.permutation(len(self._speech)), max(1, len(self._speech) // AT_ONCE))
        for number, part in enumerate(parts):
            seen, phones = self.frames([self._speech[place] for place in part])
            self._counts += np.bincount(phones, minlength=len(self._phones))
            rate = LEARNING * (1 - begins - (ends - begins) * number / len(parts)) + 2e-5
            mixed = self._chance.permutation(len(phones))
            for start in range(0, len(mixed) - BATCH, BATCH):
                batch = mixed[start : start + BATCH]
                self._step(seen[batch], phones[batch], rate)

    def share_right(self, seen: Floats, phones: NDArray[np.int64]) -> float:
        """Of the frames, 0 to 1."""
        return float((self._layers(seen)[-1].argmax(1) == phones).mean())

    def _parameters(self) -> list[Floats]:
        return [*self._weights, *self._biases]

    def _layers(self, seen: Floats) -> list[Floats]:
        layers = [seen]
        for number, (weights, biases) in enumerate(zip(self._weights, self._biases, strict=True)):
            outputs = layers[-1] @ weights + biases
            layers.append(outputs if number == len(HIDDEN) else np.maximum(outputs, 0))
        return layers

    def _step(self, seen: Floats, phones: NDArray[np.int64], rate: float) -> None:
        layers = self._layers(seen)
        slope = np.exp(layers[-1] - layers[-1].max(1, keepdims=True))
        slope /= slope.sum(1, keepdims=True)
        slope[np.arange(len(phones)), phones] -= 1
        slope /= len(phones)
        of_weights, of_biases = [], []
        for number in reversed(range(len(self._weights))):
            of_weights.append(layers[number].T @ slope)
            of_biases.append(slope.sum(0))
            slope = (slope @ self._weights[number].T) * (layers[number] > 0)
        self._steps += 1
        slopes = [*reversed(of_weights), *reversed(of_biases)]
        for parameter, slope, (mean, square) in zip(self._parameters(), slopes, self._moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            unbiased = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-7
            parameter -= rate * mean / (1 - 0.9**self._steps) / unbiased


def _in_some_room(
    sound: bytes, speech: Sequence[Spoken], babble: Samples, chance: np.random.Generator
) -> NDArray[np.float64]:
    """The recording as another microphone in another room would have it."""
    samples = np.frombuffer(sound, "<i2").astype(np.float64) / 32768
    if chance.random() < 0.3:
        samples = reverberated(samples, chance, seconds=chance.uniform(0.2, 0.7), echo=chance.uniform(0.2, 0.8))
    if chance.random() < 0.5:
        bends = chance.uniform(-8, 8, int(chance.integers(2, 6)))  # decibels
        samples = _filtered(
            samples, lambda hertz: 10 ** (np.interp(hertz, np.linspace(0, 8000, len(bends)), bends) / 20)
        )
    if chance.random() < 0.25:
        highest = chance.uniform(3300, 6500)  # a telephone's or a headset's
        samples = _filtered(samples, lambda hertz: 1 / (1 + np.exp((hertz - highest) / 120)))
    if chance.random() < 0.25:
        lowest = chance.uniform(80, 350)
        samples = _filtered(samples, lambda hertz: 1 / (1 + np.exp((lowest - hertz) / 20)))
    if chance.random() < 0.75:
        noise = _some_noise(len(samples), speech, babble, chance)
        below = 10 ** (chance.uniform(3, 30) / 10)
        samples = samples + noise * np.sqrt(np.mean(samples**2) / below / (np.mean(noise**2) + 1e-12))
    return samples


def _some_noise(
    length: int, speech: Sequence[Spoken], babble: Samples, chance: np.random.Generator
) -> NDArray[np.float64]:
    """A hall's rustle, a hall's voices, hiss, or four players who say moves at other boards."""
    kind = chance.random()
    if kind < 0.4:
        return pink(length, chance)
    if kind < 0.8:
        start = int(chance.integers(len(babble) - length))
        return babble[start : start + length]
    if kind < 0.9:
        return chance.standard_normal(length)
    others = [speech[int(chance.integers(len(speech)))].sound for _ in range(4)]
    return sum((np.resize(np.frombuffer(each, "<i2").astype(np.float64), length) for each in others), np.zeros(length))


def _filtered(samples: NDArray[np.float64], gain: Callable[[Samples], Samples]) -> NDArray[np.float64]:
    """The sound through a filter, whose gain is told for each frequency in hertz."""
    spectrum = np.fft.rfft(samples)
    filtered: NDArray[np.float64] = np.fft.irfft(spectrum * gain(np.linspace(0, RATE / 2, len(spectrum))), len(samples))
    return filtered


if __name__ == "__main__":
    train()
