"""Boards at stations as spectators see them: moves and clocks, later if the hall delays them, and nothing else."""

import json
import re
from datetime import timedelta
from pathlib import Path

import chess
import httpx

from access_chess.hall.games.boards import BESIDE_STATIONS
from access_chess.laws.commands import AddTime, ClaimDraw, DrawGround, OfferDraw
from tests.support.hall_server import ServedHall
from tests.support.spectator import moves_listed
from tests.support.station_table import StationTable, reported, until


def frames(hall: ServedHall, after: int, count: int) -> list[dict[str, object]]:
    """So many frames of board 7 after this number."""
    found: list[dict[str, object]] = []
    with httpx.stream("GET", f"{hall.address}/stream?boards=7&after={after}", timeout=30) as answer:
        for line in answer.iter_lines():
            if line.startswith("data: "):
                found.append(json.loads(line.removeprefix("data: ")))
                if len(found) == count:
                    break
    return found


def test_spectators_see_a_station_s_board_and_nothing_private(hall: ServedHall, tmp_path: Path) -> None:
    table = StationTable(tmp_path / "station", hall.address, hall.store.new_code(7, is_named=False))
    table.play("e4", "e5")
    until(lambda: reported(hall.store, 7) == table.texts)
    assert "/board/7" in httpx.get(f"{hall.address}/boards").text
    page = httpx.get(f"{hall.address}/board/7").text
    assert moves_listed(page, "pawn ") == 2 and not re.search(
        "Anna(?! (one|two|three|four|five|six|seven|eight))", page
    )
    board = hall.stations.board(7)
    assert board is not None
    last = board.board.shown(timedelta())[-1].number
    table.do(OfferDraw(color=chess.WHITE))
    table.do(ClaimDraw(color=chess.WHITE, ground=DrawGround.THREEFOLD))
    table.do(AddTime(color=chess.BLACK, time=timedelta(minutes=2)))
    until(lambda: reported(hall.store, 7) == table.texts)
    told = json.dumps(frames(hall, last, 1))
    assert '"white":' in told
    for word in ("offer", "claim", "threefold", "refused", "article", "9.2"):
        assert word not in told.lower()
    table.close()


def test_nothing_of_it_is_younger_than_the_hall_s_delay(hall: ServedHall, tmp_path: Path) -> None:
    hall.hall.public_delay = timedelta(minutes=15)
    table = StationTable(tmp_path / "station", hall.address, hall.store.new_code(7, is_named=True))
    table.play("e4", "e5")
    until(lambda: reported(hall.store, 7) == table.texts)
    assert "/board/7" not in httpx.get(f"{hall.address}/boards").text
    assert httpx.get(f"{hall.address}/board/7").status_code == 404
    table.close()


def test_a_game_at_pages_keeps_out_of_a_board_s_number(hall: ServedHall, tmp_path: Path) -> None:
    with httpx.Client(base_url=hall.address, headers={"origin": hall.address}, follow_redirects=True) as client:
        assert client.post("/new", data={"opponent": "robot", "watched": "yes"}).url.path == "/game/1"
        assert client.get("/board/1").status_code == 200
        table = StationTable(tmp_path / "station", hall.address, hall.store.new_code(1, is_named=False))
        table.play("d4", "d5")
        until(lambda: reported(hall.store, 1) == table.texts)
        assert moves_listed(client.get("/board/1").text, "pawn David") == 2
        assert client.get(f"/board/{1 + BESIDE_STATIONS}").status_code == 200
        assert f"/board/{1 + BESIDE_STATIONS}" in client.get("/boards").text
        table.close()
