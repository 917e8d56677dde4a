"""What is made of a sound: the best sentence, what else it may have been, and whether it was speech.

The acoustic model that was trained on many people and the network of phones are asked together: what they find by
adding up what they hear is right more often than what either finds. What each finds alone tells how sure that is.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from access_chess.listening.lexicon import Lexicon, Words
from access_chess.listening.rivals import moves_to_a_square, rivals, vocabularies
from access_chess.listening.word_graph import START, Arc, SlotValue, WordGraph
from access_chess.recognition.context_states import ContextStates
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_graph import PhoneGraph, phone_graph
from access_chess.recognition.phone_likelihoods import PhoneLikelihoods
from access_chess.recognition.phone_network import PhoneNetwork
from access_chess.recognition.phone_search import SHUT, Found, PhoneSearch, searched
from access_chess.recognition.second_look import SecondLook, WordNetworks
from access_chess.recognition.unfolding import Unfolded, Unfolding
from access_chess.recognition.units import BOTH, LANES, NETWORK, Scores, units

_PHONE_CHANGE = 0.5  # the chance of the phone loop to go on to another phone
_LOOP = 2  # its state among the sentences that are scored


class Fits(Struct, frozen=True, kw_only=True):
    """How well a sound fits each of some sentences, by lane; None where it is too short. `loop` is how well it fits
    any phones at all: talk, other languages and the sentences themselves. `weakest` is, for each sentence, how far its
    worst word is behind the best phones of its moment, for both that hear, in nats a step.
    """

    sentences: tuple[tuple[float, ...] | None, ...]
    loop: tuple[float, ...]
    weakest: tuple[float, ...]


class Searches(Struct, frozen=True, kw_only=True):
    """What is looked for in a sound while it is said: the sentences of a position, and the awaited answers if any."""

    sentences: PhoneSearch
    answers: PhoneSearch | None

    def follow(self, scores: Scores) -> None:
        """Some steps further."""
        self.sentences.follow(scores)
        if self.answers is not None:
            self.answers.follow(scores[BOTH, None])

    def copy(self) -> "Searches":
        """Such as go on from here by themselves."""
        answers = None if self.answers is None else self.answers.copy()
        return Searches(sentences=self.sentences.copy(), answers=answers)


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
        self.is_fitted = adapted is not None
        self._units = units(lexicon.phones, states, network)
        self.unfolding = Unfolding(network, model, self._units, adapted)
        self._vocabularies = vocabularies(lexicon)
        self._expected: PhoneGraph | None = None
        self._answers: PhoneGraph | None = None
        self._loop = (
            Arc(START, _LOOP, 1.0),
            *(Arc(_LOOP, _LOOP, _PHONE_CHANGE, phone) for phone in self._units.loop),
        )

    def expect(self, graph: WordGraph, *, answers: WordGraph | None = None) -> None:
        """Switches to the sentences of a position, and the answers that are awaited by themselves."""
        self._expected = phone_graph(graph, self._units.links)
        self._answers = None if answers is None else phone_graph(answers, self._units.links)

    def scores(self, sound: bytes) -> Scores:
        """What the searches work on, of a sound at 16 kHz, 16 bit, mono."""
        samples = np.frombuffer(sound, "<i2").astype(np.float64)
        unfolded = self.unfolding.more(
            Unfolded(),
            self.unfolding.measures(samples),
            lambda start, end: samples[start:end],
            len(samples),
            is_over=True,
        )
        return np.concatenate(unfolded.scores, 1)

    def searches(self) -> Searches:
        """For the sentences of the position and for the answers. Raises ValueError when `expect` was not called."""
        columns, silence = len(self._units.columns), self._units.silence
        answers = self._answers
        return Searches(
            sentences=PhoneSearch(self._position, lanes=LANES, columns=columns, silence=silence),
            answers=None if answers is None else PhoneSearch(answers, lanes=1, columns=columns, silence=silence),
        )

    def sentence_without(self, mark: SlotValue, scores: Scores) -> Found | None:
        """The best sentence of the position, for both that hear, without a word of this mark."""
        shut = np.array([SHUT * (arc.mark == mark) for arc in self._position.arcs], np.float32)
        return searched(self._position, scores[BOTH, None], self._units.silence, favour=shut).best(0)

    def sentence_of(self, graph: WordGraph, scores: Scores) -> Found | None:
        """The best sentence of another graph, for both that hear."""
        return searched(phone_graph(graph, self._units.links), scores[BOTH, None], self._units.silence).best(0)

    def rival(self, words: Words, scores: Scores) -> Found | None:
        """The best sentence of the same form that says another thing."""
        return self.sentence_of(rivals(words, self._vocabularies), scores)

    def move_to_a_square(self, words: Words, scores: Scores) -> Found | None:
        """The best sentence for a move to a square, legal or not, where the words name one."""
        return self.sentence_of(moves_to_a_square(words, self._vocabularies), scores)

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
        columns = [column for (halves,) in self._units.loop.values() for column in halves] + [self._units.silence]
        ideal = np.concatenate([np.zeros(1), np.cumsum(scores[BOTH][:, columns].max(1))])
        weakest = tuple(_weakest(search.ends(BOTH, end), ideal) for end in ends)
        return Fits(sentences=tuple(each), loop=loop or (0.0,) * len(scores), weakest=weakest)

    def of_network(self, scores: Scores) -> Floats:
        """The network's scores alone: steps × its columns."""
        own: Floats = scores[NETWORK][:, self._units.first_of_columns]
        return own

    def second_look(self, networks: WordNetworks, sound: bytes, scores: Scores) -> SecondLook:
        """At a sound and its scores, whether what was found was said."""
        return SecondLook(networks, sound, self.of_network(scores), self._units.pronunciations)

    @property
    def _position(self) -> PhoneGraph:
        if self._expected is None:
            raise ValueError("the sentences of a position must be known before one of them is found")
        return self._expected


def straight(words: Words, *, first: int) -> tuple[Arc, ...]:
    """The steps of one sentence, from the start through states that begin with `first`; the last of them is its end."""
    states = [START, *range(first, first + len(words))]
    return tuple(Arc(states[place], states[place + 1], 1.0, word) for place, word in enumerate(words))


def _weakest(ends: Sequence[tuple[int, float]], ideal: Floats) -> float:
    """Nats a step that the worst word is behind the best phones; `ideal` adds up what those got by each step."""
    worst, before, score_before = 0.0, -1, 0.0
    for step, score in ends:
        behind = (score - score_before) - (ideal[step + 1] - ideal[before + 1])
        worst = min(worst, behind / (step - before))
        before, score_before = step, score
    return worst
