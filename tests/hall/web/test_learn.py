"""Lessons at pages: by keyboard alone to the stars, by the board, without a script; whose stars they are; attacks."""

import operator
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from access_chess.hall.people.database import Role
from access_chess.hall.web.guards import Rate
from tests.hall.web.test_pages import is_clean_in_all_themes, tab_stops
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.page_player import PagePlayer

ENGLISH = {"accept-language": "en"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall")) as running:
        yield running


def at_lesson(browser: Browser, hall: ServedHall, name: str, **options: object) -> PagePlayer:
    player = PagePlayer(browser, hall.address, **options)  # type: ignore[arg-type]
    player.open(f"/learn/{name}")
    return player


def enter(player: PagePlayer, line: str, answer: str) -> None:
    before = len(player.heard)
    player.enter(line)
    player.hears(answer, after=before)


def test_by_keyboard_alone_from_the_start_page_through_the_rook_to_its_stars(
    browser: Browser, hall: ServedHall
) -> None:
    """The focus stays in the field through every task, and the next lesson begins by Enter."""
    player = PagePlayer(browser, hall.address)
    player.open("/")
    player.tab_to("Learn chess")
    player.press("Enter")
    player.page.wait_for_url("**/learn")
    player.tab_to("The rook")
    player.press("Enter")
    player.page.wait_for_url("**/learn/rook")
    first = player.hears("Feel its top")[0]
    assert first.startswith("aside: The rook: five tasks"), "the lesson is heard first, and not what it has not yet"
    assert player.hears("stars last for this visit only")[0] == first
    for line, answer in (
        ("", "does not jump"), ("", "Coins lie on"), ("rook e5", "Not yet"), ("rook d7", "Taken"),
        ("rook h7", "One is left"), ("rook h2", "Three stars"), ("", "Name each move"), ("Ra2", "3 more"),
    ):  # fmt: skip
        enter(player, line, answer if answer != "3 more" else "more")
        assert player.page.evaluate("() => document.activeElement.id") == "line", line
        assert player.page.input_value("#line") == ""
    for _ in range(60):
        if "Shall it begin" in player.page.inner_text("#log"):
            break
        before = player.page.inner_text("#log")
        player.press("Enter")
        player.until(partial(player.page.inner_text, "#log"), partial(operator.ne, before))
        assert player.page.evaluate("() => document.activeElement.id") == "line"
    assert "The lesson is done, with" in player.page.inner_text("#log")
    assert not player.page.is_visible("#actions") and player.page.is_visible("#again")
    player.press("Enter")
    player.page.wait_for_url("**/learn/bishop")
    assert "this visit only" not in " ".join(player.hears("slim")), "it is told once"
    player.open("/learn")
    rook = player.page.inner_text("li:has(a[href='/learn/rook'])")
    assert re.fullmatch(r"The rook\. \w+ stars of fifteen\.", rook), rook
    assert player.page.inner_text("main p a") == "Go on: The board"
    player.close()


def test_a_click_on_the_board_and_the_goal_and_the_men_follow(browser: Browser, hall: ServedHall) -> None:
    player = at_lesson(browser, hall, "rook")
    page = player.page
    enter(player, "", "does not jump")
    enter(player, "", "Coins lie on")
    assert page.get_attribute("#d7", "aria-label") == "David seven, coin"
    page.click("#d4")
    player.hears("selected")
    page.click("#d7")
    player.hears("Taken")
    player.until(partial(page.inner_text, "#men"), lambda text: "rook David seven" in text)
    assert "Coins lie on Hector two, Hector seven" in page.inner_text("#goal")
    assert page.get_attribute("#d7", "aria-label") == "David seven, white rook"
    page.focus("#d7")
    player.press("Enter")
    page.focus("#h7")
    player.press("Enter")
    player.hears("One is left")
    for button, told in (("Hint", "Which of them"), ("Restart", "You have rook David four")):
        before = len(player.heard)
        page.click(f"#actions >> text={button}")
        player.hears(told, after=before)
        player.until(player.focused, "Move or answer".__eq__)
    player.close()


def go_on_until(player: PagePlayer, is_there: Callable[[], bool]) -> None:
    """Go on by the button, slowly, as one that was down before a question came presses nothing."""
    for _ in range(20):
        player.let_the_question_stand()
        if is_there():
            return
        before = player.page.inner_text("#log")
        player.page.click("#actions >> text=Next")
        player.until(partial(player.page.inner_text, "#log"), before.__ne__)
    raise AssertionError("it does not come")


def test_a_square_that_is_asked_for_is_answered_by_a_click_and_yes_and_no_by_buttons(
    browser: Browser, hall: ServedHall
) -> None:
    player = at_lesson(browser, hall, "wings")
    page = player.page
    go_on_until(player, lambda: bool(page.evaluate("() => takesSquare")))
    for square, told in (("a1", "Not yet"), ("g8", "Right")):
        page.click(f"#{square}")
        player.hears(told)
    player.open("/learn/rook")  # whose beginning ends the other lesson, which does not call the page back
    go_on_until(player, lambda: page.is_visible("#question"))
    assert page.inner_text("#asked") == "Answer yes or no."
    assert page.inner_text("#goal").endswith("in one move?")
    assert page.locator("#answers button").all_inner_texts() == ["No", "Yes"]
    player.let_the_question_stand()
    page.click("#answers >> text=No")
    player.hears("Right")
    player.until(partial(page.is_visible, "#question"), lambda shown: not shown)
    player.close()


def test_without_a_script_a_lesson_goes_on_by_forms(browser: Browser, hall: ServedHall) -> None:
    player = at_lesson(browser, hall, "rook", java_script_enabled=False)
    page = player.page
    for _ in range(2):
        player.follow("#line-form button")
    player.follow("#d4")
    assert "from=d4" in page.url and page.locator("[aria-selected]").count() == 1
    player.follow("#d7")
    assert "Taken, two are left" in page.inner_text("#log")
    player.follow("text=Hint")
    assert "Which of them" in page.inner_text("#log")
    page.fill("#line", "rook h7")
    player.follow("#line-form button")
    assert page.inner_text("#men").startswith("White: rook Hector seven.")
    player.follow("text=All lessons")
    assert page.inner_text("h1") == "Learn chess"
    player.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (768, 1024), (320, 640)])
