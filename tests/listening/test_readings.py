"""How scores become a reading: what is clear is taken, what is near is asked, the rest is refused."""

import chess
import pytest

from access_chess.listening.asked import CommandName, HeardChoice, HeardCommand, HeardMove, HeardNothing, Nothing
from access_chess.listening.readings import Evidence, Hypothesis, needs_a_rival, reading_of
from access_chess.listening.sentences import Meaning

E4, D4 = chess.Move.from_uci("e2e4"), chess.Move.from_uci("d2d4")
ALL = frozenset(CommandName)


def hypothesis(score: float, *, moves: tuple[chess.Move, ...] = (), command: CommandName | None = None) -> Hypothesis:
    return Hypothesis(words=("eva", "vier"), score=score, meaning=Meaning(moves=moves, command=command))


def evidence(*, opened: float = -200, agrees: bool = True, phones: float = -260, rival: bool = False) -> Evidence:
    """A legal move at -200 nats, against what the other searches found."""
    return Evidence(
        seconds=1.0,
        position=hypothesis(-200, moves=(E4,)),
        second=hypothesis(-205, moves=(D4,)) if rival else None,
        open=hypothesis(opened, moves=(E4,) if agrees else ()),
        phones=phones,
    )


def test_a_clear_move_is_taken() -> None:
    reading = reading_of(evidence(), ALL)
    assert isinstance(reading, HeardMove) and reading.move == E4 and reading.confidence > 0.75


def test_a_doubtful_move_is_asked_about_with_its_rival() -> None:
    doubtful = evidence(phones=-180)
    assert needs_a_rival(doubtful)
    assert isinstance(reading_of(doubtful, ALL), HeardNothing)  # a question needs two options
    reading = reading_of(evidence(phones=-210, rival=True), ALL)
    assert isinstance(reading, HeardChoice) and reading.moves == (E4, D4)


UNLIKELY = {
    "bare phones fit better": (evidence(phones=-80), Nothing.UNSURE),
    "an illegal move fits better": (evidence(opened=-150, agrees=False), Nothing.ILLEGAL),
}


@pytest.mark.parametrize(("unlikely", "reason"), UNLIKELY.values(), ids=UNLIKELY)
def test_what_fits_badly_is_refused(unlikely: Evidence, reason: Nothing) -> None:
    reading = reading_of(unlikely, ALL)
    assert isinstance(reading, HeardNothing) and reading.reason is reason


def test_a_click_is_silence() -> None:
    assert reading_of(Evidence(seconds=0.1), ALL) == HeardNothing(reason=Nothing.SILENCE)


def command_evidence(name: CommandName, *, lead: float = 140) -> Evidence:
    return Evidence(
        seconds=1.0,
        position=hypothesis(-300, moves=(E4,)),
        open=hypothesis(-300 + lead, command=name),
        phones=-300 + lead - 10,
    )


def test_a_command_far_before_any_move_is_taken() -> None:
    reading = reading_of(command_evidence(CommandName.REPEAT), ALL)
    assert isinstance(reading, HeardCommand) and reading.name is CommandName.REPEAT


def test_a_doubtful_command_is_refused() -> None:
    assert isinstance(reading_of(command_evidence(CommandName.RESIGN, lead=40), ALL), HeardNothing)


def test_a_command_that_is_not_valid_now_is_not_heard() -> None:
    valid = ALL - {CommandName.TAKE_BACK}
    assert isinstance(reading_of(command_evidence(CommandName.TAKE_BACK), valid), HeardNothing)
