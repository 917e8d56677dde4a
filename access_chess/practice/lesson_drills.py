"""The tasks of the course as drills, a class a kind: those that are answered, set up or done at the referee are here,
those that are solved by moves in `lesson_boards`.
"""

from functools import cached_property

import chess
from msgspec.structs import replace

from access_chess.practice.course import (
    ActTask,
    AllTask,
    AskTask,
    CollectTask,
    FindTask,
    FlagTask,
    GameTask,
    Group,
    Lesson,
    LineTask,
    RaceTask,
    SetUpTask,
    Task,
    TellTask,
    TrueTask,
)
from access_chess.practice.drill import AnswerKind, Drill, DrillAnswer, DrillOutcome, DrillVerdict
from access_chess.practice.lesson_boards import LineDrill, MoveDrill, men_slots, moves_wanted, scene_drill
from access_chess.practice.lesson_drill import EMPTY, LessonDrill, not_yet, said
from access_chess.practice.position import position_of
from access_chess.practice.round import Round, RoundManner, round_of
from access_chess.practice.sentence import Part, PieceName, Sentence, SquareName, sentence


def drills_of(lesson: Lesson) -> tuple[Drill, ...]:
    """The tasks of a lesson, in their order."""
    drills: list[Drill] = []
    part = 0
    for place, task in enumerate(lesson.tasks, 1):
        part += isinstance(task, TellTask)
        drills.append(_drill(lesson.name, place, part, task))
    return tuple(drills)


def round_of_lesson(lesson: Lesson, *, place: int = 0) -> Round:
    """A lesson as a round, from the task at this place; an old tale gives no stars."""
    manner = RoundManner.TALE if lesson.group is Group.OLD_TALES else RoundManner.LESSON
    return round_of(drills_of(lesson), manner, place=place)


def with_game(state: Round, game: "GameDrill") -> Round:
    """The present task, a game, as it stands now, here and wherever it is asked again."""
    drills = tuple(game if each.name == game.name else each for each in state.drills)
    return replace(state, drill=game, drills=drills)


def answers_of(lesson: Lesson) -> int:
    """How many answers the tasks of a lesson need at the least, each move and each man that is set up counted."""
    return sum(_answers(task) for _, task in lesson.questions)


def _answers(task: Task) -> int:
    match task:
        case CollectTask() | FlagTask() | RaceTask():
            return task.par
        case AllTask():
            return len(moves_wanted(position_of(task.position), task.find))
        case LineTask():
            return (len(task.moves.split()) + 1) // 2
        case SetUpTask():
            return len(task.men.split())
        case GameTask():
            return task.moves
    return 1


def _drill(lesson: str, place: int, part: int, task: Task) -> Drill:
    match task:
        case TellTask():
            return TellDrill(lesson=lesson, place=place, part=part)
        case AskTask():
            return AskDrill(lesson=lesson, place=place, task=task)
        case TrueTask():
            return TrueDrill(lesson=lesson, place=place, task=task)
        case CollectTask() | FlagTask() | RaceTask():
            return scene_drill(lesson, place, task)
        case FindTask() | AllTask():
            return MoveDrill(lesson=lesson, place=place, task=task)
        case LineTask():
            return LineDrill(lesson=lesson, place=place, task=task)
        case SetUpTask():
            return SetUpDrill(lesson=lesson, place=place, task=task)
        case ActTask():
            return ActDrill(lesson=lesson, place=place, task=task)
        case GameTask():
            return GameDrill(lesson=lesson, place=place, task=task)


