"""Rules of touch: a question takes no key that was down before it came, and lost and found are told on every page."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.hall.web.test_arbiter import ruled_game, signed_in
from tests.hall.web.test_network import KILLS, serving
from tests.hall.web.test_type_ahead import on_a_bad_line
from tests.support.breakable_line import breakable_line
from tests.support.hall_games import came, invited
from tests.support.hall_server import ServedHall, served
from tests.support.page_player import PagePlayer
from tests.support.slow_line import slow_line


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    with served(tmp_path, ("e7e5", "b8c6", "g8f6")) as running:
        yield running


def begun(browser: Browser, hall: ServedHall) -> PagePlayer:
    """A player against the robot."""
    player = PagePlayer(browser, hall.address)
    player.open("/")
    player.tab_to("Begin")
    player.press("Enter")
    player.page.wait_for_url("**/game/1")
    player.hears("Your move")
    return player


def test_what_is_asked_from_the_field_is_answered_there_and_the_end_has_no_yes(
    browser: Browser, hall: ServedHall
) -> None:
    player = begun(browser, hall)
    player.page.focus("#line")
    player.enter("resign")
    player.hears("Resign? Yes or no")
    assert player.page.evaluate("document.activeElement.id") == "line"
    player.enter("yes")
    player.hears("New game, or quit?")
    assert player.page.locator("#answers button").all_inner_texts() == ["Quit", "New game"]
    assert player.page.evaluate("document.activeElement.id") == "line"
    player.close()


def test_a_button_of_a_question_that_has_gone_answers_nothing(browser: Browser, hall: ServedHall) -> None:
    """Another page of the same player has answered meanwhile, and asked for something else."""
    player = begun(browser, hall)
    player.page.focus("#line")
    player.enter("offer a draw")
    player.hears("Offer a draw?")
    gone = player.page.input_value("#line-form [name=question]")
    for line, answer in (("no", "Not done"), ("resign", "Resign?")):
        player.enter(line)
        player.hears(answer)
    player.page.eval_on_selector("#line-form [name=question]", "(it, gone) => { it.value = gone; }", gone)
    sent = player.page.evaluate(
        "async (gone) => (await fetch('/game/1/line', { method: 'POST', headers: { 'X-Live': '1' }, body:"
        " new URLSearchParams({ csrf: document.body.dataset.csrf, request: 'yes', question: gone }) })).status",
        gone,
    )
    assert sent in (200, 204)
    player.hears("Resign? Yes or no", after=len(player.heard) - 2)
    assert not hall.games.game(1, 3).game.is_over
    player.close()


def test_a_question_of_the_other_side_moves_no_focus(browser: Browser, hall: ServedHall) -> None:
    white = invited(browser, hall, "Anna")
    black = came(browser, hall.address, white.page.inner_text("#code"), "Boris")
    white.hears("White to move")
    white.page.focus("#line")
    white.enter("e4")
    black.hears("Eva four")
    black.page.focus("#a7")
    white.enter("offer a draw")
    white.hears("Offer a draw?")
    white.enter("yes")
    black.hears("draw")
    black.until(lambda: black.page.inner_text("#answers"), bool)
    assert black.page.evaluate("document.activeElement.id") == "a7"
    white.close()
    black.close()


@pytest.mark.parametrize("page", ["game", "spectator", "desk", "simul"])
def test_lost_and_found_are_told_on_every_page(browser: Browser, hall: ServedHall, page: str) -> None:
    ruled_game(hall, "e4")
    with breakable_line(hall.port) as line:
        player = opened(browser, hall, line.address, page)
        if page == "game":
            player.hears("Game 2")  # what opens is heard first
        before = len(player.heard)
        line.cut()
        player.page.context.set_offline(True)
        player.hears("Trying again", after=before)
        if page in ("spectator", "desk"):  # that of the game has no clocks
            player.until(lambda: player.page.inner_text("main"), lambda text: "as of" in text)
        player.page.context.set_offline(False)
        line.mend()
        player.hears("Connected again", after=before)
        assert sum("Connected again" in each for each in player.heard) == 1
        assert all(each.startswith("aside: ") for each in player.heard[before:])
        player.until(lambda: player.page.inner_text("main"), lambda text: "as of" not in text)
        on_a_bad_line(player)


def opened(browser: Browser, hall: ServedHall, address: str, page: str) -> PagePlayer:
    """A page of this kind, over a line that can be cut."""
    served_there = ServedHall(hall.folder)
    served_there.port = int(address.rpartition(":")[2])
    served_there.database = hall.database
    if page == "desk":
        return signed_in(browser, served_there, "Maria")
    player = PagePlayer(browser, address)
    if page == "simul":
        player.open("/simul")
        player.page.fill("#boards", "2")
        player.press("Enter")
        player.page.wait_for_url("**/simul/*")
    elif page == "game":
        player.open("/")
        player.page.click("main button")
        player.page.wait_for_url("**/game/*")
    else:
        player.open("/new")
        player.page.check("[name=watched]")
        player.page.fill("#other_time", "15+10")
        player.page.press("#other_time", "Enter")
        player.page.wait_for_url("**/game/*")
        player.open(f"/board/{player.page.url.rpartition('/')[2]}")
    return player


def test_lines_that_are_typed_while_the_hall_is_away_are_sent_when_it_is_back(
    browser: Browser, hall: ServedHall
) -> None:
    with breakable_line(hall.port) as line:
        player = PagePlayer(browser, line.address)
        player.open("/")
        player.page.click("main button")
        player.page.wait_for_url("**/game/1")
        player.hears("Your move")
        failed: list[str] = []
        player.page.on("requestfailed", lambda asked: failed.append(asked.method))
        line.cut()
        player.page.focus("#line")
        player.enter("e4")
        player.enter("Nf3")
        assert player.page.input_value("#line") == ""
        player.hears("Connection lost")
        player.until(lambda: failed.count("POST"), lambda count: count >= 2)
        line.mend()
        player.hears("Connected again")
        game = partial(lambda: [ply.move.uci() for ply in hall.games.game(1, 3).game.plies if ply.color])
        player.until(game, lambda made: made == ["e2e4", "g1f3"])
        player.hears("Cesar six")
        heard = " ".join(player.heard)
        assert heard.count("pawn Eva two Eva four") == heard.count("knight Gustav one Felix three") == 1
        on_a_bad_line(player)


def test_what_is_typed_after_a_line_that_is_refused_is_given_back(browser: Browser, hall: ServedHall) -> None:
    with slow_line(hall.port, 0.4) as line:
        player = PagePlayer(browser, line.address)
        player.open("/")
        player.page.click("main button")
        player.page.wait_for_url("**/game/1")
        player.hears("Your move")
        player.page.focus("#line")
        for entry in ("Ke9", "Nf3", "Bc4"):
            player.enter(entry)
        player.hears("Not sent: Nf3, Bc4")
        assert player.page.input_value("#line") == "Ke9"
        assert hall.games.game(1, 3).game.plies == ()
        player.press("ArrowUp")
        assert player.page.input_value("#line") == "Bc4"
        player.press("ArrowUp")
        assert player.page.input_value("#line") == "Nf3"
        player.close()


@pytest.mark.parametrize("kill", range(KILLS // 2))
def test_a_hall_that_dies_between_its_journal_and_its_answer(browser: Browser, tmp_path: Path, kill: int) -> None:
    """`kill -9` when the move is on disk and the answer is not here: it is told that it was played, and played once."""
    with serving(tmp_path, "--voices", "en", is_killed=True) as lines:
        port = lines[0].rstrip("/").rpartition(":")[2]
        player = PagePlayer(browser, f"http://127.0.0.1:{port}")
        player.open("/")
        player.page.fill("#name", "Anna")
        player.press("Enter")
        player.page.wait_for_url("**/game/1")
        player.hears("Your move")
        # the answer to the form is lost, whatever the hall has done
        player.page.route("**/line", lambda route: (route.fetch(), route.abort())[1])
        player.page.focus("#line")
        player.enter("Nf3")
        player.until(lambda: player.page.inner_text("#log"), lambda log: "Felix three" in log)
    player.page.unroute("**/line")
    with serving(tmp_path, "--voices", "en", port=port):
        player.hears("Nf3 was played")
        log = player.until(lambda: player.page.inner_text("#log"), lambda log: "Felix three" in log)
        assert log.count("Felix three") == 1
        assert player.page.input_value("#line") == ""
        on_a_bad_line(player)
