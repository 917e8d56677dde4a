"""What all drills for the head have in common: no position to be asked about, no hints, and on at once."""

from collections.abc import Callable

import chess
from msgspec import Struct

from access_chess.practice.drill import AnswerKind, Drill, DrillAnswer, DrillOutcome, DrillVerdict
from access_chess.practice.sentence import Sentence, sentence

Judge = Callable[[DrillAnswer], tuple[Sentence, ...]]  # nothing where an answer is right; else what is said of it


class BlindfoldQuestion(Struct, frozen=True, kw_only=True):
    """One question of a kind. `judge` tells whether an answer is right, and `explain` why the right one is.

    `squares` is how many of them are an answer, where squares are. With `then` it is only told, and asked when the
    player enters something: the next drill asks.
    """

    kind: str
    name: str
    expects: AnswerKind
    question: tuple[Sentence, ...]
    explain: tuple[Sentence, ...] = ()
    judge: Judge = lambda answer: ()
    squares: int = 1
    then: Drill | None = None

    before = chess.Board()
    made: tuple[chess.Move, ...] = ()
    is_hidden = True
    waits = False
    hints: tuple[Sentence, ...] = ()

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """Right, or wrong and over: the next question comes at once."""
        if self.then is not None:
            return DrillVerdict(outcome=DrillOutcome.GOES_ON, said=self.then.question, then=self.then)
        wrong = self.judge(answer)
        if wrong:
            return DrillVerdict(outcome=DrillOutcome.MISSED, said=wrong)
        return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(sentence("drill_right"),))
