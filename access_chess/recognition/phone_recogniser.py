"""What is made of a sound: the best sentence, what else it may have been, and whether it was speech.

The acoustic model that was trained on many people and the network of phones are asked together: what they find by
adding up what they hear is right more often than what either finds. What each finds alone tells how sure that is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from access_chess.listening.lexicon import Lexicon, Words
from access_chess.listening.rivals import rivals, vocabularies, vocabulary_of
from access_chess.listening.word_graph import START, Arc, Mark, WordGraph
from access_chess.recognition.context_states import ContextStates
from access_chess.recognition.network_inputs import seen
from access_chess.recognition.phone_likelihoods import PhoneLikelihoods
from access_chess.recognition.phone_network import PhoneNetwork
from access_chess.recognition.phone_search import Found, PhoneGraph, phone_graph, searched
from access_chess.recognition.units import BOTH, Scores, scores_of, units

_PHONE_CHANGE = 0.5  # the chance of the phone loop to go on to another phone
_LOOP = 2  # its state among the sentences that are scored


@dataclass(frozen=True, kw_only=True)
class Fits:
    """How well a sound fits each of some sentences, by lane; None where it is too short. `loop` is how well it fits
    any phones at all: talk, other languages and the sentences themselves.
    """

    sentences: tuple[tuple[float, ...] | None, ...]
    loop: tuple[float, ...]


class PhoneRecogniser:
    """Searches `scores` of a sound for the sentences of a position, of which it is told (`expect`).

    `adapted` is the model as a speaker's transform has it; the network sees the one that it was trained with.
    """

    def __init__(
        self,
        network: PhoneNetwork,
        model: PhoneLikelihoods,
        states: ContextStates,
        lexicon: Lexicon,
        *,
        adapted: PhoneLikelihoods | None = None,
    ) -> None:
        self._network, self._model, self._adapted = network, model, adapted
        self._units = units(lexicon.phones, states, network)
        self._vocabularies = vocabularies(lexicon)
        self._expected: PhoneGraph | None = None
        self._loop = (
            Arc(START, _LOOP, 1.0),
            *(Arc(_LOOP, _LOOP, _PHONE_CHANGE, phone) for phone in self._units.loop),
        )

    def expect(self, graph: WordGraph) -> None:
        """Switches to the sentences of a position."""
        self._expected = phone_graph(graph, self._units.links)

    def scores(self, sound: bytes) -> Scores:
        """What the searches work on, of a sound at 16 kHz, 16 bit, mono."""
        samples = np.frombuffer(sound, "<i2").astype(np.float64)
        densities = self._model.densities(samples)
        phones = self._network.scores(seen(samples, self._model, densities))
        if self._adapted is None:
            return scores_of(self._units, phones, self._model, densities)
        return scores_of(self._units, phones, self._adapted, self._adapted.densities(samples))

    def sentences(self, scores: Scores) -> tuple[Found | None, ...]:
        """The best sentence of the position in each lane. ValueError when `expect` was not called."""
        search = searched(self._position, scores, self._units.silence)
        return tuple(search.best(lane) for lane in range(len(scores)))

    def sentence_without(self, mark: Mark, scores: Scores) -> Found | None:
        """The best sentence of the position, for both that hear, without a word of this mark."""
        shut = np.array([arc.mark == mark for arc in self._position.arcs])
        return searched(self._position, scores[BOTH, None], self._units.silence, without=shut).best(0)

    def sentence_of(self, graph: WordGraph, scores: Scores) -> Found | None:
        """The best sentence of another graph, for both that hear."""
        return searched(phone_graph(graph, self._units.links), scores[BOTH, None], self._units.silence).best(0)

    def rival(self, words: Words, scores: Scores) -> Found | None:
        """The best sentence of the same form that says another thing."""
        return self.sentence_of(rivals(words, vocabulary_of(words, self._vocabularies)), scores)

    def fits(self, sentences: Sequence[Words], scores: Scores) -> Fits:
        """How well the sound fits each of the sentences, and no words."""
        arcs, ends, states = [*self._loop], [], _LOOP + 1
        for words in sentences:
            arcs += straight(words, first=states)
            states += len(words)
            ends.append(states - 1)
        graph = phone_graph(
            WordGraph(arcs=tuple(arcs), states=states), {**self._units.links, **self._units.loop}, (_LOOP, *ends)
        )
        search = searched(graph, scores, self._units.silence)
        lanes = range(len(scores))
        found = [[search.best(lane, end) for lane in lanes] for end in (_LOOP, *ends)]
        loop, *each = [None if None in row else tuple(one[1] for one in row if one) for row in found]
        return Fits(sentences=tuple(each), loop=loop or (0.0,) * len(scores))

    @property
    def _position(self) -> PhoneGraph:
        if self._expected is None:
            raise ValueError("the sentences of a position must be known before one of them is found")
        return self._expected


def straight(words: Words, *, first: int) -> tuple[Arc, ...]:
    """The steps of one sentence, from the start through states that begin with `first`; the last of them is its end."""
    states = [START, *range(first, first + len(words))]
    return tuple(Arc(states[place], states[place + 1], 1.0, word) for place, word in enumerate(words))
