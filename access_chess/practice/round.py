"""A round of drills, one after the other: it asks, hints, explains, counts and ends by itself.

A state, something that the player did, and an instant make a new state and steps; nothing here waits or speaks.
"""

from datetime import timedelta
from enum import Enum, StrEnum, auto

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.practice.drill import Drill, DrillAnswer, DrillOutcome, DrillVerdict
from access_chess.practice.position import after
from access_chess.practice.sentence import MoveName, PieceName, Sentence, SquareName, sentence

QUICK = timedelta(seconds=15)  # right within them is easy


class Grade(StrEnum):
    """How well it went, in the words of spaced repetition: when it is asked again goes by it."""

    AGAIN = "again"  # wrong, or the solution was told
    HARD = "hard"  # with a hint
    GOOD = "good"
    EASY = "easy"  # right within `QUICK`


class Attempt(Struct, frozen=True, kw_only=True):
    """What became of one drill; `tries` counts wrong answers."""

    kind: str
    name: str
    grade: Grade
    tries: int
    hints: int
    time: timedelta

    @property
    def is_right(self) -> bool:
        """Right at the first try; a hint is allowed."""
        return self.grade is not Grade.AGAIN


class SaySentence(Struct, frozen=True, kw_only=True):
    """A sentence to be said; `is_right`: the short sound of a right or wrong answer goes before it (None: neither)."""

    sentence: Sentence
    is_right: bool | None = None


class Make(Struct, frozen=True):
    """Moves to be made on the board."""

    moves: tuple[chess.Move, ...]


class Refute(Struct, frozen=True):
    """The opponent's best reply on this board is to be found, and handed to `refuted`."""

    board: chess.Board


class KeepAttempt(Struct, frozen=True):
    """An attempt to be remembered."""

    attempt: Attempt


class Turn(Enum):
    """What comes next."""

    NEXT = auto()  # another drill, with its own position
    END = auto()


Step = SaySentence | Make | Refute | KeepAttempt | Turn
Steps = tuple[Step, ...]


class RoundPhase(Enum):
    """Where a round stands."""

    ASKING = auto()
    SOLVED = auto()  # over, and the player says when they are ready
    ENDED = auto()


class Round(Struct, frozen=True, kw_only=True):
    """Some drills, and how far they are. `drill` is the present one as it stands, after the moves made in it."""

    drills: tuple[Drill, ...]
    place: int = 0
    drill: Drill
    phase: RoundPhase = RoundPhase.ASKING
    tries: int = 0
    hints: int = 0
    begun: timedelta = timedelta()
    attempts: tuple[Attempt, ...] = ()

    @property
    def is_last(self) -> bool:
        """Whether no other drill follows the present one."""
        return self.place + 1 == len(self.drills)


def round_of(drills: tuple[Drill, ...]) -> Round:
    """A round that has not begun; of one drill at least."""
    return Round(drills=drills, drill=drills[0])


def asked(state: Round, at: timedelta) -> tuple[Round, Steps]:
    """Ask the present drill, from now on."""
    return replace(state, begun=at), tuple(SaySentence(sentence=each) for each in state.drill.question)


def answered(state: Round, answer: DrillAnswer, at: timedelta) -> tuple[Round, Steps]:
    """What follows from an answer."""
    verdict = state.drill.accepts(answer)
    match verdict.outcome:
        case DrillOutcome.GOES_ON:
            assert verdict.then is not None, "a drill that goes on goes on with something"
            said = _told(verdict, is_right=True)
            return replace(state, drill=verdict.then), (*_made(verdict), *said)
        case DrillOutcome.WRONG:
            refute = () if verdict.to_refute is None else (Refute(verdict.to_refute),)
            return replace(state, tries=state.tries + 1), (*_told(verdict, is_right=False), *refute)
        case DrillOutcome.SOLVED:
            steps = (*_made(verdict), *_told(verdict, is_right=True))
        case DrillOutcome.MISSED:
            state = replace(state, tries=state.tries + 1)
            steps = (*_made(verdict), *_told(verdict, is_right=False))
    over, more = _over(state, at, is_solved=verdict.outcome is DrillOutcome.SOLVED)
    return over, (*steps, *more)


def refuted(board: chess.Board, reply: chess.Move | None) -> Steps:
    """What is said of a wrong move: the reply to it, if there is one."""
    if reply is None:
        return (SaySentence(sentence=sentence("drill_not_best"), is_right=False),)
    return (SaySentence(sentence=_refutation(board, reply), is_right=False),)


