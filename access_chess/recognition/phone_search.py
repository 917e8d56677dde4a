"""The best sentence of a word graph for the scores of a sound: the token passing of Young, Russell and Thornton
(1989), one step of all states at a time.

Every word of the graph is a chain of halves of phones, each at least a step long; between words there may be silence.
A step is two frames of 10 ms: hardly a phone is shorter than two steps, and half the steps take half the time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from access_chess.listening.lexicon import Words
from access_chess.listening.word_graph import END, START, Arc, WordGraph
from access_chess.recognition.filterbank import Floats

Places = NDArray[np.int64]
Links = Mapping[str, tuple[tuple[int, ...], ...]]  # a word's pronunciations as columns of the scores

_NEVER = np.float32(-1e30)
_STEP = 2  # frames of the network
_CHANCE_WEIGHT = 4.0  # of the graph's chances against the sound, like a recogniser's language weight


@dataclass(frozen=True)
class PhoneGraph:
    """A word graph as arrays. Links are the halves of phones of all words' chains in a row.

    `unit`, its column in the scores, is by link; `first`, `source` and `entry` by chain; `last`, `target` and `word` by
    chain as well, but in the order of the targets, whose `nodes` begin at `starts`. `silent` are source, target and
    score of the steps without a word.
    """

    unit: Places
    first: Places
    source: Places
    entry: Floats
    last: Places
    target: Places
    word: tuple[str, ...]
    nodes: Places
    starts: Places
    silent: tuple[Places, Places, Floats]
    states: int


def phone_graph(graph: WordGraph, links: Links) -> PhoneGraph:
    """The chains of all pronunciations of all words of the graph."""
    said = [(arc, one) for arc in graph.arcs if arc.word for one in links[arc.word]]
    lengths = np.array([len(each) for _, each in said], int)
    ends = np.cumsum(lengths)
    places = np.fromiter(chain.from_iterable(each for _, each in said), int, count=int(lengths.sum()))
    target = np.array([arc.target for arc, _ in said], int)
    by_target = np.argsort(target, kind="stable")
    nodes, starts = np.unique(target[by_target], return_index=True)
    silent = [arc for arc in graph.arcs if not arc.word]
    return PhoneGraph(
        unit=places,
        first=ends - lengths,
        source=np.array([arc.source for arc, _ in said], int),
        entry=_entries([arc for arc, _ in said]),
        last=(ends - 1)[by_target],
        target=target[by_target],
        word=tuple(said[number][0].word or "" for number in by_target),
        nodes=nodes,
        starts=starts,
        silent=(
            np.array([arc.source for arc in silent], int),
            np.array([arc.target for arc in silent], int),
            _entries(silent),
        ),
        states=graph.states,
    )


def steps_of(scores: Floats) -> Floats:
    """Scores of frames for each step of the search: frames are added up, and the last one alone is left out."""
    length = len(scores) // _STEP
    summed: Floats = scores[: length * _STEP].reshape(length, _STEP, scores.shape[1]).sum(1)
    return summed


def _entries(arcs: Sequence[Arc]) -> Floats:
    """The scores of their chances."""
    chances = np.array([arc.chance for arc in arcs], np.float64)
    return (_CHANCE_WEIGHT * np.log(chances)).astype(np.float32)


def best_sentence(graph: PhoneGraph, scores: Floats, silence: int) -> tuple[Words, float] | None:
    """The words of the best path from start to end and its score in nats, of scores by step (`steps_of`); `silence`
    is the column of the pause.

    None when no path fits so short a sound.
    """
    if not len(graph.unit):
        return None
    search = _Search(graph, len(scores))
    for step in scores:
        search.advance(step[graph.unit], step[silence])
    return search.best()


class _Search:
    """The tokens of all states at one moment: a score, and the number of the word end that it came by last."""

    def __init__(self, graph: PhoneGraph, steps: int) -> None:
        self._graph = graph
        self._counts = np.diff(np.append(graph.starts, len(graph.target)))
        self._links = np.full(len(graph.unit), _NEVER), np.full(len(graph.unit), -1)
        self._nodes = np.full(graph.states, _NEVER), np.full(graph.states, -1)
        self._pauses = np.full(graph.states, _NEVER), np.full(graph.states, -1)
        self._chain = np.full((steps, graph.states), -1)  # which chain ended at a node in a step, and
        self._before = np.full((steps, graph.states), -1)  # the word end before it
        self._step_number = 0
        self._nodes[0][START] = 0
        self._step_silently()

    def advance(self, sounds: Floats, silence: np.float32) -> None:
        """One step further; `sounds` are the scores of the links."""
        graph = self._graph
        waiting, came_by = _better(self._nodes, self._pauses)
        score, history = self._links
        entered, entered_by = np.roll(score, 1), np.roll(history, 1)
        entered[graph.first] = waiting[graph.source] + graph.entry
        entered_by[graph.first] = came_by[graph.source]
        score, history = _better((entered, entered_by), (score, history))
        self._links = score + sounds, history
        self._pauses = waiting + silence, came_by
        self._end_words()
        self._step_silently()
        self._step_number += 1

    def best(self) -> tuple[Words, float] | None:
        """The words that lead to the end, and their score."""
        score, history = (each[END] for each in _better(self._nodes, self._pauses))
        if score <= _NEVER / 2:
            return None
        words: list[str] = []
        while history >= 0:
            step, node = divmod(int(history), self._graph.states)
            words.append(self._graph.word[self._chain[step, node]])
            history = self._before[step, node]
        return tuple(reversed(words)), float(score)

    def _end_words(self) -> None:
        """The best of the chains that end at each node."""
        graph = self._graph
        ends = self._links[0][graph.last]
        best = np.maximum.reduceat(ends, graph.starts)
        equal = np.flatnonzero(ends == np.repeat(best, self._counts))
        chains = equal[np.searchsorted(graph.target[equal], graph.nodes)]
        self._chain[self._step_number, graph.nodes] = chains
        self._before[self._step_number, graph.nodes] = self._links[1][graph.last[chains]]
        score, history = np.full(graph.states, _NEVER), np.full(graph.states, -1)
        score[graph.nodes] = best
        history[graph.nodes] = self._step_number * graph.states + graph.nodes
        self._nodes = score, history

    def _step_silently(self) -> None:
        sources, targets, entry = self._graph.silent
        score, history = self._nodes
        arriving = score[sources] + entry
        np.maximum.at(score, targets, arriving)
        taken = (score[targets] == arriving) & (arriving > _NEVER / 2)
        history[targets[taken]] = history[sources[taken]]


def _better(one: tuple[Floats, Places], other: tuple[Floats, Places]) -> tuple[Floats, Places]:
    """Of two tokens for each state the one with the higher score."""
    first = one[0] >= other[0]
    return np.where(first, one[0], other[0]), np.where(first, one[1], other[1])
