"""How evidence becomes a reading: what is likely is taken, what is less so is asked, the rest is refused."""

from collections.abc import Mapping

import chess
import pytest
from msgspec.structs import replace

from access_chess.listening.evidence import Evidence, Hypothesis
from access_chess.listening.heard import DESTRUCTIVE, HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.listening.readings import chance, reading_of, signs, weights_of
from access_chess.listening.sentences import Meaning
from access_chess.listening.weights import OF_COMMANDS, OF_COMMANDS_IN_NOISE, OF_LONGER_MOVES, OF_MOVES
from access_chess.requests.names import RequestName

E4, D4, C4 = (chess.Move.from_uci(move) for move in ("e2e4", "d2d4", "c2c4"))
ALL = frozenset(RequestName)


def said(behind: float, *moves: chess.Move, command: RequestName | None = None) -> Hypothesis:
    """So many nats behind, for the network; for the model, which is surer of itself, twice as many."""
    meaning = Meaning(moves=moves, command=command)
    return Hypothesis(
        words=("eva", "vier"), meaning=meaning, score=-2 * behind, model=-2 * behind, network=-behind, weakest=0
    )


def evidence(best: Hypothesis, **more: object) -> Evidence:
    """Two seconds in quiet in which both heard the same, that bare phones fit no better, far from any rival."""
    given = {
        "model": best,
        "network": best,
        "rival": said(60, D4),
        "loop": best.network + 10,
        "decibels": 40.0,
        "voiced": 0.9,
        **more,
    }
    return Evidence(seconds=2.0, best=best, **given)  # type: ignore[arg-type]


CLEAR = said(0, E4)


def test_what_is_clear_is_taken() -> None:
    reading = reading_of(evidence(CLEAR), ALL)
    assert isinstance(reading, HeardMove) and reading.move == E4


@pytest.mark.parametrize(
    "better",
    [
        {"model": said(-10, D4)},
        {"network": said(-10, D4)},
        {"rival": said(0, D4)},
        {"rival": said(-20)},
        {"loop": 100.0},
    ],
    ids=["the model heard another", "the network heard another", "a near rival", "an illegal rival", "bare phones"],
)
def test_whatever_speaks_against_a_reading_lowers_its_chance(better: dict[str, object]) -> None:
    assert chance(evidence(CLEAR, **better)) < chance(evidence(CLEAR))


SQUARE, LONGER = CLEAR, replace(CLEAR, words=("springer", "eva", "vier"))
COMMAND, NUMBER = (said(0, command=name) for name in (RequestName.MY_CLOCK, RequestName.TWO))


@pytest.mark.parametrize(
    ("best", "decibels", "weights"),
    [
        (SQUARE, 40.0, OF_MOVES),
        (SQUARE, 10.0, OF_MOVES),
        (LONGER, 40.0, OF_LONGER_MOVES),
        (LONGER, 10.0, OF_LONGER_MOVES),
        (COMMAND, 18.0, OF_COMMANDS),
        (COMMAND, 17.9, OF_COMMANDS_IN_NOISE),
        (NUMBER, 17.9, OF_COMMANDS),
    ],
)
def test_each_kind_of_sentence_has_weights_of_its_own(
    best: Hypothesis, decibels: float, weights: Mapping[str, float]
) -> None:
    found = evidence(best, decibels=decibels)
    assert weights_of(found, best) is weights
    assert signs(found, best).keys() == weights.keys()


def test_what_is_less_likely_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(found: Evidence) -> tuple[chess.Move, ...]:
        reading = reading_of(found, ALL)
        assert isinstance(reading, HeardChoice), reading
        return reading.moves

    monkeypatch.setattr("access_chess.listening.readings.chance", lambda evidence: 0.5)
    assert asked(evidence(CLEAR)) == (E4,)
    assert asked(evidence(CLEAR, rival=said(5, D4))) == (E4, D4)
    assert asked(evidence(CLEAR, rival=said(-5))) == (E4,)
    assert asked(evidence(CLEAR, model=said(-5, C4), network=said(-2, D4))) == (E4, C4, D4)
    assert asked(evidence(CLEAR, model=said(-5, command=RequestName.RESIGN))) == (E4,)
    assert asked(evidence(said(0, E4, D4))) == (E4, D4)