def _refutation(board: chess.Board, reply: chess.Move) -> Sentence:
    """ "Not the best: then rook takes Eva one."; a mate, castling and a promotion are said in full."""
    there = after(board, reply)
    kind = board.piece_type_at(reply.from_square)
    if kind is None or there.is_checkmate() or board.is_castling(reply) or reply.promotion:
        return sentence("drill_refuted_by", move=MoveName(board, reply))
    key = "drill_refuted" + ("_takes" if board.is_capture(reply) else "") + ("_check" if there.is_check() else "")
    return sentence(key, piece=PieceName(kind), square=SquareName(reply.to_square))


def hinted(state: Round) -> tuple[Round, Steps]:
    """The next larger hint; after the largest the same again."""
    hints = state.drill.hints
    if state.phase is not RoundPhase.ASKING or not hints:
        return state, (SaySentence(sentence=sentence("drill_no_hint")),)
    told = hints[min(state.hints, len(hints) - 1)]
    return replace(state, hints=state.hints + 1), (SaySentence(sentence=told),)


def given_up(state: Round, at: timedelta) -> tuple[Round, Steps]:
    """Tell the solution; the drill is over, and comes again soon."""
    if state.phase is not RoundPhase.ASKING:
        return state, tuple(SaySentence(sentence=each) for each in state.drill.explain)
    told = tuple(SaySentence(sentence=each) for each in state.drill.explain)
    over, steps = _over(replace(state, tries=state.tries + 1), at, is_solved=False)
    return over, (*told, *steps)


def gone_on(state: Round, at: timedelta) -> tuple[Round, Steps]:
    """To the next drill; one that was not solved counts as if it had been given up, without a word."""
    if state.phase is RoundPhase.ASKING:
        state, (kept, *_) = _over(replace(state, tries=state.tries + 1), at, is_solved=False)
        steps: Steps = (kept,)
    else:
        steps = ()
    return _next(state, steps)


def _next(state: Round, steps: Steps) -> tuple[Round, Steps]:
    if state.phase is RoundPhase.ENDED or state.is_last:
        return _ended(state, steps)
    place = state.place + 1
    moved = replace(state, place=place, drill=state.drills[place], phase=RoundPhase.ASKING, tries=0, hints=0)
    return moved, (*steps, Turn.NEXT)


def _over(state: Round, at: timedelta, *, is_solved: bool) -> tuple[Round, Steps]:
    attempt = Attempt(
        kind=state.drill.kind,
        name=state.drill.name,
        grade=_grade(state, at - state.begun),
        tries=state.tries,
        hints=state.hints,
        time=at - state.begun,
    )
    state = replace(state, attempts=(*state.attempts, attempt), phase=RoundPhase.SOLVED)
    if not state.drill.waits:
        return _next(state, (KeepAttempt(attempt),))
    told = (SaySentence(sentence=_praise(attempt)),) if is_solved else ()
    if state.is_last:
        return _ended(state, (KeepAttempt(attempt), *told))
    return state, (KeepAttempt(attempt), *told, SaySentence(sentence=sentence("drill_next")))


def _ended(state: Round, steps: Steps) -> tuple[Round, Steps]:
    """The last word of a round that was more than one drill."""
    right = sum(attempt.is_right for attempt in state.attempts)
    summary = (SaySentence(sentence=sentence("round_ends", right=right, count=len(state.attempts))),)
    told = summary if len(state.drills) > 1 else ()
    return replace(state, phase=RoundPhase.ENDED), (*steps, *told, Turn.END)


def _praise(attempt: Attempt) -> Sentence:
    time = timedelta(seconds=max(1, round(attempt.time.total_seconds())))
    if attempt.tries:
        return sentence("drill_solved", time=time, count=attempt.tries + 1)
    return sentence("drill_solved_first" if not attempt.hints else "drill_solved_with_hint", time=time)


def _grade(state: Round, time: timedelta) -> Grade:
    if state.tries:
        return Grade.AGAIN
    if state.hints:
        return Grade.HARD
    return Grade.EASY if time < QUICK else Grade.GOOD


def _made(verdict: DrillVerdict) -> Steps:
    return (Make(verdict.moves),) if verdict.moves else ()


def _told(verdict: DrillVerdict, *, is_right: bool) -> Steps:
    return tuple(
        SaySentence(sentence=each, is_right=is_right if place == 0 else None) for place, each in enumerate(verdict.said)
    )
