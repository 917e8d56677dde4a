"""pocketsphinx's own front end (`fe_sigproc.c`), as `feat.params` of its model sets it: from a sound to cepstra."""

import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.filterbank import STEP, Floats, mel_edges, triangles
from access_chess.recognition.loudness import RATE

WINDOW = 410  # samples of a frame, 25.6 ms
BANDS = 25

_SIZE = 512  # of the Fourier transform
_LOWEST, _HIGHEST = 130.0, 6800.0  # Hz
_CEPSTRA = 13
_LIFTER = 22
_FLOOR = 1.0  # of a band's power, with samples from -32768 to 32767: silence made by a computer has none
_PEAK = 0.5 * 32768  # every sound is as loud as the next


def powers(samples: NDArray[np.float64], peak: float, warp: float = 1.0) -> Floats:
    """Of the bands: frames × `BANDS`, of a sound at 16 kHz or a part of it; `peak` is the greatest sample of all the
    sound. `warp` moves the bands, as in `filterbank.filters`.
    """
    samples = samples * (_PEAK / max(peak, 1e-9))
    sharpened = np.append(samples[0], samples[1:] - 0.97 * samples[:-1]).astype(np.float32)
    padded = np.pad(sharpened, (0, max(0, WINDOW - len(sharpened))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::STEP]
    power = np.abs(np.fft.rfft(frames * np.hamming(WINDOW).astype(np.float32), _SIZE)) ** 2
    of_bands: Floats = power.astype(np.float32) @ (_UNWARPED if warp == 1.0 else _bands(warp)) + np.float32(_FLOOR)
    return of_bands


def frames_within(samples: slice) -> slice:
    """The frames that have samples of these alone."""
    start, stop = samples.start, samples.stop
    return slice(start and -(-start // STEP), stop and max(0, (stop - WINDOW) // STEP + 1))


def cepstra_of(of_bands: Floats) -> NDArray[np.float64]:
    """Frames × 13."""
    cepstra: NDArray[np.float64] = (np.log(of_bands) @ COSINES).astype(np.float64)
    return cepstra


def _bands(warp: float) -> Floats:
    """Triangles of the same area over the Fourier transform."""
    edges = mel_edges(_LOWEST, _HIGHEST, BANDS) * warp
    if warp == 1.0:
        edges = np.floor(edges / (RATE / _SIZE) + 0.5) * (RATE / _SIZE)  # the front end rounds to its own grid
    scaled: Floats = (triangles(edges, _SIZE) * 2 / (edges[2:] - edges[:-2])).astype(np.float32)
    return scaled


def _cosines() -> Floats:
    """From bands to cepstra, with the lifter."""
    rows = np.arange(_CEPSTRA)
    cosines = np.cos(np.pi * rows * (np.arange(BANDS)[:, None] + 0.5) / BANDS) * np.sqrt(2 / BANDS)
    cosines[:, 0] *= np.sqrt(0.5)
    lifted: Floats = (cosines * (1 + _LIFTER / 2 * np.sin(np.pi * rows / _LIFTER))).astype(np.float32)
    return lifted


_UNWARPED = _bands(1.0)
#: From the logarithms of the bands to cepstra, `BANDS` × 13.
COSINES = _cosines()
