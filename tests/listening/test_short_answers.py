"""Short answers: which are searched for, and how far they are trusted."""

import numpy as np
import pytest
from msgspec.structs import replace

from access_chess.listening import readings, short_answers
from access_chess.listening.evidence import Evidence, Hypothesis
from access_chess.listening.heard import HeardCommand
from access_chess.listening.readings import chance, of_answer
from access_chess.listening.sentences import Meaning
from access_chess.listening.short_answers import Awaited, answer_of, answer_sentences, asked_of
from access_chess.listening.weights import OF_ANSWERS
from access_chess.requests.names import RequestName
from tests.listening.lexicons import LEXICON

QUESTION = Awaited(
    commands=frozenset({RequestName.NO, RequestName.ONE, RequestName.RESIGN}), options=("bella", "felix")
)
ASKED = replace(QUESTION, is_asked=True)


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


WHY = Hypothesis(words=("warum",), meaning=Meaning(command=RequestName.WHY), score=0, model=0, network=0, weakest=0)


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
    found = replace(evidence(name), **{"answer": behind, **against})
    assert answer_of(found) is None


@pytest.mark.parametrize(
    ("name", "likely", "awaited", "is_taken"),
    [
        pytest.param(RequestName.THREE, 0.61, None, False, id="another command is likelier"),
        pytest.param(RequestName.THREE, 0.60, None, True, id="no likelier"),
        pytest.param(RequestName.THREE, 0.61, ASKED, True, id="but a number was asked for"),
        pytest.param(RequestName.NO, 0.61, ASKED, False, id="yes or no was asked for"),
    ],
)
def test_a_command_that_is_likelier_than_the_answer_was_said(
    monkeypatch: pytest.MonkeyPatch, name: RequestName, likely: float, awaited: Awaited | None, is_taken: bool
) -> None:
    """ "Why" is like "drei"."""
    monkeypatch.setattr(short_answers, "chance", lambda evidence, weights=None: likely if weights is None else 0.60)
    assert (answer_of(replace(evidence(name), best=WHY), awaited) is not None) is is_taken


def test_in_noise_an_answer_must_be_likelier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_answers, "chance", lambda evidence, weights=None: 0.5)
    assert answer_of(replace(evidence(RequestName.TWO), decibels=18.0)) is not None
    assert answer_of(replace(evidence(RequestName.TWO), decibels=17.9)) is None


@pytest.mark.parametrize(
    ("name", "awaited", "decibels", "needed"),
    [
        pytest.param(RequestName.TWO, ASKED, 18.0, 0.20, id="a number"),
        pytest.param(RequestName.TWO, QUESTION, 18.0, 0.45, id="nothing was asked"),
        pytest.param(RequestName.TWO, ASKED, 17.9, 0.60, id="a number in noise"),
        pytest.param(RequestName.NO, ASKED, 18.0, 0.20, id="no"),
        pytest.param(RequestName.NO, QUESTION, 18.0, 0.45, id="no, but nothing was asked"),
        pytest.param(RequestName.NO, ASKED, 17.9, 0.60, id="no in noise"),
        pytest.param(RequestName.YES, ASKED, 18.0, 0.60, id="what cannot be undone"),
        pytest.param(RequestName.STOP, ASKED, 18.0, 0.65, id="no answer to a question"),
    ],
)
def test_after_a_question_its_answer_is_likely(
    monkeypatch: pytest.MonkeyPatch, name: RequestName, awaited: Awaited, decibels: float, needed: float
) -> None:
    for likely, is_taken in ((needed, True), (needed - 1e-9, False)):
        monkeypatch.setattr(short_answers, "chance", lambda found, weights=None, likely=likely: likely)
        assert (answer_of(replace(evidence(name), decibels=decibels), awaited) is not None) is is_taken


#: What comes of a number that goes otherwise as a whole than by any voice that is known.
UNKNOWN_VOICE = [
    pytest.param(RequestName.TWO, ASKED, 0.35, "asked about", id="likely by all else"),
    pytest.param(RequestName.TWO, ASKED, 0.34, "nothing", id="unlikely by all else"),
    pytest.param(RequestName.TWO, QUESTION, 0.99, "nothing", id="nothing was asked"),
    pytest.param(RequestName.TWO, None, 0.99, "nothing", id="nothing is awaited"),
    pytest.param(RequestName.NO, ASKED, 0.44, "nothing", id="no number"),
    pytest.param(RequestName.YES, ASKED, 0.59, "nothing", id="what cannot be undone"),
]


