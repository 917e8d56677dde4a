"""How a letter of a file, or a number of a rank, goes as a whole, among the eight that it may be.

"b", "d" and "e" are told apart by a moment at their beginning, which a sum over moments hardly knows, and which sounds
otherwise in each mouth. Two small networks, each taught by a far greater one, tell which letter or number a sound is
(training/model_card.md). The speech embedding has met a great many people; the first sees what it makes of the moments
of a word. The second sees each step of a sound as the middle of a letter or a number. It has learned from Whisper
(Radford and others 2022, "Robust Speech Recognition via Large-Scale Weak Supervision", arXiv:2212.04356), which has
heard 680,000 hours of people, needs a second and 145 MB, and tells the letters apart in mouths that nobody of ours has
met; also what it makes of a quiet recording where there is noise.
"""

from collections.abc import Mapping, Sequence
from heapq import nlargest
from itertools import product
from operator import itemgetter
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.listening.lexicon import Words
from access_chess.recognition.answer_network import AnswerNetwork, answer_network
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.speech_embedding import MOMENT, between

Names = tuple[float, ...]  # how sure each letter and number of a sentence is, in nats, 0 at most
COUNT = 8  # files or ranks; the outputs of one kind in one tongue stand side by side
LEAST = -6.0  # nats; nothing is less likely, since a word may be found a little beside where it is
_PLACES = np.linspace(-2.5, 2.5, 6)  # around the middle of a word, in moments
_STEPS = np.linspace(-12, 12, 7)  # the same in steps
_USUAL = 20  # steps of a word
_MOST, _FAR = 4, 4.0  # of what a word may be; nats


class SquareNames(Struct, frozen=True, kw_only=True):
    """`network` has an output for each letter and each number of each tongue that it knows."""

    network: AnswerNetwork

    def fits(self, word: str, seen: Floats) -> dict[str, float]:
        """How sure it is, among the eight, that it is this one, or another, however that is called, in nats, 0 at most
        and `LEAST` at least; empty: it knows no such word.
        """
        output = self.network.outputs.get(word)
        if output is None:
            return {}
        first = output - output % COUNT
        shares = self.network.shares(seen[None])[0, first : first + COUNT]
        shares = np.maximum(shares - np.logaddexp.reduce(shares), LEAST)
        own = range(first, first + COUNT)
        return {name: float(shares[each - first]) for name, each in self.network.outputs.items() if each in own}


def square_names(arrays: Mapping[str, NDArray[Any]]) -> SquareNames:
    """As `answer_network.arrays_of` gives the network. Raises KeyError or ValueError when they are none."""
    return SquareNames(network=answer_network(arrays))


def names_of(words: Words, fits: Sequence[Mapping[str, float]]) -> Names:
    """How sure each letter and number of the sentence is, by `SquareNames.fits` of each word, if they are known."""
    return tuple(own[word] for word, own in zip(words, fits, strict=False) if own)


def respelt(words: Words, fits: Sequence[Mapping[str, float]]) -> list[tuple[Words, Names]]:
    """The sentence with other letters and numbers (`SquareNames.fits` of each word), and how sure each of them is, the
    likeliest first; none that is less likely than the sentence by `_FAR`.
    """
    places = [place for place, own in enumerate(fits) if own]
    ways = [nlargest(_MOST, fits[place].items(), key=itemgetter(1)) for place in places]
    least = sum(names_of(words, fits)) - _FAR
    found = []
    for way in product(*ways):
        names = tuple(fit for _, fit in way)
        if sum(names) >= least:
            other = dict(zip(places, (word for word, _ in way), strict=True))
            found.append((tuple(other.get(place, word) for place, word in enumerate(words)), names))
    return sorted(found, key=lambda each: -sum(each[1]))


