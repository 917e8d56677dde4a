"""Every lesson of the course at a page in Chromium, by keys alone, with all stars; what it asks, and says to what is
right, stands in `tests/golden/course_pages/`. Three lessons by clicks leave what the same answers leave when typed.

The gate learns in English; with EVERY_LESSON=1 in German, too. `python -m tests.hall.web.test_course_at_pages` writes
the files anew.
"""

import os
import tempfile
from pathlib import Path

import chess
import pytest
from playwright.sync_api import Browser, Error

from access_chess.edge.packs.lessons import load_course, load_lessons
from access_chess.practice.course import Group, Lesson
from access_chess.practice.lesson_drills import GameDrill, TellDrill
from access_chess.wiring.lessons import PageLesson
from tests.command_line.test_learn_by_hand import heard, kept
from tests.hall.web.test_lesson_buttons import lesson_at
from tests.support.golden import GOLDEN
from tests.support.hall_server import ServedHall, served
from tests.support.page_player import PagePlayer, chromium
from tests.support.right_answers import right_line

FOLDER = GOLDEN / "course_pages"
TONGUES = {"en": "en-GB", "de": "de-DE"}
LEARNT_IN = tuple(TONGUES) if "EVERY_LESSON" in os.environ else ("en",)
#: What is answered: two squares or a man and a square by clicks, one square by a click, all else by keys.
CLICKED = {
    "setup": ("", "16", "", "knight b1", "knight g1", "rook a1", "rook h1", "bishop c1", "bishop f1"),
    "rook": ("", "", "d4 e5", "d4 d7", "d7 h7", "hint", "h7 h2"),
    "castling": ("", "h1 f1", "e1 g1", "", "f1"),
}


def said_at(lesson: PageLesson, after: int = 0) -> list[str]:
    """What has been said there after the line of this number."""
    return [line.utterance.text for line in lesson.lines(after) if line.utterance.text]


def found(player: PagePlayer, script: str) -> str:
    """What is found in the page; nothing while it is loaded anew, with the board turned."""
    try:
        return str(player.page.evaluate(script))
    except Error:
        return ""


def shows(player: PagePlayer, lesson: PageLesson) -> None:
    """Wait until the page has the last line."""
    last = "() => document.querySelector('#log li:last-child').textContent"
    player.until(lambda: found(player, last) == said_at(lesson)[-1])


def answered(player: PagePlayer, lesson: PageLesson, line: str) -> list[str]:
    """What is said to a line that is typed, when the page shows it; the field has the keyboard then."""
    shows(player, lesson)
    before = lesson.view.last
    player.enter(line)
    player.until(lambda: lesson.view.last, before.__lt__)
    shows(player, lesson)
    player.until(lambda: found(player, "() => document.activeElement.id"), "line".__eq__)
    return said_at(lesson, before)


def gone_through(player: PagePlayer, hall: ServedHall, lesson: Lesson, tongue: str) -> list[str]:
    """A lesson to its end: each task with its goal, and what is said after."""
    player.open(f"/learn/{lesson.name}")
    at, told = lesson_at(hall), list[str]()
    words, language = load_lessons(tongue), at.manner.language
    while not at.view.is_over and not isinstance(task := at.task, GameDrill):
        line = "" if task is None else right_line(task, words, language)
        goal = at.view.goal
        said = answered(player, at, line)
        if task is not None and not isinstance(task, TellDrill):
            told.append("\n".join([f"# {task.name}", goal, f"> {line}", *said]))
    if lesson.group is not Group.OLD_TALES and lesson.name != "firstgame":
        stars = next(each.stars for each in hall.hall.learners.by_key.values() if each.lesson is at)
        names = [f"{lesson.name}.{place}" for place, _ in lesson.questions]
        player.until(lambda: [stars.get(name) for name in names], ["3" for _ in names].__eq__)
    return told


def transcript(browser: Browser, hall: ServedHall, tongue: str) -> str:
    """All tasks, one after the other."""
    player = PagePlayer(browser, hall.address, locale=TONGUES[tongue])
    told = [task for lesson in load_course().lessons for task in gone_through(player, hall, lesson, tongue)]
    player.close()
    return "\n\n".join(told) + "\n"


@pytest.mark.parametrize("tongue", LEARNT_IN)
def test_the_whole_course_is_learnt_at_a_page_by_keys_alone(browser: Browser, tmp_path: Path, tongue: str) -> None:
    with served(tmp_path) as hall:
        told = transcript(browser, hall, tongue)
    assert told == (FOLDER / f"{tongue}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CLICKED)
def test_clicks_leave_the_stars_and_rows_that_lines_leave(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    heard(tmp_path / "typed", monkeypatch, name, lines=(*map(as_typed, CLICKED[name]), "quit"))
    (tmp_path / "clicked").mkdir()
    with served(tmp_path / "hall") as hall:
        hall.stop()
        hall.practice_file = tmp_path / "clicked" / "practice.sqlite"
        hall.start()
        player = PagePlayer(browser, hall.address)
        player.open(f"/learn/{name}")
        at = lesson_at(hall)
        for line in CLICKED[name]:
            clicked(player, at, line)
        player.close()
    assert kept(tmp_path / "clicked") == kept(tmp_path / "typed") != ([], [])


def as_typed(line: str) -> str:
    """A move is one word of two squares."""
    return line.replace(" ", "") if line[:2] in chess.SQUARE_NAMES else line


def clicked(player: PagePlayer, lesson: PageLesson, line: str) -> None:
    """Answer by clicks, where squares are named."""
    *first, square = line.split() or [""]
    if square not in chess.SQUARE_NAMES:
        player.page.focus("#line")
        answered(player, lesson, line)
        return
    for each in first:
        before = len(player.heard)
        player.page.click(f"#{each}" if each in chess.SQUARE_NAMES else f"#answers >> text=white {each}")
        player.hears("selected", after=before)
    last = lesson.view.last
    player.page.click(f"#{square}")
    player.until(lambda: lesson.view.last, last.__lt__)
    shows(player, lesson)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with chromium() as browser:
        for tongue in TONGUES:
            with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as hall:
                (FOLDER / f"{tongue}.txt").write_text(transcript(browser, hall, tongue), encoding="utf-8")
