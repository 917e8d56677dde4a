"""Leads through the course at a sitting: one lesson after the other, each at the place where it was left."""

from collections.abc import Mapping
from datetime import timedelta
from difflib import get_close_matches

from msgspec.structs import replace

from access_chess.edge.packs.lessons import LessonWords, load_lessons
from access_chess.edge.practising.store import STARS, PracticeStoreError
from access_chess.machine_clock import utc_now
from access_chess.notation.vocabulary import folded
from access_chess.play.training import NOT_IN_A_DRILL, Training, TrainingHelp
from access_chess.practice.course import Group, Lesson
from access_chess.practice.lesson_drill import said
from access_chess.practice.progress import CourseProgress
from access_chess.practice.round import Attempt, RoundPhase, gone_on
from access_chess.practice.sentence import Sentence, sentence
from access_chess.requests.names import RequestName
from access_chess.requests.slots import split_phrase
from access_chess.session.leaving import Leaving
from access_chess.speech.practising.sentences import worded
from access_chess.wiring.sitting import Sitting

LIST = "list"
PART = 10  # lessons of the list that are told at a time
NOW = timedelta()  # when it is does not matter
#: What tells more of the list, beside Enter; in a game "next" alone wants to know of which piece.
_GOES_ON = frozenset({RequestName.NEXT, RequestName.NEXT_MAN, RequestName.YES})
#: What is listened for while the list is told.
_AT_LIST = frozenset({RequestName.THIS_LESSON, RequestName.LEARN, RequestName.NEXT, RequestName.TAKE_BACK})


class NoLessonError(Exception):
    """There is no such lesson; the message is a sentence in the language of the lessons."""


