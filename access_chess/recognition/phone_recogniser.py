"""What is made of a sound: the best sentence, what else it may have been, and whether it was speech.

The acoustic model that was trained on many people and the network of phones are asked together: what they find by
adding up what they hear is right more often than what either finds. What each finds alone tells how sure that is.
"""

import numpy as np

from access_chess.listening.lexicon import Lexicon, Words
from access_chess.listening.rivals import rivals, vocabularies, vocabulary_of
from access_chess.listening.word_graph import END, START, Arc, WordGraph
from access_chess.recognition.context_states import ContextStates
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.network_inputs import seen
from access_chess.recognition.phone_likelihoods import PhoneLikelihoods
from access_chess.recognition.phone_network import SILENCE, PhoneNetwork
from access_chess.recognition.phone_search import PhoneGraph, best_sentence, phone_graph
from access_chess.recognition.units import Scores, scores_of, units

Found = tuple[Words, float]  # a sentence and its score in nats

_PHONE_CHANGE = 0.5  # the chance of the phone loop to go on to another phone


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
        loop = [Arc(START, START, _PHONE_CHANGE, phone) for phone in network.phones if phone != SILENCE]
        halves = {phone: ((place, place),) for phone, place in network.place.items()}
        self._loop = phone_graph(WordGraph(arcs=(*loop, Arc(START, END, 1.0)), states=2), halves)

    def expect(self, graph: WordGraph) -> None:
        """Switches to the sentences of a position."""
        self._expected = self._compiled(graph)

    def scores(self, sound: bytes) -> Scores:
        """What the searches work on, of a sound at 16 kHz, 16 bit, mono."""
        samples = np.frombuffer(sound, "<i2").astype(np.float64)
        densities = self._model.densities(samples)
        phones = self._network.scores(seen(samples, self._model, densities))
        if self._adapted is None:
            return scores_of(self._units, phones, self._model, densities)
        return scores_of(self._units, phones, self._adapted, self._adapted.densities(samples))

    def sentence(self, scores: Floats) -> Found | None:
        """The best sentence of the position, for some of the `Scores`. ValueError when `expect` was not called."""
        if self._expected is None:
            raise ValueError("the sentences of a position must be known before one of them is found")
        return best_sentence(self._expected, scores, self._units.silence)

    def sentence_of(self, graph: WordGraph, scores: Floats) -> Found | None:
        """The best sentence of another graph."""
        return best_sentence(self._compiled(graph), scores, self._units.silence)

    def score_of(self, words: Words, scores: Floats) -> float | None:
        """How well the sound fits these words and no others; None when it is too short for them."""
        found = self.sentence_of(straight(words), scores)
        return None if found is None else found[1]

    def rival(self, words: Words, scores: Floats) -> Found | None:
        """The best sentence of the same form that says another thing."""
        return self.sentence_of(rivals(words, vocabulary_of(words, self._vocabularies)), scores)

    def loop(self, scores: Scores) -> float:
        """How well the sound fits any phones at all, by the network: talk, other languages and the sentence itself."""
        found = best_sentence(self._loop, scores.phones, self._network.place[SILENCE])
        return 0.0 if found is None else found[1]

    def _compiled(self, graph: WordGraph) -> PhoneGraph:
        return phone_graph(graph, self._units.links)


def straight(words: Words) -> WordGraph:
    """The graph of one sentence."""
    states = [START, *range(2, len(words) + 1), END]
    arcs = tuple(Arc(states[place], states[place + 1], 1.0, word) for place, word in enumerate(words))
    return WordGraph(arcs=arcs, states=len(words) + 1)
