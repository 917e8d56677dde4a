"""The scores of a sound while it is said: each frame's as soon as what is around it was heard.

Frames are worked on in blocks, always the same ones, so that the same sound has the same scores in whatever pieces it
comes. What is measured of the whole of a sound must be known before: `Measures`.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from access_chess.recognition.adaptation.mllr import AROUND, features
from access_chess.recognition.adaptation.steady_noise import steady_noise
from access_chess.recognition.filterbank import AROUND as AROUND_SOUND
from access_chess.recognition.filterbank import STEP, Floats, below, energies, extremes, peak_of
from access_chess.recognition.front_end import WINDOW, cepstra_of, frames_within, powers
from access_chess.recognition.network_inputs import AROUND as AROUND_LIKELIHOODS
from access_chess.recognition.network_inputs import seen, spread
from access_chess.recognition.phone_likelihoods import PhoneLikelihoods
from access_chess.recognition.phone_network import PhoneNetwork
from access_chess.recognition.units import Scores, Units, scores_of

Samples = NDArray[np.float64]
Blocks = tuple[NDArray[np.float64], ...]

BLOCK = 32  # frames, an even number; a third of a second


class Measures(Struct, frozen=True, kw_only=True):
    """What frames are compared with: the greatest sample of the sound, its mean cepstrum, its loudest moment, the noise
    of the room below that, and, where this is steady, the model as it is in that noise.
    """

    peak: float
    cepstrum: NDArray[np.float64]
    loudest: float
    room: Floats
    there: PhoneLikelihoods | None


class Unfolded(Struct, frozen=True, kw_only=True):
    """What is known of the frames of a sound so far, block by block; the later is known of fewer of them."""

    cepstra: Blocks = ()
    energies: tuple[Floats, ...] = ()
    likelihoods: tuple[Floats, ...] = ()
    states: tuple[Floats, ...] = ()
    scores: tuple[Scores, ...] = ()
    scored: int = 0  # frames


class Unfolding:
    """Of one network and model. `adapted` is the model as a speaker's transform has it. The network sees the other, as
    it was trained with, in noise, too.
    """

    def __init__(
        self, network: PhoneNetwork, model: PhoneLikelihoods, units: Units, adapted: PhoneLikelihoods | None
    ) -> None:
        self._network, self._model, self._units, self._own = network, model, units, adapted or model
        self._asked = self._own.asked(units.senones, units.codebooks)

    def measures(self, samples: Samples, recorded: slice = slice(None)) -> Measures:
        """Of a sound at 16 kHz, or of so much of it that the rest will be like it. `recorded` are the samples that were
        not made up.
        """
        peak = peak_of(samples)
        loudest, room = extremes(energies(samples, peak=peak))
        of_bands = powers(samples, peak)
        noise = steady_noise(of_bands, frames_within(recorded))
        return Measures(
            peak=peak,
            cepstrum=cepstra_of(of_bands).mean(axis=0),
            loudest=loudest,
            room=room,
            there=None if noise is None else self._own.in_noise(noise),
        )

    def more(
        self,
        so_far: Unfolded,
        measures: Measures,
        samples: Callable[[int, int], Samples],
        length: int,
        *,
        is_over: bool,
    ) -> Unfolded:
        """What is known when the sound has come to a length in samples; `samples` gives those from one to another.

        What comes behind the end counts only when it is over: there is more of the same.
        """
        frames = max(0, (length - WINDOW) // STEP + 1)
        cepstra, sound = [*so_far.cepstra], [*so_far.energies]
        for start, end in _blocks(_count(cepstra), frames, is_over):
            before = min(start, 1)  # the first sample of a sound has none before it
            part = samples((start - before) * STEP, (end - 1) * STEP + WINDOW)
            cepstra.append(cepstra_of(powers(part, measures.peak))[before:])
            sound.append(energies(part, peak=measures.peak)[before:])
        likelihoods, states = [*so_far.likelihoods], [*so_far.states]
        frames = _count(cepstra)
        for start, end in _blocks(_count(likelihoods), frames - (0 if is_over else AROUND), is_over):
            around = np.clip(np.arange(start - AROUND, end + AROUND), 0, frames - 1)
            observed = features(np.concatenate(cepstra)[around], measures.cepstrum)[:, AROUND:-AROUND]
            for kind, rows in zip((likelihoods, states), self._fitting(observed, measures.there), strict=True):
                kind.append(rows)
        more = replace(
            so_far, cepstra=tuple(cepstra), energies=tuple(sound), likelihoods=tuple(likelihoods), states=tuple(states)
        )
        return self._scored(more, measures, is_over=is_over)

    def _fitting(self, observed: NDArray[np.float64], there: PhoneLikelihoods | None) -> tuple[Floats, Floats]:
        """How well frames fit the phones, as the network sees them, and the states: those of the model in this noise or
        in quiet, whatever fits better, as noise is never quite steady.
        """
        if self._own is self._model:
            phones, states = self._model.with_states(observed, self._asked)
        else:
            phones, states = self._model.shares(observed), self._own.states(observed, self._asked)
        return phones, states if there is None else np.maximum(states, there.states(observed, self._asked))

    def _scored(self, unfolded: Unfolded, measures: Measures, *, is_over: bool) -> Unfolded:
        scores, scored, frames = [*unfolded.scores], unfolded.scored, _count(unfolded.likelihoods)
        behind = max(AROUND_SOUND[-1], AROUND_LIKELIHOODS[-1])
        for start, end in _blocks(scored, frames if is_over else frames - behind, is_over):
            sound = below(np.concatenate(unfolded.energies)[:frames], measures.loudest)
            likelihoods = np.concatenate(unfolded.likelihoods)
            phones = self._network.scores(seen(np.arange(start, end), sound, measures.room, spread(likelihoods)))
            scores.append(scores_of(self._units, phones, unfolded.states[start // BLOCK]))
            scored = end
        return replace(unfolded, scores=tuple(scores), scored=scored)


def _blocks(start: int, end: int, is_over: bool) -> Iterator[tuple[int, int]]:
    """The whole blocks between; the rest as well, when there will be no more."""
    while start + (1 if is_over else BLOCK) <= end:
        yield start, min(start + BLOCK, end)
        start += BLOCK


def _count(blocks: Sequence[NDArray[np.float64]] | Sequence[Floats]) -> int:
    return sum(map(len, blocks))
