"""Spectators: they see boards whose players let them, as late as the hall has it, and nothing that is private."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import chess
import httpx
import pytest
from playwright.sync_api import Browser

from access_chess.hall.games.boards import PublicBoard
from access_chess.hall.games.seat_state import Terms
from access_chess.hall.web import readers
from access_chess.laws.time_control import parse_time_control
from tests.hall.games.test_hosted_games import ENGLISH
from tests.hall.web.test_pages import contrast, is_clean
from tests.support.hall_server import ServedHall, served
from tests.support.page_player import PagePlayer
from tests.support.station_table import until

PRIVATE = ("draw", "claim", "refuse", "offer", "asked", "touch", "resign?", "do not understand", "article", "(=)")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    with served(tmp_path) as running:
        yield running


def game_of_two(hall: ServedHall, *, is_public: bool = True) -> int:
    terms = Terms(white="Anna", black="Boris", control=parse_time_control("300+2"))
    game = hall.games.begin(terms)
    hall.database.keep_game(game.number, 3, {}, is_public=is_public)
    for color in chess.COLORS:
        game.seat(color, ENGLISH)
    return game.number


def play(hall: ServedHall, number: int, *lines: str) -> None:
    """Lines of White and Black in turn, with private things between them."""
    game = hall.games.game(number, 3)
    for place, line in enumerate(lines):
        seat = game.seat_at(place % 2 == 0)
        assert seat is not None
        for private in ("Ke9", "resign", "no", "time", "arbiter stop"):
            seat.enter(private)
        seat.enter(line)


def test_a_game_is_watched_only_where_its_players_want_it(hall: ServedHall) -> None:
    shown, hidden = game_of_two(hall), game_of_two(hall, is_public=False)
    with httpx.Client(base_url=hall.address) as client:
        assert "Anna against Boris" in client.get("/boards").text
        assert client.get(f"/board/{shown}").status_code == 200
        for path in (
            f"/board/{hidden}",
            "/board/999",
            f"/wall?boards={hidden}",
            "/wall?boards=x",
            "/wall",
            "/stream?boards=",
        ):
            assert client.get(path).status_code == 404, path
        assert client.get(f"/stream?boards={shown},{hidden}&after=0,0").status_code == 404


def test_nothing_private_is_on_any_public_path(hall: ServedHall) -> None:
    """Neither on a page nor on the stream: no offer, no entry that was wrong, no answer, no article."""
    number = game_of_two(hall)
    play(hall, number, "e4", "e5", "Nf3(=)", "Nc6")
    with httpx.Client(base_url=hall.address, headers={"accept-language": "en"}) as client:
        pages = "".join(
            client.get(path).text
            for path in ("/boards", f"/board/{number}", f"/board/{number}/moves", f"/wall?boards={number}")
        )
        with client.stream("GET", f"/stream?boards={number}&after=0") as answer:
            data = next(line for line in answer.iter_lines() if line.startswith("data: "))
    frame = json.loads(data.removeprefix("data: "))
    assert set(frame) == {
        "board", "say", "men", "last", "check", "turn", "names", "moves", "next", "newest", "clock", "age", "state"
    }  # fmt: skip
    assert frame["say"] == [
        "pawn Eva two Eva four",
        "pawn Eva seven Eva five",
        "knight Gustav one Felix three",
        "knight Bella eight Cesar six",
    ]
    assert frame["state"] == "Move 3, White to move"
    assert frame["moves"] == [[0, "e4"], [1, "e5"], [2, "Nf3"], [3, "Nc6"]] and frame["next"] == 4
    assert frame["newest"] == "2… knight Bella eight Cesar six"
    main = pages.partition("<main")[2]
    for word in PRIVATE:
        assert word not in (data + main).lower(), word


def test_nothing_is_younger_than_the_delay(hall: ServedHall) -> None:
    """On a page, on the stream, on the list, after a restart too: what the journal has is as old as it is."""
    number = game_of_two(hall)
    play(hall, number, "e4", "e5")
    hall.hall.public_delay = timedelta(minutes=15)
    with httpx.Client(base_url=hall.address) as client:
        for path in (f"/board/{number}", f"/board/{number}/moves", f"/wall?boards={number}"):
            assert client.get(path).status_code == 404  # nothing of it may be known yet
        assert "Anna" not in client.get("/boards").text
        with client.stream("GET", f"/stream?boards={number}&after=0") as answer:
            lines = answer.iter_lines()
            assert [next(lines), next(lines)] == ["retry: 1000", ""]
            hall.server.should_exit = True
            assert not [line for line in lines if "data" in line]


def test_a_board_shows_what_was_when_it_is_shown(tmp_path: Path) -> None:
    """By the journal's own times: each event is known after the delay and not a moment before."""
    with served(tmp_path) as hall:
        number = game_of_two(hall)
        play(hall, number, "e4", "e5", "Nf3")
        entries = hall.journal.entries(number)
    now = [entries[-1].wall]
    board = PublicBoard(entries, wall=lambda: now[0])
    assert len(board.shown(timedelta())[-1].view.men) == 64
    for minutes in (0, 15, 120):
        delay = timedelta(minutes=minutes)
        for entry in entries:
            now[0] = entry.wall + delay
            shown = board.shown(delay)
            assert all(each.wall <= entry.wall for each in shown)
            assert board.due(delay, shown[-1].number) in (None, *(later.wall + delay for later in entries))
    assert board.shown(timedelta(hours=200), 0) == ()
    assert datetime.now(UTC) >= entries[0].wall


