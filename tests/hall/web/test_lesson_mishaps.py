"""What may go wrong at lessons: two tabs, Enter twice, a page that is loaded anew, a hall that begins again; and two
lessons by keys and buttons alone.
"""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import chess
import pytest
from playwright.sync_api import Browser

from access_chess.edge.packs.lessons import load_lessons
from access_chess.practice.lesson_drills import ActDrill, SetUpDrill
from access_chess.wiring.lessons import PageLesson
from tests.hall.web.test_course_at_pages import answered, shows
from tests.hall.web.test_learn import ENGLISH, at_lesson, enter
from tests.hall.web.test_lesson_buttons import brought_to, lesson_at
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.page_player import PagePlayer
from tests.support.right_answers import right_line
from tests.support.slow_line import slow_line


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall")) as running:
        yield running


def test_of_two_tabs_at_two_lessons_the_former_goes_to_the_list(browser: Browser, hall: ServedHall) -> None:
    """They do not take the lesson from each other again and again."""
    player = at_lesson(browser, hall, "rook")
    player.hears("Feel its top")
    other = player.context.new_page()
    other.goto(f"{hall.address}/learn/bishop")
    bishop = lesson_at(hall)
    player.page.wait_for_url("**/learn")
    other.focus("#line")
    other.keyboard.press("Enter")
    player.until(partial(other.inner_text, "#log"), lambda text: len(text.splitlines()) > 2)
    assert lesson_at(hall) is bishop and not bishop.is_new
    assert player.page.url.endswith("/learn") and other.url.endswith("/learn/bishop")
    other.close()
    player.close()


def test_a_link_leads_where_it_leads_though_the_lesson_of_its_page_ends(browser: Browser, hall: ServedHall) -> None:
    """The list is for those who have nowhere to go; here the other lesson has begun before its page has come."""
    with slow_line(hall.port, 0.6) as line:
        player = PagePlayer(browser, line.address)
        player.open("/learn/rook")
        player.hears("Feel its top")
        player.page.evaluate("() => { document.querySelector('.links a').href = '/learn/bishop'; }")
        player.page.click(".links a >> nth=0")
        player.page.wait_for_url("**/learn/bishop")
        player.hears("The bishop")
        player.close()


def test_two_tabs_at_one_lesson_show_the_same(browser: Browser, hall: ServedHall) -> None:
    player = at_lesson(browser, hall, "rook")
    other = player.context.new_page()
    other.goto(f"{hall.address}/learn/rook")
    for line, told in (("", "does not jump"), ("", "Coins lie on"), ("rook d7", "two are left")):
        enter(player, line, told)
        other.wait_for_selector(f"#log >> text={told}")
    player.until(partial(other.get_attribute, "#d7", "aria-label"), "David seven, white rook".__eq__)
    other.close()
    player.close()


def test_who_comes_back_to_a_task_finds_it_as_it_was_left(browser: Browser, hall: ServedHall) -> None:
    player = at_lesson(browser, hall, "rook")
    for line, told in (("", "does not jump"), ("", "Coins lie on"), ("rook d7", "two are left")):
        enter(player, line, told)
    player.follow("text=All lessons")
    player.page.go_back()
    player.hears("You have rook David seven")
    player.page.focus("#line")
    enter(player, "rook h7", "One is left")
    player.close()


def test_enter_that_is_pressed_again_before_the_answer_has_come_goes_on_once(
    browser: Browser, hall: ServedHall
) -> None:
    with slow_line(hall.port, 0.3) as line:
        player = PagePlayer(browser, line.address)
        player.open("/learn/rook")
        player.hears("Feel its top")
        player.page.focus("#line")
        player.press("Enter", "Enter")
        player.hears("does not jump")
        enter(player, "fish", "Enter, when you are ready")  # comes behind whatever was sent before
        assert "Coins lie on" not in player.page.inner_text("#log")
        enter(player, "", "Coins lie on")
        player.close()


def test_a_page_that_is_loaded_anew_while_men_are_set_up_has_what_stands(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address)
    page = player.page
    brought_to(player, hall, "setup", SetUpDrill)
    page.click("#answers >> text=white rook")
    page.click("#a1")
    player.hears("five more")
    page.click("#answers >> text=white rook")
    player.hears("white rook, selected")
    page.reload()
    assert page.get_attribute("#a1", "aria-label") == "Anna one, white rook"
    assert page.locator("#answers [aria-pressed=true]").count() == 0, "nothing is in the hand"
    page.click("#answers >> text=white rook")
    page.click("#h1")
    player.hears("four more")
    player.close()


