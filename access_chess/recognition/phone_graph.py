"""A word graph as arrays, for the search: each word is a chain of halves of phones.

The graph of a position has thousands of arcs, and is made while its player may already speak; so all of them are worked
on at once.
"""

from collections.abc import Mapping, Sequence
from itertools import chain

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.listening.word_graph import END, Arc, WordGraph
from access_chess.recognition.filterbank import Floats

Places = NDArray[np.int64]
Links = Mapping[str, tuple[tuple[int, ...], ...]]  # a word's pronunciations as columns of the scores

_CHANCE_WEIGHT = 4.0  # of the graph's chances against the sound, like a recogniser's language weight


class PhoneGraph(Struct, frozen=True, kw_only=True):
    """Links are the halves of phones of all words' chains in a row.

    Arcs with one word to one target share their chains, whichever state they come from. `source`, `cost` and `arcs`,
    which tell the word and its mark, stand together by target and word, each such group beginning at `arcs_from`;
    `word` is by group. `unit`, its column in the scores, is by link. `group`, `first` and `last` are by chain, the
    chains to a target in a row; the targets are `nodes`, and their chains begin at `chains_from`. `finals` are the
    states from which a sentence may end, with what that costs.
    """

    source: Places
    cost: Floats
    arcs_from: Places
    arcs: tuple[Arc, ...]
    word: tuple[str, ...]
    unit: Places
    group: Places
    first: Places
    last: Places
    nodes: Places
    chains_from: Places
    finals: Mapping[int, tuple[tuple[int, float], ...]]
    states: int


def phone_graph(graph: WordGraph, links: Links, ends: Sequence[int] = (END,)) -> PhoneGraph:
    """The chains of all words of the graph; sentences lead to any of the `ends`."""
    spoken = [arc for arc in graph.arcs if arc.word and links[arc.word]]
    silent = [arc for arc in graph.arcs if not arc.word]
    arc, source, chance = _with_silent_steps(spoken, silent)
    words = sorted({each.word for each in spoken if each.word})
    number = {word: place for place, word in enumerate(words)}
    says = _places([number[each.word or ""] for each in spoken])[arc]
    keys = _places([each.target for each in spoken])[arc] * len(words) + says
    order = np.argsort(keys, kind="stable")
    keys, arcs_from = np.unique(keys[order], return_index=True)
    targets, says = np.divmod(keys, max(1, len(words)))
    chains, counts = _rows_of(says, [len(links[word]) for word in words])
    sounds = [sound for word in words for sound in links[word]]
    links_of_chains, lengths = _rows_of(chains, [len(sound) for sound in sounds])
    halves = np.fromiter(chain.from_iterable(sounds), np.int64)
    ends_at = np.cumsum(lengths)
    nodes, chains_from = np.unique(np.repeat(targets, counts), return_index=True)
    return PhoneGraph(
        source=source[order],
        cost=_costs(chance[order]),
        arcs_from=arcs_from,
        arcs=tuple([spoken[place] for place in arc[order].tolist()]),
        word=tuple([words[place] for place in says.tolist()]),
        unit=halves[links_of_chains],
        group=np.repeat(np.arange(len(keys)), counts),
        first=ends_at - lengths,
        last=ends_at - 1,
        nodes=nodes,
        chains_from=chains_from,
        finals={end: _finals(end, silent) for end in ends},
        states=graph.states,
    )


def _with_silent_steps(spoken: Sequence[Arc], silent: Sequence[Arc]) -> tuple[Places, Places, NDArray[np.float64]]:
    """The place of each arc with a word, its source and its chance, and the same of those that a silent step leads to,
    from its own source.
    """
    source, chance = _places([arc.source for arc in spoken]), np.array([arc.chance for arc in spoken], np.float64)
    by_source = np.argsort(source, kind="stable")
    targets, own = _places([step.target for step in silent]), np.array([step.chance for step in silent], np.float64)
    first, behind = (np.searchsorted(source[by_source], targets, side) for side in ("left", "right"))
    counts = behind - first
    beyond = by_source[_ranges(first, counts)]
    return (
        np.concatenate([np.arange(len(spoken)), beyond]),
        np.concatenate([source, np.repeat(_places([step.source for step in silent]), counts)]),
        np.concatenate([chance, chance[beyond] * np.repeat(own, counts)]),
    )


def _rows_of(chosen: Places, lengths: Sequence[int]) -> tuple[Places, Places]:
    """Of things in a row, in groups of these lengths: the places of all in the chosen groups, and how many each has."""
    length_of = _places(lengths)
    firsts, counts = np.cumsum(length_of) - length_of, length_of[chosen]
    return _ranges(firsts[chosen], counts), counts


def _ranges(firsts: Places, counts: Places) -> Places:
    """So many numbers from each first one on, all in a row."""
    before = np.cumsum(counts) - counts
    return np.repeat(firsts - before, counts) + np.arange(int(counts.sum()))


def _finals(end: int, silent: Sequence[Arc]) -> tuple[tuple[int, float], ...]:
    leading = [step for step in silent if step.target == end]
    costs = _costs(np.array([step.chance for step in leading], np.float64)).tolist()
    return (end, 0.0), *((step.source, cost) for step, cost in zip(leading, costs, strict=True))


def _places(numbers: Sequence[int]) -> Places:
    return np.array(numbers, np.int64)


def _costs(chances: NDArray[np.float64]) -> Floats:
    """The scores of chances."""
    return (_CHANCE_WEIGHT * np.log(chances)).astype(np.float32)
