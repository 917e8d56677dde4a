"""Adaptation to a room: the model as it would be, had it been trained in a steady noise, as of a fan.

Parallel model combination: M. J. F. Gales, S. J. Young, "Robust continuous speech recognition using parallel model
combination", IEEE Transactions on Speech and Audio Processing 4 (1996), 352-359. The powers of speech and noise add up
in each band, so each density has its mean where both together are. It varies as speech does, as far as speech is heard
there, for the rest as noise does (P. J. Moreno, B. Raj, R. M. Stern, "A vector Taylor series approach for
environment-independent speech recognition", ICASSP 1996, 733-736).
"""

from functools import cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from access_chess.recognition.adaptation.acoustic_model import STATES, AcousticModel
from access_chess.recognition.adaptation.mllr import features
from access_chess.recognition.front_end import BANDS, COSINES, cepstra_of, powers
from access_chess.recognition.loudness import RATE, ROOM

Floats = NDArray[np.float64]

_QUIET, _LOUD = 15, 70  # percentiles of the frames' levels: below the one nobody speaks, above the other somebody does
_HARDLY_HEARD = 23.0  # decibels of the loud moments above the noise: with more, the model is right as it is
# Decibels by which the bands of quiet frames sway. Of development sounds with steady noise, or none, hardly any has
# more than 2.3, with voices in the room hardly any less than 2.7: chance alone makes two.
_STEADY = 2.5
_LEAST = 1e-3  # of the noise


class SteadyNoise(Struct, frozen=True, kw_only=True):
    """`bands` are the logarithms of its power, less that of a quiet room. `said` and `heard` are the mean cepstra of a
    sound without it, as far as it can be taken off, and with it.
    """

    bands: Floats
    said: Floats
    heard: Floats


def steady_noise(of_bands: NDArray[np.float32], recorded: slice = slice(None)) -> SteadyNoise | None:
    """In a sound, of which these are the powers of bands, frames × `BANDS`, and of which these frames were `recorded`;
    None when there is hardly any noise, or one that sways, as of voices.
    """
    heard = of_bands[recorded].astype(np.float64)
    if not len(heard):
        return None
    levels = np.log(heard).mean(1)
    least, most = (np.percentile(levels, part) for part in (_QUIET, _LOUD))
    quiet, speech = heard[levels <= least], heard[levels >= most].mean(0)
    noise = quiet.mean(0)
    above, sways = 10 * np.log10(speech.mean() / noise.mean()), (10 * np.log10(quiet)).std(0).mean()
    if above > _HARDLY_HEARD or sways > _STEADY:
        return None
    floor = ROOM**2 * speech  # the noise of a quiet room, which every recording gets
    return SteadyNoise(
        bands=np.log(np.maximum(noise - floor, _LEAST * noise)),
        said=cepstra_of(np.maximum(of_bands - noise, floor).astype(np.float32)).mean(0),
        heard=cepstra_of(of_bands).mean(0),
    )


def in_noise(model: AcousticModel, noise: SteadyNoise) -> AcousticModel:
    """The model of the same phones in this noise."""
    means, variances = model.means.copy(), model.variances.copy()
    speech = (means[:, 0] + noise.said) @ _TO_BANDS
    both = np.logaddexp(speech, noise.bands)
    shares = np.exp(speech - both)
    means[:, 0] += noise.said - noise.heard + (both - speech) @ COSINES
    variances[:, 0] = _swaying(variances[:, 0, :, None], _kept(shares), 0)[:, :, 0]
    of_phones = _kept(np.einsum("pd,pdb->pb", _weights(model), shares))  # a slope is of no density of these
    for stream in range(1, model.streams):
        means[:, stream] = means[:, stream] @ of_phones
        variances[:, stream] = _swaying(variances[:, stream], of_phones, stream)
    return replace(model, means=means, variances=variances)


def _weights(model: AcousticModel) -> Floats:
    """Of each density in its phone without neighbours: phones × densities."""
    alone = np.exp(model.weights[0][:, : STATES * len(model.phones)])
    weights = alone.reshape(len(alone), -1, STATES).mean(2).T
    shares: Floats = weights / weights.sum(1, keepdims=True)
    return shares


def _kept(shares: Floats) -> Floats:
    """How far each cepstrum of speech still moves each of what is heard (… × 13 × 13), by its share in the bands."""
    kept: Floats = (shares.astype(np.float32) @ _PAIRS).reshape(*shares.shape[:-1], *_TO_BANDS.shape[:1] * 2)
    return kept


def _swaying(variances: Floats, kept: Floats, stream: int) -> Floats:
    """Variances of speech and noise together."""
    lost = np.eye(kept.shape[-1], dtype=np.float32) - kept
    noise = _of_noise()[stream].astype(np.float32) @ lost**2
    together: Floats = variances.astype(np.float32) @ kept**2 + noise[..., None, :]
    return together


@cache
def _of_noise() -> Floats:
    """The variance of what is heard of any steady noise: stream × 13."""
    samples = np.random.default_rng(0).standard_normal(4 * RATE)
    variances: Floats = features(cepstra_of(powers(samples, float(np.abs(samples).max())))).var(1)
    return variances


_TO_BANDS = np.linalg.pinv(COSINES.astype(np.float64))  # 13 × `BANDS`
_PAIRS = np.einsum("ib,bj->bij", _TO_BANDS, COSINES).reshape(BANDS, -1).astype(np.float32)
