"""Typing ahead over a slow and a bad line, in every field: what is typed is done, in its order, each line once."""

import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import parse_qsl

import chess
import pytest
from playwright.sync_api import Browser

from access_chess.hall.people.database import Role
from access_chess.hall.web.visit import CHOICES, COOKIE
from access_chess.laws.events import ClocksStopped, Event, GameResumed, TimeAdded
from tests.hall.games.test_arbiter_desk import REPEATED
from tests.hall.web.test_arbiter import ruled_game, say
from tests.hall.web.test_held_enter import forms_of
from tests.hall.web.test_watching import game_of_two, play
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.page_player import PagePlayer
from tests.support.slow_line import slow_line

KEY = 65  # milliseconds between two keys of a quick typist
LATENCIES = (0, 50, 100, 200, 300, 400) if "EVERY_LATENCY" in os.environ else (300,)
#: Knights that go out and home against a robot that does the same.
OUT_AND_HOME = ("Nf3", "Ng1", "Nc3", "Nb1", "Nf3", "Ng1")
ROBOT = ("g8f6", "f6g8", "b8c6", "c6b8", "g8f6", "f6g8")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    with served(tmp_path, ROBOT) as running:
        yield running


def moves(hall: ServedHall, number: int = 1) -> list[str]:
    """White's, as they are typed."""
    return [ply.before.san(ply.move) for ply in hall.games.game(number, 3).game.plies if ply.color]


def on_a_bad_line(player: PagePlayer) -> None:
    """What a line that breaks writes into the console is no fault of a page."""
    player.problems = [each for each in player.problems if "ERR_" not in each and "Failed to load" not in each]
    player.close()


def typed(player: PagePlayer, *lines: str) -> None:
    for line in lines:
        player.page.keyboard.type(line, delay=KEY)
        player.page.keyboard.press("Enter")


@pytest.mark.parametrize("latency", LATENCIES)
@pytest.mark.parametrize("broken", [0, 3], ids=["whole", "each third form is broken"])
def test_moves_in_the_field_of_a_game(browser: Browser, hall: ServedHall, latency: int, broken: int) -> None:
    with slow_line(hall.port, latency / 1000, broken) as line:
        player = PagePlayer(browser, line.address)
        player.open("/")
        player.tab_to("Begin")
        player.press("Enter")
        player.page.wait_for_url("**/game/1")
        player.hears("Your move")
        player.page.focus("#line")
        typed(player, *OUT_AND_HOME)
        player.until(lambda: moves(hall), lambda made: len(made) >= len(OUT_AND_HOME))
        time.sleep(latency / 1000)
        assert moves(hall) == list(OUT_AND_HOME)
        assert player.page.input_value("#line") == ""
        assert not [each for each in player.heard if "Not sent" in each]
        on_a_bad_line(player)


@pytest.mark.parametrize("latency", LATENCIES)
def test_moves_on_the_grid(browser: Browser, hall: ServedHall, latency: int) -> None:
    with slow_line(hall.port, latency / 1000, broken=3) as line:
        player = PagePlayer(browser, line.address)
        player.open("/")
        player.tab_to("Begin")
        player.press("Enter")
        player.page.wait_for_url("**/game/1")
        player.hears("Your move")
        for count, (start, target) in enumerate((("g1", "f3"), ("f3", "g1"), ("b1", "c3")), 1):
            for square in (start, target):
                player.page.focus(f"#{square}")
                player.press("Enter")
            player.until(lambda: len(hall.games.game(1, 3).game.plies), (2 * count).__eq__)
            player.until(lambda: player.page.input_value("[name=seen]"), str(2 * count).__eq__)
        assert moves(hall) == ["Nf3", "Ng1", "Nc3"]
        on_a_bad_line(player)


def at_the_desk(browser: Browser, hall: ServedHall, address: str) -> PagePlayer:
    """An arbiter who has come over a line, with the focus in the field."""
    player = PagePlayer(browser, address)
    player.open(f"/in#{hall.database.new_code(Role.ARBITER)}")
    player.page.focus("#code")
    player.press("Enter")
    player.page.wait_for_url("**/arbiter")
    player.page.focus("#line")
    return player


