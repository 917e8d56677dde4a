"""A simultaneous exhibition at pages: the giver goes from board to board, with one in his ear."""

import html
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from access_chess.hall.rules.simul import SimulBoard, Style, next_board
from access_chess.hall.web import seat_stream
from tests.hall.web.test_pages import is_clean
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.page_player import PagePlayer
from tests.support.station_table import until

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def boards(*waits: int | None) -> list[SimulBoard]:
    """Boards by the minutes since which they wait."""
    return [
        SimulBoard(board=at, game=at, waits_since=None if wait is None else NOON - timedelta(minutes=wait))
        for at, wait in enumerate(waits, 1)
    ]


@pytest.mark.parametrize(
    ("style", "current", "board"),
    [
        (Style.WALK, None, 1), (Style.WALK, 1, 3), (Style.WALK, 3, 4), (Style.WALK, 4, 1),
        (Style.CLOCK, None, 4), (Style.CLOCK, 4, 1), (Style.CLOCK, 1, 4),
    ],
)  # fmt: skip
def test_which_board_is_next(style: Style, current: int | None, board: int) -> None:
    """Who walks goes round; with clocks the board is next that has waited longest. Board 2 does not wait."""
    found = next_board(boards(5, None, 1, 9), current, style)
    assert found is not None
    assert found.board == board


def test_nowhere_is_next_where_no_other_board_waits() -> None:
    assert next_board(boards(None, 3), 2, Style.WALK) is None


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    with served(tmp_path) as running:
        yield running


def exhibition(hall: ServedHall, style: str, count: int = 3) -> tuple[Visitor, list[Visitor]]:
    """A giver with White, and opponents at all boards, which are the games 1, 2, 3 …"""
    giver = Visitor(hall)
    page = giver.post("/simul", name="Gerda", boards=str(count), style=style, side="white", time="90+30")
    assert page.url.path == "/simul/1"
    opponents = []
    for number in range(1, count + 1):
        code = page.text.partition(f"Board {number}:")[2].partition('class="code">')[2].partition("<")[0]
        opponents.append(Visitor(hall))
        assert opponents[-1].post("/in", code=code, name=f"Guest {number}").url.path == f"/game/{number}"
    return giver, opponents


def moves(hall: ServedHall, number: int) -> int:
    return len(hall.games.game(number, 3).game.plies)


def leave(*visitors: Visitor) -> None:
    for visitor in visitors:
        visitor.client.close()


def test_a_giver_who_walks_goes_round_and_a_move_counts_when_they_come(hall: ServedHall) -> None:
    giver, opponents = exhibition(hall, "walk")
    place = giver.post("/simul/1/line", line="next").url.path
    assert place == "/game/1"
    for number in (1, 2, 3):
        assert giver.post(f"{place}/line", line="e4").status_code == 200
        place = giver.post(f"{place}/line", line="next").url.path
        assert place == (f"/game/{number + 1}" if number < 3 else "/simul/1")
    giver.post("/simul/1/line", line="board 1")
    kept = opponents[1].post("/game/2/line", line="e5").text
    assert "Your move is kept until the giver comes." in kept
    opponents[1].post("/game/2/line", line="c5")  # he may change it
    assert moves(hall, 2) == 1
    assert "Waiting for you: 2." in giver.client.get("/game/1").text
    assert "board 9" not in opponents[2].post("/game/3/line", line="Nf9").text  # what is no move is told at once
    arrived = giver.post("/game/1/line", line="next")
    assert arrived.url.path == "/game/2"
    assert "Board 2: you play White against Guest 2. one Black: pawn Cesar seven Cesar five." in arrived.text
    assert "Game 2" not in arrived.text
    assert moves(hall, 2) == 2
    assert "pawn Cesar seven Cesar five" in arrived.text
    assert giver.post("/game/2/line", line="last board").url.path == "/game/1"
    opponents[0].post("/game/1/line", line="e5")  # the giver stands here
    assert moves(hall, 1) == 2
    opponents[2].post("/game/3/square", **{"from": "e7", "square": "e6"})  # on the grid it is the same
    assert moves(hall, 3) == 1
    assert "Waiting for you: 2, 1, 3." in giver.client.get("/simul/1").text
    assert 'href="/simul/1"' in giver.client.get("/game/1").text
    assert 'href="/simul/1"' not in opponents[0].client.get("/game/1").text
    leave(giver, *opponents)


def test_with_clocks_moves_count_at_once_and_only_numbers_are_heard_of_other_boards(hall: ServedHall) -> None:
    giver, opponents = exhibition(hall, "clock")
    place = giver.post("/simul/1/line", line="next").url.path
    for _ in range(3):
        giver.post(f"{place}/line", line="e4")
        place = giver.post(f"{place}/line", line="next").url.path
    giver.post("/simul/1/line", line="board 1")
    opponents[2].post("/game/3/line", line="e5")
    opponents[1].post("/game/2/line", line="c5")
    assert moves(hall, 3) == moves(hall, 2) == 2
    page = giver.client.get("/game/1").text
    assert "Waiting for you: 3, 2." in page
    assert "pawn Cesar seven Cesar five" not in page
    assert "Waiting for you: 3, 2." in giver.post("/game/1/line", line="who waits").text
    assert giver.post("/game/1/line", line="next").url.path == "/game/3"
    assert "Waiting for you: 3, 2." in giver.client.get("/simul/1").text
    leave(giver, *opponents)


def test_a_giver_at_another_board_is_not_away_but_an_opponent_is(
    hall: ServedHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_stream, "AWAY", 0.0)
    giver, opponents = exhibition(hall, "walk", 2)
    for visitor in (giver, opponents[0]):
        with visitor.client.stream("GET", visitor.stream_of("/game/1")):
            until(lambda: hall.hall.presence.streams.total() == 1)
        until(lambda: hall.hall.presence.streams.total() == 0)
    until(lambda: "Guest 1's connection is away." in html.unescape(giver.client.get("/game/1").text))
    assert "connection is away" not in opponents[0].client.get("/game/1").text
    leave(giver, *opponents)


def test_nobody_else_goes_where_the_giver_goes(hall: ServedHall) -> None:
    giver, opponents = exhibition(hall, "walk", 2)
    for path in ("/simul/1", "/simul/2"):
        assert opponents[0].client.get(path).status_code == 404
    assert opponents[0].post("/simul/1/line", line="next").status_code == 404
    assert "understand" in opponents[0].post("/game/1/line", line="board 2").text
    for nowhere in ("board 40", "40", "Nf3"):
        page = giver.post("/simul/1/line", line=nowhere).text
        assert f"I do not understand this: {nowhere}.</p>" in page and f'value="{nowhere}"' in page
    assert giver.post("/simul/1/line", line="2").url.path == "/game/2"
    for wrong in ({"boards": "1"}, {"boards": "41"}, {"boards": "x"}, {"time": "soon", "boards": "5"}):
        assert giver.post("/simul", name="Gerda", **wrong).status_code == 400
    leave(giver, *opponents)


def test_the_pages_keep_the_rules_and_a_board_is_reached_by_keys(browser: Browser, hall: ServedHall) -> None:
    player = PagePlayer(browser, hall.address)
    player.open("/simul")
    is_clean(player)
    player.page.fill("#boards", "2")
    player.press("Enter")
    player.page.wait_for_url("**/simul/1")
    is_clean(player)
    player.page.fill("#line", "board 2")
    player.press("Enter")
    player.page.wait_for_url("**/game/2")
    player.hears("Board 2")
    player.page.focus("#line")
    player.enter("board 1")
    player.page.wait_for_url("**/game/1")
    player.hears("Board 1")
    player.close()
