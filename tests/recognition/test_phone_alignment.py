"""Where each phone of a sentence is in a sound."""

from itertools import groupby, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_alignment import PAUSE, aligned

COLUMNS = 7  # the pause, and three phones of two halves


def heard(*columns: int) -> Floats:
    """Scores of steps, each of which has one column for sure."""
    scores = np.full((len(columns), COLUMNS), -5.0, np.float32)
    scores[np.arange(len(columns)), columns] = 0
    return scores


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ((0, 0, 1, 1, 2, 0), [(1, 2)]),
        ((1, 2, 2, 3, 4), [(1, 2, 3, 4)]),
        ((0, 1, 2, 5, 6, 0), [(1, 2), (5, 6)]),
        ((0, 1, 2, 0, 0, 5, 6, 0), [(1, 2), (5, 6)]),
        ((1, 2), [(1, 2)]),
    ],
)
def test_each_step_has_its_half(columns: tuple[int, ...], words: list[tuple[int, ...]]) -> None:
    found = aligned(heard(*columns), [[word] for word in words])
    assert found is not None
    assert tuple(found.columns[found.path]) == columns
    assert found.score == 0


def test_it_tells_which_phones_begin_a_word() -> None:
    found = aligned(heard(0, 1, 2, 3, 4, 5, 6), [[(1, 2, 3, 4)], [(5, 6)]])
    assert found is not None
    assert found.columns[found.firsts].tolist() == [1, 3, 5]
    assert found.begins.tolist() == [True, False, True]


def test_it_tells_where_each_word_is() -> None:
    found = aligned(heard(0, 1, 2, 3, 3, 4, 0, 0, 5, 6, 6, 0), [[(1, 2, 3, 4)], [(5, 6)]])
    assert found is not None
    assert found.words == [(1, 6), (8, 11)]


def test_of_pronunciations_the_one_that_was_said_is_found() -> None:
    found = aligned(heard(0, 3, 4, 5, 6), [[(1, 2), (3, 4)], [(5, 6)]])
    assert found is not None
    assert found.columns[found.firsts].tolist() == [3, 5]


def test_of_a_sound_that_is_too_short_there_is_none() -> None:
    assert aligned(heard(1, 2, 3), [[(1, 2, 3, 4)]]) is None
    assert aligned(heard(1, 2, 3), [[]]) is None


def test_a_long_sentence_is_found() -> None:
    columns = (1, 2, 3, 4, 5, 6) * 40
    found = aligned(heard(*columns), [[columns]])
    assert found is not None
    assert tuple(found.columns[found.path]) == columns


@given(
    st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=3), min_size=1, max_size=3),
    st.integers(0, 20),
    st.integers(0, 2**32 - 1),
)
def test_every_half_is_there_in_its_order(words: list[list[int]], more: int, seed: int) -> None:
    halves = [tuple(half for phone in word for half in (2 * phone + 1, 2 * phone + 2)) for word in words]
    steps = sum(map(len, halves)) + more
    scores = np.random.default_rng(seed).normal(size=(steps, COLUMNS)).astype(np.float32)
    found = aligned(scores, [[word] for word in halves])
    assert found is not None
    spoken = [int(found.columns[place]) for place, _ in groupby(found.path) if found.columns[place] != PAUSE]
    assert spoken == [half for word in halves for half in word]
    assert all(0 <= later - earlier <= 2 for earlier, later in pairwise(found.path))
    assert found.score == pytest.approx(scores[np.arange(steps), found.columns[found.path]].sum(), abs=1e-3)
