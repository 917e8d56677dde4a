"""What may be answered by a button at a page of a lesson: what a game would ask as well, and what the tasks ask.

A button of a task enters what would be typed there. None tells what is right: all acts of the course have the same.
"""

import chess
from msgspec import Struct

from access_chess.conversation.state import Dialogue, Moment, waiting
from access_chess.edge.packs.lessons import LessonWords, load_course
from access_chess.hall.games.seat_state import Answer
from access_chess.play.lessons import expected_in_lesson
from access_chess.play.seat import PlayerSeat
from access_chess.play.trainer import TrainerSeat
from access_chess.play.training import Training
from access_chess.practice.course import ActTask
from access_chess.practice.drill import AnswerKind, Drill
from access_chess.practice.lesson_drills import ActDrill, AskDrill, SetUpDrill
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.announcement import announce
from access_chess.speech.practising.position_words import man
from access_chess.speech.practising.sentences import lesson_sentence, worded


class OpenQuestion(Struct, frozen=True, kw_only=True):
    """What is asked, its number, and the buttons that answer it; without these nothing is asked."""

    answers: tuple[Answer, ...] = ()
    words: str = ""
    number: str = ""


def asked_at(seat: TrainerSeat | PlayerSeat, training: Training, moment: Moment, words: LessonWords) -> OpenQuestion:
    """What is asked at this place: by the game, or else by the task; where a lesson just goes on, nothing."""
    dialogue, drill, trains = seat.dialogue.current(moment.game), training.round.drill, isinstance(seat, TrainerSeat)
    if trains and dialogue.pending is None and (training.tells or not training.is_asking):
        return OpenQuestion()
    number, open_ = seat.dialogue.question(moment.game), waiting(dialogue, moment)
    answers = _of_game(dialogue, moment)
    if not answers and trains:
        answers = _of_task(drill, words, moment.language)
        number = f"task {drill.name} {len(training.round.attempts)} {len(answers)}"
    if open_ is not None:
        return OpenQuestion(answers=answers, words=open_.text, number=number)
    expected = lesson_sentence(expected_in_lesson(training.round), words.pack, words.typed)
    return OpenQuestion(answers=answers, words=worded(expected, words.pack).text, number=number)


def _of_game(dialogue: Dialogue, moment: Moment) -> tuple[Answer, ...]:
    """To which move was meant, or to yes or no."""
    language = moment.language
    if dialogue.pending is not None and (choice := dialogue.pending.choice) is not None:
        moves = zip(NUMBERS, choice.moves, strict=False)
        named = ((name, announce(choice.board, move, language.pack, form=language.form)) for name, move in moves)
        return tuple(Answer(name=name, words=words.text) for name, words in named)
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
            acts = _acts().items()
            return tuple(Answer(line=words.typed[name], takes_square=takes) for name, takes in acts)
    return ()


def _acts() -> dict[str, bool]:
    """All requests that the course asks for, and whether a square belongs to them."""
    tasks = [task for lesson in load_course().lessons for task in lesson.tasks if isinstance(task, ActTask)]
    return {task.request: bool(task.squares) for task in tasks if task.request}


def _kind(kind: chess.PieceType, language: PlayerLanguage) -> str:
    return language.pack.piece(kind).text


def _word(meaning: str, language: PlayerLanguage) -> str:
    return next(" ".join(word) for word, means in language.words.words.items() if means == meaning)
