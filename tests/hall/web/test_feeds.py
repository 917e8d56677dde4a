"""A feed of a player's games is read by who knows its address, and by nobody else."""

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from access_chess.hall.people.database import Role
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall"), ("e7e5",)) as running:
        yield running


def test_a_feed_is_read_by_who_knows_its_address_until_another_is_made(anna: Visitor, stranger: Visitor) -> None:
    number = anna.begin(opponent="person", name="Anna", side="white").rpartition("/")[2]

    def address() -> str:
        return anna.post("/games/feed").text.partition('id="feed" href="')[2].partition('"')[0]

    def entries(of: str) -> list[tuple[str, str]]:
        answer = stranger.client.get(of)
        assert answer.headers["content-type"].startswith("application/atom+xml")
        root = ElementTree.fromstring(answer.text)
        assert [root.findtext(f"{ATOM}{tag}") is not None for tag in ("id", "title", "updated", "author")] == [True] * 4
        found = root.findall(f"{ATOM}entry")
        assert [each.find(f"{ATOM}link").get("href") for each in found] == [  # type: ignore[union-attr]
            f"{anna.hall.address}/game/{number}" for _ in found
        ]
        return [(str(each.findtext(f"{ATOM}title")), str(each.findtext(f"{ATOM}id"))) for each in found]

    former = address()
    [(title, first)] = entries(former)
    assert title == f"Your move: Game {number}: Anna against a player"
    assert entries(former.replace("voices=en", "voices=de"))[0][0].startswith("Sie sind am Zug: ")
    stranger.post("/in", code=anna.hall.database.new_code(Role.PLAYER, game=int(number), color=False), name="Boris")
    anna.post(f"/game/{number}/line", line="e4")
    assert entries(former) == []
    stranger.post(f"/game/{number}/line", line="e5")
    [(title, second)] = entries(former)
    assert second != first
    assert title == f"Your move: Game {number}: Anna against Boris"  # who has come since
    assert '[Black "Boris"]' in anna.client.get(f"/game/{number}/game.pgn").text
    assert len(entries(address())) == 1
    assert stranger.client.get(former).status_code == 404
    assert stranger.client.get("/feed/x").status_code == 404
