"""What pages of a hall have of the course: its list, its lessons, where a machine of one's own keeps stars; and what is
answered by buttons.

A button of a task enters what would be typed there. None tells what is right: all acts of the course have the same.
"""

import threading
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import chess
from msgspec import Struct

from access_chess.conversation.state import Dialogue, Moment, waiting
from access_chess.edge.packs.lessons import LessonWords, has_lessons, load_course, load_lessons
from access_chess.edge.practising.store import STARS, PracticeStore, PracticeStoreError
from access_chess.hall.games.seat_state import Answer, Manner
from access_chess.machine_clock import utc_now
from access_chess.play.lessons import expected_in_lesson
from access_chess.play.seat import PlayerSeat
from access_chess.play.trainer import TrainerSeat
from access_chess.play.training import Training
from access_chess.practice.course import ActTask
from access_chess.practice.drill import AnswerKind, Drill
from access_chess.practice.lesson_drills import ActDrill, AskDrill, SetUpDrill
from access_chess.practice.progress import CourseProgress
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.announcement import announce
from access_chess.speech.practising.position_words import man
from access_chess.speech.practising.sentences import lesson_sentence, worded

if TYPE_CHECKING:
    from access_chess.play.practising import Judging
    from access_chess.wiring.page_lesson import PageLesson


_RESULTS = ("1-0", "1/2-1/2", "0-1")  # with one of them something is signed


class LessonRow(Struct, frozen=True, kw_only=True):
    """A lesson in the list: its name in the address, its title, how many stars it has; whether it is the next."""

    name: str
    title: str
    stars: str
    is_next: bool


class LessonsAtPages:
    """The course for pages. `own` is the file of practice of this machine, where its pages are for nobody else."""

    def __init__(self, judging: "Judging", own: Path | None = None) -> None:
        self._judging = judging
        self._own = own
        self._keeping = threading.Lock()

    @property
    def is_own(self) -> bool:
        """Whether all stars are kept in the file of this machine."""
        return self._own is not None

    def has(self, voices: str) -> bool:
        """Whether there are lessons in the language of a pack."""
        return has_lessons(voices)

    def names(self, voices: str) -> frozenset[str]:
        """What the lessons are called in addresses."""
        return frozenset(load_lessons(voices).titles)

    def rows(self, voices: str, stars: Mapping[str, str]) -> tuple[LessonRow, ...]:
        """All lessons in a language."""
        words, progress = load_lessons(voices), _progress(load_lessons(voices), stars)
        return tuple(
            LessonRow(
                name=each.name,
                title=words.pack.spelling.shown(words.titles[each.name]),
                stars=worded(progress.state(each), words.pack).text,
                is_next=each is progress.next,
            )
            for each in progress.lessons
        )

    def open(self, name: str, manner: Manner, stars: Mapping[str, str]) -> "PageLesson":
        """The lesson of this name, one of the `names`, at the place where it was left."""
        from access_chess.wiring.page_lesson import PageLesson  # most pages of a hall are no lessons

        words = load_lessons(manner.language.pack.name)
        progress = _progress(words, stars)
        lesson = next(each for each in progress.lessons if each.name == name)
        return PageLesson(lesson, words, progress, manner, self._judging)

    def own_stars(self) -> Mapping[str, str]:
        """The stars that stand in the file of this machine; none where it cannot be read."""
        assert self._own is not None, "it is asked for where there is one"
        with suppress(PracticeStoreError), self._keeping, closing(PracticeStore(self._own)) as store:
            return store.texts(STARS)
        return {}

    def keep(self, lesson: "PageLesson") -> Mapping[str, str]:
        """The stars that were won since, by task; in the file of this machine they are kept. A failure is told once."""
        attempts, won = lesson.take_won()
        if self._own is None or not won:
            return won
        try:
            with self._keeping, closing(PracticeStore(self._own)) as store:
                for attempt in attempts:
                    store.keep(attempt, utc_now())
                for name, text in won.items():
                    store.keep_text(STARS, name, text)
        except PracticeStoreError:
            lesson.tell_unkept()
        return won


def _progress(words: LessonWords, stars: Mapping[str, str]) -> CourseProgress:
    lessons = tuple(each for each in load_course().lessons if each.name in words.titles)
    return CourseProgress(lessons=lessons, stars=stars)


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
