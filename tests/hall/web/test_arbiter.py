"""The arbiter's desk in a browser, by keyboard only: needs in their order, rulings, and never two boards at once."""

import re
from pathlib import Path

import chess
import pytest
from playwright.sync_api import Browser

from access_chess.hall.games.seat_state import Terms
from access_chess.hall.people.database import Role
from access_chess.hall.web import desk_stream
from access_chess.laws.time_control import parse_time_control
from tests.hall.games.test_arbiter_desk import REPEATED
from tests.hall.games.test_hosted_games import ENGLISH
from tests.hall.web.test_pages import is_clean
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.page_player import PagePlayer


def ruled_game(hall: ServedHall, *moves: str) -> int:
    """A game of two under the arbiter, after these moves."""
    terms = Terms(white="Anna", black="Boris", control=parse_time_control("300+2"), has_arbiter=True)
    game = hall.games.begin(terms)
    hall.database.keep_game(game.number, 3, {}, is_ruled=True)
    for color in chess.COLORS:
        game.seat(color, ENGLISH)
    for place, move in enumerate(moves):
        say(hall, game.number, place % 2 == 0, move)
    return game.number


def say(hall: ServedHall, number: int, color: chess.Color, line: str) -> None:
    seat = hall.games.game(number, 3).seat_at(color)
    assert seat is not None
    seat.enter(line)


def signed_in(browser: Browser, hall: ServedHall, name: str) -> PagePlayer:
    """An arbiter who has come by his code."""
    player = PagePlayer(browser, hall.address)
    player.open(f"/in#{hall.database.new_code(Role.ARBITER)}")
    player.page.fill("#name", name)
    player.press("Enter")
    player.page.wait_for_url("**/arbiter")
    return player


def rule(player: PagePlayer, line: str, answer: str) -> None:
    """Type a ruling and wait for what is said because of it."""
    before = len(player.heard)
    player.page.focus("#line")
    player.enter(line)
    player.hears(answer, after=before)


#: All that the arbiter of the test below hears, in its order.
HEARD = [
    "aside: Board 1: White claims a draw: the same position for the third time",
    "aside: You are needed at three boards: 2, 3, 4",
    "now: Board 1: White claims a draw: the same position for the third time",
    "now: Board 1: White's claim is right",
    "now: Article nine point five a",
    "now: The same position for the third time",
    "now: The game is drawn",
    "now: Article nine point two b",
    "now: Board 2: I do not understand this",
    "now: Boards 2, 3, 4: White's claim is wrong: this is not the third time",
    "now: Article nine point five b",
    "now: Black gets three minutes more",
    "now: Article nine point five b",
]


def test_the_arbiter_hears_what_needs_them_and_rules_by_keys(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_stream, "APART", 1.5)  # long enough for three claims to come meanwhile
    with served(tmp_path) as hall:
        arbiter = signed_in(browser, hall, "Maria")
        is_clean(arbiter)  # no board
        for _ in range(4):
            ruled_game(hall, *REPEATED)
        arbiter.until(lambda: arbiter.page.inner_text("h1"), lambda text: text.startswith("Arbiter: 4 boards"))
        say(hall, 1, chess.WHITE, "threefold")
        arbiter.hears("Board 1: White claims")
        for number in (2, 3, 4):  # within the seconds that the first has to itself
            say(hall, number, chess.WHITE, "threefold")
        arbiter.hears("needed at three boards: 2, 3, 4")
        is_clean(arbiter)  # boards that need him
        assert arbiter.page.inner_text("h1") == "Arbiter: 4 boards, 4 need you"
        assert [each.inner_text().split(":")[0] for each in arbiter.page.query_selector_all("#needs li")] == [
            f"Board {number}" for number in (1, 2, 3, 4)
        ]
        rule(arbiter, "next", "Board 1: White claims")
        rule(arbiter, "accept", "The game is drawn")
        rule(arbiter, "2 nonsense", "I do not understand")
        assert arbiter.page.get_attribute("#line", "aria-invalid") == "true"
        is_clean(arbiter)  # an entry that was not understood
        rule(arbiter, "2-4 reject", "Black gets three minutes more")
        arbiter.until(lambda: arbiter.page.inner_text("#needs"), lambda text: text == "No board needs you.")
        assert arbiter.heard == HEARD
        arbiter.page.click("#boards tbody a >> nth=0")
        arbiter.page.wait_for_url("**/arbiter/board/1")
        is_clean(arbiter)
        assert "White presses the clock." in arbiter.page.inner_text("#events")
        arbiter.open("/arbiter?sort=state&show=ended")
        is_clean(arbiter)  # a table that shows some of the boards, in another order
        assert arbiter.page.inner_text("#boards tbody th") == "Board 1"
        arbiter.open("/arbiter/log")
        is_clean(arbiter)
        assert "Board 2: White's claim is wrong" in arbiter.page.inner_text("main")
        arbiter.close()


