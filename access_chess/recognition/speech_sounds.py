"""What each step of a sound would be as the middle of a letter or a number, to a network that a far greater one taught.

Whisper (Radford and others 2022, "Robust Speech Recognition via Large-Scale Weak Supervision", arXiv:2212.04356) has
heard 680,000 hours of people, and what its encoder makes of a sound tells "b", "d" and "e" apart in mouths that nobody
of ours has met. It takes a second and 145 MB; this one, of a four-hundredth of its size, has learned from it, also what
it makes of a quiet recording where there is noise (`training/model_card.md`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.filterbank import Floats

SIZE = 32  # numbers that tell of a step of 20 ms: how like each of the `square_names` it is
APART = (1, 2, 4, 8)  # steps from one to the next of the three that each of the layers in the middle sees
LEAK = np.float32(0.1)

_BEFORE = 40  # frames of the room on each side: what the first and the last step see beyond the sound
_WIDTH, _BESIDE = 5, 3  # frames and bands, steps and bands that the first layers see


@dataclass(frozen=True, kw_only=True)
class SpeechSounds:
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
