"""The course at pages of a hall: its list, where a machine of one's own keeps stars, and a lesson, which is the trainer
of `learn` at a table that nobody waits at.

What a learner enters is done in the thread that brings it, and so is what an engine or a judge thinks out because of
it. No game of a table is kept: what stays of a lesson are its stars.
"""

import secrets
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import chess
from msgspec.structs import replace

from access_chess.conversation.state import Dialogue
from access_chess.edge.packs.lessons import LessonWords, load_lessons
from access_chess.edge.practising.store import STARS, PracticeStore, PracticeStoreError
from access_chess.hall.games.running_games import OF_A_PAGE
from access_chess.hall.games.seat import NO_ARBITER, SeatLines
from access_chess.hall.games.seat_state import Leaving, Line, Manner, Outcome, SeatState
from access_chess.laws.commands import player
from access_chess.machine_clock import monotonic_clock, utc_now
from access_chess.play.loop import Table
from access_chess.play.messages import Act, TablePlace, Typed, Work, Worked
from access_chess.play.seat import PlayerSeat
from access_chess.play.trainer import TrainerSeat
from access_chess.play.training import Training, TrainingHelp, begun, playing_on
from access_chess.practice.course import Group, Lesson
from access_chess.practice.drill import Drill
from access_chess.practice.exploring import new_cursor
from access_chess.practice.lesson_drill import said
from access_chess.practice.lesson_drills import GameDrill
from access_chess.practice.progress import CourseProgress
from access_chess.practice.round import Attempt
from access_chess.practice.sentence import Sentence, sentence
from access_chess.profile import Profile
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import Here
from access_chess.requests.slots import split_phrase
from access_chess.session.announcer import Announcer
from access_chess.session.exploring_keys import asked_by_key
from access_chess.session.inbox import SpokenWords
from access_chess.session.record import NothingKept, Record
from access_chess.session.sheet_desk import Sheets
from access_chess.speech.language.voice_pack import trouble_words
from access_chess.speech.practising.sentences import lesson_sentence, worded
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.lesson_view import LessonRow, view_of_lesson
from access_chess.wiring.practice import practising, robot

if TYPE_CHECKING:
    from access_chess.play.practising import Judging

LEVEL = 7  # of the engine against whom a position of a lesson is played on
TOLD = "list"  # what is kept in the place of stars of a tale that was told
ENTRIES = 10_000  # more than one table ever has: so no two events of a lesson bear one number
_ANSWERS = frozenset({RequestName.YES, RequestName.NO, *NUMBERS})
_ON = frozenset({RequestName.NEXT, RequestName.RESUME, RequestName.NEW_GAME, RequestName.YES})


