"""What an enrolment found of a speaker: a transform of the acoustic model and scales of the network of phones.

They are one text: the transform as pocketsphinx reads it, then the scales, which say how much each
hidden unit counts when this speaker is heard.

Learning hidden unit contributions (LHUC): P. Swietojanski, S. Renals, "Learning hidden unit contributions for
unsupervised speaker adaptation of neural network acoustic models", SLT 2014, 171-176. A factor for a thousand weights
is enough to meet a voice, and too little to learn a dozen sentences by heart.

The transform's text (`mllr_matrix`) is numbers: how many classes (one), how many streams, and for each stream its
length, the rows of its matrix, its shift, and factors of the variances, all one here. pocketsphinx (`ps_mllr.c`) trusts
what stands there and may crash when it does not fit the model, so that a file is always read here first.
"""

import math
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from access_chess.recognition.phone_network import PhoneNetwork

STREAMS = 3  # of the recogniser's model: cepstra, their slope, the slope's slope
DIMENSIONS = 13
# A voice moves a mean by far less: this is no transform of a voice but a broken file.
_FARTHEST = 1000.0


class StreamTransform(Struct, frozen=True, kw_only=True):
    """One stream's part: a mean becomes matrix · mean + shift."""

    matrix: tuple[tuple[float, ...], ...]
    shift: tuple[float, ...]


class MeanTransform(Struct, frozen=True, kw_only=True):
    """How a speaker's sounds differ from those of the model, a part for each stream."""

    streams: tuple[StreamTransform, ...]


def transform_text(transform: MeanTransform) -> str:
    """The transform as pocketsphinx reads it."""
    lines = ["1", str(len(transform.streams))]
    for stream in transform.streams:
        rows = [*stream.matrix, stream.shift, (1.0,) * len(stream.shift)]
        lines += [str(len(stream.shift)), *(" ".join(f"{value:.6f}" for value in row) for row in rows)]
    return "\n".join(lines) + "\n"


def read_transform(text: str) -> MeanTransform:
    """The transform of a text. Raises ValueError when it is not one for the recogniser's model."""
    numbers = [float(word) for word in text.split()]
    length = 2 + STREAMS * (1 + DIMENSIONS * (DIMENSIONS + 2))
    if len(numbers) != length:
        raise ValueError(f"expected {length} numbers, got {len(numbers)}")
    if not all(math.isfinite(number) and abs(number) <= _FARTHEST for number in numbers):
        raise ValueError(f"expected numbers from {-_FARTHEST} to {_FARTHEST}")
    rest = iter(numbers)
    if [next(rest), next(rest)] != [1, STREAMS]:
        raise ValueError(f"expected 1 class and {STREAMS} streams, got {numbers[0]:g} and {numbers[1]:g}")
    streams = []
    for _ in range(STREAMS):
        if (dimensions := next(rest)) != DIMENSIONS:
            raise ValueError(f"expected a stream of {DIMENSIONS} dimensions, got {dimensions:g}")
        matrix, (shift, factors) = [_row(rest) for _ in range(DIMENSIONS)], (_row(rest), _row(rest))
        if any(factor != 1 for factor in factors):
            raise ValueError("expected variances that stay as they are")
        streams.append(StreamTransform(matrix=tuple(matrix), shift=shift))
    return MeanTransform(streams=tuple(streams))


def _row(numbers: Iterator[float]) -> tuple[float, ...]:
    return tuple(islice(numbers, DIMENSIONS))


GREATEST = 2.0  # a unit counts twice at most, and not at all at least


class UnitScales(Struct, frozen=True, kw_only=True):
    """A factor for each hidden unit, by layer, of the network with this mark and of no other."""

    network: str
    layers: tuple[tuple[float, ...], ...]


def fit(scales: UnitScales, network: "PhoneNetwork") -> bool:
    """Were the scales learned for this network?"""
    return scales.network == network.mark and [*map(len, scales.layers)] == network.hidden_sizes


def scales_text(scales: UnitScales) -> str:
    """A line with the network's mark, then a line of factors for each layer."""
    lines = [" ".join(f"{factor:.4f}" for factor in layer) for layer in scales.layers]
    return "\n".join([f"network {scales.network}", *lines]) + "\n"


def read_scales(text: str) -> UnitScales:
    """The scales of such a text. Raises ValueError when it is none."""
    first, *lines = text.splitlines() or [""]
    if not first.startswith("network ") or not lines:
        raise ValueError(f"expected a network and its scales, got {first[:40]!r}")
    layers = tuple(tuple(float(word) for word in line.split()) for line in lines)
    if not all(0 <= factor <= GREATEST for layer in layers for factor in layer):  # what is no number is not among them
        raise ValueError(f"expected scales from 0 to {GREATEST:g}")
    return UnitScales(network=first.removeprefix("network "), layers=layers)


class SpeakerAdaptation(Struct, frozen=True, kw_only=True):
    """How both that hear are fitted to one speaker."""

    transform: MeanTransform
    scales: UnitScales


def adaptation_text(adaptation: SpeakerAdaptation) -> str:
    """The parts, one after the other."""
    return transform_text(adaptation.transform) + scales_text(adaptation.scales)


def read_adaptation(text: str) -> SpeakerAdaptation:
    """What such a text says. Raises ValueError when it is none, with the transform of an earlier version, too."""
    transform, of_network, scales = text.partition("network ")
    return SpeakerAdaptation(transform=read_transform(transform), scales=read_scales(of_network + scales))
