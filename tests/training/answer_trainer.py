"""Teaches a network which answer a whole sound is, by stochastic steps on the cross-entropy.

Much is left out of each step by chance (dropout, Srivastava and others 2014): answers by people are few. The same
sounds and the same seed make the same network on the same machine.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from access_chess.recognition.adaptation.scale_learning import Adam
from access_chess.recognition.answer_network import AnswerNetwork
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_network import shares_of

HIDDEN = (192, 96)
BATCH = 256  # sounds
STEPS = 6000
_LEARNING, _LAST = 1e-3, 1e-5
_FURTHER_STEPS, _FURTHER_RATE = 200, 0.02  # of some outputs alone
_LEFT_OUT = (0.2, 0.4, 0.3)  # of what each layer is given
_BLURRED = 0.05
_DECAY = 1e-3  # of the weights, at the rate of the step


def trained(
    groups: Sequence[tuple[Floats, NDArray[np.int64]]],
    outputs: Mapping[str, int],
    chance: np.random.Generator,
    *,
    hidden: Sequence[int] = HIDDEN,
    steps: int | None = None,
    doubt: float = 0.0,
) -> AnswerNetwork:
    """A network of groups of sounds, what is seen of each and its output; each group has the same share of a step.

    With some `doubt` (label smoothing, Szegedy and others 2016) such a share of what was said is spread over all
    outputs, so that it is never quite sure.
    """
    sizes, steps = (groups[0][0].shape[1], *hidden, max(outputs.values()) + 1), steps or STEPS
    weights = [
        (chance.standard_normal((before, after)) * np.sqrt(2 / before)).astype(np.float32)
        for before, after in pairwise(sizes)
    ]
    biases = [np.zeros(after, np.float32) for after in sizes[1:]]
    adam = Adam([*weights, *biases])
    for step in range(1, steps + 1):
        drawn = [(seen, said, chance.integers(len(said), size=BATCH // len(groups))) for seen, said in groups]
        seen = np.concatenate([own[places] for own, _, places in drawn])
        said = np.concatenate([own[places] for _, own, places in drawn])
        rate = _LEARNING * (1 - step / steps) + _LAST
        for each in weights:
            each *= np.float32(1 - rate * _DECAY)
        blurred = seen + np.float32(_BLURRED) * chance.standard_normal(seen.shape, np.float32)
        adam.step(_slopes(weights, biases, blurred, said, chance, doubt), rate)
    return AnswerNetwork(outputs=outputs, weights=tuple(weights), biases=tuple(biases))


def taught_further(
    network: AnswerNetwork, groups: Sequence[tuple[Floats, NDArray[np.int64]]], outputs: Sequence[int]
) -> AnswerNetwork:
    """The same network, some outputs of which are taught further, by all of such groups at each step; each group has
    the same share of it.

    Where there are voices now who say those answers, and were none, the rest of what was learned stays as it is.
    """
    *before, last = network.weights
    taught = np.array(outputs)
    heard = [
        (hidden, hidden @ last + network.biases[-1], said[:, None] == taught)
        for hidden, said in ((network.hidden(seen), said) for seen, said in groups)
    ]
    weights, biases = last[:, taught].copy(), network.biases[-1][taught].copy()
    adam = Adam([weights, biases])
    for step in range(1, _FURTHER_STEPS + 1):
        slopes = [np.zeros_like(weights), np.zeros_like(biases)]
        for hidden, told, is_said in heard:
            told[:, taught] = hidden @ weights + biases
            wrong = (shares_of(told)[:, taught] - is_said) / np.float32(len(is_said) * len(groups))
            slopes[0] += hidden.T @ wrong
            slopes[1] += wrong.sum(0)
        adam.step(slopes, _FURTHER_RATE * (1 - step / _FURTHER_STEPS))
    last, all_biases = last.copy(), network.biases[-1].copy()
    last[:, taught], all_biases[taught] = weights, biases
    return replace(network, weights=(*before, last), biases=(*network.biases[:-1], all_biases))


def _slopes(
    weights: Sequence[Floats], biases: Sequence[Floats], seen: Floats, said: NDArray[np.int64],
    chance: np.random.Generator, doubt: float,
) -> list[Floats]:  # fmt: skip
    layers: list[Floats] = []
    kept: list[Floats] = []
    last = seen
    for number, (own, beside) in enumerate(zip(weights, biases, strict=True)):
        left_out = np.float32(_LEFT_OUT[number])
        kept.append((chance.random(last.shape, np.float32) >= left_out).astype(np.float32) / (1 - left_out))
        layers.append(last * kept[-1])
        last = layers[-1] @ own + beside
        last = last if number == len(weights) - 1 else np.maximum(last, np.float32(0))
    slope = shares_of(last) - np.float32(doubt / last.shape[1])
    slope[np.arange(len(said)), said] -= np.float32(1 - doubt)
    slope /= np.float32(len(said))
    of_weights, of_biases = [], []
    for number in reversed(range(len(weights))):
        of_weights.append(layers[number].T @ slope)
        of_biases.append(slope.sum(0))
        slope = (slope @ weights[number].T) * kept[number] * (layers[number] > 0).astype(np.float32)
    return [*reversed(of_weights), *reversed(of_biases)]
