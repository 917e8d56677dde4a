"""What the phone network makes of a sound: the best sentence, what else it may have been, and whether it was speech."""

from access_chess.listening.lexicon import Lexicon, Words
from access_chess.listening.rivals import rivals, vocabularies, vocabulary_of
from access_chess.listening.word_graph import END, START, Arc, WordGraph
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_network import SILENCE, PhoneNetwork
from access_chess.recognition.phone_search import PhoneGraph, best_sentence, links_of, phone_graph

Found = tuple[Words, float]  # a sentence and its score in nats

_PHONE_CHANGE = 0.5  # the chance of the phone loop to go on to another phone


class SecondOpinion:
    """Searches the scores that its network gives a sound (`scores`); it is told the sentences of each position."""

    def __init__(self, network: PhoneNetwork, lexicon: Lexicon) -> None:
        self._network = network
        self._links = links_of(lexicon.phones, network)
        self._vocabularies = vocabularies(lexicon)
        self._expected: PhoneGraph | None = None
        loop = [Arc(START, START, _PHONE_CHANGE, phone) for phone in network.phones if phone != SILENCE]
        phones = links_of({phone: ((phone,),) for phone in network.phones}, network)
        self._loop = phone_graph(WordGraph(arcs=(*loop, Arc(START, END, 1.0)), states=2), phones)

    def expect(self, graph: WordGraph) -> None:
        """Switches to the sentences of a position."""
        self._expected = self._compiled(graph)

    def scores(self, sound: bytes) -> Floats:
        """What the searches work on, of a sound at 16 kHz, 16 bit, mono."""
        return self._network.scores(sound)

    def sentence(self, scores: Floats) -> Found | None:
        """The best sentence of the position. Raises ValueError when `expect` was not called."""
        if self._expected is None:
            raise ValueError("the sentences of a position must be known before one of them is found")
        return best_sentence(self._expected, scores, self._network)

    def sentence_of(self, graph: WordGraph, scores: Floats) -> Found | None:
        """The best sentence of another graph."""
        return best_sentence(self._compiled(graph), scores, self._network)

    def score_of(self, words: Words, scores: Floats) -> float | None:
        """How well the sound fits these words and no others; None when it is too short for them."""
        found = self.sentence_of(straight(words), scores)
        return None if found is None else found[1]

    def rival(self, words: Words, scores: Floats) -> Found | None:
        """The best sentence of the same form that says another thing."""
        return self.sentence_of(rivals(words, vocabulary_of(words, self._vocabularies)), scores)

    def loop(self, scores: Floats) -> float:
        """How well the sound fits any phones at all: talk, other languages and the sentence itself."""
        found = best_sentence(self._loop, scores, self._network)
        return 0.0 if found is None else found[1]

    def _compiled(self, graph: WordGraph) -> PhoneGraph:
        return phone_graph(graph, self._links)


def straight(words: Words) -> WordGraph:
    """The graph of one sentence."""
    states = [START, *range(2, len(words) + 1), END]
    arcs = tuple(Arc(states[place], states[place + 1], 1.0, word) for place, word in enumerate(words))
    return WordGraph(arcs=arcs, states=len(words) + 1)
