"""Adaptation to a speaker: one linear transform of all means of the model, estimated from sentences that are known.

Maximum likelihood linear regression: C. J. Leggetter, P. C. Woodland, "Maximum likelihood linear regression for
speaker adaptation of continuous density hidden Markov models", Computer Speech and Language 9 (1995), 171-185. With
one class for all sounds a dozen short sentences are enough; the variances stay as they are.
"""

from collections.abc import Iterable

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from access_chess.recognition.adaptation.acoustic_model import AcousticModel, Floats
from access_chess.recognition.adaptation.speaker_adaptation import MeanTransform, StreamTransform

SLOPE = 2  # frames to each side between which the slope of the cepstra is taken (feature type 1s_c_d_dd)
AROUND = SLOPE + 1  # frames to each side that the slope's slope depends on
# As if so many frames had been heard for which the model is right as it is: a few sentences must not carry it away.
STEADINESS = 1000.0


class AlignedSpeech(Struct, frozen=True, kw_only=True):
    """A sentence as the recogniser hears it: `cepstra` is frame × 13; `senones` and `codebooks` have an entry a frame.

    The codebook -1 marks frames that are not to be counted: silence.
    """

    cepstra: Floats
    senones: NDArray[np.int64]
    codebooks: NDArray[np.int64]


def features(cepstra: Floats, mean: Floats | None = None) -> Floats:
    """Stream × frame × dimension: cepstra less their mean over the sentence, their slope, and the slope's slope.

    So pocketsphinx computes them from a whole sentence (`cmn batch`, `1s_c_d_dd`); the ends are repeated outwards.
    `mean` is that of the sentence, where these are a part of it.
    """
    level = cepstra - (cepstra.mean(axis=0) if mean is None else mean)
    width, length = AROUND, len(level)
    padded = np.concatenate([np.repeat(level[:1], width, axis=0), level, np.repeat(level[-1:], width, axis=0)])

    def at(offset: int) -> Floats:
        return padded[width + offset : width + offset + length]

    slope = at(SLOPE) - at(-SLOPE)
    bend = (at(SLOPE + 1) - at(1 - SLOPE)) - (at(SLOPE - 1) - at(-SLOPE - 1))
    return np.stack([level, slope, bend])


def mean_transform(
    model: AcousticModel, sentences: Iterable[AlignedSpeech], start: MeanTransform | None = None
) -> MeanTransform:
    """The transform that makes the sentences likeliest; `start` is that with which the states were found.

    For each dimension i of a stream the row w of [b, A] solves G w = k, where G sums γ ξ ξᵀ / σᵢ² and k sums
    γ oᵢ ξ / σᵢ² over frames and densities: γ is a density's share in the frame o, ξ its mean with a leading 1.
    """
    means = _moved(model.means, start)
    size = model.dimensions + 1
    moments = np.zeros((model.streams, model.dimensions, size, size))
    targets = np.zeros((model.streams, model.dimensions, size))
    for speech in sentences:
        for codebook, senones, observed in by_codebook(speech):
            for stream in range(model.streams):
                scores = density_scores(model, means, codebook, stream, senones, observed[stream])
                shares = np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
                extended = _extended(model.means[codebook, stream])
                precision = 1 / model.variances[codebook, stream]
                weight = shares.sum(axis=0)[:, None] * precision
                moments[stream] += np.einsum("di,dp,dq->ipq", weight, extended, extended)
                targets[stream] += np.einsum("di,dp->ip", precision * (shares.T @ observed[stream]), extended)
    return _solved(model, moments, targets)


def _solved(model: AcousticModel, moments: Floats, targets: Floats) -> MeanTransform:
    """Rows that fit what was heard, held near to "unchanged" by `STEADINESS`."""
    streams = []
    for stream in range(model.streams):
        extended = _extended(model.means[:, stream].reshape(-1, model.dimensions))
        precision = np.median(1 / model.variances[:, stream].reshape(-1, model.dimensions), axis=0)
        usual = STEADINESS * np.diag((extended**2).mean(axis=0))
        rows = np.empty((model.dimensions, model.dimensions + 1))
        for dimension in range(model.dimensions):
            unchanged = np.zeros(model.dimensions + 1)
            unchanged[dimension + 1] = 1
            held = precision[dimension] * usual
            rows[dimension] = np.linalg.solve(
                moments[stream, dimension] + held, targets[stream, dimension] + held @ unchanged
            )
        streams.append(
            StreamTransform(
                matrix=tuple(tuple(float(value) for value in row[1:]) for row in rows),
                shift=tuple(float(value) for value in rows[:, 0]),
            )
        )
    return MeanTransform(streams=tuple(streams))


def by_codebook(speech: AlignedSpeech) -> Iterable[tuple[int, NDArray[np.int64], Floats]]:
    """For each codebook that was spoken: the states and the features of its frames."""
    observed = features(speech.cepstra)
    for codebook in np.unique(speech.codebooks):
        if codebook >= 0:
            here = speech.codebooks == codebook
            yield int(codebook), speech.senones[here], observed[:, here]


def density_scores(
    model: AcousticModel, means: Floats, codebook: int, stream: int, senones: NDArray[np.int64], observed: Floats
) -> Floats:
    """Frame × density: the logarithm of each density's weight and likelihood."""
    variances = model.variances[codebook, stream]
    distances = ((observed[:, None, :] - means[codebook, stream]) ** 2 / variances).sum(axis=2)
    constants = np.log(2 * np.pi * variances).sum(axis=1)
    scores: Floats = model.weights[stream][:, senones].T - 0.5 * (constants + distances)
    return scores


def adapted(model: AcousticModel, transform: MeanTransform) -> AcousticModel:
    """The model as a speaker's transform has it."""
    return replace(model, means=_moved(model.means, transform))


def _moved(means: Floats, transform: MeanTransform | None) -> Floats:
    if transform is None:
        return means
    moved = np.empty_like(means)
    for stream, part in enumerate(transform.streams):
        moved[:, stream] = means[:, stream] @ np.array(part.matrix).T + np.array(part.shift)
    return moved


def _extended(means: Floats) -> Floats:
    return np.concatenate([np.ones((len(means), 1)), means], axis=1)
