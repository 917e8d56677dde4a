"""A round of drills, one after the other: it asks, hints, explains, counts and ends by itself.

A state, something that the player did, and an instant make a new state and steps; nothing here waits or speaks.
A lesson is a round as well: there nobody is stuck, and it goes by stars instead of time.
"""

from datetime import timedelta
from enum import Enum, StrEnum, auto

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.practice.drill import AnswerKind, Drill, DrillAnswer, DrillOutcome, DrillVerdict
from access_chess.practice.lesson_drill import KIND as LESSONS
from access_chess.practice.position import after
from access_chess.practice.sentence import MoveName, PieceName, Sentence, SquareName, says_as_much, sentence

QUICK = timedelta(seconds=15)  # right within them is easy

# In a lesson, answers that were wrong or refused one after the other, and moves that led no nearer in all.
HINT_AFTER, SOLUTION_AFTER = 2, 4
DETOURS_TO_HINT, DETOURS_TO_SOLUTION = 4, 8
MOST_STARS = 3


class Grade(StrEnum):
    """How well it went, in the words of spaced repetition: when it is asked again goes by it."""

    AGAIN = "again"  # wrong, or the solution was told
    HARD = "hard"  # with a hint
    GOOD = "good"
    EASY = "easy"  # right within `QUICK`


class Attempt(Struct, frozen=True, kw_only=True):
    """What became of one drill; `tries` counts wrong answers; `stars` are given in lessons, one to three."""

    kind: str
    name: str
    grade: Grade
    tries: int
    hints: int
    time: timedelta
    stars: int | None = None

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


class RoundManner(Enum):
    """How a round goes on after mistakes, and by what it is graded."""

    TRAINING = auto()
    LESSON = auto()  # help comes by itself; what was not solved is asked once more at the end; stars
    TALE = auto()  # as a lesson, without stars, and nothing is remembered


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
    manner: RoundManner = RoundManner.TRAINING
    repeated: int = 0  # drills at the end that are asked once more
    missed: int = 0  # since the last good step
    detours: int = 0
    entered: int = 0  # empty lines
    hint_level: int = 0  # of the hint that comes next; in a lesson the smallest again after a good step

    @property
    def is_lesson(self) -> bool:
        """Whether help comes by itself, and stars are given: in a lesson, and at a task of one in any round."""
        return self.manner is not RoundManner.TRAINING or self.drill.kind == LESSONS

    @property
    def is_repeated(self) -> bool:
        """Whether the present drill was asked before in this round."""
        return self.place >= len(self.drills) - self.repeated

    @property
    def is_last(self) -> bool:
        """Whether no other drill follows the present one."""
        return self.place + 1 == len(self.drills)


def round_of(drills: tuple[Drill, ...], manner: RoundManner = RoundManner.TRAINING, *, place: int = 0) -> Round:
    """A round that has not begun; of one drill at least. It begins with the drill at this place."""
    return Round(drills=drills, drill=drills[place], manner=manner, place=place)


def asked(state: Round, at: timedelta) -> tuple[Round, Steps]:
    """Ask the present drill, from now on."""
    return replace(state, begun=at), tuple(SaySentence(sentence=each) for each in state.drill.question)


def answered(state: Round, answer: DrillAnswer, at: timedelta) -> tuple[Round, Steps]:
    """What follows from an answer."""
    verdict = state.drill.accepts(answer)
    match verdict.outcome:
        case DrillOutcome.GOES_ON:
            said = _told(verdict, is_right=True if verdict.is_nearer else None)
            then, steps = _stepped(state, verdict), (*_made(verdict), *said)
            return (then, steps) if verdict.is_nearer else _helped(then, at, steps)
        case DrillOutcome.WRONG:
            refute = () if verdict.to_refute is None else (Refute(verdict.to_refute),)
            wrong = replace(state, tries=state.tries + 1, missed=state.missed + 1)
            return _helped(wrong, at, (*_told(verdict, is_right=False), *refute))
        case DrillOutcome.REFUSED:
            return refused(state, _told(verdict, is_right=None), at)
        case DrillOutcome.SOLVED:
            steps = (*_made(verdict), *_told(verdict, is_right=True))
        case DrillOutcome.MISSED:
            state = replace(state, tries=state.tries + 1)
            steps = (*_made(verdict), *_told(verdict, is_right=False))
    is_solved = verdict.outcome is DrillOutcome.SOLVED
    over, more = _over(state, at, is_solved=is_solved, stars_lost=verdict.stars_lost, is_hard=verdict.is_hard)
    return over, (*steps, *more)


def _stepped(state: Round, verdict: DrillVerdict) -> Round:
    """A step further, or a detour. In a lesson hints begin with the smallest again."""
    assert verdict.then is not None, "a drill that goes on goes on with something"
    if not verdict.is_nearer:
        return replace(state, drill=verdict.then, detours=state.detours + 1)
    level = 0 if state.is_lesson else state.hint_level
    return replace(state, drill=verdict.then, missed=0, hint_level=level)


