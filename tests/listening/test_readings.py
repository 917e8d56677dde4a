"""How scores become a reading: what is clear is taken, what is near is asked, the rest is refused."""

import chess
import pytest

from access_chess.listening.heard import HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.listening.readings import Evidence, Hypothesis, chosen, reading_of
from access_chess.listening.sentences import Meaning
from access_chess.requests.names import RequestName

E4, D4, C4 = (chess.Move.from_uci(move) for move in ("e2e4", "d2d4", "c2c4"))
ALL = frozenset(RequestName)


def said(score: float, *moves: chess.Move, command: RequestName | None = None) -> Hypothesis:
    return Hypothesis(words=("eva", "vier"), score=score, meaning=Meaning(moves=moves, command=command))


def evidence(best: Hypothesis, model: Hypothesis | None = None, **more: object) -> Evidence:
    """Two seconds in which both heard the same, ten nats above bare phones and far from any rival, if not said else."""
    given = {"rival": said(best.score - 50, D4), "loop": best.score - 10, **more}
    return Evidence(seconds=2.0, network=best, model=model or best, **given)  # type: ignore[arg-type]


CLEAR = said(100, E4)
OTHER = said(95, D4)
ILLEGAL = said(130)

#: What was found, and the moves that are understood or asked about.
MOVES = {
    "both agree": (evidence(CLEAR), HeardMove, (E4,)),
    "in other words": (evidence(CLEAR, said(80, E4)), HeardMove, (E4,)),
    "both agree, but a rival is as near": (evidence(CLEAR, rival=said(99.5, D4)), HeardChoice, (E4, D4)),
    "they differ": (evidence(CLEAR, OTHER, rival=said(95, C4), model_lead=5), HeardChoice, (E4, D4, C4)),
    "they differ, the network is far surer": (evidence(said(160, E4), OTHER), HeardMove, (E4,)),
    "they differ, each is sure": (evidence(said(160, E4), OTHER, model_lead=20), HeardChoice, (E4, D4)),
    "they differ, the model is far surer": (evidence(CLEAR, OTHER, model_lead=400), HeardChoice, (D4, E4)),
    "the words mean two moves": (evidence(said(100, E4, D4)), HeardChoice, (E4, D4)),
    "what sounds the same is not legal": (evidence(CLEAR, rival=said(100)), HeardMove, (E4,)),
}


@pytest.mark.parametrize(("found", "kind", "moves"), MOVES.values(), ids=MOVES)
def test_what_is_clear_is_taken_and_what_is_near_is_asked(
    found: Evidence, kind: type, moves: tuple[chess.Move, ...]
) -> None:
    reading = reading_of(found, ALL)
    assert isinstance(reading, HeardMove | HeardChoice), reading
    assert isinstance(reading, kind), reading
    assert (reading.moves if isinstance(reading, HeardChoice) else (reading.move,)) == moves


REFUSED = {
    "too short": (Evidence(seconds=0.1), Nothing.SILENCE),
    "no sentence fits": (Evidence(seconds=1.0), Nothing.NOISE),
    "bare phones fit far better": (evidence(CLEAR, OTHER, loop=300.0, rival=said(100, D4)), Nothing.UNSURE),
    "an illegal move fits far better": (evidence(CLEAR, OTHER, rival=ILLEGAL), Nothing.ILLEGAL),
    "both agree, but bare phones fit far better": (evidence(CLEAR, loop=220.0), Nothing.UNSURE),
    "both agree, but an illegal move fits better": (evidence(CLEAR, rival=said(109)), Nothing.UNSURE),
    "unsure, and nothing to choose from": (evidence(CLEAR, said(90), rival=said(110)), Nothing.UNSURE),
}


@pytest.mark.parametrize(("found", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_fits_badly_is_refused(found: Evidence, reason: Nothing) -> None:
    reading = reading_of(found, ALL)
    assert isinstance(reading, HeardNothing) and reading.reason is reason, reading


def test_the_surer_one_has_the_word() -> None:
    assert chosen(evidence(CLEAR, OTHER, model_lead=0)) == CLEAR
    assert chosen(evidence(CLEAR, OTHER, model_lead=400)) == OTHER
    assert chosen(evidence(CLEAR, said(20), model_lead=400)) == CLEAR  # what has no meaning is never believed


@pytest.mark.parametrize("name", [RequestName.MY_CLOCK, RequestName.RESIGN, RequestName.TAKE_BACK])
def test_a_command_on_which_both_agree_is_taken(name: RequestName) -> None:
    reading = reading_of(evidence(said(100, command=name)), ALL)
    assert isinstance(reading, HeardCommand) and reading.name is name


@pytest.mark.parametrize("name", [RequestName.RESIGN, RequestName.OFFER_DRAW, RequestName.YES, RequestName.ONE])
def test_a_command_that_only_one_heard_is_refused(name: RequestName) -> None:
    assert isinstance(reading_of(evidence(said(100, command=name), OTHER), ALL), HeardNothing)


def test_a_command_that_is_not_valid_now_is_not_heard() -> None:
    valid = ALL - {RequestName.TAKE_BACK}
    assert isinstance(reading_of(evidence(said(100, command=RequestName.TAKE_BACK)), valid), HeardNothing)
