"""A second look at a sound in which something was found: was it said, or another word that sounds nearly so?

The searches add up what each moment tells. Here small networks look at the phones of the found sentence, at its letters
and numbers, and at the whole sound, beside what a network that has met a great many people makes of it.

Of words that nobody awaits the nearest sentence is found, too. What tells "bee" from "vier" is one phone that is not
there, which a sum over moments hides. So each phone of the sentence is laid beside what the network of phones heard in
its place, and a verifier has learned which differences people make who say it (utterance verification, Sukkar and Lee
1996; training/model_card.md).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.listening.lexicon import Words
from access_chess.recognition.answer_network import AnswerNetwork, seen_of
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_alignment import PAUSE, Alignment, Halves, aligned
from access_chess.recognition.speech_embedding import SpeechEmbedding
from access_chess.recognition.square_names import SpeechSounds, SquareNames, seen_of_word

_SPREAD = np.float32(8.0)  # brings the scores of a step near to 1
_NEAR = np.float32(4.0)  # the same of how far one is behind another, and the steps of half a phone
_STEPS = 50  # of a sound
_WORDS, PHONES = 3, 8  # of a sentence


class Compared(Struct, frozen=True, kw_only=True):
    """What it sees: of each phone of a sentence (phones × inputs), and of the whole of it."""

    phones: Floats
    whole: Floats


class Verifier(Struct, frozen=True, kw_only=True):
    """Layers of weights (inputs × outputs) and biases: two for each phone, and two for all of them together."""

    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]

    def likeness(self, compared: Compared) -> float:
        """How sure it is that the sentence was said, the logarithm of its chance against that of the contrary."""
        of_phones = compared.phones
        for layer in (0, 1):
            of_phones = np.maximum(of_phones @ self.weights[layer] + self.biases[layer], 0)
        of_all = np.concatenate([pooled(of_phones), compared.whole])
        of_all = np.maximum(of_all @ self.weights[2] + self.biases[2], 0)
        return float((of_all @ self.weights[3] + self.biases[3])[0])


def pooled(of_phones: Floats) -> Floats:
    """Of what was found of each phone: the mean, the most, and all of it."""
    return np.concatenate([of_phones.mean(0), of_phones.max(0), of_phones.sum(0) / PHONES])


def compared(scores: Floats, pronunciations: Sequence[Sequence[Halves]]) -> Compared | None:
    """A sentence, of each of whose words the pronunciations are given, beside the network's scores of a sound (steps ×
    columns); None where the sound is too short for it.
    """
    alignment = aligned(scores, pronunciations)
    if alignment is None:
        return None
    best = scores.max(1)
    return Compared(phones=_of_phones(scores, best, alignment), whole=_of_whole(scores, best, alignment))


def _of_phones(scores: Floats, best: Floats, alignment: Alignment) -> Floats:
    phones, kinds = (alignment.columns[alignment.firsts] - 1) // 2, (scores.shape[1] - 1) // 2
    names = np.zeros((len(phones) + 2, kinds), np.float32)
    names[np.arange(len(phones)) + 1, phones] = 1
    rows = []
    for first in alignment.firsts:
        halves = [alignment.path == place for place in (first, first + 1)]
        heard = [scores[half].mean(0) / _SPREAD for half in halves]
        behind = [
            (scores[half, alignment.columns[place]] - best[half]) / _NEAR
            for half, place in zip(halves, (first, first + 1), strict=True)
        ]
        each = np.concatenate(behind)
        lengths = [np.log(half.sum() / _NEAR) for half in halves]
        rows.append(
            [
                *np.concatenate(heard),
                *lengths,
                each.mean(),
                each.min() / 2,
                *(own.mean() for own in behind),
                len(each) / 10,
            ]
        )
    return np.column_stack([names[1:-1], names[:-2], names[2:], alignment.begins, np.array(rows, np.float32)]).astype(
        np.float32
    )


def _of_whole(scores: Floats, best: Floats, alignment: Alignment) -> Floats:
    """How much was said, and how much of it the sentence takes for a pause."""
    quiet, is_said = alignment.columns[alignment.path] == PAUSE, scores.argmax(1) != PAUSE
    return np.array(
        [
            len(alignment.firsts) / PHONES,
            alignment.begins.sum() / _WORDS,
            len(scores) / _STEPS,
            quiet.mean(),
            (best[quiet] - scores[quiet, PAUSE]).sum() / (10 * _SPREAD),
            (alignment.score - best.sum()) / ((~quiet).sum() * _NEAR),
            (quiet & is_said).sum() / 10,
        ],
        np.float32,
    )


def verifier(arrays: Mapping[str, NDArray[Any]]) -> Verifier:
    """The network of arrays as `arrays_of` gives them. Raises KeyError when they are none."""
    return Verifier(
        weights=tuple(arrays[f"weights{layer}"].astype(np.float32) for layer in range(4)),
        biases=tuple(arrays[f"biases{layer}"].astype(np.float32) for layer in range(4)),
    )


def arrays_of(network: Verifier) -> dict[str, NDArray[Any]]:
    """The network as arrays for an `.npz` file, its weights in 16 bits."""
    layers = {f"weights{layer}": weights.astype(np.float16) for layer, weights in enumerate(network.weights)}
    return layers | {f"biases{layer}": biases for layer, biases in enumerate(network.biases)}


class WordNetworks(Struct, frozen=True, kw_only=True):
    """What each moment is like tells `embedding`, and each step `sounds`; which answer a whole sound is `answers`,
    which letter or number a word is `squares`, and whether a sentence was said `verifier`.
    """

    embedding: SpeechEmbedding
    sounds: SpeechSounds
    answers: AnswerNetwork
    squares: SquareNames
    verifier: Verifier


class SecondLook:
    """At one sound (16 kHz, 16 bit, mono) whose steps the network of phones has scored (steps × its columns).

    `pronunciations` gives those of a word, as columns of its halves of phones.
    """

    def __init__(
        self,
        networks: WordNetworks,
        sound: bytes,
        halves: Floats,
        pronunciations: Callable[[str], tuple[Halves, ...]],
    ) -> None:
        self._word_networks, self._sound, self._halves = networks, sound, halves
        self._pronunciations = pronunciations

    def as_whole(self, words: Words) -> float | None:
        """How sure it is, from how the whole sound goes, that it is this answer, in nats, 0 at most; None where that is
        not known of it.
        """
        if len(words) != 1 or words[0] not in self._word_networks.answers.outputs:
            return None
        whole = seen_of(self._halves, self.moments)
        return None if whole is None else self._word_networks.answers.fit(words[0], whole)

    def likeness(self, words: Words) -> float | None:
        """How sure it is that the sentence was said, in nats, 0 for as likely as not; None where that is not known."""
        shown = self.compared(words)
        return None if shown is None else self._word_networks.verifier.likeness(shown)

    def compared(self, words: Words) -> Compared | None:
        """The sentence as the verifier sees it; None where the sound is too short."""
        return compared(self._halves, [self._pronunciations(word) for word in words])

    def spelt(self, words: Words) -> list[dict[str, float]]:
        """Of each word of a sentence what it may be, as `SquareNames.fits`; empty where no word is such a name."""
        squares = self._word_networks.squares
        if squares.network.outputs.keys().isdisjoint(words):
            return []
        alignment = aligned(self._halves, [self._pronunciations(word) for word in words])
        if alignment is None:
            return []
        parts = zip(words, alignment.words, strict=True)
        steps = self._word_networks.sounds.steps(self._frames)
        return [self._as_said(squares.fits(word, seen_of_word(self.moments, steps, *part))) for word, part in parts]

    def _as_said(self, fits: dict[str, float]) -> dict[str, float]:
        """Who says one of the words like another, by its pronunciations, has said it where the other was heard."""
        sounds = {word: set(self._pronunciations(word)) for word in fits}
        return {word: max(fits[other] for other in fits if sounds[other] <= own) for word, own in sounds.items()}

    @cached_property
    def moments(self) -> Floats:
        """What each moment is like; it takes some time, and is not needed for every sentence."""
        return self._word_networks.embedding.of_frames(self._frames)

    @cached_property
    def _frames(self) -> Floats:
        return self._word_networks.embedding.frames(np.frombuffer(self._sound, "<i2").astype(np.float64))
