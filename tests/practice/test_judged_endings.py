"""Lucena's and Philidor's position as drills, against an engine whose judgement is given."""

import random

import chess
import pytest

from access_chess.practice.analysis import Variation
from access_chess.practice.drill import DrillAnswer, DrillOutcome
from access_chess.practice.ending_drill import HELD, JudgedEnding, RookEnding, rook_ending_drill
from tests.support.plain_analyst import Opinion

LUCENA = "3K4/3P2k1/8/8/8/8/2r5/5R2 w - - 0 1"
PHILIDOR = "4k3/7R/r7/3KP3/8/8/8/8 b - - 0 1"


class Silence:
    """An engine that has failed."""

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Variation, ...]:
        return ()


def lucena(score: int, fen: str = LUCENA) -> JudgedEnding:
    return JudgedEnding(ending=RookEnding.LUCENA, fen=fen, analyst=Opinion(score), is_to_win=True)


def philidor(score: int) -> JudgedEnding:
    return JudgedEnding(ending=RookEnding.PHILIDOR, fen=PHILIDOR, analyst=Opinion(score), is_to_win=False)


@pytest.mark.parametrize(
    ("drill", "move", "outcome", "said"),
    [
        (lucena(600), "f1f4", DrillOutcome.GOES_ON, []),
        (lucena(0), "f1f4", DrillOutcome.MISSED, ["training_ending_drawn"]),
        (philidor(0), "a6b6", DrillOutcome.GOES_ON, []),
        (philidor(600), "a6a2", DrillOutcome.MISSED, ["training_ending_lost"]),
        (philidor(600), "a6a1", DrillOutcome.GOES_ON, []),  # the engine's own move
        (lucena(600, "1K6/1P6/8/8/8/4k3/r7/2R5 w - - 0 1"), "b8c8", DrillOutcome.GOES_ON, []),
        (lucena(600, "2K5/1P6/8/8/8/4k3/r7/2R5 w - - 0 1"), "b7b8q", DrillOutcome.SOLVED, ["training_ending_promoted"]),
        (lucena(0, "2K5/1P6/8/8/8/4k3/1r6/2R5 w - - 0 1"), "b7b8q", DrillOutcome.MISSED, ["training_ending_drawn"]),
    ],
)
def test_a_move_that_spoils_the_result_is_told(
    drill: JudgedEnding, move: str, outcome: DrillOutcome, said: list[str]
) -> None:
    verdict = drill.accepts(DrillAnswer(move=chess.Move.from_uci(move)))
    assert verdict.outcome is outcome
    assert [each.key for each in verdict.said] == said
    assert len(verdict.moves) == (2 if outcome is DrillOutcome.GOES_ON else 1)


def test_a_draw_that_is_held_for_twelve_moves_is_held() -> None:
    drill, moves = philidor(0), 0
    while True:
        moves += 1
        verdict = drill.accepts(DrillAnswer(move=chess.Move.from_uci("a6b6" if moves % 2 else "b6a6")))
        if verdict.outcome is not DrillOutcome.GOES_ON:
            break
        assert isinstance(verdict.then, JudgedEnding)
        drill = verdict.then
    assert (moves, verdict.outcome) == (HELD, DrillOutcome.SOLVED)
    assert [each.key for each in verdict.said] == ["training_ending_held"]


def test_of_an_engine_that_has_failed_nothing_is_concluded() -> None:
    drill = JudgedEnding(ending=RookEnding.LUCENA, fen=LUCENA, analyst=Silence(), is_to_win=True)
    assert drill.accepts(DrillAnswer(move=chess.Move.from_uci("f1f4"))).outcome is DrillOutcome.GOES_ON


@pytest.mark.parametrize("seed", range(20))
def test_the_positions_are_those_of_the_books(seed: int) -> None:
    won = rook_ending_drill(RookEnding.LUCENA, random.Random(seed).random, Opinion(600)).board
    (pawn,) = won.pieces(chess.PAWN, chess.WHITE)
    assert won.turn and won.king(chess.WHITE) == pawn + 8 and chess.square_rank(pawn) == 6
    held = rook_ending_drill(RookEnding.PHILIDOR, random.Random(seed).random, Opinion(0)).board
    (rook,) = held.pieces(chess.ROOK, chess.BLACK)
    (pawn,) = held.pieces(chess.PAWN, chess.WHITE)
    assert not held.turn and held.king(chess.BLACK) == pawn + 24 and chess.square_rank(rook) == 5
