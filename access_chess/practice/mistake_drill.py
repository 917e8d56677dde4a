"""A mistake of one's own as a drill: what it was, why it was one, and what was better, to be found again."""

from functools import cached_property

import chess
from msgspec import Struct

from access_chess.practice.drill import AnswerKind, DrillAnswer, DrillOutcome, DrillVerdict, board_of
from access_chess.practice.known_endings import Known, outcome
from access_chess.practice.position import after, position_of, position_text
from access_chess.practice.review import Judged, better, what, why
from access_chess.practice.sentence import Sentence, move_hints, sentence

KIND = "mistakes"


class MistakeDrill(Struct, frozen=True, kw_only=True, dict=True):
    """The position `moves` after `start`; `told` is what and why, at most two sentences. Any of `good` is right."""

    name: str
    start: str
    moves: tuple[chess.Move, ...]
    told: tuple[Sentence, ...]
    better: Sentence
    best: chess.Move
    good: frozenset[chess.Move]

    kind = KIND
    expects = AnswerKind.MOVE
    squares = 0
    is_hidden = False
    waits = True

    @cached_property
    def before(self) -> chess.Board:
        """The position with which the game began."""
        return position_of(self.start)

    @property
    def made(self) -> tuple[chess.Move, ...]:
        """The moves of the game, up to the mistake."""
        return self.moves

    board = cached_property(board_of)  # where it asks now; not to be changed

    @property
    def question(self) -> tuple[Sentence, ...]:
        """What, why, and the question: three sentences at most."""
        return (*self.told[:2], sentence("review_what_was_better"))

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Who moves; whereto; the move."""
        return move_hints(self.board, self.best)

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The best line."""
        return (self.better,)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """A move that is about as good as the best one is right; then the best line is told."""
        assert answer.move is not None, "a mistake is mended by a move"
        if answer.move in self.good:
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(sentence("review_right"), self.better))
        return DrillVerdict(outcome=DrillOutcome.WRONG, to_refute=after(self.board, answer.move))


def mistake_drill(
    name: str,
    start: chess.Board,
    moves: tuple[chess.Move, ...],
    mistake: Judged,
    good: frozenset[chess.Move],
    *,
    known: Known = outcome,
) -> MistakeDrill:
    """The drill of a mistake after these moves of a game; `good` are the moves that would have been right.

    `known` tells of endings what becomes of them.
    """
    told = (what(mistake), why(mistake, known))
    return MistakeDrill(
        name=name,
        start=position_text(start),
        moves=moves,
        told=tuple(each for each in told if each is not None),
        better=better(mistake),
        best=mistake.best.moves[0],
        good=good,
    )
