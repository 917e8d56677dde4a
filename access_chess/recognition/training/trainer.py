"""Teaches a network the phones of frames: stochastic steps on the cross-entropy, by Adam (Kingma and Ba 2015).

With the same frames and the same seed the same machine makes the same network, to the last bit; another machine may add
in another order, and comes to equal figures.
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_network import PhoneNetwork
from access_chess.recognition.training.frames import Frames, Places

HIDDEN = (400, 400, 400)
BATCH = 1024  # frames
PEOPLE = 0.4  # of a batch, the rest is synthetic
LEARNING = 0.0012  # the first step; the last is nearly none
_LAST = 2e-5
_TOLD = 250  # steps between two words about the progress
_AT_ONCE = 4096  # frames that are examined together


class Trainer:
    """Learns from people and from synthetic voices."""

    def __init__(self, people: Frames, synthetic: Frames, phones: tuple[str, ...], chance: np.random.Generator) -> None:
        self._people, self._synthetic, self._phones, self._chance = people, synthetic, phones, chance
        self._of_people, self._of_synthetic = (np.flatnonzero(each.phones >= 0) for each in (people, synthetic))
        sizes = (people.seen(self._of_people[:1]).shape[1], *HIDDEN, len(phones))
        self._weights = [
            (chance.standard_normal((before, after)) * np.sqrt(2 / before)).astype(np.float32)
            for before, after in pairwise(sizes)
        ]
        self._biases = [np.zeros(after, np.float32) for after in sizes[1:]]
        self._moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self._parameters()]
        self._steps = 0

    def run(self, steps: int, tell: Callable[[int], None] = lambda step: None) -> PhoneNetwork:
        """So many steps; `tell` hears now and then how many are done."""
        of_people = int(PEOPLE * BATCH)
        for step in range(1, steps + 1):
            people = self._chance.choice(self._of_people, of_people)
            synthetic = self._chance.choice(self._of_synthetic, BATCH - of_people)
            seen = np.concatenate([self._people.seen(people), self._synthetic.seen(synthetic)])
            phones = np.concatenate([self._people.phones[people], self._synthetic.phones[synthetic]])
            self._step(seen, phones, LEARNING * (1 - step / steps) + _LAST)
            if step % _TOLD == 0:
                tell(step)
        return self.network()

    def network(self) -> PhoneNetwork:
        """What was learned."""
        return PhoneNetwork(
            phones=self._phones, shares=self._shares(), weights=tuple(self._weights), biases=tuple(self._biases)
        )

    def _shares(self) -> Floats:
        """How common each phone was."""
        counts = [
            np.bincount(frames.phones[places], minlength=len(self._phones)) / len(places)
            for frames, places in ((self._people, self._of_people), (self._synthetic, self._of_synthetic))
        ]
        mixed = np.maximum(PEOPLE * counts[0] + (1 - PEOPLE) * counts[1], 1e-6)
        shares: Floats = (mixed / mixed.sum()).astype(np.float32)
        return shares

    def _parameters(self) -> list[Floats]:
        return [*self._weights, *self._biases]

    def _step(self, seen: Floats, phones: Places, rate: float) -> None:
        layers = [seen]
        for number, (weights, biases) in enumerate(zip(self._weights, self._biases, strict=True)):
            outputs = layers[-1] @ weights + biases
            layers.append(outputs if number == len(HIDDEN) else np.maximum(outputs, 0))
        slope = np.exp(layers[-1] - layers[-1].max(1, keepdims=True))
        slope /= slope.sum(1, keepdims=True)
        slope[np.arange(len(phones)), phones] -= 1
        slope /= len(phones)
        of_weights, of_biases = [], []
        for number in reversed(range(len(self._weights))):
            of_weights.append(layers[number].T @ slope)
            of_biases.append(slope.sum(0))
            if number:
                slope = (slope @ self._weights[number].T) * (layers[number] > 0)
        self._steps += 1
        slopes = [*reversed(of_weights), *reversed(of_biases)]
        for parameter, slope, (mean, square) in zip(self._parameters(), slopes, self._moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            unbiased = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-7
            parameter -= rate * mean / (1 - 0.9**self._steps) / unbiased


def share_right(network: PhoneNetwork, frames: Frames, silence: str | None = None) -> float:
    """Of the frames of speech, 0 to 1: how many get the phone that was said. `silence` is not counted."""
    counted = frames.phones >= 0
    if silence is not None:
        counted &= frames.phones != network.place[silence]
    places = np.flatnonzero(counted)
    right = 0
    for start in range(0, len(places), _AT_ONCE):
        some = places[start : start + _AT_ONCE]
        right += int((network.outputs(frames.seen(some)).argmax(1) == frames.phones[some]).sum())
    return right / len(places)