class TellDrill(LessonDrill, frozen=True, kw_only=True, dict=True):
    """A part of the lesson, which goes on when the player is ready. Parts are counted from one."""

    part: int

    @property
    def expects(self) -> AnswerKind:
        """Whatever is entered."""
        return AnswerKind.ANY_KEY

    waits = False
    hints: tuple[Sentence, ...] = ()

    @property
    def question(self) -> tuple[Sentence, ...]:
        """What is told."""
        return (sentence(f"{self.lesson}.parts_{self.part}"),)

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The same once more."""
        return self.question

    def accepts(self, _: DrillAnswer) -> DrillVerdict:
        """The player is ready."""
        return DrillVerdict(outcome=DrillOutcome.SOLVED)


class AskDrill(LessonDrill, frozen=True, kw_only=True, dict=True):
    """A question with one answer."""

    task: AskTask

    @cached_property
    def before(self) -> chess.Board:
        """What may be looked at."""
        return position_of(self.task.position) if self.task.position else EMPTY

    @property
    def expects(self) -> AnswerKind:
        """The kind of its one answer."""
        task = self.task
        if task.square is not None:
            return AnswerKind.SQUARES
        if task.number is not None:
            return AnswerKind.NUMBER
        if task.is_yes is not None:
            return AnswerKind.YES_NO
        return AnswerKind.PIECE if task.man is not None else AnswerKind.SQUARE_COLOR

    @property
    def squares(self) -> int:
        """One, where a square is asked for."""
        return int(self.task.square is not None)

    @property
    def question(self) -> tuple[Sentence, ...]:
        """The question, and what may be chosen, each with its number."""
        asked = sentence(self.key("goal"), **(men_slots(self.before) if self.task.position else {}))
        return (asked, *(self._choice(number) for number in range(1, self.task.choices + 1)))

    def _choice(self, number: int) -> Sentence:
        return said("choice", number=number, answer=sentence(f"{self.key('choices')}_{number}"))

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Where to look, then the answer."""
        return (sentence(self.key("hint")), self._answer)

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The answer, and the rule."""
        return (self._answer, *self.why)

    @property
    def _answer(self) -> Sentence:
        task = self.task
        if task.choices:
            assert task.number is not None, "a choice has a number"
            return self._choice(task.number)
        if task.is_yes is not None:
            return said("answer_yes" if task.is_yes else "answer_no")
        if task.is_light is not None:
            return said("answer_light" if task.is_light else "answer_dark")
        return said("answer", answer=self._named)

    @property
    def _named(self) -> Part:
        task = self.task
        if task.square is not None:
            return SquareName(chess.parse_square(task.square))
        if task.man is not None:
            return PieceName(chess.PIECE_NAMES.index(task.man))
        assert task.number is not None, "one answer is given"
        return task.number

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """Right or not; a man is named without its color."""
        task = self.task
        man = None if answer.man is None else chess.piece_name(answer.man.piece_type)
        square = chess.square_name(answer.squares[0]) if len(answer.squares) == 1 else None
        given = (square, answer.number, answer.is_yes, answer.is_light, man)
        wanted = (task.square, task.number, task.is_yes, task.is_light, task.man)
        right = any(one is not None and one == other for one, other in zip(wanted, given, strict=True))
        return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(said("right"),)) if right else not_yet()


class TrueDrill(LessonDrill, frozen=True, kw_only=True, dict=True):
    """True or false: yes means true. The reason is told after it."""

    task: TrueTask

    @property
    def expects(self) -> AnswerKind:
        """Yes or no."""
        return AnswerKind.YES_NO

    @property
    def question(self) -> tuple[Sentence, ...]:
        """The sentence to be judged."""
        return (said("true_or_false", sentence=sentence(self.key("goal"))),)

    @property
    def why(self) -> tuple[Sentence, ...]:
        """The reason of this one."""
        return (sentence(self.key("why")),)

    @property
    def _answer(self) -> Sentence:
        return said("it_is_true" if self.task.is_true else "it_is_false")

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Where to look, then the answer."""
        return (sentence(self.key("hint")), self._answer)

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The answer and its reason."""
        return (self._answer, *self.why)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """True or not."""
        if answer.is_yes is self.task.is_true:
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(said("right"), *self.why))
        return not_yet()


class SetUpDrill(LessonDrill, frozen=True, kw_only=True, dict=True):
    """Men are put on their squares, in any order; `placed` are the squares that have theirs."""

    task: SetUpTask
    placed: frozenset[chess.Square] = frozenset()

    @cached_property
    def _men(self) -> dict[chess.Square, chess.Piece]:
        pairs = (each for each in self.task.men.split())
        return {chess.parse_square(pair[1:]): chess.Piece.from_symbol(pair[0]) for pair in pairs}

    @cached_property
    def left(self) -> dict[chess.Square, chess.Piece]:
        """The men that are still to be put, by their squares."""
        return {square: man for square, man in self._men.items() if square not in self.placed}

    @cached_property
    def before(self) -> chess.Board:
        """What stands so far."""
        board = position_of(self.task.position) if self.task.position else chess.Board(None)
        for square in self.placed:
            board.set_piece_at(square, self._men[square])
        return board

    @property
    def question(self) -> tuple[Sentence, ...]:
        """Which men belong where."""
        return (sentence(self.key("goal"), count=len(self.left)),)

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Where to look; which man; its square."""
        square, man = next(iter(self.left.items()))
        kind = PieceName(man.piece_type)
        return (
            sentence(self.key("hint")),
            said("hint_next_man", piece=kind),
            said("hint_put", piece=kind, square=SquareName(square)),
        )

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """All that is left."""
        puts = (said("put", piece=PieceName(man.piece_type), square=SquareName(at)) for at, man in self.left.items())
        return (*puts, *self.why)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """A man on a square: its kind must be right, whatever its color was called."""
        if answer.man is None or len(answer.squares) != 1:
            return DrillVerdict(outcome=DrillOutcome.REFUSED, said=(said("man_and_square"),))
        square = answer.squares[0]
        if square in self.placed:
            return DrillVerdict(outcome=DrillOutcome.REFUSED, said=(said("stands_already"),))
        man = self.left.get(square)
        if man is None or man.piece_type != answer.man.piece_type:
            return not_yet()
        if len(self.left) == 1:
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(said("right"),))
        then = replace(self, placed=self.placed | {square})
        return DrillVerdict(outcome=DrillOutcome.GOES_ON, then=then, said=(said("more_men", count=len(self.left) - 1),))


