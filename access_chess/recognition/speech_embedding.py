"""What a sound is like from moment to moment, to a network that a great many people have taught.

Our own networks have met few people. This one Google trained on 200 million clips of YouTube, to find five thousand
words in them; what it sees of a sound tells words apart that are said by voices of which there are few recordings, or
none but synthetic ones (Lin, Kilgour, Roblek and Sharifi 2020, "Training Keyword Spotters with Limited and Synthesized
Speech Data", arXiv:2002.01322). Its lower half is as they made it; its upper half was taught further by us, on answers
and other words, and by a far greater network of words (`training/model_card.md`).
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.recognition.filterbank import STEP, Floats, peak_of

MOMENT = 4  # steps of 20 ms from one moment to the next, which are two frames each
SIZE = 96  # numbers that tell of a moment
LAYERS = 20

_WINDOW, _FRAME = 400, 512  # samples that are seen of a frame, in its middle; samples of a frame
_PEAK = 16_000.0  # every sound is as loud as the next
_BEFORE = 38  # frames that a moment sees on each side
_RANGE = 80.0  # decibels below the loudest, beyond which all is silence
_QUIETEST = 1e-10
LEAK, LEAST = np.float32(0.2), np.float32(-0.4)
SPREAD = np.float32(12.0)  # brings what it tells near to 1
#: How many convolutions come before each pooling, over frames and over bands.
BLOCKS = ((2, (2, 2)), (4, (1, 2)), (4, (2, 2)), (4, (1, 2)), (4, (2, 2)))
UPPER, FIRST_UPPER = 3, 11  # the first block and the first layer that are ours


class SpeechEmbedding(Struct, frozen=True, kw_only=True):
    """`bands` are filters over a Fourier transform (257 × 32). Each of the `weights` is a convolution over three frames
    or three bands (3 × channels × channels), but the first, which is over both (9 × channels); `scale` and `shift`
    follow the first. The last has no bias.
    """

    bands: Floats
    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]
    scale: Floats
    shift: Floats

    def moments(self, samples: NDArray[np.float64]) -> Floats:
        """What each moment of a sound (16 kHz, any scale) is like, from its beginning on: moments × `SIZE`."""
        return self.of_frames(self.frames(samples))

    def of_frames(self, frames: Floats) -> Floats:
        """The same of a sound whose `frames` are known."""
        quiet = np.percentile(frames, 10, axis=0).astype(np.float32)
        missing = -len(frames) % (2 * MOMENT)
        around = [np.tile(quiet, (count, 1)) for count in (_BEFORE, _BEFORE + missing)]
        return self._upper(self.lower(np.concatenate([around[0], frames, around[1]]))) / SPREAD

    def frames(self, samples: NDArray[np.float64]) -> Floats:
        """Energies in tenths of decibels, in bands: frames × 32."""
        scaled = samples * (_PEAK / max(peak_of(samples), 1e-9))
        padded = np.pad(scaled, (_FRAME // 2, _FRAME // 2))
        window = np.zeros(_FRAME)
        start = (_FRAME - _WINDOW) // 2
        window[start : start + _WINDOW] = np.hanning(_WINDOW + 1)[:-1]
        frames = np.lib.stride_tricks.sliding_window_view(padded, _FRAME)[::STEP] * window
        power = np.abs(np.fft.rfft(frames)).astype(np.float32) ** 2
        decibels = 10 * np.log10(np.maximum(power @ self.bands, _QUIETEST))
        energies: Floats = np.maximum(decibels, decibels.max() - _RANGE).astype(np.float32) / 10 + 2
        return energies

    def lower(self, frames: Floats) -> Floats:
        """What the layers before the upper ones make of frames: places in time × bands × channels."""
        around = np.pad(frames, ((0, 0), (1, 1)))
        length, bands = len(frames) - 2, frames.shape[1]
        both = [around[frame : frame + length, band : band + bands] for frame in range(3) for band in range(3)]
        layer = np.maximum(np.stack(both, 2) @ self.weights[0], 0)
        return self._through(_bent(layer * self.scale + self.shift), BLOCKS[:UPPER], 1)

    def _upper(self, layer: Floats) -> Floats:
        through = self._through(layer, BLOCKS[UPPER:], FIRST_UPPER)
        last: Floats = (_frames_around(through) @ self.weights[-1])[:, 0]
        return last

    def _through(self, layer: Floats, blocks: Sequence[tuple[int, tuple[int, int]]], first: int) -> Floats:
        places = iter(range(first, LAYERS - 1))
        for count, pool in blocks:
            for place in islice(places, count):
                beside = _frames_around(layer) if place % 2 == 0 else _bands_around(layer)
                layer = _bent(beside @ self.weights[place] + self.biases[place - 1])
            layer = _most(layer, *pool)
        return layer


def between(moments: Floats, places: NDArray[np.float64]) -> Floats:
    """What it is like at places between the moments, counted in moments."""
    places = np.clip(places, 0, len(moments) - 1)
    before = np.minimum(places.astype(int), max(0, len(moments) - 2))
    share = (places - before)[:, None].astype(np.float32)
    found: Floats = moments[before] * (1 - share) + moments[np.minimum(before + 1, len(moments) - 1)] * share
    return found


def _frames_around(layer: Floats) -> Floats:
    """Three frames at a time, side by side."""
    return np.concatenate([layer[:-2], layer[1:-1], layer[2:]], 2)


def _bands_around(layer: Floats) -> Floats:
    """Three bands at a time, side by side; beyond the edges is nothing."""
    around = np.pad(layer, ((0, 0), (1, 1), (0, 0)))
    return np.concatenate([around[:, :-2], around[:, 1:-1], around[:, 2:]], 2)


def _most(layer: Floats, frames: int, bands: int) -> Floats:
    """The greatest of so many frames and bands."""
    length, width, channels = layer.shape
    kept = layer[: length // frames * frames, : width // bands * bands]
    most: Floats = kept.reshape(length // frames, frames, width // bands, bands, channels).max((1, 3))
    return most


def _bent(layer: Floats) -> Floats:
    bent: Floats = np.maximum(np.maximum(layer, LEAK * layer), LEAST)
    return bent


def speech_embedding(arrays: Mapping[str, NDArray[Any]]) -> SpeechEmbedding:
    """The network of arrays as `arrays_of` gives them. Raises KeyError when they are none."""
    return SpeechEmbedding(
        bands=arrays["bands"].astype(np.float32),
        weights=tuple(arrays[f"weights{layer}"].astype(np.float32) for layer in range(LAYERS)),
        biases=tuple(arrays[f"biases{layer}"].astype(np.float32) for layer in range(1, LAYERS - 1)),
        scale=arrays["scale"].astype(np.float32),
        shift=arrays["shift"].astype(np.float32),
    )
