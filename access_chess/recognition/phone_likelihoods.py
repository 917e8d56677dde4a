"""How well each moment of a sound fits the phones of the acoustic model that comes with pocketsphinx.

That model was trained on many people, the network of phones on few: so the network is shown what the model makes of a
sound, beside the sound itself (a "tandem" after Hermansky, Ellis and Sharma 2000). Only the states that know nothing of
their neighbours are asked; what is around a moment the network sees for itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from access_chess.recognition.adaptation.acoustic_model import AcousticModel
from access_chess.recognition.adaptation.mllr import features
from access_chess.recognition.filterbank import STEP, Floats, mel_edges, peak_of, triangles
from access_chess.recognition.loudness import RATE

Places = NDArray[np.int64]

STATES = 3  # of a phone
LEAST = -20.0  # nats: what is less likely is as good as impossible

# pocketsphinx's own front end (fe_sigproc.c), as the model's file feat.params sets it.
WINDOW = 410  # samples of a frame, 25.6 ms
_SIZE = 512  # of the Fourier transform
_BANDS, _LOWEST, _HIGHEST = 25, 130.0, 6800.0
_CEPSTRA = 13
_LIFTER = 22
_FLOOR = 1.0  # of a band's power, with samples from -32768 to 32767: silence made by a computer has none
_AT_ONCE = 64  # frames
_PEAK = 0.5 * 32768  # every sound is as loud as the next
_LEAST_SHARE = -50.0  # nats below a phone's likeliest density: nothing
_NONE = np.float32(1e-30)  # where no density fits: its logarithm is finite


@dataclass(frozen=True, kw_only=True)
class AskedStates:
    """Some states of a model: for each phone its column, the places of its states, and their weights by stream."""

    codebooks: Places
    by_phone: tuple[tuple[int, slice, tuple[Floats, ...]], ...]


@dataclass(frozen=True, kw_only=True)
class _Densities:
    """How well each frame fits each density of each phone, by stream: shares of the phone's likeliest one
    (frames × phones × densities), and the logarithm of that one's likelihood (frames × phones).
    """

    shares: tuple[Floats, ...]
    best: tuple[Floats, ...]


class PhoneLikelihoods:
    """Of one model. `phones` are in the order of the columns that `of` gives."""

    def __init__(self, model: AcousticModel) -> None:
        self.phones = model.phones
        self._shape = len(model.phones), model.means.shape[2]
        self._quadratics = tuple(self._quadratic(model, stream) for stream in range(model.streams))
        self._weights = tuple(np.exp(weights).astype(np.float32) for weights in model.weights)
        alone = [weights[:, : STATES * len(model.phones)] for weights in self._weights]
        self._alone = tuple(each.reshape(-1, len(model.phones), STATES) for each in alone)  # they stand first

    def asked(self, senones: Places, codebooks: Places) -> AskedStates:
        """These states, whose phones are `codebooks` in rising order, to be asked for often."""
        phones, first = np.unique(codebooks, return_index=True)
        places = [slice(*each) for each in pairwise([*map(int, first), len(codebooks)])]
        by_phone = tuple(
            (int(phone), own, tuple(np.ascontiguousarray(weights[:, senones[own]].T) for weights in self._weights))
            for phone, own in zip(phones, places, strict=True)
        )
        return AskedStates(codebooks=codebooks, by_phone=by_phone)

    def of(self, samples: NDArray[np.float64], warp: float = 1.0) -> Floats:
        """The logarithm of each phone's share in each frame: frames of 10 ms × phones, `LEAST` to 0.

        `samples` are at 16 kHz, of any scale; `warp` moves the bands, as in `filterbank.filters`.
        """
        observed = features(self.cepstra(samples, peak_of(samples), warp))
        return np.concatenate([self._phones_of(part) for part in self._densities(observed)])

    def with_states(self, observed: NDArray[np.float64], asked: AskedStates) -> tuple[Floats, Floats]:
        """As `of`, and the logarithm of the likelihood of each state that is asked for: frames × states. `observed` are
        the `features` of cepstra.
        """
        parts = [(self._phones_of(part), self._states_of(part, asked)) for part in self._densities(observed)]
        return np.concatenate([phones for phones, _ in parts]), np.concatenate([states for _, states in parts])

    def cepstra(self, samples: NDArray[np.float64], peak: float, warp: float = 1.0) -> NDArray[np.float64]:
        """Frames × 13, of a sound or a part of it; `peak` is the greatest sample of all the sound."""
        samples = samples * (_PEAK / max(peak, 1e-9))
        sharpened = np.append(samples[0], samples[1:] - 0.97 * samples[:-1]).astype(np.float32)
        padded = np.pad(sharpened, (0, max(0, WINDOW - len(sharpened))))
        frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::STEP]
        power = np.abs(np.fft.rfft(frames * np.hamming(WINDOW).astype(np.float32), _SIZE)) ** 2
        bands = self._bands if warp == 1.0 else _bands(warp)
        cepstra: NDArray[np.float64] = (np.log(power.astype(np.float32) @ bands + _FLOOR) @ _COSINES).astype(np.float64)
        return cepstra

    def _densities(self, observed: NDArray[np.float64]) -> Iterator[_Densities]:
        """The part of the work that all phones and states share, some frames at a time: all densities of a long sound
        would take a hundred megabytes.
        """
        for start in range(0, observed.shape[1], _AT_ONCE):
            shares, best = [], []
            for some, quadratic in zip(observed[:, start : start + _AT_ONCE], self._quadratics, strict=True):
                terms = np.concatenate([some, some**2, np.ones((len(some), 1))], 1).astype(np.float32)
                scores = (terms @ quadratic).reshape(len(some), *self._shape)
                best.append(scores.max(2))
                scores -= best[-1][:, :, None]
                np.maximum(scores, _LEAST_SHARE, out=scores)
                shares.append(np.exp(scores, out=scores))
            yield _Densities(shares=tuple(shares), best=tuple(best))

    def _phones_of(self, densities: _Densities) -> Floats:
        """The logarithm of each phone's share in each frame, from its states without neighbours."""
        scores = np.zeros((*densities.best[0].shape, STATES), np.float32)
        for shares, best, weights in zip(densities.shares, densities.best, self._alone, strict=True):
            mixed = np.einsum("tpd,dpk->tpk", shares, weights, optimize=True)
            scores += np.log(mixed + _NONE) + best[:, :, None]
        highest = scores.max(2)
        whole = highest + np.log(np.exp(scores - highest[:, :, None]).sum(2))
        whole -= whole.max(1, keepdims=True)
        logarithms: Floats = np.maximum(whole - np.log(np.exp(whole).sum(1, keepdims=True)), LEAST)
        return logarithms

    def _states_of(self, densities: _Densities, asked: AskedStates) -> Floats:
        scores = np.zeros((len(asked.codebooks), len(densities.best[0])), np.float32)
        mixed = np.empty_like(scores)
        for stream, (shares, best) in enumerate(zip(densities.shares, densities.best, strict=True)):
            for phone, own, by_stream in asked.by_phone:
                np.matmul(by_stream[stream], shares[:, phone].T, out=mixed[own])
            mixed += _NONE
            scores += np.log(mixed, out=mixed) + best.T[asked.codebooks]
        return np.ascontiguousarray(scores.T)

    @cached_property
    def _bands(self) -> Floats:
        return _bands(1.0)

    def _quadratic(self, model: AcousticModel, stream: int) -> Floats:
        """So that [x, x², 1] times this is the logarithm of each density at x."""
        means = model.means[:, stream].reshape(-1, model.dimensions)
        variances = model.variances[:, stream].reshape(-1, model.dimensions)
        rest = -0.5 * (means**2 / variances + np.log(2 * np.pi * variances)).sum(1)
        return np.concatenate([(means / variances).T, -0.5 / variances.T, rest[None]]).astype(np.float32)


def _bands(warp: float) -> Floats:
    """Triangles of the same area over the Fourier transform."""
    edges = mel_edges(_LOWEST, _HIGHEST, _BANDS) * warp
    if warp == 1.0:
        edges = np.floor(edges / (RATE / _SIZE) + 0.5) * (RATE / _SIZE)  # the front end rounds to its own grid
    scaled: Floats = (triangles(edges, _SIZE) * 2 / (edges[2:] - edges[:-2])).astype(np.float32)
    return scaled


def _cosines() -> Floats:
    """From bands to cepstra, with the lifter."""
    rows = np.arange(_CEPSTRA)
    cosines = np.cos(np.pi * rows * (np.arange(_BANDS)[:, None] + 0.5) / _BANDS) * np.sqrt(2 / _BANDS)
    cosines[:, 0] *= np.sqrt(0.5)
    lifted: Floats = (cosines * (1 + _LIFTER / 2 * np.sin(np.pi * rows / _LIFTER))).astype(np.float32)
    return lifted


_COSINES = _cosines()
