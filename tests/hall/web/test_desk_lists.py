"""What stands at the arbiter's desk and at the page of a board is as it is now, in words."""

import re
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from playwright.sync_api import Browser

from access_chess.hall.people.database import Role
from access_chess.hall.rules.codes import plain_code
from tests.hall.games.test_hosted_games import ENGLISH
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.page_player import PagePlayer


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    with served(tmp_path) as running:
        yield running


def at_desk(browser: Browser, hall: ServedHall) -> PagePlayer:
    """An arbiter who has come by the link with his code."""
    arbiter = PagePlayer(browser, hall.address)
    arbiter.open(f"/in#{plain_code(hall.database.new_code(Role.ARBITER))}")
    arbiter.page.fill("#name", "Maria")
    arbiter.press("Enter")
    arbiter.page.wait_for_url("**/arbiter")
    return arbiter


def paired(arbiter: PagePlayer) -> list[str]:
    """A game under the arbiter; the codes of its players."""
    arbiter.page.fill("#white", "Anna")
    arbiter.page.fill("#black", "Boris")
    arbiter.page.click("form[action='/arbiter/pairing'] button")
    arbiter.page.wait_for_selector(".code")
    return [each.inner_text() for each in arbiter.page.query_selector_all(".code")]


def test_the_desk_s_lists_follow_and_a_board_s_page_is_live(
    browser: Browser, hall: ServedHall, anna: Visitor, stranger: Visitor
) -> None:
    arbiter = at_desk(browser, hall)
    page = arbiter.page
    codes = paired(arbiter)
    assert len(codes) == 2
    anna.post("/in", code=codes[0], name="Anna")
    arbiter.until(lambda: page.inner_text("#codes"), lambda text: codes[0] not in text and codes[1] in text)
    arbiter.until(lambda: page.inner_text("#people"), lambda text: "Anna" in text)
    stranger.post("/in", code=codes[1], name="Boris")
    arbiter.until(lambda: page.inner_text("#codes"), lambda text: codes[1] not in text)
    stranger.post("/out")
    arbiter.until(lambda: page.inner_text("#people"), lambda text: "Boris" not in text and "Anna" in text)
    anna.client.get("/game/1")
    running = hall.games.game(1, 3)
    running.seat(chess.BLACK, ENGLISH)
    anna.post("/game/1/line", line="e4")
    arbiter.open("/arbiter/board/1")
    arbiter.until(lambda: page.inner_text("#events"), lambda text: "pawn Eva two Eva four" in text)
    black = running.seat_at(chess.BLACK)
    assert black is not None
    black.enter("e5")
    arbiter.until(lambda: page.inner_text("#events"), lambda text: "pawn Eva seven Eva five" in text)
    arbiter.until(
        lambda: page.locator("#table [aria-label^='Eva five']").get_attribute("aria-label"),
        lambda name: name == "Eva five, black pawn, last move",
    )
    page.focus("#line")
    arbiter.enter("stop")
    arbiter.hears("Board 1:")
    arbiter.until(lambda: page.inner_text("#state"), lambda text: "stopped" in text)
    arbiter.enter("start")
    arbiter.hears("That has begun already")
    assert not re.search(r"\b[A-Z][a-z]+[A-Z]\w+", page.inner_text("#events")), "no name of a class"
    arbiter.close()


def test_players_who_are_called_alike_are_told_apart_by_their_boards(
    hall: ServedHall, anna: Visitor, stranger: Visitor, third: Visitor
) -> None:
    third.sign_in(Role.ARBITER)
    for visitor, name in ((anna, "Anna"), (stranger, "Anna")):
        codes = third.post("/arbiter/pairing", white="", black="", time="15+10").text
        code = re.findall(r'<strong class="code">([^<]*)</strong>', codes)[0]
        visitor.post("/in", code=code, name=name)
    page = third.client.get("/arbiter", headers={"accept-language": "en"}).text
    assert re.findall(r"<button>(Sign [^<]* out)</button>", page)[:2] == [
        "Sign Anna, Board 1 out", "Sign Anna, Board 2 out",
    ]  # fmt: skip
    stranger.post("/out")
    page = third.client.get("/arbiter", headers={"accept-language": "en"}).text
    assert "<button>Sign Anna out</button>" in page
