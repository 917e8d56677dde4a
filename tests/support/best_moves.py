"""An ending that is played to its end by the best moves it knows itself."""

from access_chess.practice.drill import DrillAnswer, DrillOutcome, DrillVerdict
from access_chess.practice.ending_drill import EndingDrill, JudgedEnding


def solved_by_best_moves(drill: EndingDrill | JudgedEnding, moves: int) -> DrillVerdict:
    """What is said of the last of at most so many moves."""
    for _ in range(moves):
        verdict = drill.accepts(DrillAnswer(move=drill.best))
        if verdict.outcome is not DrillOutcome.GOES_ON:
            break
        assert isinstance(verdict.then, EndingDrill | JudgedEnding)
        drill = verdict.then
    return verdict