@pytest.mark.parametrize("latency", LATENCIES)
def test_rulings_at_the_desk(browser: Browser, hall: ServedHall, latency: int) -> None:
    for _ in range(3):
        ruled_game(hall, "e4")
    with slow_line(hall.port, latency / 1000, broken=3) as line:
        player = at_the_desk(browser, hall, line.address)
        lines = [f"{board} add time black {board}:00" for board in (1, 2, 3)]
        typed(player, *lines)
        player.until(lambda: all(added(hall, board) for board in (1, 2, 3)))
        time.sleep(latency / 1000 + 0.5)
        assert [added(hall, board) for board in (1, 2, 3)] == [[60.0], [120.0], [180.0]]
        on_a_bad_line(player)


@pytest.mark.parametrize("latency", LATENCIES)
def test_rulings_at_the_page_of_a_board(browser: Browser, hall: ServedHall, latency: int) -> None:
    """Each in its order, whatever is taken anew meanwhile."""
    number = ruled_game(hall, "e4")
    with slow_line(hall.port, latency / 1000) as line:
        player = at_the_desk(browser, hall, line.address)
        player.open(f"/arbiter/board/{number}")
        player.page.focus("#line")
        typed(player, "pause", "resume", "pause")
        player.until(lambda: rulings_on(hall, number), lambda made: len(made) >= 3)
        assert rulings_on(hall, number) == [ClocksStopped, GameResumed, ClocksStopped]
        assert player.page.input_value("#line") == ""
        on_a_bad_line(player)


def test_a_board_s_page_without_a_script_keeps_what_was_refused(hall: ServedHall, anna: Visitor) -> None:
    """As it is where somebody types before the script has come."""
    number = ruled_game(hall, "e4")
    anna.sign_in(Role.ARBITER)
    page = anna.post("/arbiter/line", line="nonsense", board=str(number), seen="0").text
    assert 'value="nonsense"' in page and 'aria-invalid="true"' in page and f'data-watches="{number}"' in page


@pytest.mark.parametrize("latency", LATENCIES)
def test_settings_are_saved_one_after_the_other_where_they_stand(
    browser: Browser, hall: ServedHall, latency: int
) -> None:
    """Every field, each save by two Enters, and the next choice before the hall has answered; then another language."""
    with slow_line(hall.port, latency / 1000) as line:
        player = PagePlayer(browser, line.address)
        player.open("/settings")
        sent, saves = forms_of(player), len(range(1, len(CHOICES), 3))
        for count, name in enumerate(CHOICES):
            player.page.focus(f"#{name}")
            player.press("ArrowDown")
            if count % 3 == 1:
                player.page.focus("main button")
                player.press("Enter", "Enter")
        player.until(lambda: player.heard, ["now: Saved"].__mul__(saves).__eq__)
        assert len(sent) == saves
        assert look_of(player) == {"voices": "en"} | {name: values[1] for name, values in CHOICES.items()}
        shown = player.page.evaluate("({ ...document.documentElement.dataset })")
        assert shown.items() >= {"theme": "light", "size": "large", "board": "grey", "squares": "large"}.items()
        assert player.focused() == "Save"
        player.page.select_option("#voices", "de")
        player.press("Enter")
        player.page.wait_for_url("**/settings?saved=1")
        assert player.page.inner_text("main button") == "Speichern"
        assert player.page.input_value("#size") == "large"
        on_a_bad_line(player)


def look_of(player: PagePlayer) -> dict[str, str]:
    """What its cookie keeps."""
    [cookie] = [each["value"] for each in player.context.cookies() if each["name"] == COOKIE]
    return dict(parse_qsl(cookie.strip('"')))


@pytest.mark.parametrize("latency", LATENCIES)
def test_who_follows_a_board_goes_on_where_its_page_is_loaded_anew(
    browser: Browser, hall: ServedHall, latency: int
) -> None:
    number = game_of_two(hall)
    with slow_line(hall.port, latency / 1000) as line:
        player = PagePlayer(browser, line.address)
        player.open(f"/board/{number}")
        player.tab_to("Follow aloud")
        player.press("Enter")
        play(hall, number, "e4")
        player.hears("Eva four")
        player.page.reload()
        play(hall, number, "", "e5")
        player.hears("Eva five")
        assert player.heard == ["aside: pawn Eva seven Eva five"]
        player.tab_to("Follow aloud")
        player.press("Enter")
        assert player.page.get_attribute("#follow", "aria-pressed") == "false"
        on_a_bad_line(player)


