"""Teaches a network the halves of phones of frames, by stochastic steps on the cross-entropy.

With the same frames and the same seed the same machine makes the same network, to the last bit; another machine may add
in another order, and comes to equal figures.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from access_chess.recognition.adaptation.scale_learning import Adam, Frames, Places
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_network import PhoneNetwork, shares_of

HIDDEN = (640, 512, 512)
BATCH = 1024  # frames
LEARNING = 0.0012  # the first step; the last is nearly none
_LAST = 2e-5
_TOLD = 250  # steps between two words about the progress
_AT_ONCE = 4096  # frames that are examined together


@dataclass(frozen=True, kw_only=True)
class Source:
    """Frames of one kind of voices, and which share of each step they have, 0 to 1."""

    frames: Frames
    share: float

    @cached_property
    def learned(self) -> Places:
        """Where frames stand whose phone the network knows."""
        return np.flatnonzero(self.frames.halves >= 0)


def beginner(sources: Sequence[Source], phones: tuple[str, ...], chance: np.random.Generator) -> PhoneNetwork:
    """A network that has learned nothing yet."""
    shown = sources[0].frames.seen(sources[0].learned[:1]).shape[1]
    sizes = (shown, *HIDDEN, 2 * len(phones) - 1)
    return PhoneNetwork(
        phones=phones,
        shares=np.full(sizes[-1], 1 / sizes[-1], np.float32),
        weights=tuple(
            (chance.standard_normal((before, after)) * np.sqrt(2 / before)).astype(np.float32)
            for before, after in pairwise(sizes)
        ),
        biases=tuple(np.zeros(after, np.float32) for after in sizes[1:]),
    )


class Trainer:
    """Teaches a network, from the first step's rate of `learning` on, what people and synthetic voices say."""

    def __init__(
        self, sources: Sequence[Source], network: PhoneNetwork, chance: np.random.Generator, learning: float = LEARNING
    ) -> None:
        self._sources, self._phones, self._chance = sources, network.phones, chance
        self._learning = learning
        self._weights = [weights.copy() for weights in network.weights]
        self._biases = [biases.copy() for biases in network.biases]
        self._adam = Adam([*self._weights, *self._biases])

    def run(self, steps: int, tell: Callable[[int], None] = lambda step: None) -> PhoneNetwork:
        """So many steps; `tell` hears now and then how many are done."""
        for step in range(1, steps + 1):
            drawn = [
                (source.frames, self._chance.choice(source.learned, round(source.share * BATCH)))
                for source in self._sources
            ]
            seen = np.concatenate([frames.seen(places) for frames, places in drawn])
            halves = np.concatenate([frames.halves[places] for frames, places in drawn])
            self._step(seen, halves, self._learning * (1 - step / steps) + _LAST)
            if step % _TOLD == 0:
                tell(step)
        return self.network()

    def network(self) -> PhoneNetwork:
        """What was learned."""
        return PhoneNetwork(
            phones=self._phones, shares=self._shares(), weights=tuple(self._weights), biases=tuple(self._biases)
        )

    def _shares(self) -> Floats:
        """How common each half was."""
        columns = len(self._biases[-1])
        counts = [
            source.share * np.bincount(source.frames.halves[source.learned], minlength=columns) / len(source.learned)
            for source in self._sources
        ]
        mixed = np.maximum(sum(counts, np.zeros(columns)), 1e-6)
        shares: Floats = (mixed / mixed.sum()).astype(np.float32)
        return shares

    def _step(self, seen: Floats, halves: Places, rate: float) -> None:
        layers = [seen]
        for number, (weights, biases) in enumerate(zip(self._weights, self._biases, strict=True)):
            outputs = layers[-1] @ weights + biases
            layers.append(outputs if number == len(self._weights) - 1 else np.maximum(outputs, 0))
        slope = shares_of(layers[-1])
        slope[np.arange(len(halves)), halves] -= 1
        slope /= len(halves)
        of_weights, of_biases = [], []
        for number in reversed(range(len(self._weights))):
            of_weights.append(layers[number].T @ slope)
            of_biases.append(slope.sum(0))
            if number:
                slope = (slope @ self._weights[number].T) * (layers[number] > 0)
        self._adam.step([*reversed(of_weights), *reversed(of_biases)], rate)


def share_right(network: PhoneNetwork, frames: Frames, silence: str | None = None) -> float:
    """Of the frames of speech, 0 to 1: how many get the phone that was said. `silence` is not counted."""
    counted = frames.halves >= 0
    if silence is not None:
        counted &= frames.halves != network.places[silence][0]
    places = np.flatnonzero(counted)
    phones = np.zeros(len(network.shares), np.int64)  # of each column
    for number, halves in enumerate(network.places.values()):
        phones[[*halves]] = number
    right = 0
    for start in range(0, len(places), _AT_ONCE):
        some = places[start : start + _AT_ONCE]
        heard = network.outputs(frames.seen(some)).argmax(1)
        right += int((phones[heard] == phones[frames.halves[some]]).sum())
    return right / len(places)
