"""A speaker's transform as a value and as the text that pocketsphinx reads (`mllr_matrix`).

The text is numbers: how many classes (one), how many streams, and for each stream its length, the rows of its matrix,
its shift, and factors of the variances, all one here. pocketsphinx (`ps_mllr.c`) trusts what stands there and may
crash when it does not fit the model, so that a file is always read here first.
"""

import math
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

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
