"""Who is missing is named, and who comes is asked what others may see."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from access_chess.hall.rules.codes import plain_code
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    with served(tmp_path, ("e7e5",)) as running:
        yield running


def test_who_is_missing_is_named_and_what_was_typed_stays(hall: ServedHall, anna: Visitor, stranger: Visitor) -> None:
    game = anna.begin(name="Anna", opponent="person", time="5+0")
    page = anna.client.get(game).text
    waits = page.partition('id="waits" class="note">')[2].partition("<")[0]
    assert waits.startswith("Waiting for your opponent. They sign in with the code: ")
    code = waits.rpartition(" ")[2]
    assert "<title>Waiting - " in page and plain_code(code) in page
    assert anna.client.get(game).text.count(code) == page.count(code), "the same code when it is loaded again"
    answer = anna.client.post(f"{game}/line", data={"csrf": anna.csrf, "line": "e4"}, headers={"x-live": "1"})
    assert (answer.status_code, answer.text) == (200, waits)
    assert 'value="e4"' in anna.post(f"{game}/line", line="e4").text, "without a script it stays in the field"
    assert stranger.post("/in", code=code, name="Boris").url.path == game
    assert 'id="waits"' not in anna.client.get(game).text
    anna.post(f"{game}/line", line="e4")
    hall.stop()
    hall.start()
    page = stranger.client.get(game).text
    assert "The clocks stand until Anna is back." in page and "<title>Waiting - " in page
    assert "The clocks stand until Anna is back." in stranger.post(f"{game}/line", line="e5").text
    anna.client.get(game)
    assert "<title>Your move - " in stranger.client.get(game).text


@pytest.mark.parametrize(
    ("answers", "shown"),
    [
        ([{"watched": "no"}], ""),
        ([{"watched": "yes"}], ""),
        ([{"watched": "yes"}, {"watched": "yes", "named": "yes"}], "Anna against Boris"),
        ([{"watched": "yes"}, {"watched": "yes", "named": "no"}], "White against Black"),
    ],
    ids=["no", "half an answer", "yes and yes", "without names"],
)
def test_who_joins_is_asked_whether_others_may_watch(
    anna: Visitor, stranger: Visitor, third: Visitor, answers: list[dict[str, str]], shown: str
) -> None:
    game = anna.begin(name="Anna", opponent="person", watched="yes")
    board = game.replace("game", "board")
    assert third.client.get(board).status_code == 200, "as long as she is alone she has said so"
    code = anna.client.get(game).text.partition('<strong id="code">')[2].partition("<")[0]
    asked = stranger.post("/in", code=code, name="Boris")
    assert (asked.url.path, "May others watch this game?" in asked.text) == (f"{game}/watched", True)
    assert third.client.get(board).status_code == 404, "nobody sees it before he has answered"
    assert anna.client.get(f"{game}/watched").url.path == game, "she is not asked, and cannot answer for him"
    anna.post(f"{game}/watched", watched="yes", named="yes")
    assert third.client.get(board).status_code == 404
    for fields in answers:
        last = stranger.post(f"{game}/watched", **fields)
    assert ("With your name?" in last.text) is (len(answers) == 1 and answers[0]["watched"] == "yes")
    seen = third.client.get(board)
    assert (seen.status_code, shown in seen.text) == ((200, True) if shown else (404, True))
    listed = third.client.get("/boards").text
    assert (board in listed, "Boris" in listed) == (bool(shown), shown == "Anna against Boris")
