"""Short answers: which are searched for, and how far they are trusted."""

from dataclasses import replace

import numpy as np
import pytest

from access_chess.listening.readings import Evidence, Hypothesis
from access_chess.listening.sentences import Meaning
from access_chess.listening.short_answers import Awaited, answer_of, answer_sentences
from access_chess.requests.names import RequestName
from tests.listening.lexicons import LEXICON

QUESTION = Awaited(
    commands=frozenset({RequestName.NO, RequestName.ONE, RequestName.RESIGN}), options=("bella", "felix")
)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("nein", RequestName.NO),
        ("eins", RequestName.ONE),
        ("bella", RequestName.ONE),
        ("felix", RequestName.TWO),
        ("ja", None),
        ("resign", None),
    ],
)
def test_the_awaited_answers_and_no_others(said: str, name: RequestName | None) -> None:
    meaning = answer_sentences(LEXICON, QUESTION).meaning((said,))
    assert (meaning and meaning.command) == name


WHY = Hypothesis(words=("warum",), meaning=Meaning(command=RequestName.WHY), score=0, model=0, network=0, phones=4)


@pytest.mark.parametrize("name", [RequestName.YES, RequestName.NO, RequestName.TWO, RequestName.STOP])
def test_a_clear_answer_is_taken(name: RequestName) -> None:
    found = answer_of(evidence(name))
    assert found is not None and found.name is name and found.confidence > 0.5


@pytest.mark.parametrize("name", [RequestName.YES, RequestName.NO, RequestName.TWO, RequestName.STOP])
@pytest.mark.parametrize(
    "against", [{"loop": 150.0}, {"best": WHY, "model": WHY, "network": WHY}, {"answer": None}],
    ids=["bare phones fit far better", "a sentence fits far better", "nothing like an answer"],
)  # fmt: skip
def test_what_is_no_answer_is_not_taken(name: RequestName, against: dict[str, object]) -> None:
    behind = replace(given(name), score=-80.0, model=-160.0, network=-80.0)
    found = replace(evidence(name), **{"answer": behind, **against})  # type: ignore[arg-type]
    assert answer_of(found) is None


@pytest.mark.parametrize("hearer", ["model", "network"])
def test_a_yes_that_one_of_two_heard_far_less_than_something_else_is_none(hearer: str) -> None:
    other = replace(WHY, model=100.0, network=100.0)
    assert answer_of(replace(evidence(RequestName.YES), **{hearer: other})) is None  # type: ignore[arg-type]


def test_a_wrong_yes_is_worse_than_a_wrong_no() -> None:
    """The same sound, a little behind another sentence."""
    for behind in np.linspace(0, 60, 61):
        near = replace(WHY, score=float(behind), model=float(behind), network=float(behind))
        if answer_of(replace(evidence(RequestName.YES), best=near)) is not None:
            assert answer_of(replace(evidence(RequestName.NO), best=near)) is not None


def given(name: RequestName) -> Hypothesis:
    return Hypothesis(words=(name.value,), meaning=Meaning(command=name), score=0, model=0, network=0, phones=3)


def evidence(name: RequestName) -> Evidence:
    """Less than a second in quiet that both heard alike, before all other sentences and hardly behind bare phones."""
    answer = given(name)
    far = replace(WHY, score=-60.0, model=-150.0, network=-60.0)
    return Evidence(
        seconds=0.9, decibels=40, best=answer, model=answer, network=answer, rival=far, answer=answer, loop=5,
        voiced=0.9,
    )  # fmt: skip
