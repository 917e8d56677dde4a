"""What stands at a lesson of a page beside what was said there: the task, its board, and what is answered by buttons.

A button of a task enters what would be typed there. None tells what is right: all acts of the course have the same.
"""

from datetime import timedelta

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.state import Dialogue, Moment, waiting
from access_chess.edge.packs.lessons import LessonWords, load_course
from access_chess.hall.games.seat_state import Answer, SeatState
from access_chess.hall.rules.view import COIN, view_of
from access_chess.laws.commands import Result
from access_chess.play.lessons import expected_in_lesson
from access_chess.play.loop import Table
from access_chess.play.seat import PlayerSeat
from access_chess.play.trainer import TrainerSeat
from access_chess.play.training import Training
from access_chess.practice.course import ActTask
from access_chess.practice.drill import AnswerKind, Drill
from access_chess.practice.lesson_boards import SceneDrill
from access_chess.practice.lesson_drills import ActDrill, AskDrill, SetUpDrill
from access_chess.practice.readings import ReadingOrder, read_out
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.language.voice_pack import listed
from access_chess.speech.practising.position_words import man, stretch
from access_chess.speech.practising.sentences import lesson_sentence, worded

_RESULTS = ("1-0", "1/2-1/2", "0-1")  # with one of them something is signed


class LessonRow(Struct, frozen=True, kw_only=True):
    """A lesson in the list: its name in the address, its title, how many stars it has; whether it is the next."""

    name: str
    title: str
    stars: str
    is_next: bool


class LessonView(Struct, frozen=True, kw_only=True):
    """What stands at a lesson beside its lines, of which `last` is the last one.

    `goal` is what the present task asks, `men` who stands where, `targets` what is to be reached. The board is seen by
    the learner's `color`; coins lie on it under the letter `COIN`. `takes_square`: a square is the answer. `stars`
    tells how many there are.
    """

    state: SeatState
    last: int
    goal: str
    men: tuple[str, ...]
    targets: str
    color: chess.Color
    takes_square: bool
    stars: str
    is_over: bool


def view_of_lesson(
    table: Table, training: Training, words: LessonWords, language: PlayerLanguage,
    *, birth: str, last: int, stars: str, is_sound_on: bool, is_over: bool,
) -> LessonView:  # fmt: skip
    """How a lesson stands at its table; the number of a question begins with its `birth`."""
    drill, board = training.round.drill, table.game.board.copy(stack=False)
    coins, targets = frozenset[chess.Square](), frozenset[chess.Square]()
    if isinstance(drill, SceneDrill):
        coins, targets = drill.scene.coins, drill.scene.targets
    view = view_of(table.game, timedelta())
    men = [*view.men]
    for square in coins:
        board.remove_piece_at(square)
        men[chess.square_mirror(square)] = COIN
    answers, asked, number = ((), "", "") if is_over else _asked(table, training, words, language)
    state = SeatState(
        view=replace(view, men="".join(men), result=Result.NONE), is_due=not is_over, answers=answers, asked=asked,
        question=f"{birth} {number}" if answers else "", asked_by="", offered_by=None, is_sound_on=is_sound_on,
        shown=targets - coins,
    )  # fmt: skip
    goal = (lesson_sentence(each, words.pack, words.typed) for each in drill.question)
    stands = read_out(board, ReadingOrder.MINE_FIRST, training.color)
    return LessonView(
        state=state,
        last=last,
        goal=" ".join(worded(each, language.pack, language.form).text for each in goal),
        men=tuple(stretch(board, part, language.pack).text for part in stands),
        targets=listed(map(language.pack.square, sorted(targets))).text if targets else "",
        color=training.color,
        takes_square=training.is_asking and drill.expects is AnswerKind.SQUARES,
        stars=stars,
        is_over=is_over,
    )


def _asked(
    table: Table, training: Training, words: LessonWords, language: PlayerLanguage
) -> tuple[tuple[Answer, ...], str, str]:
    """The buttons that answer what is asked, its words and its number: by the game, or else by the task; where a lesson
    just goes on, nothing is.
    """
    seat, moment = table.seat(0), Moment(game=table.game, language=language)
    assert isinstance(seat, TrainerSeat | PlayerSeat), "the learner sits first"
    dialogue, drill, trains = seat.dialogue.current(moment.game), training.round.drill, isinstance(seat, TrainerSeat)
    if trains and dialogue.pending is None and (training.tells or not training.is_asking):
        return (), "", ""
    answers, number = _of_game(dialogue, moment), seat.dialogue.question(moment.game)
    if not answers and trains:
        answers = _of_task(drill, words, language)
        number = f"task {drill.name} {len(training.round.attempts)} {len(answers)}"
    if (open_ := waiting(dialogue, moment)) is not None:
        return answers, open_.text, number
    expected = lesson_sentence(expected_in_lesson(training.round), words.pack, words.typed)
    return answers, worded(expected, words.pack).text, number


def _of_game(dialogue: Dialogue, moment: Moment) -> tuple[Answer, ...]:
    """To which move was meant, or to yes or no."""
    if dialogue.pending is not None and (choice := dialogue.pending.choice) is not None:
        return tuple(Answer(name=name, words=words.text) for name, words in choice.named(moment.language))
    if dialogue.is_asked(moment.game):
        return tuple(Answer(name=name) for name in (RequestName.YES, RequestName.NO))
    return ()


def _of_task(drill: Drill, words: LessonWords, language: PlayerLanguage) -> tuple[Answer, ...]:
    """What a task may be answered with: of few numbers, colors, kinds of men, deeds; or the men that are to be put."""
    match drill:
        case AskDrill() if drill.task.choices:
            choices = (lesson_sentence(each, words.pack, words.typed) for each in drill.question[1:])
            return tuple(
                Answer(line=str(number), words=worded(each, words.pack).text) for number, each in enumerate(choices, 1)
            )
        case AskDrill(expects=AnswerKind.SQUARE_COLOR):
            return tuple(Answer(line=_word(meaning, language)) for meaning in ("light", "dark"))
        case AskDrill(expects=AnswerKind.PIECE):
            return tuple(Answer(line=_kind(kind, language)) for kind in chess.PIECE_TYPES)
        case SetUpDrill():
            men = dict.fromkeys(drill.left.values())
            named = ((_kind(each.piece_type, language), man(each, language.pack).text) for each in men)
            return tuple(Answer(line=line, words=name, takes_square=True) for line, name in named)
        case ActDrill():
            return tuple(
                Answer(line=f"{words.typed[act.request]} {result}".strip(), takes_square=bool(act.squares))
                for act in _acts()
                for result in (_RESULTS if act.result else ("",))
            )
    return ()


def _acts() -> tuple[ActTask, ...]:
    """One task for each request that the course asks for."""
    tasks = [task for lesson in load_course().lessons for task in lesson.tasks if isinstance(task, ActTask)]
    return tuple({task.request: task for task in tasks if task.request}.values())


def _kind(kind: chess.PieceType, language: PlayerLanguage) -> str:
    return language.pack.piece(kind).text


def _word(meaning: str, language: PlayerLanguage) -> str:
    return next(" ".join(word) for word, means in language.words.words.items() if means == meaning)
