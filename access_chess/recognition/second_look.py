"""A second look at a sound in which something was found: was it said, or another word that sounds nearly so?

The searches add up what each moment tells. Here small networks look at the phones of the found sentence, at its letters
and numbers, and at the whole sound, beside what a network that has met a great many people makes of it.
"""

from collections.abc import Callable
from functools import cached_property

import numpy as np
from msgspec import Struct

from access_chess.listening.lexicon import Words
from access_chess.recognition.answer_network import AnswerNetwork, seen_of
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_alignment import Halves, aligned
from access_chess.recognition.speech_embedding import SpeechEmbedding
from access_chess.recognition.square_names import SpeechSounds, SquareNames, seen_of_word
from access_chess.recognition.verifier import Compared, Verifier, compared


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
