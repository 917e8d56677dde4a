"""A line and a form bear a ticket: sent again, they are done once and answered as before, by a hall begun anew too."""

import re
import uuid
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from access_chess.hall.people.database import Role
from tests.hall.web.test_arbiter import ruled_game
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor

LIVE = {"x-live": "1"}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    with served(tmp_path, ("e7e5", "b8c6", "g8f6")) as running:
        yield running


def live(visitor: Visitor, path: str, **fields: str) -> httpx.Response:
    """What the script of a page sends."""
    return visitor.client.post(path, data={"csrf": visitor.csrf, **fields}, headers=LIVE)


def new() -> str:
    return str(uuid.uuid4())


def whites(hall: ServedHall) -> list[str]:
    """White's moves in the first game."""
    return [ply.move.uci() for ply in hall.games.game(1, 3).game.plies if ply.color]


def test_a_line_that_is_sent_again_is_done_once(hall: ServedHall, anna: Visitor) -> None:
    path, ticket = anna.begin(), new()
    first = live(anna, f"{path}/line", line="e4", ticket=ticket, seen="0")
    again = live(anna, f"{path}/line", line="e4", ticket=ticket, seen="0", again="1")
    assert (first.status_code, again.status_code, whites(hall)) == (204, 204, ["e2e4"])
    assert first.headers["x-ply"] == again.headers["x-ply"] in ("1", "2")
    wrong = new()
    refused = [live(anna, f"{path}/line", line="Ke9", ticket=wrong).text for _ in range(2)]
    assert refused[0] == refused[1] != ""
    seat = hall.games.game(1, 3).seat_at(True)
    assert seat is not None
    assert sum("Ke9" in line.utterance.text for line in seat.lines()) == 1, "it is told once"


def test_a_hall_begun_anew_knows_the_lines_of_its_journal(hall: ServedHall, anna: Visitor) -> None:
    path = anna.begin()
    typed, walked, resigns, agrees = new(), new(), new(), new()
    live(anna, f"{path}/line", line="Nf3", ticket=typed)
    hall.stop()
    hall.start()
    doubted = live(anna, f"{path}/line", line="Nf3", ticket=typed, doubt="1")
    assert (doubted.text, doubted.headers["x-done"]) == ("Nf3 was played.", "1")
    again = live(anna, f"{path}/line", line="Nf3", ticket=typed, again="1", seen="0")
    assert (again.status_code, again.text, whites(hall)) == (200, "Nf3 was played.", ["g1f3"])
    unknown = live(anna, f"{path}/line", line="Nf3", ticket=walked, doubt="1")
    assert (unknown.status_code, "x-done" in unknown.headers, len(whites(hall))) == (204, False, 1)
    live(anna, f"{path}/line", request="resign", ticket=resigns)
    live(anna, f"{path}/line", request="yes", ticket=agrees)
    hall.stop()
    hall.start()
    assert "wins" in live(anna, f"{path}/line", request="yes", ticket=agrees, again="1").text


def test_a_move_that_is_sent_again_into_another_position_is_not_made(hall: ServedHall, anna: Visitor) -> None:
    """What is sent at once was typed here, or ahead; against the robot its answer is no other position."""
    path = anna.begin()
    for move in ("e4", "Nf3"):  # typed ahead of the answer
        assert live(anna, f"{path}/line", line=move, seen="0", ticket=new()).status_code == 204
    seen = str(len(hall.games.game(1, 3).game.plies) // 2 * 2 - 1)  # after the move, before the robot's answer
    assert live(anna, f"{path}/line", line="Bc4", seen="3", again="1", ticket=new()).status_code == 204
    older = live(anna, f"{path}/line", line="d3", seen=seen, again="1", ticket=new())
    assert (older.status_code, older.headers["x-changed"]) == (409, "1")
    assert whites(hall) == ["e2e4", "g1f3", "f1c4"]


def test_a_form_that_is_sent_again_begins_one_game_and_signs_in_once(
    hall: ServedHall, anna: Visitor, third: Visitor
) -> None:
    page = anna.client.get("/new").text
    ticket = page.partition('name="ticket" value="')[2].partition('"')[0]
    begun = [anna.post("/new", opponent="person", name="Anna", ticket=ticket).url.path for _ in range(2)]
    assert begun == ["/game/1", "/game/1"]
    assert anna.post("/new", opponent="person", name="Anna", level="4", ticket=ticket).url.path == "/game/2"
    shown = [anna.post("/game/1/invite", ticket=ticket).text for _ in range(2)]
    codes = [re.findall(r'<strong id="code">([^<]*)<', each) for each in shown]
    assert codes[0] == codes[1] != []
    fields = {"code": codes[0][0], "name": "Boris", "ticket": new()}
    came = [third.client.post("/in", data=fields) for _ in range(2)]
    assert [each.url.path for each in came] == ["/game/1", "/game/1"]


def test_a_ruling_that_is_sent_again_is_given_once(hall: ServedHall) -> None:
    number = ruled_game(hall, "e4")
    arbiter = Visitor(hall)
    arbiter.sign_in(Role.ARBITER)
    before = hall.games.game(number, 3).game.clock
    ticket = new()
    line = f"{number} add time white 2:00"
    for _ in range(2):
        assert live(arbiter, "/arbiter/line", line=line, ticket=ticket, seen="0").status_code == 204
    hall.stop()
    hall.start()
    assert live(arbiter, "/arbiter/line", line=line, ticket=ticket, doubt="1").headers["x-done"] == "1"
    live(arbiter, "/arbiter/line", line=line, ticket=ticket, seen="0", again="1")
    entries = hall.journal.entries(number)
    assert sum(type(each.event).__name__ == "TimeAdded" for each in entries) == 1, before
    assert "That was done before." in arbiter.client.get("/arbiter").text
    arbiter.client.close()