class PageLesson:
    """What a page has of a lesson; it begins at the place where it was left. From any thread, one after the other.

    `birth` names this run of line numbers, `view` tells how it stands after the last turn.
    """

    def __init__(
        self, lesson: Lesson, words: LessonWords, progress: CourseProgress, manner: Manner, judging: "Judging"
    ) -> None:
        language = manner.language.without_arbiter
        quit_ = {RequestName.QUIT: language.pack.phrase("quit_at_lesson").text}
        typed = replace(language.words, help={**language.words.help, **quit_})
        pack = replace(language.pack, phrases={**words.pack.phrases, **language.pack.phrases})
        self.lesson, self.manner, self.birth = lesson, manner, secrets.token_hex(4)
        self.following = progress.following(lesson)
        self._attempts: list[Attempt] = []  # that nobody has taken yet, and the stars that were won
        self._won: dict[str, str] = {}
        self.is_new = True  # nothing has been entered
        self._is_told = False  # that its stars are not kept
        self._language, self._pack = replace(language, pack=pack, words=typed), pack
        self._words = words
        self._completed = partial(lesson_sentence, pack=words.pack, typed=words.typed)
        self._practised = practising(judging)
        self._stars = dict(progress.stars)
        self._progress = progress
        self._lines = SeatLines()
        settings = NarrationSettings(pack=pack, form=language.form, verbosity=manner.verbosity, volunteers=True)
        self._announcer = Announcer(self._lines, settings, screen=None)
        self._works: list[tuple[int, Work]] = []
        self._turning = threading.Lock()
        self._games = 0
        self._is_over = self._is_left = False
        self._training = Training(round=progress.round(lesson, place=progress.place(lesson)))
        self.say(progress.begins(lesson, words.length(lesson)))
        self._begin()
        self._go_on()

    @property
    def is_watched(self) -> bool:
        """Whether a page is open here."""
        return self._lines.is_listened_to

    @property
    def task(self) -> Drill | None:
        """The task that waits for an answer; None: the learner goes on."""
        training = self._training_now
        return training.round.drill if training.is_asking and not self._is_over else None

    def title(self, lesson: Lesson) -> str:
        """What a lesson of the course is called."""
        return self._text(sentence(f"{lesson.name}.title"))

    def state(self) -> SeatState:
        """What stands there, as at any place."""
        return self.view.state

    def lines(self, after: int = 0) -> tuple[Line, ...]:
        """What was said after this number, up to the end of the last turn; the oldest are forgotten."""
        return tuple(line for line in self._lines.after(after) if line.number <= self.view.last)

    def enter(self, line: str, question: str | None = None) -> Outcome:
        """Do what a line asks for; an empty one goes on."""
        name, _ = split_phrase(line, self._language.words.commands)
        typed = Typed(line=line, at=monotonic_clock(), question=self._numbered(question))
        return self._turn(typed, name, is_empty=not line.strip())

    def answer(self, line: str, question: str | None, square: str = "") -> Outcome:
        """Do what a button of a task enters, which may need a square; nothing where another task has come since."""
        state = self.view.state
        is_there = any((each.line, each.takes_square) == (line, bool(square)) for each in state.answers)
        is_of_task = question is not None and question.rpartition(" ")[0] == state.question.rpartition(" ")[0]
        return self.enter(f"{line} {square}") if is_there and is_of_task else Outcome()

    def ask(self, request: Request) -> Outcome:
        """Do what a button asks for; an answer bears the number of the question that the page shows."""
        question = self._numbered(request.question) if request.name in _ANSWERS else None
        asked = SpokenWords(said=replace(request, question=None), at=monotonic_clock(), seat=0, question=question)
        return self._turn(asked, request.name)

    def press(self, key: str, square: chess.Square) -> Outcome:
        """Answer a key that is pressed on a square, as in exploring."""
        board = self._table.game.board
        cursor = replace(new_cursor(board, self.view.color), square=square)
        found = asked_by_key(key, cursor, board, self._pack.language)
        if not isinstance(found, Request):
            return Outcome()
        return self.ask(found if found.squares else replace(found, squares=(square,)))

    def say(self, *told: Sentence) -> None:
        """Say sentences of the course."""
        for each in told:
            self._announcer.reply(worded(self._completed(each), self._pack, self._language.form), None)

    def take_won(self) -> tuple[list[Attempt], dict[str, str]]:
        """The attempts since this was last asked, and the stars of their tasks."""
        with self._turning:
            taken = self._attempts, self._won
            self._attempts, self._won = [], {}
        return taken

    def tell_unkept(self) -> None:
        """Say, once, that its stars are not kept."""
        if not self._is_told:
            self._is_told = True
            self.say(said("not_kept"))
            self._look()

    def listen(self, on_change: Act) -> Act:
        """Be called, from any thread, when there is something new; the result takes that back."""
        return self._lines.listen(on_change)

    def wake(self) -> None:
        """Have all who look here look again."""
        self._lines.wake()

    def _numbered(self, question: str | None) -> str | None:
        birth = f"{self.birth} "
        return question.removeprefix(birth) if question and question.startswith(birth) else question

    def _turn(self, message: Typed | SpokenWords, name: RequestName | None, *, is_empty: bool = False) -> Outcome:
        with self._turning:
            self.is_new = False
            if self._is_over:
                return self._after_end(RequestName.NEXT if is_empty else name)
            if name is RequestName.LEARN:
                return Outcome(leaving=Leaving.QUIT)
            if name is RequestName.NEXT and not isinstance(self._table.seat(0), TrainerSeat):
                self._leave()  # the game of a task is left for the next one
            self._table.turn(message)
            self._go_on()
            return Outcome(leaving=Leaving.QUIT if self._is_left else None)

    def _after_end(self, name: RequestName | None) -> Outcome:
        if name in _ON:
            return Outcome(leaving=Leaving.QUIT if self.following is None else Leaving.NEW_GAME)
        if name in (RequestName.QUIT, RequestName.NO):
            return Outcome(leaving=Leaving.QUIT)
        self._end()
        self._look()
        return Outcome()

    def _go_on(self) -> None:
        """All that follows, until the learner is waited for."""
        while not self._is_over:
            if self._works:
                seat, work = self._works.pop(0)
                self._table.turn(Worked(work=work, found=_found(work), at=monotonic_clock(), seat=seat))
            elif self._table.leaving is not None:
                self._leave()
            else:
                break
        self._look()

    def _leave(self) -> None:
        """The present table is left, for the next one or for none."""
        seat = self._table.seat(0)
        if not isinstance(seat, TrainerSeat):
            self._training = self._training.after_game(self._table.game)
            left = replace(self._progress, stars=self._stars).games_left(self._training.round)
            self._won |= left
            self._stars |= left
            self._begin()
            return
        self._training = seat.training
        if self._training.is_over:
            self._is_over, self._is_left = True, self._training.is_left
            if not self._is_left:
                self._end()
        elif self._training.played_on is not None:
            self._play(self._training.played_on)
        else:
            if self._training.other is not None:  # a page has lessons alone
                self._training = replace(self._training, other=None, is_asked=True)
                self._announcer.reply(self._pack.phrase("not_now"), None)
            self._begin()

    def _end(self) -> None:
        if self.lesson.group is Group.OLD_TALES:
            self._won[self.lesson.name] = self._stars[self.lesson.name] = TOLD
        if self.following is None:
            self.say(said("course_ends"))
        else:
            self.say(said("next_lesson", title=sentence(f"{self.following.name}.title")))

    def _begin(self) -> None:
        """The present task, at a table that stands in its position."""
        training = self._training
        record = begun(training.setup, NothingKept(), monotonic_clock(), may_end=False)
        help_ = TrainingHelp(keep=self._keep, refute=lambda board, _: None, completed=self._completed)
        learner = self._learner(training.color, trains=True)
        seat = TrainerSeat(player=learner, training=training, help=help_, at=record.at)
        self._sit(record, (TablePlace(seat=seat, voice=self._announcer),))

    def _play(self, board: chess.Board) -> None:
        """A game against the engine from this position; leaving it leads back."""
        drill, color = self._training.round.drill, self._training.color
        level = drill.task.level if isinstance(drill, GameDrill) else LEVEL
        self.say(sentence("go_on_begins", level=level))
        record = begun(playing_on(board), NothingKept(), monotonic_clock())
        learner = TablePlace(seat=self._learner(color, trains=False), voice=self._announcer)
        self._sit(record, (learner, *robot(None, not color, level).places))

    def _sit(self, record: Record, places: Sequence[TablePlace]) -> None:
        self._games += 1
        self._works = []
        record = replace(record, entries=self._games * ENTRIES)
        self._table = Table(
            record, NothingKept(), places, work=lambda seat, work: self._works.append((seat, work)), drop=self._drop,
            on_trouble=lambda error: self._announcer.reply(trouble_words(error, self._pack), None),
        )  # fmt: skip
        self._table.open(monotonic_clock())

    def _drop(self, work: Work) -> None:
        self._works = [each for each in self._works if each[1] is not work]

    def _learner(self, color: chess.Color, *, trains: bool) -> PlayerSeat:
        return PlayerSeat(
            language=self._language,
            dialogue=Dialogue(here=Here(profile=Profile.PRACTICE, trains=trains), color=color),
            deeds={**OF_A_PAGE, RequestName.BOARD: self._practised},
            others=self._practised,
            sheets=Sheets(pack=self._pack, form=self._language.form),
            author=player(color),
            rights=NO_ARBITER,
            level=LEVEL,
        )

    def _keep(self, attempt: Attempt) -> None:
        self._attempts.append(attempt)
        if attempt.stars is not None:
            most = max(attempt.stars, int(self._stars.get(attempt.name, "0")))
            self._won[attempt.name] = self._stars[attempt.name] = str(most)

    def _text(self, told: Sentence) -> str:
        return worded(self._completed(told), self._pack, self._language.form).text

    def _look(self) -> None:
        """How it stands now, for all who look."""
        stars = self._text(replace(self._progress, stars=self._stars).state(self.lesson))
        self.view = view_of_lesson(
            self._table, self._training_now, self._words, self._language, birth=self.birth, last=self._lines.last,
            stars=stars, is_sound_on=self._lines.is_sound_on, is_over=self._is_over,
        )  # fmt: skip
        self._lines.wake()

    @property
    def _training_now(self) -> Training:
        seat = self._table.seat(0)
        return seat.training if isinstance(seat, TrainerSeat) else self._training


