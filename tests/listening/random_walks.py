"""Walks through a graph of words that chance leads from its start to its end."""

import random
from collections.abc import Iterator

from access_chess.listening.lexicon import Words
from access_chess.listening.word_graph import END, START, Arc, WordGraph


def random_walks(graph: WordGraph, count: int, chance: random.Random) -> Iterator[Words]:
    """The words of so many walks. Raises IndexError where a state leads nowhere."""
    leaving: dict[int, list[Arc]] = {}
    for arc in graph.arcs:
        leaving.setdefault(arc.source, []).append(arc)
    for _ in range(count):
        state, words = START, list[str]()
        while state != END:
            arc = chance.choice(leaving.get(state, []))
            words += [arc.word] if arc.word else []
            state = arc.target
        yield tuple(words)
