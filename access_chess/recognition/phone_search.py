"""The best sentence of a word graph for the scores of a sound: the token passing of Young, Russell and Thornton
(1989), one step of all states at a time.

Every word of the graph is a chain of halves of phones, each at least a step long; between words there may be silence.
A step is two frames of 10 ms: hardly a phone is shorter than two steps, and half the steps take half the time. Several
opinions of one sound are searched side by side, as its lanes.
"""

from copy import copy

import numpy as np
from numpy.typing import NDArray

from access_chess.listening.lexicon import Words
from access_chess.listening.word_graph import END, START
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_graph import PhoneGraph, Places

Found = tuple[Words, float]  # a sentence and its score in nats

Tokens = NDArray[np.int64]

_BITS = 32  # of a token for the word end
_LOWER = np.int64((1 << _BITS) - 1)
_GRAIN = 2.0**-10  # nats: scores are whole multiples of it
SHUT = -1e5  # nats: no sentence of any sound is so bad
_NEVER = np.int64(-(1 << 29) << _BITS)  # half a million nats: two of them, and what a minute adds, still fit
_STEP = 2  # frames of the network


def steps_of(scores: Floats) -> Floats:
    """Scores of frames for each step of the search: frames are added up, and the last one alone is left out."""
    length = len(scores) // _STEP
    summed: Floats = scores[: length * _STEP : _STEP] + scores[1 : length * _STEP : _STEP]
    return summed


def best_sentence(graph: PhoneGraph, scores: Floats, silence: int) -> Found | None:
    """The words of the best path from start to end and its score in nats, of scores by step (`steps_of`); `silence`
    is the column of the pause.

    None when no path fits so short a sound.
    """
    return searched(graph, scores[None], silence).best(0)


def searched(graph: PhoneGraph, scores: Floats, silence: int, *, favour: Floats | None = None) -> "PhoneSearch":
    """The search over lanes × steps × columns; `favour` are nats by arc that are added to its cost, `SHUT` at least."""
    lanes, _, columns = scores.shape
    search = PhoneSearch(graph, lanes=lanes, columns=columns, silence=silence, favour=favour)
    search.follow(scores)
    return search


class PhoneSearch:
    """The tokens of all states at one moment: a score, and the number of the word end that it came by last.

    A token is one number, the score above and the word end below, so that the greater one is the better one. All lanes
    are one long row.
    """

    def __init__(
        self, graph: PhoneGraph, *, lanes: int, columns: int, silence: int, favour: Floats | None = None
    ) -> None:
        self._graph = graph
        self._cost = np.tile(_tokens(graph.cost if favour is None else graph.cost + favour), lanes)
        links, states, arcs, groups = len(graph.unit), graph.states, len(graph.source), len(graph.arcs_from)
        chains = len(graph.last)
        is_used = np.zeros(columns, bool)
        is_used[graph.unit] = is_used[silence] = True
        self._columns, place = np.flatnonzero(is_used), np.cumsum(is_used) - 1  # of all columns but some are needed
        columns, silence = len(self._columns), int(place[silence])
        self._unit, self._source = _rows(place[graph.unit], columns, lanes), _rows(graph.source, states, lanes)
        self._arcs_from, self._group = _rows(graph.arcs_from, arcs, lanes), _rows(graph.group, groups, lanes)
        self._first, self._last = _rows(graph.first, links, lanes), _rows(graph.last, links, lanes)
        self._ends, self._chains_from = _rows(graph.nodes, states, lanes), _rows(graph.chains_from, chains, lanes)
        self._links, self._entered, self._sounds = (np.full(lanes * links, _NEVER) for _ in range(3))
        self._nodes, self._pauses = (np.full(lanes * states, _NEVER) for _ in range(2))
        self._silences = np.repeat(np.arange(lanes) * columns + silence, states)
        self._ended: list[Tokens] = []  # by step, the token at the end of each chain
        self._nodes[START::states] = 0

    def follow(self, scores: Floats) -> None:
        """As many steps further as there are in the scores, lanes × steps × columns."""
        if len(self._graph.unit):
            for step in _tokens(scores[:, :, self._columns].transpose(1, 0, 2).reshape(scores.shape[1], -1)):
                self._advance(step)

    def copy(self) -> "PhoneSearch":
        """One that goes on from here by itself."""
        other = copy(self)
        other._links, other._entered, other._nodes = self._links.copy(), self._entered.copy(), self._nodes.copy()
        other._ended = [*self._ended]
        return other

    def _advance(self, scores: Tokens) -> None:
        """One step further; `scores` are those of all columns, lane after lane."""
        waiting = np.maximum(self._nodes, self._pauses)
        arriving = np.maximum.reduceat(waiting[self._source] + self._cost, self._arcs_from)
        np.maximum(self._links[1:], self._links[:-1], out=self._entered[1:])
        self._entered[self._first] = np.maximum(self._links[self._first], arriving[self._group])
        self._entered += np.take(scores, self._unit, out=self._sounds, mode="clip")
        self._links, self._entered = self._entered, self._links
        self._pauses = waiting + scores[self._silences]
        self._end_words()

    def best(self, lane: int, end: int = END) -> Found | None:
        """The words that lead to the end, and their score, in one lane."""
        ways = self._ways(lane, end)
        return None if ways is None else (tuple(word for word, *_ in ways[0]), ways[1])

    def ends(self, lane: int, end: int = END) -> tuple[tuple[int, float], ...]:
        """For each word of the best sentence: the step in which it ends, and the score by then; nothing without one."""
        ways = self._ways(lane, end)
        return () if ways is None else tuple((step, score) for _, step, score in ways[0])

    def _ways(self, lane: int, end: int) -> tuple[list[tuple[str, int, float]], float] | None:
        """Each word with its last step and the score by then, and the score of all; None when nothing leads there."""
        states = self._graph.states
        waiting = np.maximum(self._nodes, self._pauses)[lane * states : (lane + 1) * states]
        token = max(int(waiting[state]) + int(_tokens(cost)) for state, cost in self._graph.finals[end])
        if token <= int(_tokens(0.7 * SHUT)):
            return None
        score, came_by = (token >> _BITS) * _GRAIN, token & int(_LOWER)
        words: list[tuple[str, int, float]] = []
        chains_to = np.append(self._graph.chains_from, len(self._graph.last))
        first = lane * len(self._graph.last)
        while came_by:
            step, node = divmod(came_by - 1, states)
            place = int(np.searchsorted(self._graph.nodes, node))
            own = self._ended[step][first + chains_to[place] : first + chains_to[place + 1]]
            token = int(own.max())
            last = int(chains_to[place]) + int(np.flatnonzero(own == token)[-1])
            words.append((self._graph.word[self._graph.group[last]], step, (token >> _BITS) * _GRAIN))
            came_by = token & int(_LOWER)
        return words[::-1], score

    def _end_words(self) -> None:
        """The best of the chains that end at each node."""
        ends = self._links[self._last]
        best = np.maximum.reduceat(ends, self._chains_from)
        states, step = self._graph.states, len(self._ended)
        self._ended.append(ends)
        self._nodes.fill(_NEVER)
        self._nodes[self._ends] = (best & ~_LOWER) + (step * states + self._ends % states + 1)


def _rows(places: Places, length: int, lanes: int) -> Places:
    """The places in each of so many rows of a length, the rows put one after the other."""
    return (np.arange(lanes)[:, None] * length + places).ravel()


def _tokens(scores: Floats | float) -> Tokens:
    """Scores as the upper part of tokens."""
    return np.rint(np.asarray(scores) / _GRAIN).astype(np.int64) << _BITS