def board_frames(answer: httpx.Response, count: int) -> list[str]:
    """What so many frames of a stream say, each of which came once."""
    data = (json.loads(line.removeprefix("data: ")) for line in answer.iter_lines() if line.startswith("data: {"))
    said: list[str] = []
    while len(said) < count:
        said += next(data)["say"]
    return said


def test_many_readers_are_told_in_turns_and_each_once(hall: ServedHall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crowd is told a few at a time; meanwhile the game goes on, and nobody misses a move or hears one twice."""
    monkeypatch.setattr(readers, "AT_ONCE", 1)
    number, other = game_of_two(hall), game_of_two(hall)
    play(hall, other, "d4")
    with ExitStack() as open_pages, httpx.Client(base_url=hall.address, headers={"accept-language": "en"}) as client:
        streams = [
            open_pages.enter_context(client.stream("GET", f"/stream?boards={number},{other}&after=0,0"))
            for _ in range(5)
        ]
        play(hall, number, "e4", "e5", "Nf3")
        for answer in streams:
            said = board_frames(answer, 4)
            assert sorted(said) == sorted({*said})
            assert [each for each in said if "Dora" not in each][-1].startswith("knight Gustav one")


def test_a_spectator_who_takes_nothing_is_let_go(hall: ServedHall, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MOST_WAITING", 0), ("SLOWEST", 0.05), ("LOOKED", 0.05)):
        monkeypatch.setattr(readers, name, value)
    number = game_of_two(hall)
    with httpx.stream("GET", f"{hall.address}/stream?boards={number}&after=0") as one, pytest.raises(httpx.HTTPError):
        one.read()
    until(lambda: hall.hall.streams.total == 0)


def test_a_silent_line_is_told_that_it_stands(hall: ServedHall, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("STILL_HERE", 1), ("LOOKED", 0.05)):
        monkeypatch.setattr(readers, name, value)
    number = game_of_two(hall)
    with httpx.stream("GET", f"{hall.address}/stream?boards={number}&after=99") as answer:
        assert "event: here" in answer.iter_lines()


def test_a_spectator_s_page_follows_the_game(browser: Browser, hall: ServedHall) -> None:
    number = game_of_two(hall)
    play(hall, number, "e4")
    player = PagePlayer(browser, hall.address)
    player.open("/boards")
    is_clean(player)
    player.page.click("main a")
    is_clean(player)
    player.tab_to("Follow aloud")
    player.press("Enter")
    play(hall, number, "", "c5")
    player.hears("Cesar five")
    assert player.heard == ["aside: pawn Cesar seven Cesar five"]
    player.until(
        lambda: player.page.get_attribute("#c5", "aria-label"),
        lambda name: name == "Cesar five, black pawn, last move",
    )
    assert player.page.inner_text("h1").endswith(". Move 2, White to move")
    assert player.page.title().startswith("Move 2, White to move - Board ")
    assert player.page.locator("h2").all_inner_texts() == ["Said", "Board", "Moves"]
    assert player.page.locator("#log li").all_inner_texts() == ["pawn Eva two Eva four", "pawn Cesar seven Cesar five"]
    player.tab_to("Eva two, empty")
    player.press("Home", "ArrowDown", "ArrowDown")
    player.hears("edge", after=1)
    assert player.focused() == "Anna one, white rook"
    assert player.page.query_selector("main form") is None
    player.page.emulate_media(forced_colors="active", color_scheme="dark")  # white on black, as some systems have it
    for square in ("a8", "e8", "d8", "c5", "e4", "a1", "e1"):
        assert contrast(player, f"#{square}") >= 3, square
    player.open(f"/wall?boards={number}")
    is_clean(player)
    player.close()
