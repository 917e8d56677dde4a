"""Teaches the verifier whether a sentence was said, by stochastic steps on the cross-entropy.

Much is left out of each step by chance (dropout, Srivastava and others 2014). The same sentences and the same seed make
the same network on the same machine.
"""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from access_chess.recognition.adaptation.scale_learning import Adam
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.second_look import PHONES, Compared, Verifier

OF_PHONES, OF_ALL = (192, 48), 64  # units of the layers
BATCH = 256  # sentences
STEPS = 8000
_LEARNING, _LAST = 1e-3, 1e-5
_LEFT_OUT = (0.15, 0.3, 0.0, 0.3)  # of what each layer is given
_BLURRED = 0.03
_DECAY = 1e-3  # of the weights, at the rate of the step

Group = tuple[Sequence[Compared], bool]


def trained(groups: Sequence[Group], chance: np.random.Generator) -> Verifier:
    """A network of groups of sentences, of each of which it is told whether they were said; each has the same share."""
    first = groups[0][0][0]
    pooled = 3 * OF_PHONES[1] + len(first.whole)
    sizes = ((first.phones.shape[1], OF_PHONES[0]), OF_PHONES, (pooled, OF_ALL), (OF_ALL, 1))
    weights = [(chance.standard_normal(each) * np.sqrt(2 / each[0])).astype(np.float32) for each in sizes]
    biases = [np.zeros(after, np.float32) for _, after in sizes]
    adam = Adam([*weights, *biases])
    share = BATCH // len(groups)
    was_said = np.repeat(np.array([said for _, said in groups], np.float32), share)
    for step in range(1, STEPS + 1):
        drawn = [own[place] for own, _ in groups for place in chance.integers(len(own), size=share)]
        rate = _LEARNING * (1 - step / STEPS) + _LAST
        for each in weights:
            each *= np.float32(1 - rate * _DECAY)
        adam.step(_slopes(weights, biases, drawn, was_said, chance), rate)
    return Verifier(weights=tuple(weights), biases=tuple(biases))


def _slopes(
    weights: Sequence[Floats], biases: Sequence[Floats], drawn: Sequence[Compared], was_said: Floats,
    chance: np.random.Generator,
) -> list[Floats]:  # fmt: skip
    counts = np.array([len(each.phones) for each in drawn])
    starts = np.array([0, *accumulate(counts)])[:-1]
    phones = np.concatenate([each.phones for each in drawn])
    phones = phones + np.float32(_BLURRED) * chance.standard_normal(phones.shape, np.float32)
    kept = [_kept(phones.shape, _LEFT_OUT[0], chance), _kept((len(phones), OF_PHONES[0]), _LEFT_OUT[1], chance)]
    given = [phones * kept[0]]
    given.append(np.maximum(given[0] @ weights[0] + biases[0], 0) * kept[1])
    found = np.maximum(given[1] @ weights[1] + biases[1], 0)
    total, most = np.add.reduceat(found, starts), np.maximum.reduceat(found, starts)
    lengths = counts[:, None].astype(np.float32)
    given.append(np.concatenate([total / lengths, most, total / PHONES, [each.whole for each in drawn]], 1))
    kept.append(_kept((len(drawn), OF_ALL), _LEFT_OUT[3], chance))
    given.append(np.maximum(given[2] @ weights[2] + biases[2], 0) * kept[2])
    sure = (given[3] @ weights[3] + biases[3])[:, 0]

    slope = ((1 / (1 + np.exp(-sure)) - was_said) / np.float32(len(drawn)))[:, None]
    slopes = [slope]
    slopes.append((slope @ weights[3].T) * kept[2] * (given[3] > 0))
    of_mean, of_most, of_sum = np.split((slopes[1] @ weights[2].T)[:, : 3 * OF_PHONES[1]], 3, 1)
    of_found = np.repeat(of_mean / lengths + of_sum / PHONES, counts, 0)
    of_found += np.repeat(of_most, counts, 0) * (found == np.repeat(most, counts, 0))
    slopes.append(of_found * (found > 0))
    slopes.append((slopes[2] @ weights[1].T) * kept[1] * (given[1] > 0))
    return [
        *(own.T @ slope for own, slope in zip(given, slopes[::-1], strict=True)),
        *(slope.sum(0) for slope in slopes[::-1]),
    ]


def _kept(shape: tuple[int, ...], left_out: float, chance: np.random.Generator) -> Floats:
    """What is kept of each number, made greater by as much as is left out."""
    kept: Floats = (chance.random(shape, np.float32) >= left_out).astype(np.float32) / np.float32(1 - left_out)
    return kept
