"""The search for the best sentence, on scores that are made up: each frame favours one phone."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from access_chess.listening.lexicon import Words
from access_chess.listening.word_graph import END, START, Arc, WordGraph
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_graph import phone_graph
from access_chess.recognition.phone_network import SILENCE
from access_chess.recognition.phone_recogniser import straight
from access_chess.recognition.phone_search import SHUT, best_sentence, searched, steps_of

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
    assert unusual is not None and unusual[1] == pytest.approx(4 * np.log(0.1), abs=0.01)


@given(st.lists(st.sampled_from(["anna", "eins", "dada"]), min_size=1, max_size=5), st.integers(2, 6))
def test_any_sentence_is_found_among_all(words: list[str], frames: int) -> None:
    loop = WordGraph(arcs=(*(Arc(START, START, 1.0, word) for word in WORDS), Arc(START, END, 1.0)), states=2)
    said = " ".join(phone for word in words for phone in WORDS[word][0])
    assert found(loop, scores(said, frames=frames)) == (tuple(words), 0.0)


def test_two_frames_are_a_step() -> None:
    frames = np.arange(10, dtype=np.float32).reshape(5, 2)
    assert steps_of(frames).tolist() == [[0 + 2, 1 + 3], [4 + 6, 5 + 7]]


def test_one_sentence_is_a_row_of_steps_from_the_start() -> None:
    steps = straight(("anna", "eins", "dada"), first=7)
    assert [(step.source, step.target, step.word) for step in steps] == [
        (START, 7, "anna"), (7, 8, "eins"), (8, 9, "dada"),
    ]  # fmt: skip


def test_opinions_are_searched_side_by_side_and_each_finds_its_own() -> None:
    said = [scores("AA N AA AA N S"), scores("D AA D AA SIL SIL")]
    search = searched(phone_graph(SENTENCES, LINKS), np.stack(said), SILENT)
    assert [search.best(0), search.best(1)] == [(("anna", "eins"), 0.0), (("dada",), 0.0)]


def test_two_that_went_on_from_one_place_know_nothing_of_each_other() -> None:
    compiled = phone_graph(SENTENCES, LINKS)
    begun = searched(compiled, scores("AA N AA")[None], SILENT)
    other = begun.copy()
    for one, another in zip(scores("AA N S"), scores("AA N AA"), strict=True):
        begun.follow(one[None, None])
        other.follow(another[None, None])
    assert begun.best(0) == (("anna", "eins"), 0.0)
    assert other.best(0) == (("anna", "anna"), 0.0)


def test_sentences_may_lead_to_ends_of_their_own() -> None:
    arcs = (*straight(("anna",), first=3), *straight(("dada",), first=4))
    search = searched(phone_graph(WordGraph(arcs=arcs, states=5), LINKS, (3, 4)), scores("D AA D AA")[None], SILENT)
    wrong, right = search.best(0, 3), search.best(0, 4)
    assert wrong is not None and right is not None
    assert wrong[0] == ("anna",) and right == (("dada",), 0.0) and wrong[1] < -20


def test_what_is_shut_is_not_found() -> None:
    compiled = phone_graph(SENTENCES, LINKS)
    is_eins = np.array([arc.word == "eins" for arc in compiled.arcs])
    search = searched(compiled, scores("AA N AA AA N S")[None], SILENT, favour=(SHUT * is_eins).astype(np.float32))
    found_without = search.best(0)
    assert found_without is not None and found_without[0] == ("anna", "anna")
    all_shut = searched(
        compiled, scores("AA N AA AA N S")[None], SILENT, favour=np.full(len(is_eins), SHUT, np.float32)
    )
    assert all_shut.best(0) is None


def test_what_is_held_back_is_found_when_it_was_said_clearly() -> None:
    compiled = phone_graph(SENTENCES, LINKS)
    is_eins = np.array([arc.word == "eins" for arc in compiled.arcs])
    for said, words in (("AA N AA AA N S", ("anna", "eins")), ("AA N AA AA N AA", ("anna", "anna"))):
        found_after_all = searched(
            compiled, scores(said)[None], SILENT, favour=(-5.0 * is_eins).astype(np.float32)
        ).best(0)
        assert found_after_all is not None and found_after_all[0] == words


SMALL = st.builds(
    lambda arcs: WordGraph(arcs=tuple(arcs), states=5),
    st.lists(
        st.builds(
            Arc, st.integers(0, 4), st.integers(0, 4), st.sampled_from([1.0, 0.2]), st.sampled_from([*sorted(WORDS)])
        ),
        min_size=1,
        max_size=8,
    ),
)


@given(SMALL, st.integers(0, 2**32 - 1))
def test_no_sentence_of_a_small_graph_scores_more_than_the_best(small: WordGraph, seed: int) -> None:
    said = np.random.default_rng(seed).uniform(-5, 0, (14, len(PHONES))).astype(np.float32)
    best = found(small, said)
    ways = [(words, cost) for words, cost in _walks(small, START, 3) if words]
    alone = [(words, _alone(words, said), cost) for words, cost in ways]
    fitting = [score + cost for _, score, cost in alone if score is not None]
    if fitting:
        assert best is not None and best[1] >= max(fitting) - 0.1
    if best is not None and len(best[0]) <= 3:
        assert best[1] == pytest.approx(max(fitting), abs=0.1)


def _walks(small: WordGraph, state: int, words: int) -> list[tuple[Words, float]]:
    """Every sentence of at most so many words, with what its chances cost."""
    walks: list[tuple[Words, float]] = [((), 0.0)] if state == END else []
    for arc in small.arcs if words else ():
        if arc.source == state and arc.word:
            cost = 4 * float(np.log(arc.chance))
            walks += [((arc.word, *rest), cost + further) for rest, further in _walks(small, arc.target, words - 1)]
    return walks


def _alone(words: Words, said: Floats) -> float | None:
    """How well one sentence fits, found in another way: step by step through its halves and the pauses around it."""
    fits = [_through(sounds, said) for sounds in product(*(LINKS[word] for word in words))]
    return max((fit for fit in fits if fit is not None), default=None)


def _through(sounds: tuple[tuple[int, ...], ...], said: Floats) -> float | None:
    columns = [SILENT]
    for sound in sounds:
        columns += [*sound, SILENT]
    best: dict[int, float] = {-1: 0.0}  # by the place that was reached
    for step in said:
        reached: dict[int, float] = {}
        for place, score in best.items():
            further = [place + 1] + ([place] if place >= 0 else [])
            further += [place + 2] if place + 1 < len(columns) and columns[place + 1] == SILENT else []
            for each in further:
                if each < len(columns):
                    reached[each] = max(reached.get(each, -1e9), score + float(step[columns[each]]))
        best = reached
    return max((best[place] for place in (len(columns) - 2, len(columns) - 1) if place in best), default=None)