def test_a_hall_that_begins_again_goes_on_at_the_first_task_without_a_star(browser: Browser, tmp_path: Path) -> None:
    """Where the learner has a name; the page comes back by itself."""
    with served(tmp_path) as hall:
        player = PagePlayer(browser, hall.address)
        cookie = {"name": "hall", "value": hall.database.sign_in("Mia"), "url": hall.address}
        player.context.add_cookies([cookie])  # type: ignore[list-item]
        player.open("/learn/rook")
        for line, told in (("", "does not jump"), ("", "Coins lie on"), ("rook d7", "Taken"), ("rook h7", "One is")):
            enter(player, line, told)
        enter(player, "rook h2", "Three stars")
        hall.stop()
        hall.start()
        player.hears("Task two of five")
        assert player.page.url.endswith("/learn/rook")
        enter(player, "Ra2", "more")
        player.problems.clear()  # the browser tells of a stream that was cut off
        player.close()


def test_a_lesson_that_is_done_may_be_begun_anew_from_the_list(hall: ServedHall, anna: Visitor) -> None:
    anna.client.get("/learn/wheat", headers=ENGLISH)
    lesson = lesson_at(hall)
    while not lesson.view.is_over:
        page = anna.post("/learn/wheat/line", line="")
    assert re.search(r'id="actions"[^>]* hidden', page.text), "it is over"
    assert re.search(r'id="actions"[^>]* hidden', anna.client.get("/learn/wheat", headers=ENGLISH).text)
    anna.client.get("/learn", headers=ENGLISH)
    assert not re.search(r'id="actions"[^>]* hidden', anna.client.get("/learn/wheat", headers=ENGLISH).text)


def by_button(player: PagePlayer, lesson: PageLesson, line: str) -> None:
    """Answer a task by the keyboard, but nothing is typed: by its button, and by the square that this needs."""
    first, _, square = line.partition(" ")
    shown = next(each for each in lesson.view.state.answers if (each.line or each.name) in (line, first))
    player.let_the_question_stand()
    player.tab_to(shown.words or shown.line or first.capitalize())
    player.press("Enter")
    if shown.takes_square:
        player.hears("selected")
        to_square(player, square, lesson.view.color)


def to_square(player: PagePlayer, square: str, color: chess.Color) -> None:
    """Walk there by arrows from where the Tab key comes to the board of this color, and press."""
    here = player.page.evaluate("() => document.querySelector('#board [tabindex=\"0\"]').value")
    while player.page.evaluate("() => document.activeElement.value") != here:
        player.press("Tab")
    for to, at, ways in zip(square, here, (("Left", "Right"), ("Down", "Up")), strict=True):
        player.press(*[f"Arrow{ways[(to > at) is color]}"] * abs(ord(to) - ord(at)))
    player.press("Enter")


@pytest.mark.parametrize("name", ["touch", "trouble"])
def test_a_lesson_is_learnt_by_keys_and_buttons_alone(browser: Browser, hall: ServedHall, name: str) -> None:
    """A move is made on the board. What has no button, as a number of minutes, is typed."""
    player = at_lesson(browser, hall, name)
    player.page.focus("#line")
    lesson, words = lesson_at(hall), load_lessons("en")
    while not lesson.view.is_over:
        shows(player, lesson)
        task, before = lesson.task, lesson.view.last
        line = "" if task is None else right_line(task, words, lesson.manner.language)
        if isinstance(task, ActDrill) and task.task.move:
            to_square(player, line[:2], lesson.view.color)
            to_square(player, line[2:], lesson.view.color)
        elif not lesson.view.state.answers:
            player.page.focus("#line")
            answered(player, lesson, line)
        else:
            by_button(player, lesson, line)
        player.until(lambda: lesson.view.last, before.__lt__)
    shows(player, lesson)
    stars = next(each.stars for each in hall.hall.learners.by_key.values() if each.lesson is lesson)
    questions = [f"{name}.{place}" for place, _ in lesson.lesson.questions]
    player.until(lambda: [stars.get(each) for each in questions], ["3" for _ in questions].__eq__)
    player.close()
