"""How far somebody is in the course: table of what has stars, and where it goes on."""

import pytest

from access_chess.edge.packs.lessons import load_course
from access_chess.practice.course import TellTask
from access_chess.practice.progress import CourseProgress

LESSONS = load_course().lessons
ROOK = next(each for each in LESSONS if each.name == "rook")
TASKS = [place for place, _ in ROOK.questions]


def progress(**stars: str) -> CourseProgress:
    return CourseProgress(lessons=LESSONS, stars=stars)


@pytest.mark.parametrize(
    ("done", "goes_on"),
    [([], 1), (TASKS[:1], TASKS[1]), (TASKS[:-1], TASKS[-1]), (TASKS[1:], TASKS[0]), (TASKS, 1)],
    ids=["nothing is done", "the first", "all but the last", "all but the first", "all"],
)
def test_a_lesson_goes_on_at_the_first_task_without_a_star(done: list[int], goes_on: int) -> None:
    place = progress(**{f"rook.{each}": "3" for each in done}).place(ROOK)
    told_before = ROOK.tasks[place : goes_on - 1]
    assert all(isinstance(task, TellTask) for task in told_before)
    assert place == 0 or not isinstance(ROOK.tasks[place - 1], TellTask)


def test_the_next_lesson_is_the_first_that_lacks_a_star_and_the_first_of_all_when_none_does() -> None:
    stars = {f"{each.name}.{place}": "1" for each in LESSONS for place, _ in each.questions}
    stars |= {each.name: "list" for each in LESSONS}
    assert progress().next is LESSONS[0]
    assert progress(**stars).next is LESSONS[0]
    del stars[f"rook.{TASKS[-1]}"]
    assert progress(**stars).next is ROOK
    assert progress().following(ROOK) is LESSONS[LESSONS.index(ROOK) + 1]
    assert progress().following(LESSONS[-1]) is None


def test_the_state_counts_stars_and_a_tale_is_heard_or_not() -> None:
    assert progress().state(ROOK).key == "said.not_begun"
    found = progress(**{f"rook.{TASKS[0]}": "3", f"rook.{TASKS[1]}": "2"}).state(ROOK)
    assert (found.key, found.slots["count"], found.slots["most"]) == ("said.stars_of", 5, 3 * len(TASKS))
    tale = LESSONS[-1]
    assert progress(**{tale.name: "list"}).state(tale).key == "said.heard_before"