def seen_of_word(moments: Floats, steps: Floats, start: int, end: int) -> Floats:
    """What is seen of a word that lasts from one step of 20 ms to another in a sound whose moments (`SpeechEmbedding`)
    and steps (`SpeechSounds`) are like that.
    """
    middle, length = (start + end) / 2, np.log(np.float32((end - start) / _USUAL))
    around, near = between(moments, middle / MOMENT + _PLACES), between(steps, middle + _STEPS)
    return np.concatenate([around.ravel(), near.ravel(), [length]], dtype=np.float32)


SIZE = 32  # numbers that tell of a step of 20 ms: how like each of the `square_names` it is
APART = (1, 2, 4, 8)  # steps from one to the next of the three that each of the layers in the middle sees
LEAK = np.float32(0.1)

_BEFORE = 40  # frames of the room on each side: what the first and the last step see beyond the sound
_WIDTH, _BESIDE = 5, 3  # frames and bands, steps and bands that the first layers see


class SpeechSounds(Struct, frozen=True, kw_only=True):
    """`weights` are inputs × outputs, `biases` one for each output: of two convolutions over time and bands, a layer
    over what these have found at a step, those over three steps, whose outputs are added to their inputs, and the last.
    """

    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]

    def steps(self, frames: Floats) -> Floats:
        """What each step of a sound is like, from its beginning on: steps × `SIZE`, of `SpeechEmbedding.frames`."""
        quiet = np.tile(np.percentile(frames, 10, axis=0).astype(np.float32), (_BEFORE, 1))
        layer: Floats = np.concatenate([quiet, frames, quiet], dtype=np.float32)[..., None]
        layer = self._bent(0, _patches(layer, _WIDTH, 2))
        layer = self._bent(1, _patches(layer, _BESIDE, 1))
        layer = self._bent(2, layer.reshape(len(layer), -1))
        for number, apart in enumerate(APART, start=3):
            layer = layer + self._bent(number, _three(layer, apart))
        last: Floats = layer @ self.weights[-1] + self.biases[-1]
        return last[_BEFORE // 2 :][: (len(frames) + 1) // 2]

    def _bent(self, number: int, inputs: Floats) -> Floats:
        outputs = inputs @ self.weights[number] + self.biases[number]
        bent: Floats = np.maximum(outputs, LEAK * outputs)
        return bent


def speech_sounds(arrays: Mapping[str, NDArray[Any]]) -> SpeechSounds:
    """The network of arrays as `arrays_of` gives them. Raises KeyError when they are none."""
    layers = range(len(APART) + 4)
    return SpeechSounds(
        weights=tuple(arrays[f"weights{layer}"].astype(np.float32) for layer in layers),
        biases=tuple(arrays[f"biases{layer}"].astype(np.float32) for layer in layers),
    )


def arrays_of(network: SpeechSounds) -> dict[str, NDArray[Any]]:
    """The network as arrays for an `.npz` file, in 16 bits."""
    weights = {f"weights{layer}": each.astype(np.float16) for layer, each in enumerate(network.weights)}
    return weights | {f"biases{layer}": each.astype(np.float16) for layer, each in enumerate(network.biases)}


def _patches(layer: Floats, width: int, pace: int) -> Floats:
    """Squares of so many places in time and bands, every second band and as many places apart as its pace: places ×
    bands × what stands in a square. Beyond the edges is nothing.
    """
    beside = width // 2
    around = np.pad(layer, ((beside, beside), (beside, beside), (0, 0)))
    squares = np.lib.stride_tricks.sliding_window_view(around, (width, width), axis=(0, 1))[::pace, ::2]
    return np.ascontiguousarray(squares.transpose(0, 1, 3, 4, 2)).reshape(*squares.shape[:2], -1)


def _three(layer: Floats, apart: int) -> Floats:
    """Three steps, so far apart, side by side; beyond the edges is nothing."""
    around = np.pad(layer, ((apart, apart), (0, 0)))
    return np.concatenate([around[: len(layer)], layer, around[2 * apart :]], 1)
