"""Who is at a lesson: bounded, and forgotten after a while."""

from typing import cast

import pytest

from access_chess.hall.web import learners
from access_chess.hall.web.learners import Learners
from access_chess.wiring.lessons import PageLesson


class Standing:
    """A lesson at which a page may be open."""

    def __init__(self, *, is_watched: bool = False) -> None:
        self.is_watched = is_watched
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1


def sit(book: Learners, key: str, lesson: Standing) -> None:
    book.sit(book.come(key), cast(PageLesson, lesson))


def test_the_oldest_lesson_goes_where_there_are_too_many_and_its_page_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learners, "MOST", 3)
    book, made = Learners(), [Standing(is_watched=True) for _ in range(5)]
    for place, lesson in enumerate(made[:3]):
        sit(book, str(place), lesson)
    book.find("0")  # was there just now
    for place, lesson in enumerate(made[3:], 3):
        sit(book, str(place), lesson)
    there = {key for key, learner in book.by_key.items() if learner.lesson is not None}
    assert there == {"0", "3", "4"}
    assert [lesson.woken for lesson in made] == [0, 1, 1, 0, 0]


def test_a_lesson_at_which_nobody_looks_is_forgotten_and_the_stars_of_the_visit_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr("access_chess.hall.web.learners.time.monotonic", lambda: now)
    book, idle, watched = Learners(), Standing(), Standing(is_watched=True)
    sit(book, "idle", idle)
    sit(book, "watched", watched)
    book.come("idle").stars["rook.3"] = "3"
    now = learners.IDLE + 1
    sit(book, "new", Standing())
    assert book.by_key["idle"].lesson is None and book.by_key["watched"].lesson is not None
    assert book.by_key["idle"].stars == {"rook.3": "3"}


def test_visits_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learners, "MOST_VISITS", 10)
    book = Learners()
    for place in range(1000):
        book.come(str(place))
    assert list(book.by_key) == [str(place) for place in range(990, 1000)]


def test_another_lesson_takes_the_place_of_the_former_whose_page_is_told() -> None:
    book, former, later = Learners(), Standing(), Standing()
    sit(book, "one", former)
    sit(book, "one", later)
    assert (former.woken, later.woken) == (1, 0)