def _found(work: Work) -> object:
    """What comes of a work, or the exception that ended it, which the table tells."""
    try:
        return work.job(lambda: False)
    except Exception as error:  # noqa: BLE001  part of the loop, as in the worker's thread
        return error


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

    def names(self, voices: str) -> frozenset[str]:
        """What the lessons in the language of a pack are called in addresses; there may be none."""
        return frozenset(load_lessons(voices).titles)

    def rows(self, voices: str, stars: Mapping[str, str]) -> tuple[LessonRow, ...]:
        """All lessons in a language."""
        words = load_lessons(voices)
        progress = CourseProgress(lessons=words.lessons, stars=stars)
        return tuple(
            LessonRow(
                name=each.name,
                title=words.pack.spelling.shown(words.titles[each.name]),
                stars=worded(progress.state(each), words.pack).text,
                is_next=each is progress.next,
            )
            for each in progress.lessons
        )

    def open(self, name: str, manner: Manner, stars: Mapping[str, str]) -> PageLesson:
        """The lesson of this name, one of the `names`, at the place where it was left."""
        words = load_lessons(manner.language.pack.name)
        progress = CourseProgress(lessons=words.lessons, stars=stars)
        lesson = next(each for each in progress.lessons if each.name == name)
        return PageLesson(lesson, words, progress, manner, self._judging)

    def own_stars(self) -> Mapping[str, str]:
        """The stars that stand in the file of this machine; none where it cannot be read."""
        assert self._own is not None, "it is asked for where there is one"
        with suppress(PracticeStoreError), self._keeping, closing(PracticeStore(self._own)) as store:
            return store.texts(STARS)
        return {}

    def keep(self, lesson: PageLesson) -> Mapping[str, str]:
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
