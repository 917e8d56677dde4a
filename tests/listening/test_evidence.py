"""Which move is the likeliest when its letters and numbers count, and what becomes of the others."""

import chess
from msgspec.structs import replace

from access_chess.listening.evidence import NAMES, Evidence, Hypothesis, likeliest
from access_chess.listening.sentences import Meaning


def said(move: str, score: float, *names: float) -> Hypothesis:
    """A move by its two squares."""
    words, meaning = tuple(move), Meaning(moves=(chess.Move.from_uci(move),) if move != "a1a1" else ())
    return Hypothesis(words=words, meaning=meaning, score=score, model=score, network=score, weakest=0, names=names)


BEST, OTHER, THIRD = said("b2b4", 0, 0, -2.0), said("d2d4", -NAMES, 0, 0), said("c2c4", -3 * NAMES, 0, 0)


def heard(best: Hypothesis = BEST, *respelt: Hypothesis, rival: Hypothesis | None = None) -> Evidence:
    return Evidence(seconds=2.0, best=best, respelt=respelt, rival=rival)


def test_a_move_whose_letters_go_better_is_the_best_and_the_best_before_its_rival() -> None:
    found = likeliest(heard(BEST, THIRD, OTHER))
    assert (found.best, found.rival, found.respelt) == (OTHER, BEST, (BEST, THIRD))


def test_a_nearer_rival_that_is_another_move_stays() -> None:
    illegal = said("a1a1", 1.0)
    assert likeliest(heard(BEST, OTHER, rival=illegal)).rival == illegal
    assert likeliest(heard(BEST, OTHER, rival=replace(OTHER, score=1.0))).rival == BEST
    assert likeliest(heard(BEST, OTHER, rival=replace(THIRD, score=-1.0))).rival == BEST


def test_the_best_stays_the_best_where_the_others_are_too_far_behind() -> None:
    far = replace(OTHER, score=-2 * NAMES - 0.01)
    found = likeliest(heard(BEST, THIRD, far, rival=THIRD))
    assert (found.best, found.rival, found.respelt) == (BEST, THIRD, (far, THIRD))


def test_where_nothing_else_was_found_nothing_changes() -> None:
    for evidence in (heard(BEST, rival=OTHER), Evidence(seconds=1.0)):
        assert likeliest(evidence) is evidence