@pytest.mark.parametrize("latency", LATENCIES)
def test_orders_about_what_was_seen_follow_each_other_at_the_desk(
    browser: Browser, hall: ServedHall, latency: int
) -> None:
    """What the first brings is no news to the second, typed ahead; what a player does meanwhile is."""
    number = ruled_game(hall, *REPEATED)
    say(hall, number, chess.WHITE, "threefold")
    with slow_line(hall.port, latency / 1000) as line:
        player = at_the_desk(browser, hall, line.address)
        typed(player, "1 reject", "1 resume")
        player.hears("taken up again")
        assert not [each for each in player.heard if "Not done" in each]
        moved = partial(say, hall, number, chess.WHITE, "Nf3")
        player.page.route("**/arbiter/line", lambda route: (moved(), route.continue_())[1])
        typed(player, "1 declare 1-0")
        player.hears("Not done")
        player.until(lambda: player.page.input_value("#line"), bool)
        assert player.page.input_value("#line") == "1 declare 1-0"
        player.page.unroute("**/arbiter/line")
        player.press("Enter")
        player.hears("White wins")
        assert player.page.input_value("#line") == ""
        on_a_bad_line(player)


@pytest.mark.parametrize("latency", LATENCIES)
def test_what_is_typed_while_another_form_is_on_its_way_is_not_eaten(
    browser: Browser, hall: ServedHall, latency: int
) -> None:
    """In a field of the page that stays it is for that field; for a page that does not come it is told."""
    number = ruled_game(hall, "e4")
    with slow_line(hall.port, latency / 1000) as line:
        player = at_the_desk(browser, hall, line.address)
        player.page.focus("#codes button")
        player.press("Enter")
        player.page.focus("#line")
        typed(player, f"{number} pause")
        player.hears("stopped")
        assert not hall.games.game(number, 3).game.is_clock_on
        code = player.page.inner_text(".code")
        player.hears(code)
        assert player.page.evaluate("document.activeElement.id") == "line"
        guest = PagePlayer(browser, line.address)
        guest.open("/in#AAAAA-AAAAA")
        guest.page.focus("#name")
        typed(guest, "Boris", "e5")
        guest.hears("Not sent: e5")
        assert guest.page.input_value("#code") == "AAAAA-AAAAA"
        assert guest.page.input_value("#name") == "Boris"
        for each in (player, guest):
            on_a_bad_line(each)


def rulings_on(hall: ServedHall, number: int) -> list[type[Event]]:
    """Which clocks an arbiter has stopped or started, in their order."""
    events = [type(entry.event) for entry in hall.journal.entries(number)]
    return [each for each in events if each in (ClocksStopped, GameResumed)]


def added(hall: ServedHall, number: int) -> list[float]:
    """The seconds that an arbiter has added."""
    events = [entry.event for entry in hall.journal.entries(number)]
    return [event.time.total_seconds() for event in events if isinstance(event, TimeAdded)]


@pytest.mark.parametrize("latency", LATENCIES)
def test_forms_that_begin_games_and_sign_in(browser: Browser, hall: ServedHall, latency: int) -> None:
    """Each sent by two Enters, a quarter of a second apart; what is typed ahead of the next page waits in its field."""
    with slow_line(hall.port, latency / 1000, broken=2) as line:
        player = PagePlayer(browser, line.address)
        for number, (path, field) in enumerate((("/", "#name"), ("/new", "#level"), ("/simul", "#boards")), 1):
            player.open(path)
            player.page.fill(field, "2")
            player.press("Enter")
            time.sleep(0.25)
            player.press("Enter")
            player.page.wait_for_url("**/simul/1" if path == "/simul" else f"**/game/{number}")
        time.sleep(0.3)
        assert hall.games.running == 4  # two, and one with two boards
        player.page.focus("#line")
        typed(player, "board 2")
        player.page.wait_for_url("**/game/4")
        player.hears("Board 2")
        guest = PagePlayer(browser, line.address)
        guest.open(f"/in#{hall.database.new_code(Role.PLAYER, game=3, color=chess.BLACK)}")
        guest.page.focus("#name")
        typed(guest, "Boris", "e5")
        guest.page.wait_for_url("**/game/3")
        guest.until(lambda: guest.page.input_value("#line"), lambda text: text == "e5")
        guest.hears("Not sent: e5")
        for each in (player, guest):
            on_a_bad_line(each)