def refused(state: Round, steps: Steps, at: timedelta) -> tuple[Round, Steps]:
    """After what is no answer: no try, but a miss."""
    return _helped(replace(state, missed=state.missed + 1), at, steps)


def _helped(state: Round, at: timedelta, steps: Steps) -> tuple[Round, Steps]:
    """In a lesson help comes by itself: the first hint after two misses, the solution after four."""
    if not state.is_lesson:
        return state, steps
    if state.missed >= SOLUTION_AFTER or state.detours >= DETOURS_TO_SOLUTION:
        over, more = _solution_told(state, at)
    elif not state.hints and (state.missed >= HINT_AFTER or state.detours >= DETOURS_TO_HINT) and state.drill.hints:
        over, more = hinted(state, at)
    else:
        over, more = state, ()
    return over, (*steps, *more)


def entered(state: Round, at: timedelta) -> tuple[Round, Steps]:
    """What follows from an empty line in a lesson: the next task, or the question, its hints, its solution."""
    if state.phase is not RoundPhase.ASKING:
        return gone_on(state, at)
    if state.drill.expects is AnswerKind.ANY_KEY:
        return answered(state, DrillAnswer(), at)
    state = replace(state, entered=state.entered + 1)
    if state.entered == 1:
        return state, asked(state, at)[1]
    return hinted(state, at) if state.drill.hints else _solution_told(state, at)


def begun_again(state: Round, at: timedelta) -> tuple[Round, Steps]:
    """The present drill from its beginning; hints and tries stay counted."""
    return asked(replace(state, drill=state.drills[state.place], phase=RoundPhase.ASKING), at)


def gone_back(state: Round, at: timedelta) -> tuple[Round, Steps]:
    """In a lesson the part before; where there is none, the present one again."""
    place = max(0, state.place - 1)
    return asked(_at(state, place), at)


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


def hinted(state: Round, at: timedelta | None = None) -> tuple[Round, Steps]:
    """The next larger hint; after the largest the same again, in a lesson the solution."""
    hints = state.drill.hints
    if state.phase is not RoundPhase.ASKING or not hints:
        return state, (SaySentence(sentence=sentence("said.no_hint" if state.is_lesson else "drill_no_hint")),)
    if state.is_lesson and state.hint_level >= len(hints):
        return _solution_told(state, state.begun if at is None else at)
    told = hints[min(state.hint_level, len(hints) - 1)]
    state = replace(state, hints=state.hints + 1, hint_level=state.hint_level + 1)
    return state, (SaySentence(sentence=told),)


def given_up(state: Round, at: timedelta) -> tuple[Round, Steps]:
    """Tell the solution; the drill is over, and comes again soon."""
    told = tuple(SaySentence(sentence=each) for each in state.drill.explain)
    if state.phase is not RoundPhase.ASKING:
        return state, told
    over, steps = _over(replace(state, tries=state.tries + 1), at, is_solved=False)
    return over, (*told, *steps)


def _solution_told(state: Round, at: timedelta) -> tuple[Round, Steps]:
    """The solution comes by itself, without what the last hint has told of it already."""
    over, steps = given_up(state, at)
    told = state.drill.hints[: state.hint_level][-1:]
    return over, tuple(
        step
        for step in steps
        if not (isinstance(step, SaySentence) and any(says_as_much(hint, step.sentence) for hint in told))
    )


def gone_on(state: Round, at: timedelta) -> tuple[Round, Steps]:
    """To the next drill; one that was not solved counts as if it had been given up, without a word."""
    if state.phase is RoundPhase.ASKING and state.is_lesson:
        return _passed_over(state, at)
    steps: Steps = ()
    if state.phase is RoundPhase.ASKING:
        state, steps = _over(replace(state, tries=state.tries + 1), at, is_solved=False)
    return _next(state, steps[:1])


def _passed_over(state: Round, at: timedelta) -> tuple[Round, Steps]:
    """A task that is passed over has one star, and is not asked again in this lesson."""
    if state.drill.expects is AnswerKind.ANY_KEY or state.is_repeated or state.manner is RoundManner.TALE:
        return _next(state, ())
    kept, attempt = _with_attempt(state, at, stars=1, grade=Grade.AGAIN)
    return _next(kept, (attempt,))


def _next(state: Round, steps: Steps) -> tuple[Round, Steps]:
    if state.phase is RoundPhase.ENDED or state.is_last:
        return _ended(state, steps)
    return _at(state, state.place + 1), (*steps, Turn.NEXT)


def _at(state: Round, place: int) -> Round:
    """At the drill of this place, of which nothing has happened yet."""
    return replace(
        state, place=place, drill=state.drills[place], phase=RoundPhase.ASKING, tries=0, hints=0, missed=0, detours=0,
        entered=0, hint_level=0,
    )  # fmt: skip


