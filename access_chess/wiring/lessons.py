"""What pages of a hall have of the course: its list, its lessons, and where a machine of one's own keeps stars."""

import threading
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from access_chess.edge.packs.lessons import LessonWords, has_lessons, load_course, load_lessons
from access_chess.edge.practising.store import STARS, PracticeStore, PracticeStoreError
from access_chess.hall.games.seat_state import Manner
from access_chess.machine_clock import utc_now
from access_chess.practice.progress import CourseProgress
from access_chess.speech.practising.sentences import worded
from access_chess.wiring.page_lesson import PageLesson

if TYPE_CHECKING:
    from access_chess.play.practising import Judging


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

    def open(self, name: str, manner: Manner, stars: Mapping[str, str]) -> PageLesson:
        """The lesson of this name, one of the `names`, at the place where it was left."""
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


def _progress(words: LessonWords, stars: Mapping[str, str]) -> CourseProgress:
    lessons = tuple(each for each in load_course().lessons if each.name in words.titles)
    return CourseProgress(lessons=lessons, stars=stars)
