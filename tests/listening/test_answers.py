"""Short answers: which are searched for, and how far they are trusted."""

import pytest

from access_chess.listening.answers import Awaited, answer_of, answer_sentences
from access_chess.listening.asked import CommandName
from access_chess.listening.readings import Evidence, Hypothesis
from access_chess.listening.sentences import Meaning
from tests.listening.lexicons import LEXICON

QUESTION = Awaited(
    commands=frozenset({CommandName.NO, CommandName.ONE, CommandName.RESIGN}), options=("bella", "felix")
)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("nein", CommandName.NO),
        ("eins", CommandName.ONE),
        ("bella", CommandName.ONE),
        ("felix", CommandName.TWO),
        ("ja", None),
        ("resign", None),
    ],
)
def test_the_awaited_answers_and_no_others(said: str, name: CommandName | None) -> None:
    meaning = answer_sentences(LEXICON, QUESTION).meaning((said,))
    assert (meaning and meaning.command) == name


@pytest.mark.parametrize(
    ("name", "against_phones", "lead", "is_taken"),
    [
        (CommandName.YES, 20, 0, True),
        (CommandName.YES, -20, 0, False),
        (CommandName.NO, -100, -60, True),
        (CommandName.NO, -130, 0, False),
        (CommandName.TWO, -60, -90, True),
        (CommandName.TWO, -60, -110, False),
        (CommandName.STOP, -57, -4, True),
        (CommandName.STOP, -57, -40, False),
    ],
)
def test_a_wrong_yes_is_worse_than_a_wrong_no(
    name: CommandName, against_phones: float, lead: float, is_taken: bool
) -> None:
    answer = Hypothesis(words=(name.value,), score=1000, meaning=Meaning(command=name))
    other = Hypothesis(words=("eva", "vier"), score=1000 - lead, meaning=Meaning())
    evidence = Evidence(seconds=2, open=other, phones=1000 - 2 * against_phones)
    found = answer_of(answer, evidence)
    assert (found is not None) is is_taken
    assert found is None or (found.name is name and found.confidence >= 0.5)
