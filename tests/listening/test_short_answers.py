"""Short answers: which are searched for, and how far they are trusted."""

from dataclasses import replace

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


@pytest.mark.parametrize(
    ("name", "against_phones", "lead", "is_taken"),
    [
        (RequestName.YES, 0, 0, True),
        (RequestName.YES, -20, 0, False),
        (RequestName.YES, 0, -10, False),
        (RequestName.NO, -20, -10, True),
        (RequestName.NO, -40, 0, False),
        (RequestName.TWO, 0, -10, True),
        (RequestName.TWO, -20, 0, False),
        (RequestName.STOP, -15, -10, True),
        (RequestName.STOP, -15, -20, False),
    ],
)
def test_a_wrong_yes_is_worse_than_a_wrong_no(
    name: RequestName, against_phones: float, lead: float, is_taken: bool
) -> None:
    found = answer_of(given(name), evidence(name, against_phones, lead))
    assert (found is not None) is is_taken
    assert found is None or (found.name is name and found.confidence >= 0.5)


@pytest.mark.parametrize("hearer", ["model", "network"])
def test_a_yes_that_one_of_two_heard_far_less_than_something_else_is_none(hearer: str) -> None:
    other = Hypothesis(words=("warum",), meaning=Meaning(command=RequestName.WHY), score=0, model=1100, network=1100)
    heard_otherwise = replace(evidence(RequestName.YES, 0, 0), **{hearer: other})  # type: ignore[arg-type]
    assert answer_of(given(RequestName.YES), heard_otherwise) is None
    assert answer_of(given(RequestName.NO), heard_otherwise) is not None


def given(name: RequestName) -> Hypothesis:
    return Hypothesis(words=(name.value,), meaning=Meaning(command=name), score=1000, model=1000, network=1000)


def evidence(name: RequestName, against_phones: float, lead: float) -> Evidence:
    """Two seconds in which the answer lies so many nats a second above bare phones, and before all other sentences."""
    other = Hypothesis(words=("eva", "vier"), meaning=Meaning(), score=1000 - lead)
    return Evidence(seconds=2, best=other, model=given(name), network=given(name), loop=1000 - 2 * against_phones)
