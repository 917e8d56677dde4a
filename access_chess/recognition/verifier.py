"""Whether a sentence was said at all: a small network that looks at each phone of it, and at what was heard there.

Of words that nobody awaits the nearest sentence is found, too. What tells "bee" from "vier" is one phone that is not
there, which a sum over moments hides. So each phone of the sentence is laid beside what the network of phones heard in
its place, and the network has learned which differences people make who say it (utterance verification, Sukkar and Lee
1996; training/model_card.md).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_alignment import PAUSE, Alignment, Halves, aligned

_SPREAD = np.float32(8.0)  # brings the scores of a step near to 1
_NEAR = np.float32(4.0)  # the same of how far one is behind another, and the steps of half a phone
_STEPS = 50  # of a sound
_WORDS, PHONES = 3, 8  # of a sentence


class Compared(Struct, frozen=True, kw_only=True):
    """What it sees: of each phone of a sentence (phones × inputs), and of the whole of it."""

    phones: Floats
    whole: Floats


class Verifier(Struct, frozen=True, kw_only=True):
    """Layers of weights (inputs × outputs) and biases: two for each phone, and two for all of them together."""

    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]

    def likeness(self, compared: Compared) -> float:
        """How sure it is that the sentence was said, the logarithm of its chance against that of the contrary."""
        of_phones = compared.phones
        for layer in (0, 1):
            of_phones = np.maximum(of_phones @ self.weights[layer] + self.biases[layer], 0)
        of_all = np.concatenate([pooled(of_phones), compared.whole])
        of_all = np.maximum(of_all @ self.weights[2] + self.biases[2], 0)
        return float((of_all @ self.weights[3] + self.biases[3])[0])


def pooled(of_phones: Floats) -> Floats:
    """Of what was found of each phone: the mean, the most, and all of it."""
    return np.concatenate([of_phones.mean(0), of_phones.max(0), of_phones.sum(0) / PHONES])


def compared(scores: Floats, pronunciations: Sequence[Sequence[Halves]]) -> Compared | None:
    """A sentence, of each of whose words the pronunciations are given, beside the network's scores of a sound (steps ×
    columns); None where the sound is too short for it.
    """
    alignment = aligned(scores, pronunciations)
    if alignment is None:
        return None
    best = scores.max(1)
    return Compared(phones=_of_phones(scores, best, alignment), whole=_of_whole(scores, best, alignment))


def _of_phones(scores: Floats, best: Floats, alignment: Alignment) -> Floats:
    phones, kinds = (alignment.columns[alignment.firsts] - 1) // 2, (scores.shape[1] - 1) // 2
    names = np.zeros((len(phones) + 2, kinds), np.float32)
    names[np.arange(len(phones)) + 1, phones] = 1
    rows = []
    for first in alignment.firsts:
        halves = [alignment.path == place for place in (first, first + 1)]
        heard = [scores[half].mean(0) / _SPREAD for half in halves]
        behind = [
            (scores[half, alignment.columns[place]] - best[half]) / _NEAR
            for half, place in zip(halves, (first, first + 1), strict=True)
        ]
        each = np.concatenate(behind)
        lengths = [np.log(half.sum() / _NEAR) for half in halves]
        rows.append(
            [
                *np.concatenate(heard),
                *lengths,
                each.mean(),
                each.min() / 2,
                *(own.mean() for own in behind),
                len(each) / 10,
            ]
        )
    return np.column_stack([names[1:-1], names[:-2], names[2:], alignment.begins, np.array(rows, np.float32)]).astype(
        np.float32
    )


def _of_whole(scores: Floats, best: Floats, alignment: Alignment) -> Floats:
    """How much was said, and how much of it the sentence takes for a pause."""
    quiet, is_said = alignment.columns[alignment.path] == PAUSE, scores.argmax(1) != PAUSE
    return np.array(
        [
            len(alignment.firsts) / PHONES,
            alignment.begins.sum() / _WORDS,
            len(scores) / _STEPS,
            quiet.mean(),
            (best[quiet] - scores[quiet, PAUSE]).sum() / (10 * _SPREAD),
            (alignment.score - best.sum()) / ((~quiet).sum() * _NEAR),
            (quiet & is_said).sum() / 10,
        ],
        np.float32,
    )


def verifier(arrays: Mapping[str, NDArray[Any]]) -> Verifier:
    """The network of arrays as `arrays_of` gives them. Raises KeyError when they are none."""
    return Verifier(
        weights=tuple(arrays[f"weights{layer}"].astype(np.float32) for layer in range(4)),
        biases=tuple(arrays[f"biases{layer}"].astype(np.float32) for layer in range(4)),
    )


def arrays_of(network: Verifier) -> dict[str, NDArray[Any]]:
    """The network as arrays for an `.npz` file, its weights in 16 bits."""
    layers = {f"weights{layer}": weights.astype(np.float16) for layer, weights in enumerate(network.weights)}
    return layers | {f"biases{layer}": biases for layer, biases in enumerate(network.biases)}