def test_pairing_gives_two_codes_and_what_waits_outlives_the_hall(tmp_path: Path) -> None:
    """By forms alone, as without a script: the arbiter pairs, both come, one calls him, the hall begins anew."""
    with served(tmp_path) as hall:
        arbiter, anna, boris = Visitor(hall), Visitor(hall), Visitor(hall)
        arbiter.sign_in(Role.ARBITER)
        paired = arbiter.post("/arbiter/pairing", white="Anna", black="Boris", time="15+10")
        codes = re.findall(r'<strong class="code">([^<]*)</strong>', paired.text)
        for visitor, code in zip((anna, boris), codes, strict=True):
            assert visitor.post("/in", code=code).url.path == "/game/1"
            assert "Call the arbiter" in visitor.client.get("/game/1", headers={"accept-language": "en"}).text
        anna.post("/game/1/line", line="e4")
        asked = boris.client.post(
            "/game/1/line", data={"csrf": boris.csrf, "request": "call_arbiter"}, headers={"accept-language": "en"}
        )
        assert "Call the arbiter? Yes or no." in asked.text
        assert "calls the arbiter" not in arbiter.client.get("/arbiter", headers={"accept-language": "en"}).text
        boris.post("/game/1/line", request="yes")
        hall.stop()
        hall.start()
        page = arbiter.client.get("/arbiter", headers={"accept-language": "en"}).text
        assert "<h1>Arbiter: 1 board, 1 needs you</h1>" in page
        assert "Black calls the arbiter." in page
        seen = page.partition('name="seen" value="')[2].partition('"')[0]
        ruled = arbiter.client.post(
            "/arbiter/line",
            data={"csrf": arbiter.csrf, "line": "1 add time black 2:00", "seen": seen},
            headers={"accept-language": "en"},
        )
        assert "Board 1: Black gets two minutes more." in ruled.text
        wrong = arbiter.post("/arbiter/line", line="1 nonsense", seen=seen)
        assert 'value="1 nonsense"' in wrong.text
        assert 'aria-invalid="true"' in wrong.text
        too_long = arbiter.post("/arbiter/pairing", white="a" * 61, black="Boris", time="15+10", watched="yes")
        assert too_long.status_code == 400
        for kept in ('value="Boris"', 'value="15+10" selected', 'name="watched" value="yes" checked'):
            assert kept in too_long.text, "what was filled in stays"
        assert arbiter.post("/arbiter/codes", role="player").status_code == 400
        assert arbiter.post("/arbiter/line", line="1" * 501).status_code == 400
        for visitor in (arbiter, anna, boris):
            visitor.client.close()


def boards_shown(visitor: Visitor, query: str) -> list[int]:
    page = visitor.client.get(f"/arbiter{query}", headers={"accept-language": "en"}).text
    return [int(number) for number in re.findall(r'<tr role="row" data-board="(\d+)"', page)]


def test_the_table_is_sorted_and_chosen_by_links(tmp_path: Path) -> None:
    with served(tmp_path) as hall:
        arbiter = Visitor(hall)
        arbiter.sign_in(Role.ARBITER)
        for moves in (("e4",), ("e4", "e5", "Nf3"), (), ("e4", "e5")):
            ruled_game(hall, *moves)
        say(hall, 2, chess.BLACK, "arbiter please")
        say(hall, 4, chess.WHITE, "resign")
        say(hall, 4, chess.WHITE, "yes")
        assert boards_shown(arbiter, "") == [1, 2, 3, 4]
        assert boards_shown(arbiter, "?sort=state") == [2, 1, 3, 4]
        assert boards_shown(arbiter, "?show=needs") == [2]
        assert boards_shown(arbiter, "?show=ended&sort=players") == [4]
        assert boards_shown(arbiter, "?show=away") == []
        assert boards_shown(arbiter, "?sort=__class__&show=%3Cscript%3E") == [1, 2, 3, 4]
        page = arbiter.client.get("/arbiter?sort=clocks&show=needs", headers={"accept-language": "en"}).text
        assert 'aria-sort="ascending"><a href="/arbiter?sort=clocks&amp;show=needs#boards-title">Clocks' in page
        assert 'show=needs#boards-title" aria-current="true">Needs you' in page
        arbiter.client.close()


def test_the_log_tells_what_was_ruled_before_the_hall_was_started(tmp_path: Path) -> None:
    with served(tmp_path) as hall:
        arbiter = Visitor(hall)
        arbiter.sign_in(Role.ARBITER)
        ruled_game(hall, "e4")
        seen = arbiter.client.get("/arbiter").text.partition('name="seen" value="')[2].partition('"')[0]
        arbiter.post("/arbiter/line", line="1 add time black 2:00", seen=seen)
        hall.stop()
        hall.start()
        assert "Black gets two minutes more." in arbiter.client.get("/arbiter/log").text
        arbiter.client.close()