class ActDrill(LessonDrill, frozen=True, kw_only=True, dict=True):
    """One step at the referee. What was done is judged here; the room that plays it tells what followed."""

    task: ActTask

    @cached_property
    def before(self) -> chess.Board:
        """The position before its steps."""
        return position_of(self.task.position)

    @property
    def left(self) -> dict[chess.Square, chess.Piece]:
        """The men that were knocked over, by the squares on which they are to stand again."""
        knocked = (step.split()[1:] for step in self.task.steps if step.startswith("knock-over"))
        squares = [chess.parse_square(name) for names in knocked for name in names]
        return {square: man for square in squares if (man := self.before.piece_at(square)) is not None}

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Where to look, then what to type."""
        return (sentence(self.key("hint")), sentence(self.key("answer")))

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """What was to be done, and the rule."""
        return (sentence(self.key("answer")), *self.why)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """The request of this name, with its squares and result; or the move."""
        task = self.task
        squares = tuple(map(chess.parse_square, task.squares.split()))
        done = answer.move is not None and answer.move.uci() == task.move
        given = (answer.request, answer.squares, answer.result)
        asked = bool(task.request) and given == (task.request, squares, task.result)
        return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(said("right"),)) if done or asked else not_yet()


class GameDrill(LessonDrill, frozen=True, kw_only=True, dict=True):
    """A game against the engine, played by the room that has one: it answers with the number of the player's moves.

    `played` are the moves of both sides when it was left; it goes on from there.
    """

    task: GameTask
    played: tuple[chess.Move, ...] = ()

    @property
    def expects(self) -> AnswerKind:
        """How many moves were played."""
        return AnswerKind.NUMBER

    @cached_property
    def before(self) -> chess.Board:
        """The start, or where it was left; it remembers the moves."""
        board = chess.Board()
        for move in self.played:
            board.push(move)
        return board

    @property
    def question(self) -> tuple[Sentence, ...]:
        """What is to be played, and how long; or how much longer."""
        if self.played:
            return (said("game_goes_on", count=self.task.moves - (len(self.played) + 1) // 2),)
        return (sentence(self.key("goal"), count=self.task.moves),)

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """What a beginner looks at, and that it may be left."""
        return (sentence(self.key("hint")), said("game_may_be_left"))

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """There is no solution of a game: it is left for another day."""
        return (said("game_another_day"),)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """Enough moves, or a game that ended before, which the room counts as enough."""
        if answer.number is not None and answer.number >= self.task.moves:
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(said("right"),))
        left = self.task.moves - (answer.number or 0)
        return DrillVerdict(outcome=DrillOutcome.REFUSED, said=(said("game_goes_on", count=left),))
