"""A speaker's own answers: how near a sound is to them, the space in which that is measured, and the text of both."""

import numpy as np
import pytest

from access_chess.edge.recognisers.pocketsphinx import load_word_networks
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.own_answers import (
    NO_ANSWERS,
    SIZE,
    AnswerSpace,
    answer_space,
    answers_text,
    own_answers,
    read_answers,
    space_arrays,
)
from access_chess.recognition.training.space_trainer import space_of

PLANE = AnswerSpace(usual=np.array([1, 1, 1], np.float32), directions=np.eye(3, 2, dtype=np.float32))


def at(*numbers: float) -> Floats:
    return np.array(numbers, np.float32)


OWN = own_answers(PLANE, {"one": at(2, 1, 9), "two": at(1, 3, 0)})


@pytest.mark.parametrize(
    ("word", "seen", "cosine"),
    [
        ("one", at(5, 1, 0), 1),
        ("one", at(1, 5, 0), 0),
        ("one", at(0, 1, 0), -1),
        ("two", at(1, 1.5, 7), 1),
        ("two", at(2, 2, 1), np.sqrt(0.5)),
    ],
)
def test_a_sound_is_near_to_what_goes_the_same_way(word: str, seen: Floats, cosine: float) -> None:
    assert OWN.nearness(seen, PLANE)[word] == pytest.approx(cosine, abs=1e-6)


def test_in_another_space_nothing_is_known() -> None:
    elsewhere = AnswerSpace(usual=PLANE.usual, directions=-PLANE.directions)
    assert [*OWN.nearness(at(1, 2, 3), PLANE)] == ["one", "two"]
    assert OWN.nearness(at(1, 2, 3), elsewhere) == NO_ANSWERS.nearness(at(1, 2, 3), PLANE) == {}


def test_they_are_kept_as_text() -> None:
    space, chance = load_word_networks().space, np.random.default_rng(2)
    seen = {word: chance.standard_normal(len(space.usual), np.float32) for word in ("one", "two")}
    kept = read_answers(answers_text(own_answers(space, seen)))
    assert [*kept.places] == ["one", "two"]
    near = kept.nearness(seen["one"], space)
    assert near["one"] == pytest.approx(1, abs=1e-3)
    assert abs(near["two"]) < 0.7
    assert read_answers(answers_text(NO_ANSWERS)) == NO_ANSWERS


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "answers x\n\n",
        "answers x\none 0.5",
        *("answers x\none " + " ".join([*["0.1"] * 59, last]) for last in ("two", "2.0", "nan")),
    ],
)
def test_what_is_no_such_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected|could not convert|not enough values"):
        read_answers(text)


def test_the_space_is_kept_as_arrays() -> None:
    space = load_word_networks().space
    kept = answer_space(space_arrays(space))
    assert kept.mark == space.mark
    with pytest.raises(KeyError):
        answer_space({"usual": space.usual})


def test_one_answer_by_one_person_stays_near_to_itself_in_any_room() -> None:
    """What differs by rooms is four times what differs by people: in the space it hardly counts."""
    chance = np.random.default_rng(5)
    people, rooms = chance.standard_normal((40, 80, 1)), 4 * chance.standard_normal((40, 30, 80))
    of_people, of_rooms = np.split(np.eye(80), 2)
    seen = (people[:, None, :40, 0] @ of_people + rooms[:, :, 40:] @ of_rooms).reshape(-1, 80).astype(np.float32)
    groups = [np.arange(30) + 30 * person for person in range(40)]
    space = space_of(seen, groups)
    assert space.directions.shape == (80, SIZE)
    places = np.stack([space.place(each) for each in seen])
    same, other = places[:30] @ places[0], places[30:] @ places[0]
    assert same.min() > np.percentile(other, 99)
    plain = seen / np.linalg.norm(seen, axis=1, keepdims=True)
    assert (plain[:30] @ plain[0]).min() < np.percentile(plain[30:] @ plain[0], 50)