def test_what_sounds_the_very_same_is_asked_about_however_clear() -> None:
    reading = reading_of(evidence(CLEAR, rival=said(0.2, D4)), ALL)
    assert isinstance(reading, HeardChoice) and reading.moves == (E4, D4)


def test_words_that_mean_two_moves_are_asked_about_however_clear() -> None:
    reading = reading_of(evidence(said(0, E4, D4)), ALL)
    assert isinstance(reading, HeardChoice) and reading.moves == (E4, D4)


NOTHING = {
    "too short": (Evidence(seconds=0.1), Nothing.SILENCE),
    "no sentence fits": (Evidence(seconds=1.0), Nothing.NOISE),
    "bare phones fit far better": (evidence(CLEAR, loop=400.0, model=None, network=None, rival=said(0)), Nothing.NOISE),
}


@pytest.mark.parametrize(("found", "reason"), NOTHING.values(), ids=NOTHING)
def test_what_is_like_no_sentence_is_nothing(found: Evidence, reason: Nothing) -> None:
    reading = reading_of(found, ALL)
    assert isinstance(reading, HeardNothing) and reading.reason is reason, reading


@pytest.mark.parametrize(
    ("rival", "reason"),
    [
        (said(-130), Nothing.ILLEGAL),
        (replace(said(-130), network=0.0), Nothing.UNSURE),
        (replace(said(-130), model=0.0), Nothing.UNSURE),
        (said(-130, D4), Nothing.UNSURE),
    ],
    ids=["both heard an illegal move", "only the model did", "only the network did", "it was a legal one"],
)
def test_illegal_is_told_only_when_both_heard_it(
    monkeypatch: pytest.MonkeyPatch, rival: Hypothesis, reason: Nothing
) -> None:
    monkeypatch.setattr("access_chess.listening.readings.chance", lambda evidence: 0.12)
    reading = reading_of(evidence(CLEAR, rival=rival), ALL)
    assert isinstance(reading, HeardNothing) and reading.reason is reason


def test_in_noise_it_is_told_that_noise_is_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("access_chess.listening.readings.chance", lambda evidence: 0.12)
    reading = reading_of(evidence(CLEAR, decibels=10.0), ALL)
    assert isinstance(reading, HeardNothing) and reading.reason is Nothing.TOO_NOISY


@pytest.mark.parametrize("name", sorted(ALL & (DESTRUCTIVE | {RequestName.MY_CLOCK, RequestName.YES, RequestName.ONE})))
def test_a_command_that_is_clear_is_taken(name: RequestName) -> None:
    reading = reading_of(evidence(said(0, command=name)), ALL)
    assert isinstance(reading, HeardCommand) and reading.name is name


@pytest.mark.parametrize(
    ("hearer", "ahead", "is_taken"),
    [("model", 39.9, True), ("model", 40, False), ("network", 14.9, True), ("network", 15, False)],
)
@pytest.mark.parametrize("name", [RequestName.RESIGN, RequestName.OFFER_DRAW, RequestName.YES])
def test_a_grave_command_that_only_one_heard_is_none(
    monkeypatch: pytest.MonkeyPatch, name: RequestName, hearer: str, ahead: float, is_taken: bool
) -> None:
    """What one of the two has far behind something else, that one did not hear."""
    monkeypatch.setattr("access_chess.listening.readings.chance", lambda evidence: 0.99)
    best = said(0, command=name)
    other = replace(said(0, E4), **{hearer: getattr(best, hearer) + ahead})
    assert isinstance(reading_of(evidence(best, **{hearer: other}), ALL), HeardCommand) is is_taken
    assert isinstance(reading_of(evidence(best, **{hearer: None}), ALL), HeardNothing)


def test_one_word_that_is_not_clear_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("access_chess.listening.readings.chance", lambda evidence: 0.5)
    one, two = (
        reading_of(evidence(replace(said(0, command=RequestName.OFFER_DRAW), words=words)), ALL)
        for words in (("remis",), ("remis", "anbieten"))
    )
    assert isinstance(one, HeardNothing) and one.reason is Nothing.NOISE
    assert isinstance(two, HeardNothing) and two.reason is Nothing.UNSURE


def test_a_command_that_is_not_valid_now_is_not_heard() -> None:
    valid = ALL - {RequestName.TAKE_BACK}
    assert isinstance(reading_of(evidence(said(0, command=RequestName.TAKE_BACK)), valid), HeardNothing)