@pytest.mark.parametrize(("name", "awaited", "likely", "outcome"), UNKNOWN_VOICE)
def test_after_a_question_a_number_by_an_unknown_voice_is_asked_about(
    monkeypatch: pytest.MonkeyPatch, name: RequestName, awaited: Awaited | None, likely: float, outcome: str
) -> None:
    def chance_of(found: Evidence, weights: object = None) -> float:
        return likely if weights is OF_ANSWERS and found.as_whole is None else 0.0

    monkeypatch.setattr(short_answers, "chance", chance_of)
    monkeypatch.setattr(readings, "chance", lambda found: 0.0)
    asked = asked_of(replace(evidence(name), as_whole=-8.0), awaited, frozenset())
    assert isinstance(asked, HeardCommand) is (outcome == "asked about")
    assert not isinstance(asked, HeardCommand) or (asked.name, asked.is_doubtful) == (name, True)


def test_a_number_that_is_drowned_by_noise_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_answers, "chance", lambda found, weights: 0.5)
    monkeypatch.setattr(readings, "chance", lambda found: 0.0)
    for decibels, is_doubtful in ((18.0, False), (17.9, True)):
        asked = asked_of(replace(evidence(RequestName.TWO), decibels=decibels), ASKED, frozenset())
        assert isinstance(asked, HeardCommand) and asked.is_doubtful is is_doubtful


def test_another_thing_that_was_understood_is_no_doubtful_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_answers, "chance", lambda found, weights=None: 0.5 if found.as_whole is None else 0.0)
    monkeypatch.setattr(readings, "chance", lambda found: 0.99)
    found = replace(evidence(RequestName.TWO), best=WHY, model=WHY, network=WHY, as_whole=-8.0)
    asked = asked_of(found, ASKED, frozenset({RequestName.WHY}))
    assert isinstance(asked, HeardCommand) and (asked.name, asked.is_doubtful) == (RequestName.WHY, False)


@pytest.mark.parametrize("hearer", ["model", "network"])
def test_a_yes_that_one_of_two_heard_far_less_than_something_else_is_none(hearer: str) -> None:
    other = replace(WHY, model=100.0, network=100.0)
    assert answer_of(replace(evidence(RequestName.YES), **{hearer: other})) is None


def test_a_wrong_yes_is_worse_than_a_wrong_no() -> None:
    """The same sound, a little behind another sentence."""
    for behind in np.linspace(0, 60, 61):
        near = replace(WHY, score=float(behind), model=float(behind), network=float(behind))
        if answer_of(replace(evidence(RequestName.YES), best=near)) is not None:
            assert answer_of(replace(evidence(RequestName.NO), best=near)) is not None


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        (RequestName.YES, 0.60),
        (RequestName.NO, 0.45),
        (RequestName.TWO, 0.45),
        (RequestName.STOP, 0.65),
        (RequestName.REPEAT, 0.70),
    ],
)
def test_how_likely_an_answer_must_be(monkeypatch: pytest.MonkeyPatch, name: RequestName, needed: float) -> None:
    for likely, is_taken in ((needed, True), (needed - 1e-9, False)):
        monkeypatch.setattr(short_answers, "chance", lambda found, weights=None, likely=likely: likely)
        assert (answer_of(evidence(name)) is not None) is is_taken


@pytest.mark.parametrize(
    ("hearer", "ahead", "is_taken"),
    [("model", 39.9, True), ("model", 40.0, False), ("network", 14.9, True), ("network", 15.0, False)],
)
def test_how_far_a_yes_may_be_behind_for_one_of_the_two(
    monkeypatch: pytest.MonkeyPatch, hearer: str, ahead: float, is_taken: bool
) -> None:
    monkeypatch.setattr(short_answers, "chance", lambda found, weights: 1.0 if weights is OF_ANSWERS else 0.0)
    yes = replace(given(RequestName.YES), model=5.0, network=5.0)
    other = replace(WHY, **{hearer: 5.0 + ahead})
    heard = {"answer": yes, "best": yes, "model": yes, "network": yes, hearer: other}
    found = replace(evidence(RequestName.YES), **heard)
    assert (answer_of(found) is not None) is is_taken


@pytest.mark.parametrize(
    ("hearers", "as_whole", "is_taken"),
    [
        pytest.param(("model",), -0.09, True, id="the network and the whole"),
        pytest.param(("network",), -0.09, True, id="the model and the whole"),
        pytest.param(("model", "network"), 0.0, False, id="the whole alone"),
        pytest.param(("model",), -0.1, False, id="the network alone"),
        pytest.param(("model",), None, False, id="the network alone, nothing as a whole"),
        pytest.param((), -0.9, True, id="the model and the network"),
    ],
)
def test_two_of_three_must_hear_a_yes(
    monkeypatch: pytest.MonkeyPatch, hearers: tuple[str, ...], as_whole: float | None, is_taken: bool
) -> None:
    monkeypatch.setattr(short_answers, "chance", lambda found, weights: 1.0 if weights is OF_ANSWERS else 0.0)
    other = replace(WHY, model=100.0, network=100.0)
    found = replace(evidence(RequestName.YES), as_whole=as_whole, **dict.fromkeys(hearers, other))
    assert (answer_of(found) is not None) is is_taken


