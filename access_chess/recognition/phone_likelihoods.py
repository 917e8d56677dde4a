"""How well each moment of a sound fits the phones of the acoustic model that comes with pocketsphinx.

That model was trained on many people, the network of phones on few: so the network is shown what the model makes of a
sound, beside the sound itself (a "tandem" after Hermansky, Ellis and Sharma 2000). Only the states that know nothing of
their neighbours are asked; what is around a moment the network sees for itself.
"""

from collections.abc import Iterator
from copy import copy
from itertools import pairwise
from math import prod

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from access_chess.recognition.adaptation.acoustic_model import STATES, AcousticModel
from access_chess.recognition.adaptation.mllr import features
from access_chess.recognition.adaptation.steady_noise import SteadyNoise, in_noise
from access_chess.recognition.filterbank import Floats, peak_of
from access_chess.recognition.front_end import cepstra_of, powers

Places = NDArray[np.int64]

LEAST = -20.0  # nats: what is less likely is as good as impossible

_AT_ONCE = 64  # frames
_LEAST_SHARE = -50.0  # nats below a phone's likeliest density: nothing
_NONE = np.float32(1e-30)  # where no density of a state fits: its logarithm is finite


class AskedStates(Struct, frozen=True, kw_only=True):
    """Some states of a model: for each phone its column, the places of its states, and their weights by stream."""

    codebooks: Places
    by_phone: tuple[tuple[int, slice, tuple[Floats, ...]], ...]


class _Densities(Struct, frozen=True, kw_only=True):
    """How well each frame fits each density of each phone: by stream, shares of the phone's likeliest one (phones ×
    densities × frames), and the logarithm of those ones' likelihood, of all streams together (phones × frames).
    """

    shares: tuple[Floats, ...]
    best: Floats


class PhoneLikelihoods:
    """Of one model. `phones` are in the order of the columns that `of` gives."""

    def __init__(self, model: AcousticModel) -> None:
        self.phones = model.phones
        self._shape = len(model.phones), model.means.shape[2]
        self._quadratics = _quadratics(model)
        self._weights = tuple(np.exp(weights.T).astype(np.float32) for weights in model.weights)
        alone = [weights[: STATES * len(model.phones)] for weights in self._weights]
        self._alone = tuple(each.reshape(len(model.phones), STATES, -1).copy() for each in alone)  # they stand first
        self._model = replace(model, weights=model.weights[:, :, : STATES * len(model.phones)].copy())  # a fortieth

    def in_noise(self, noise: SteadyNoise) -> "PhoneLikelihoods":
        """The same, of the model as it would be in a room with this noise."""
        there = copy(self)
        there._quadratics = _quadratics(in_noise(self._model, noise))
        return there

    def asked(self, senones: Places, codebooks: Places) -> AskedStates:
        """These states, whose phones are `codebooks` in rising order, to be asked for often."""
        phones, first = np.unique(codebooks, return_index=True)
        places = [slice(*each) for each in pairwise([*map(int, first), len(codebooks)])]
        by_phone = tuple(
            (int(phone), own, tuple(weights[senones[own]] for weights in self._weights))
            for phone, own in zip(phones, places, strict=True)
        )
        return AskedStates(codebooks=codebooks, by_phone=by_phone)

    def of(self, samples: NDArray[np.float64], warp: float = 1.0) -> Floats:
        """The logarithm of each phone's share in each frame: frames of 10 ms × phones, `LEAST` to 0.

        `samples` are at 16 kHz, of any scale; `warp` moves the bands, as in `filterbank.filters`.
        """
        return self.shares(features(cepstra_of(powers(samples, peak_of(samples), warp))))

    def shares(self, observed: NDArray[np.float64]) -> Floats:
        """As `of`, from the `features` of cepstra."""
        return np.concatenate([self._phones_of(part) for part in self._densities(observed)])

    def states(self, observed: NDArray[np.float64], asked: AskedStates) -> Floats:
        """The logarithm of the likelihood of each state that is asked for: frames × states."""
        return np.concatenate([self._states_of(part, asked) for part in self._densities(observed)])

    def with_states(self, observed: NDArray[np.float64], asked: AskedStates) -> tuple[Floats, Floats]:
        """As `shares` and `states`, at once."""
        parts = [(self._phones_of(part), self._states_of(part, asked)) for part in self._densities(observed)]
        return np.concatenate([phones for phones, _ in parts]), np.concatenate([states for _, states in parts])

    def _densities(self, observed: NDArray[np.float64]) -> Iterator[_Densities]:
        """The part of the work that all phones and states share, some frames at a time: all densities of a long sound
        would take a hundred megabytes.
        """
        for start in range(0, observed.shape[1], _AT_ONCE):
            shares, best = [], []
            for some, quadratic in zip(observed[:, start : start + _AT_ONCE], self._quadratics, strict=True):
                terms = np.concatenate([some.T, some.T**2, np.ones((1, len(some)))]).astype(np.float32)
                scores = (quadratic @ terms).reshape(*self._shape, len(some))
                best.append(scores.max(1))
                scores -= best[-1][:, None]
                np.maximum(scores, _LEAST_SHARE, out=scores)
                shares.append(np.exp(scores, out=scores))
            yield _Densities(shares=tuple(shares), best=np.sum(best, 0))

    def _phones_of(self, densities: _Densities) -> Floats:
        """The logarithm of each phone's share in each frame, from its states without neighbours."""
        mixed = prod(np.matmul(*each) for each in zip(self._alone, densities.shares, strict=True))
        scores = (np.log(mixed + _NONE) + densities.best[:, None]).transpose(2, 0, 1)
        highest = scores.max(2)
        whole = highest + np.log(np.exp(scores - highest[:, :, None]).sum(2))
        whole -= whole.max(1, keepdims=True)
        logarithms: Floats = np.maximum(whole - np.log(np.exp(whole).sum(1, keepdims=True)), LEAST)
        return logarithms

    def _states_of(self, densities: _Densities, asked: AskedStates) -> Floats:
        scores = densities.best[asked.codebooks]
        for phone, own, by_stream in asked.by_phone:
            mixed = prod(weights @ shares[phone] for weights, shares in zip(by_stream, densities.shares, strict=True))
            scores[own] += np.log(mixed + _NONE)
        return np.ascontiguousarray(scores.T)


def _quadratics(model: AcousticModel) -> tuple[Floats, ...]:
    return tuple(_quadratic(model, stream) for stream in range(model.streams))


def _quadratic(model: AcousticModel, stream: int) -> Floats:
    """So that this times [x, x², 1] is the logarithm of each density at x."""
    means = model.means[:, stream].reshape(-1, model.dimensions)
    variances = model.variances[:, stream].reshape(-1, model.dimensions)
    rest = -0.5 * (means**2 / variances + np.log(2 * np.pi * variances)).sum(1)
    return np.concatenate([means / variances, -0.5 / variances, rest[:, None]], 1).astype(np.float32)