class Teacher:
    """Leads through the course at a sitting."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._words: LessonWords = load_lessons(sitting.language.pack.name)
        self._lessons = self._words.lessons
        self._is_told_unkept = False
        sitting.speak(self._words.pack.phrases, self._words.typed)

    def teach(self, what: str) -> None:
        """The lesson that was asked for, and those after it; all of them are told where the list was asked for.

        Raises NoLessonError where there is no such lesson.
        """
        if folded(what) == (LIST,):
            self._say(*map(self._listed, self._lessons))
            return
        lesson = self._named(what) if what else self._progress.next
        if lesson is None:
            raise NoLessonError(worded(self._unknown(what), self._words.pack).text)
        self._lead(self._begun(lesson) if what else self._gone_on(lesson))

    def teach_between(self, what: str) -> None:
        """While a game waits: the lesson that was asked for, or the one that is chosen from the list."""
        self._lead(self._wanted(what, None))

    def _lead(self, training: Training | None) -> None:
        while training is not None:
            done = self._sitting.train(training, self._help())
            self._keep_texts(self._progress.games_left(done.round))
            training = self._after(done)

    def _begun(self, lesson: Lesson) -> Training:
        """A lesson that was asked for by its name; one that was left in the middle may begin anew."""
        training = self._gone_on(lesson)
        if not training.round.place:
            return training
        return replace(training, preface=(said("from_beginning"),), anew=self._progress.round(lesson, place=0))

    def _gone_on(self, lesson: Lesson) -> Training:
        self._say(self._progress.begins(lesson, self._words.length(lesson)))
        return self._training(lesson)

    def _training(self, lesson: Lesson, *preface: Sentence) -> Training:
        state = self._progress.round(lesson, place=self._progress.place(lesson))
        return Training(round=state, preface=preface, withheld=NOT_IN_A_DRILL - {RequestName.LEARN})

    def _after(self, done: Training) -> Training | None:
        """What comes after a lesson, or after it was left for another; None: nothing more."""
        wanted, self._sitting.choice.lesson = self._sitting.choice.lesson, None
        if wanted is not None:
            is_asking = done.round.phase is RoundPhase.ASKING
            return self._wanted(wanted, done if is_asking else replace(done, round=gone_on(done.round, NOW)[0]))
        if not done.has_ended:
            if self._sitting.choice.chosen is None and self._sitting.store.texts(STARS) and not self._is_told_unkept:
                self._say(said("kept"))
            return None
        lesson = next(each for each in self._lessons if each.name == done.round.drill.name.rpartition(".")[0])
        if lesson.group is Group.OLD_TALES:
            self._keep_texts({lesson.name: LIST})
        following = self._progress.following(lesson)
        if following is None:
            self._say(said("course_ends"))
            return None
        return self._training(following, said("next_lesson", title=sentence(f"{following.name}.title")))

    def _wanted(self, what: str, back: Training | None) -> Training | None:
        """The lesson of this name, or one of the list; else it goes on where it was."""
        if not what:
            return self._from_list(back)
        if (lesson := self._named(what)) is not None:
            return self._begun(lesson)
        self._say(self._unknown(what))
        return back

    def _from_list(self, back: Training | None) -> Training | None:
        """What is chosen from the list, of which some are told at a time; after the last it goes on where it was."""
        left = self._lessons
        while left:
            self._say(*map(self._listed, left[:PART]), said("list_how"))
            left = left[PART:]
            while (line := self._sitting.line(_AT_LIST)) is not None and line.strip():
                name, words = split_phrase(line, self._sitting.language.words.commands)
                asked = words if name is RequestName.LEARN and words else line.strip()
                lesson = self._named(asked)
                if lesson is not None:
                    return self._begun(lesson)
                if name is RequestName.QUIT:
                    self._say(sentence("drill_left"))
                    return None
                if name is RequestName.TAKE_BACK:
                    return back
                if name in _GOES_ON:
                    break
                self._say(self._unknown(asked) if name in (None, RequestName.LEARN) else said("list_how"))
            if line is None:
                return None
        return back

    def _say(self, *sentences: Sentence) -> None:
        self._sitting.say(*sentences)

    def _help(self) -> TrainingHelp:
        return TrainingHelp(keep=self._keep, refute=lambda board, _: None, completed=self._sitting.completed)

    @property
    def _progress(self) -> CourseProgress:
        return CourseProgress(lessons=self._lessons, stars=self._sitting.store.texts(STARS))

    def _listed(self, lesson: Lesson) -> Sentence:
        """ "4, The rook: seven stars of fifteen."."""
        number, title = self._lessons.index(lesson) + 1, sentence(f"{lesson.name}.title")
        return said("listed", number=number, title=title, state=self._progress.state(lesson))

    def _named(self, what: str) -> Lesson | None:
        """By its number, its name, or words of its title."""
        if what.isdecimal() and 1 <= int(what) <= len(self._lessons):
            return self._lessons[int(what) - 1]
        wanted = folded(what)
        for lesson in self._lessons:
            if wanted == folded(lesson.name) or set(wanted) <= set(folded(self._words.titles[lesson.name])):
                return lesson
        return None

    def _unknown(self, what: str) -> Sentence:
        names = [each.name for each in self._lessons] + list(self._words.titles.values())
        near = get_close_matches(what.lower(), names, 2, 0.3) or names[:2]
        return said("no_lesson", word=what, near=", ".join(near))

    def _keep(self, attempt: Attempt) -> Leaving | None:
        """Remember an attempt and its stars; where that cannot be kept it is told once, and the lesson goes on."""
        try:
            self._sitting.store.keep(attempt, utc_now())
        except PracticeStoreError:
            self._tell_unkept()
        return None

    def _keep_texts(self, texts: Mapping[str, str]) -> None:
        """What is kept beside the stars: a tale that was told, a game that was left."""
        try:
            for name, text in texts.items():
                self._sitting.store.keep_text(STARS, name, text)
        except PracticeStoreError:
            self._tell_unkept()

    def _tell_unkept(self) -> None:
        if not self._is_told_unkept:
            self._is_told_unkept = True
            self._say(said("not_kept"))