@pytest.mark.parametrize(("seconds", "is_taken"), [(2.0, True), (2.01, False)])
def test_one_word_is_not_endless(monkeypatch: pytest.MonkeyPatch, seconds: float, is_taken: bool) -> None:
    monkeypatch.setattr(short_answers, "chance", lambda found, weights: 1.0)
    monkeypatch.setattr(readings, "chance", lambda found: 1.0)
    found = replace(evidence(RequestName.STOP), seconds=seconds)
    assert (answer_of(found) is not None) is is_taken
    assert isinstance(readings.reading_of(found, frozenset(RequestName)), HeardCommand) is is_taken


@pytest.mark.parametrize(
    ("name", "awaited", "is_taken"),
    [
        pytest.param(RequestName.TWO, QUESTION, False, id="nothing was asked"),
        pytest.param(RequestName.TWO, ASKED, True, id="a number was asked for"),
        pytest.param(RequestName.NO, QUESTION, False, id="no, but nothing was asked"),
        pytest.param(RequestName.NO, ASKED, True, id="no was asked for"),
        pytest.param(RequestName.YES, QUESTION, False, id="yes, but nothing was asked"),
        pytest.param(RequestName.YES, ASKED, True, id="yes was asked for"),
        pytest.param(RequestName.STOP, ASKED, False, id="no answer to a question"),
    ],
)
def test_an_answer_far_behind_bare_phones_is_another_word(
    monkeypatch: pytest.MonkeyPatch, name: RequestName, awaited: Awaited, is_taken: bool
) -> None:
    """ "Bee" is like the German "vier"."""
    monkeypatch.setattr(short_answers, "chance", lambda found, weights=None: 0.99)
    seconds = evidence(name).seconds
    assert answer_of(replace(evidence(name), loop=49.9 * seconds), awaited) is not None
    assert (answer_of(replace(evidence(name), loop=50.1 * seconds), awaited) is not None) is is_taken


def test_a_yes_that_only_one_has_searched_for_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_answers, "chance", lambda found, weights: 1.0)
    for hearer in ("model", "network"):
        assert answer_of(replace(evidence(RequestName.YES), **{hearer: None})) is None


def test_the_best_sentence_is_the_rival_of_an_answer_that_says_something_else() -> None:
    found = evidence(RequestName.YES)
    said = of_answer(replace(found, best=WHY))
    assert said is not None and (said.best, said.rival) == (found.answer, WHY)
    same = of_answer(found)
    assert same is not None and (same.best, same.rival) == (found.answer, found.rival)
    assert of_answer(replace(found, best=None)) is None and of_answer(replace(found, answer=None)) is None


@pytest.mark.parametrize("name", [RequestName.TWO, RequestName.NO])
def test_what_goes_otherwise_as_a_whole_is_another_word(name: RequestName) -> None:
    unknown = evidence(name)
    likely = [of_whole(unknown, nats) for nats in (-20.0, -4.0, -1.5, 0.0)]
    assert likely == sorted(likely) and likely[0] < 0.1 < 0.9 < likely[-1]
    assert answer_of(replace(unknown, as_whole=-20.0)) is None
    assert answer_of(replace(unknown, as_whole=0.0)) is not None
    of_another = replace(unknown, as_whole=-20.0, answer=given(RequestName.REPEAT))
    assert chance(of_another) == chance(replace(of_another, as_whole=None))


def of_whole(found: Evidence, nats: float) -> float:
    answered = of_answer(replace(found, as_whole=nats))
    assert answered is not None
    return chance(answered, OF_ANSWERS)


def given(name: RequestName) -> Hypothesis:
    return Hypothesis(words=(name.value,), meaning=Meaning(command=name), score=0, model=0, network=0, weakest=0)


def evidence(name: RequestName) -> Evidence:
    """Less than a second in quiet that both heard alike, before all other sentences and hardly behind bare phones."""
    answer = given(name)
    far = replace(WHY, score=-60.0, model=-150.0, network=-60.0)
    return Evidence(
        seconds=0.9, decibels=40, best=answer, model=answer, network=answer, rival=far, answer=answer, loop=5,
        voiced=0.9,
    )  # fmt: skip
