"""Which answer a whole sound is, or another word: a small network that sees all of it at once.

A word that nobody awaits may have nearly the phones of an answer: "bee" those of "vier", "lion" those of "nein". What
tells them apart is how the whole goes, which a sum over moments does not know. So the phones of a sound, as the network
of phones scores them, are brought to one length, and a second network tells which of the awaited words this is
(training/model_card.md).
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.recognition.filterbank import Floats
from access_chess.recognition.speech_embedding import MOMENT, between

PARTS = 20  # of a sound, each as long
MOMENTS, APART = 10, 2  # of a sound, around its middle, and how far apart they are, in moments of the embedding
OTHER = 0  # the output of all other words
_SHORTEST = 4  # steps of 20 ms; no word is shorter
_SILENCE = 0  # the column of the pause
_USUAL = 25  # steps of a word
_SPREAD = 8.0  # brings the scores of a step near to 1


class AnswerNetwork(Struct, frozen=True, kw_only=True):
    """Layers of weights (inputs × outputs) and biases; `outputs` tells of each word that is known which one it is."""

    outputs: Mapping[str, int]
    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]

    def fit(self, word: str, seen: Floats) -> float | None:
        """How sure it is that this is what the word answers, in nats, 0 at most; None: it knows no such word."""
        output = self.outputs.get(word)
        return None if output is None else float(self.shares(seen[None])[0, output])

    def shares(self, seen: Floats) -> Floats:
        """The logarithms of the shares of the outputs in each of some sounds: sounds × outputs."""
        last = self.hidden(seen) @ self.weights[-1] + self.biases[-1]
        last -= last.max(1, keepdims=True)
        return np.asarray(last - np.log(np.exp(last).sum(1, keepdims=True)), np.float32)

    def hidden(self, seen: Floats) -> Floats:
        """What the last layer is given of each of some sounds: sounds × units."""
        hidden = seen
        for weights, biases in zip(self.weights[:-1], self.biases[:-1], strict=True):
            hidden = np.maximum(hidden @ weights + biases, 0)
        return hidden


def seen_of(halves: Floats, moments: Floats) -> Floats | None:
    """What it sees of a sound: the scores of its steps by the network of phones (steps × halves of phones), and what
    its moments are like (`SpeechEmbedding`); None where hardly anything was said.
    """
    spoken = np.flatnonzero(halves.argmax(1) != _SILENCE)
    if len(spoken) < _SHORTEST:
        return None
    first, last = max(0, spoken[0] - 1), min(len(halves), spoken[-1] + 2)
    said = halves[first:last]
    edges = np.linspace(0, len(said), PARTS + 1)
    parts = [said[int(start) : max(int(start) + 1, int(np.ceil(end)))].mean(0) for start, end in pairwise(edges)]
    middle = (first + last) / 2 / MOMENT
    like = between(moments, middle + APART * (np.arange(MOMENTS) - (MOMENTS - 1) / 2))
    length = np.log(np.float32(len(said) / _USUAL))
    return np.concatenate([*(part / np.float32(_SPREAD) for part in parts), like.ravel(), [length]], dtype=np.float32)


def answer_network(arrays: Mapping[str, NDArray[Any]]) -> AnswerNetwork:
    """The network of arrays as `arrays_of` gives them. Raises KeyError or ValueError when they are none."""
    layers = range(sum(name.startswith("weights") for name in arrays))
    return AnswerNetwork(
        outputs={str(word): int(output) for word, output in zip(arrays["words"], arrays["outputs"], strict=True)},
        weights=tuple(arrays[f"weights{layer}"].astype(np.float32) for layer in layers),
        biases=tuple(arrays[f"biases{layer}"].astype(np.float32) for layer in layers),
    )


def arrays_of(network: AnswerNetwork) -> dict[str, NDArray[Any]]:
    """The network as arrays for an `.npz` file, its weights in 16 bits."""
    layers = {f"weights{layer}": weights.astype(np.float16) for layer, weights in enumerate(network.weights)}
    layers |= {f"biases{layer}": biases.astype(np.float16) for layer, biases in enumerate(network.biases)}
    words, outputs = zip(*network.outputs.items(), strict=True)
    return {"words": np.array(words), "outputs": np.array(outputs), **layers}