def _over(
    state: Round, at: timedelta, *, is_solved: bool, stars_lost: int = 0, is_hard: bool = False
) -> tuple[Round, Steps]:
    if state.is_lesson:
        return _lesson_over(state, at, is_solved=is_solved, stars_lost=stars_lost)
    attempt = Attempt(
        kind=state.drill.kind,
        name=state.drill.name,
        grade=_grade(state, at - state.begun, is_hard=is_hard),
        tries=state.tries,
        hints=state.hints,
        time=at - state.begun,
    )
    state = replace(state, attempts=(*state.attempts, attempt), phase=RoundPhase.SOLVED)
    if not state.drill.waits:
        return _next(state, (KeepAttempt(attempt),))
    told = (SaySentence(sentence=_praise(attempt)),) if is_solved and not is_hard else ()
    if state.is_last:
        return _ended(state, (KeepAttempt(attempt), *told))
    return state, (KeepAttempt(attempt), *told, SaySentence(sentence=sentence("drill_next")))


def _lesson_over(state: Round, at: timedelta, *, is_solved: bool, stars_lost: int) -> tuple[Round, Steps]:
    """A part that was told keeps no attempt, nor does a task that is asked once more because it was not solved."""
    if state.drill.expects is AnswerKind.ANY_KEY:
        return _next(state, ())
    stars = max(1, MOST_STARS - state.hints - stars_lost) if is_solved else 1
    kept: Steps = ()
    has_stars = state.manner is not RoundManner.TALE
    if has_stars and not state.is_repeated:
        grade = _grade_by_stars(state, stars) if is_solved else Grade.AGAIN
        state, attempt = _with_attempt(state, at, stars=stars, grade=grade)
        kept = (attempt,)
        if not is_solved:
            again = (*state.drills, state.drills[state.place])
            state = replace(state, drills=again, repeated=state.repeated + 1)
    praise = sentence("said.stars_with_hint" if state.hints else "said.stars", count=stars)
    told = (SaySentence(sentence=praise),) if is_solved and has_stars and not state.is_repeated else ()
    state = replace(state, phase=RoundPhase.SOLVED)
    if state.is_last:
        return _ended(state, (*kept, *told))
    return state, (*kept, *told, SaySentence(sentence=sentence("said.next")))


def _with_attempt(state: Round, at: timedelta, *, stars: int, grade: Grade) -> tuple[Round, KeepAttempt]:
    attempt = Attempt(
        kind=state.drill.kind, name=state.drill.name, grade=grade, tries=state.tries, hints=state.hints,
        time=at - state.begun, stars=stars,
    )  # fmt: skip
    return replace(state, attempts=(*state.attempts, attempt)), KeepAttempt(attempt)


def _grade_by_stars(state: Round, stars: int) -> Grade:
    return Grade.HARD if stars < MOST_STARS else Grade.GOOD if state.tries else Grade.EASY


def _ended(state: Round, steps: Steps) -> tuple[Round, Steps]:
    """The last word of a round that was more than one drill."""
    if state.manner is not RoundManner.TRAINING:
        return _lesson_ended(state, steps)
    right = sum(attempt.is_right for attempt in state.attempts)
    told = SaySentence(sentence=sentence("round_ends", right=right, count=len(state.attempts)))
    return replace(state, phase=RoundPhase.ENDED), (*steps, *((told,) if len(state.drills) > 1 else ()), Turn.END)


def _lesson_ended(state: Round, steps: Steps) -> tuple[Round, Steps]:
    """How many stars there were, of those that there could be."""
    stars = sum(attempt.stars or 0 for attempt in state.attempts)
    most = MOST_STARS * len(state.attempts)
    key = "said.lesson_ends" if most else "said.tale_ends"
    told = SaySentence(sentence=sentence(key, count=stars, most=most))
    return replace(state, phase=RoundPhase.ENDED), (*steps, told, Turn.END)


def _praise(attempt: Attempt) -> Sentence:
    time = timedelta(seconds=max(1, round(attempt.time.total_seconds())))
    if attempt.tries:
        return sentence("drill_solved", time=time, count=attempt.tries + 1)
    return sentence("drill_solved_first" if not attempt.hints else "drill_solved_with_hint", time=time)


def _grade(state: Round, time: timedelta, *, is_hard: bool) -> Grade:
    if state.tries:
        return Grade.AGAIN
    if state.hints or is_hard:
        return Grade.HARD
    return Grade.EASY if time < QUICK else Grade.GOOD


def _made(verdict: DrillVerdict) -> Steps:
    return (Make(verdict.moves),) if verdict.moves else ()


def _told(verdict: DrillVerdict, *, is_right: bool | None) -> Steps:
    return tuple(
        SaySentence(sentence=each, is_right=is_right if place == 0 else None) for place, each in enumerate(verdict.said)
    )
