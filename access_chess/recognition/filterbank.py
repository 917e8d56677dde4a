"""What the phone network sees of a sound: mel filterbank energies, each moment with what is around it.

The mel scale is that of O'Shaughnessy (1987); frames are 25 ms long and 10 ms apart, as recognisers have them.
"""

import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.loudness import RATE

Floats = NDArray[np.float32]

BANDS = 32
LOWEST, HIGHEST = 100.0, 7200.0  # Hz
STEP = RATE // 100  # samples from one frame to the next

_LENGTH = RATE // 40  # samples of a frame
_SIZE = 512  # of the Fourier transform
_NEAR, _FAR = np.arange(-5, 6), np.array([7, 9, 12, 15])
#: Frames that are seen beside each: all within 50 ms, as a "b" is no longer, and fewer up to 150 ms before and after.
AROUND = np.concatenate([-_FAR[::-1], _NEAR, _FAR])
_PEAK = 0.5 * 32768 / 100  # every sound is as loud as the next
_FLOOR = 1e-3  # of energy, in that unit
_SPREAD = 4.0  # brings logarithms of energy near to 1


def _mel(frequency: float) -> float:
    return float(2595 * np.log10(1 + frequency / 700))


def filters(warp: float = 1.0) -> Floats:
    """Triangles over the Fourier transform, 257 × `BANDS`. `warp` moves their edges, as a longer or shorter throat
    moves the formants; the training draws it by chance.
    """
    bands = triangles(mel_edges(LOWEST, HIGHEST, BANDS) * warp, _SIZE)
    scaled: Floats = (bands / np.maximum(bands.sum(0), 1e-9)).astype(np.float32)
    return scaled


def mel_edges(lowest: float, highest: float, bands: int) -> NDArray[np.float64]:
    """The frequencies in hertz between which so many bands overlap, as wide as the ear has them."""
    edges: NDArray[np.float64] = 700 * (10 ** (np.linspace(_mel(lowest), _mel(highest), bands + 2) / 2595) - 1)
    return edges


def triangles(edges: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """A triangle from each edge to the next but one, over a Fourier transform of that size."""
    frequencies = np.arange(size // 2 + 1) * RATE / size
    rising = (frequencies[:, None] - edges[:-2]) / np.diff(edges)[:-1]
    falling = (edges[2:] - frequencies[:, None]) / np.diff(edges)[1:]
    return np.clip(np.minimum(rising, falling), 0, None)


_FILTERS = filters()


def energies(samples: NDArray[np.float64], through: Floats = _FILTERS, *, peak: float | None = None) -> Floats:
    """Logarithms of the energies of a sound (16 kHz, any scale): frames × `BANDS`. `peak` is the greatest sample of all
    the sound, where these are a part of it.
    """
    scaled = samples * (_PEAK / max(peak_of(samples) if peak is None else peak, 1e-9))
    sharpened = np.append(scaled[0], scaled[1:] - 0.97 * scaled[:-1]).astype(np.float32)
    padded = np.pad(sharpened, (0, max(0, _LENGTH - len(sharpened))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, _LENGTH)[::STEP] * np.hamming(_LENGTH).astype(np.float32)
    power = np.abs(np.fft.rfft(frames, _SIZE)) ** 2
    logarithms: Floats = np.log(power.astype(np.float32) @ through + _FLOOR)
    return logarithms


def peak_of(samples: NDArray[np.float64]) -> float:
    """The greatest sample, to either side."""
    return float(np.abs(samples).max())


def extremes(logarithms: Floats) -> tuple[float, Floats]:
    """The loudest moment of a sound, and the noise of the room below it."""
    loudest = float(np.percentile(logarithms.mean(1), 95))
    room = (np.percentile(logarithms, 10, axis=0) - loudest) / _SPREAD
    return loudest, room.astype(np.float32)


def below(logarithms: Floats, loudest: float) -> Floats:
    """Each frame below the loudest moment."""
    return ((logarithms - loudest) / _SPREAD).astype(np.float32)


def levels(logarithms: Floats) -> tuple[Floats, Floats]:
    """Each frame below the loudest moment, and the noise of the room so too."""
    loudest, room = extremes(logarithms)
    return below(logarithms, loudest), room