def test_a_lesson_keeps_the_rules_goes_down_only_and_nothing_jumps(
    browser: Browser, hall: ServedHall, width: int, height: int
) -> None:
    player = PagePlayer(browser, hall.address, viewport={"width": width, "height": height})
    player.context.add_init_script(
        "window.shifted = 0; new PerformanceObserver((all) => { for (const each of all.getEntries())"
        " if (!each.hadRecentInput) window.shifted += each.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    player.open("/learn")
    is_clean_in_all_themes(player)
    player.open("/learn/rook")
    player.hears("Feel its top")
    is_clean_in_all_themes(player)
    player.page.focus("#line")
    enter(player, "", "does not jump")
    enter(player, "", "Coins lie on")
    is_clean_in_all_themes(player)  # coins lie on the board
    for _ in range(20):
        if player.page.is_visible("#question"):
            break
        before = player.page.inner_text("#log")
        player.enter("next")
        player.until(partial(player.page.inner_text, "#log"), partial(operator.ne, before))
    is_clean_in_all_themes(player)  # yes or no
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width
    assert player.page.evaluate("window.shifted") == 0
    player.close()


def test_what_the_tab_key_leads_to(browser: Browser, hall: ServedHall) -> None:
    player = at_lesson(browser, hall, "rook")
    enter(player, "", "does not jump")
    enter(player, "", "Coins lie on")
    stops = tab_stops(player)
    for name in ("Hint", "Restart", "Next", "All lessons"):
        assert stops.count(name) == 1
    assert sum(", " in name and name.split(", ")[1] in ("empty", "coin", "white rook") for name in stops) == 1
    assert stops[0] == "Send"
    player.close()


def test_stars_of_a_name_stay_in_a_hall_and_those_of_a_visit_do_not(hall: ServedHall, anna: Visitor) -> None:
    """Where nobody has signed in it stands at the list, and at a lesson behind all else; the first one says it."""
    _rook_taken(anna)
    told = "You have not signed in: your stars last for this visit only."
    assert f"{told}</p>" in anna.client.get("/learn", headers=ENGLISH).text
    page = anna.client.get("/learn/rook", headers=ENGLISH).text
    assert f'<p class="hint">{told}</p>' in page.partition('id="actions"')[2] and page.count(told) == 1
    assert "Three stars of fifteen" in anna.client.get("/learn", headers=ENGLISH).text
    later = Visitor(hall)
    assert "stars of fifteen" not in later.client.get("/learn", headers=ENGLISH).text
    later.client.close()
    for name in ("Mia", "MIA"):
        again = Visitor(hall)
        again.begin(name=name)
        if name == "Mia":
            for path in ("/learn", "/learn/rook"):
                assert told not in again.client.get(path, headers=ENGLISH).text
            _rook_taken(again)
        assert "Three stars of fifteen" in again.client.get("/learn", headers=ENGLISH).text, name
        again.client.close()


def test_stars_of_a_name_outlive_the_hall_and_those_of_a_machine_are_the_files(tmp_path: Path) -> None:
    with served(tmp_path) as hall:
        mia = Visitor(hall)
        mia.begin(name="Mia")
        _rook_taken(mia)
        hall.stop()
        hall.practice_file = tmp_path / "practice.sqlite"
        hall.start()
        assert "stars of fifteen" not in mia.client.get("/learn", headers=ENGLISH).text, "the file is another's"
        _rook_taken(mia)
        other = Visitor(hall)
        assert "Three stars of fifteen" in other.client.get("/learn", headers=ENGLISH).text
        assert "this visit only" not in other.client.get("/learn/bishop", headers=ENGLISH).text
        hall.stop()
        hall.practice_file = None
        hall.start()
        assert "Three stars of fifteen" in mia.client.get("/learn", headers=ENGLISH).text
        for visitor in (mia, other):
            visitor.client.close()


def _rook_taken(visitor: Visitor) -> None:
    visitor.client.get("/learn/rook", headers=ENGLISH)
    for line in ("", "", "rook d7", "rook h7", "rook h2"):
        assert visitor.post("/learn/rook/line", line=line).status_code == 200


def test_a_lesson_that_was_forgotten_goes_on_at_its_first_task_without_a_star(hall: ServedHall, anna: Visitor) -> None:
    _rook_taken(anna)
    for learner in hall.hall.learners.by_key.values():
        learner.lesson = None
    page = anna.post("/learn/rook/line", line="Ra2")
    assert page.url.path == "/learn/rook" and "Ra2" not in page.text
    assert "task two of five" in anna.client.get("/learn/rook", headers=ENGLISH).text.lower()


@pytest.mark.parametrize("tongue", ["fr", "ru", "es", "pt"])
def test_a_tongue_without_lessons_offers_english_and_goes_on_in_it(stranger: Visitor, tongue: str) -> None:
    own = {"accept-language": tongue}
    for path in ("/learn", "/learn/rook"):
        offered = stranger.client.get(path, headers=own).text
        assert f'href="{path}?in=en"' in offered and "The rook" not in offered
    assert 'href="/learn/rook?in=en"' in stranger.client.get("/learn?in=en", headers=own).text
    begun = stranger.client.get("/learn/rook?in=en", headers=own).text
    assert f'<html lang="{tongue}"' in begun and '<p id="goal" lang="en">The rook is the tower' in begun
    gone_on = stranger.client.post("/learn/rook/line", data={"line": ""}, headers=own)
    assert "It goes straight" in gone_on.text


def test_who_plays_a_tournament_game_learns_nothing_until_it_is_over(
    anna: Visitor, stranger: Visitor, third: Visitor
) -> None:
    third.sign_in(Role.ARBITER)
    paired = third.post("/arbiter/pairing", white="Anna", black="Boris", time="15+10")
    codes = re.findall(r'<strong class="code">([^<]*)</strong>', paired.text)
    for visitor, code in zip((anna, stranger), codes, strict=True):
        game = visitor.post("/in", code=code).url.path
    for path in ("/learn", "/learn/rook", "/learn/rook/stream", "/learn/rook/said/1.wav"):
        refused = anna.client.get(path, headers=ENGLISH)
        assert (refused.status_code, "the arbiter explains the Laws" in refused.text) == (403, True), path
    assert anna.post("/learn/rook/line", line="").status_code == 403
    for line in ("resign", "yes"):
        anna.post(f"{game}/line", line=line)
    assert anna.client.get("/learn/rook").status_code == 200


def test_forms_of_others_and_what_is_not_there(hall: ServedHall, anna: Visitor, stranger: Visitor) -> None:
    anna.begin(name="Anna")
    anna.client.get("/learn/rook")
    for csrf in ("", "x" * 22, stranger.csrf):
        assert anna.client.post("/learn/rook/line", data={"csrf": csrf, "line": ""}).status_code == 403
    forged = anna.client.post(
        "/learn/rook/line", data={"csrf": anna.csrf, "line": ""}, headers={"origin": "http://evil.example"}
    )
    assert forged.status_code == 403
    before = anna.client.get("/learn/rook", headers=ENGLISH).text.partition("<main")[2].partition("<form")[0]
    taken = stranger.client.post("/learn/rook/line", data={"line": ""})  # has no lesson: it is led to one of its own
    assert taken.status_code == 200
    assert anna.client.get("/learn/rook", headers=ENGLISH).text.partition("<main")[2].partition("<form")[0] == before
    for path in ("/learn/fish", "/learn/rook%2F..", f"/learn/{'x' * 10_000}", "/learn/said", "/learn/..%2F..%2Fetc"):
        assert stranger.client.get(path).status_code in (404, 405), path[:30]
    assert anna.post("/learn/rook/fish").status_code == 404
    assert anna.post("/learn/rook/line", request="resign").status_code == 400
    assert anna.post("/learn/rook/square", square="z9").status_code == 400
    assert anna.post("/learn/rook/line", line="x" * 501).status_code == 400
    assert anna.post("/learn/rook/line", line="x" * 10_000).status_code == 413
    for line in ("\0", "🦄" * 200, "<script>alert(1)</script>", "'; DROP TABLE stars; --", "%s%n{title}"):
        page = anna.post("/learn/rook/line", line=line)
        assert page.status_code == 200 and "<script>alert" not in page.text


def test_a_cookie_of_somebody_else_that_is_guessed_is_nobodys(hall: ServedHall, stranger: Visitor) -> None:
    stranger.client.get("/learn/rook")
    (own,) = [value for name, value in stranger.client.cookies.items() if name == "learner"]
    assert len(own) >= 40
    cookie = next(each for each in stranger.client.cookies.jar if each.name == "learner")
    assert cookie.has_nonstandard_attr("HttpOnly") and cookie.get_nonstandard_attr("SameSite") == "strict"
    assert cookie.expires is None, "it goes with the visit"
    guess = Visitor(hall)
    guess.client.cookies.set("learner", "guessed")
    page = guess.client.get("/learn/rook", headers=ENGLISH)
    assert page.status_code == 200
    assert "guessed" not in hall.hall.learners.by_key, "a key is made here"
    guess.client.close()


def test_three_hundred_visits_keep_no_thread_and_a_bounded_number_of_lessons(hall: ServedHall) -> None:
    before = threading.active_count()
    visitor = Visitor(hall)
    for _ in range(300):
        visitor.client.cookies.clear()
        assert visitor.client.get("/learn/rook").status_code == 200
    at_lessons = [each for each in hall.hall.learners.by_key.values() if each.lesson is not None]
    assert len(at_lessons) == 200
    assert threading.active_count() <= before + 40, "those of the server's own pool"
    hall.hall.new_lessons = Rate(burst=20, a_second=0)
    statuses = set()
    for _ in range(30):
        visitor.client.cookies.clear()
        statuses.add(visitor.client.get("/learn/rook").status_code)
    visitor.client.close()
    hall.hall.new_lessons = Rate(burst=1e9, a_second=1e9)
    assert statuses == {200, 429}
