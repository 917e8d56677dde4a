"""Tasks of lessons by buttons: men that are set up, deeds, choices; by the pointer, by keys, without a script."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser

from access_chess.edge.packs.lessons import load_lessons
from access_chess.practice.drill import Drill
from access_chess.practice.lesson_drills import ActDrill, AskDrill, SetUpDrill
from access_chess.wiring.lessons import PageLesson
from tests.hall.web.test_pages import is_clean_in_all_themes
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.page_player import PagePlayer
from tests.support.right_answers import right_line
from tests.support.slow_line import slow_line


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall")) as running:
        yield running


def lesson_at(hall: ServedHall) -> PageLesson:
    """The lesson that was begun last."""
    found = [each.lesson for each in hall.hall.learners.by_key.values() if each.lesson is not None]
    return found[-1]


def brought_to(player: PagePlayer, hall: ServedHall, name: str, kind: type[Drill]) -> Drill:
    """The first task of a kind, after right answers, and the page that shows it."""
    player.open(f"/learn/{name}")
    task = go_to(lesson_at(hall), kind)
    player.open(f"/learn/{name}")
    return task


def go_to(lesson: PageLesson, kind: type[Drill]) -> Drill:
    """By right answers to the first task of a kind."""
    words, language = load_lessons("en"), lesson.manner.language
    while not isinstance(task := lesson.task, kind):
        lesson.enter("" if task is None else right_line(task, words, language))
    return task


def stars_told(player: PagePlayer) -> None:
    player.until(partial(player.page.inner_text, "#log"), lambda text: "Three stars" in text)


MEN = ("white rook", "white knight", "white bishop")


def test_men_are_set_up_by_the_pointer_and_a_wrong_square_is_named_as_by_typing(
    browser: Browser, hall: ServedHall
) -> None:
    player = PagePlayer(browser, hall.address)
    page = player.page
    brought_to(player, hall, "setup", SetUpDrill)
    assert tuple(page.locator("#answers button").all_inner_texts()) == MEN
    for man, square, told in (
        ("knight", "b3", "Not yet"), ("knight", "b1", "five more"), ("knight", "g1", "four more"),
        ("rook", "a1", "three more"), ("rook", "h1", "two more"), ("bishop", "c1", "One more"),
    ):  # fmt: skip
        before = len(player.heard)
        page.click(f"#answers >> text=white {man}")
        player.hears(f"white {man}, selected", after=before)
        assert page.get_attribute("#answers [aria-pressed=true]", "value") == man
        page.click(f"#{square}")
        player.hears(told, after=before)
    player.until(lambda: page.locator("#answers button").all_inner_texts(), ["white bishop"].__eq__)
    assert page.get_attribute("#c1", "aria-label") == "Cesar one, white bishop"
    for told in ("selected", "dropped"):
        before = len(player.heard)
        page.click("#answers button")
        player.hears(told, after=before)
    page.click("#answers button")
    page.click("#f1")
    stars_told(player)
    player.until(partial(page.is_visible, "#question"), lambda shown: not shown)
    player.close()


def test_on_a_slow_line_men_are_set_up_without_waiting_for_each_answer(browser: Browser, hall: ServedHall) -> None:
    with slow_line(hall.port, 0.3) as line:
        player = PagePlayer(browser, line.address)
        brought_to(player, hall, "setup", SetUpDrill)
        for man, square in zip(("rook", "knight", "bishop") * 2, ("a1", "b1", "c1", "h1", "g1", "f1"), strict=True):
            player.page.click(f"#answers >> text=white {man}")
            player.page.click(f"#{square}")
        player.until(partial(player.page.inner_text, "#log"), lambda text: text.count("Three stars") == 2)
        player.close()


def test_men_are_set_up_by_keys_alone(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address)
    page = player.page
    brought_to(player, hall, "board", SetUpDrill)
    page.focus("#line")
    player.tab_to("white pawn")
    player.press("Enter")
    player.hears("white pawn, selected")
    player.press("Tab")
    assert page.evaluate("() => document.activeElement.id") == "e2", "the board is the next stop"
    player.press("ArrowUp", "ArrowUp", "Enter")
    stars_told(player)
    assert page.evaluate("() => document.activeElement.id") == "e4"
    player.close()


def test_deeds_are_done_by_buttons_and_one_that_needs_a_square_by_that(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address)
    page = player.page
    brought_to(player, hall, "touch", ActDrill)
    player.let_the_question_stand()
    assert page.locator("#answers button").count() == 13
    page.click("#answers >> text=press")
    player.hears("Not yet")
    assert page.evaluate("() => document.activeElement.id") == "line"
    page.click("#answers >> text=adjust")
    page.click("#g1")
    player.hears("Three stars")
    brought_to(player, hall, "draws", ActDrill)
    player.let_the_question_stand()
    page.click("#answers >> text=resign")
    player.hears("Three stars")
    player.close()


def test_a_choice_is_taken_by_its_button_once(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address)
    task = brought_to(player, hall, "ares", AskDrill)
    assert isinstance(task, AskDrill) and task.task.choices
    assert player.page.locator("#answers button").count() == task.task.choices
    player.let_the_question_stand()
    player.page.dblclick(f"#answers [value='{task.task.number}']")
    player.hears("Right")
    player.until(partial(player.page.is_visible, "#question"), lambda shown: not shown)
    player.close()


def test_without_a_script_men_deeds_and_choices_are_forms(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address, java_script_enabled=False)
    page = player.page
    for lesson, kind, taken, square in (
        ("board", SetUpDrill, "white pawn", "e4"),
        ("touch", ActDrill, "adjust", "g1"),
        ("draws", ActDrill, "resign", ""),
    ):
        brought_to(player, hall, lesson, kind)
        player.follow(f"#answers >> text={taken}")
        if square:
            assert re.search(r"\?from=\w+", page.url)
            assert page.inner_text("#answers [aria-pressed=true]") == taken
            player.follow(f"#{square}")
        assert "Three stars" in page.inner_text("#log"), lesson
    player.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (768, 1024), (320, 640)])
def test_what_is_to_be_set_up_done_or_chosen_keeps_the_rules(
    browser: Browser, hall: ServedHall, width: int, height: int
) -> None:
    player = PagePlayer(browser, hall.address, viewport={"width": width, "height": height})
    for lesson, kind in (("setup", SetUpDrill), ("touch", ActDrill), ("ares", AskDrill)):
        brought_to(player, hall, lesson, kind)
        is_clean_in_all_themes(player)
        assert player.page.evaluate("document.documentElement.scrollWidth") <= width
        bottom, top = (player.page.locator(each).bounding_box() for each in ("#e5", "#entry"))
        assert bottom and top and (width >= 960 or bottom["y"] + bottom["height"] <= top["y"]), (
            "half of the board is seen"
        )
    player.close()


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("square", {"from": "knight", "square": "z9"}), ("square", {"from": "queen", "square": "a1"}),
        ("square", {"from": "<script>", "square": "a1"}), ("line", {"answer": "fish"}), ("line", {"answer": "knight"}),
        ("line", {"answer": "\0"}), ("square", {"from": "knight", "square": "b1", "question": "of another task"}),
    ],
)  # fmt: skip
def test_what_is_no_button_there_does_nothing(
    hall: ServedHall, anna: Visitor, path: str, fields: dict[str, str]
) -> None:
    anna.client.get("/learn/setup", headers={"accept-language": "en"})
    lesson = lesson_at(hall)
    go_to(lesson, SetUpDrill)
    before, question = lesson.lines(), lesson.view.state.question
    answer = anna.post(f"/learn/setup/{path}", **({"question": question} | fields))
    assert answer.status_code in (200, 400)
    assert lesson.lines() == before
