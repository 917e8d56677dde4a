"""The search for the best sentence, on scores that are made up: each frame favours one phone."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from access_chess.listening.lexicon import Words
from access_chess.listening.word_graph import END, START, Arc, WordGraph
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_network import SILENCE
from access_chess.recognition.phone_recogniser import straight
from access_chess.recognition.phone_search import best_sentence, phone_graph, steps_of

PHONES = (SILENCE, "AA", "D", "EY", "N", "S", "T")
WORDS = {"anna": (("AA", "N", "AA"),), "eins": (("AA", "N", "S"), ("EY", "N", "S")), "dada": (("D", "AA", "D", "AA"),)}


SILENT = PHONES.index(SILENCE)
LINKS = {
    word: tuple(tuple(PHONES.index(phone) for phone in sound) for sound in sounds) for word, sounds in WORDS.items()
}


def scores(said: str, *, frames: int = 4) -> Floats:
    """Scores of a sound in which each phone lasts so many frames."""
    rows = np.full((len(said.split()) * frames, len(PHONES)), -5.0, np.float32)
    for number, phone in enumerate(said.split()):
        rows[number * frames : (number + 1) * frames, PHONES.index(phone)] = 0
    return rows


def graph(*sentences: str) -> WordGraph:
    arcs, states = [], 2
    for sentence in sentences:
        words = sentence.split()
        inner = range(states, states + len(words) - 1)
        arcs += [Arc(*step, 1.0, word) for step, word in zip(pairwise([START, *inner, END]), words, strict=True)]
        states += len(inner)
    return WordGraph(arcs=tuple(arcs), states=states)


def found(sentences: WordGraph, said: Floats) -> tuple[Words, float] | None:
    return best_sentence(phone_graph(sentences, LINKS), said, SILENT)


SENTENCES = graph("anna eins", "anna anna", "dada", "dada eins")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("AA N AA AA N S", ("anna", "eins")),
        ("AA N AA EY N S", ("anna", "eins")),
        ("AA N AA AA N AA", ("anna", "anna")),
        ("D AA D AA", ("dada",)),
        ("SIL SIL D AA D AA SIL EY N S SIL", ("dada", "eins")),
        ("D AA D AA SIL SIL", ("dada",)),
    ],
)
def test_the_sentence_that_was_said_is_found_without_loss(said: str, words: Words) -> None:
    assert found(SENTENCES, scores(said)) == (words, 0.0)


def test_what_fits_worse_scores_less() -> None:
    best = found(graph("dada"), scores("AA N AA AA N S"))
    assert best is not None and best[0] == ("dada",) and best[1] < -20


def test_a_sound_that_is_too_short_is_no_sentence() -> None:
    assert found(SENTENCES, scores("D AA D", frames=1)) is None
    assert found(WordGraph(arcs=(), states=2), scores("AA")) is None


def test_a_rare_way_to_say_it_costs() -> None:
    rare = WordGraph(arcs=(Arc(START, END, 0.1, "dada"), Arc(START, 2, 1.0), Arc(2, END, 1.0, "dada")), states=3)
    only = WordGraph(arcs=rare.arcs[:1], states=3)
    said = scores("D AA D AA")
    usual, unusual = found(rare, said), found(only, said)
    assert usual == (("dada",), 0.0)
    assert unusual is not None and unusual[1] == pytest.approx(4 * np.log(0.1))


@given(st.lists(st.sampled_from(["anna", "eins", "dada"]), min_size=1, max_size=5), st.integers(2, 6))
def test_any_sentence_is_found_among_all(words: list[str], frames: int) -> None:
    loop = WordGraph(arcs=(*(Arc(START, START, 1.0, word) for word in WORDS), Arc(START, END, 1.0)), states=2)
    said = " ".join(phone for word in words for phone in WORDS[word][0])
    assert found(loop, scores(said, frames=frames)) == (tuple(words), 0.0)


def test_two_frames_are_a_step() -> None:
    frames = np.arange(10, dtype=np.float32).reshape(5, 2)
    assert steps_of(frames).tolist() == [[0 + 2, 1 + 3], [4 + 6, 5 + 7]]


def test_one_sentence_has_one_path() -> None:
    assert straight(("anna", "eins", "dada")).meanings(("anna", "eins", "dada"))
    assert not straight(("anna", "eins")).meanings(("anna",))
