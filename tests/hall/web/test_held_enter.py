"""No question of any page is answered by the Enter that asked it, be it held down or doubled."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import chess
import pytest
from playwright.sync_api import Browser

from access_chess.hall.people.database import Role
from access_chess.laws.game import Game
from tests.hall.web.test_arbiter import ruled_game, signed_in
from tests.support.hall_games import came
from tests.support.hall_server import ServedHall, served
from tests.support.page_player import PagePlayer

HELD = 0.9  # seconds, as somebody lets a key down who waits for what comes
REPEATED = 0.033  # seconds between two repeats of a held key
DOUBLED = 0.25  # seconds between two presses of one who is not sure of the first


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    with served(tmp_path, ("e7e5", "b8c6", "g8f6")) as running:
        yield running


def hold_enter(player: PagePlayer) -> None:
    until = time.monotonic() + HELD
    while time.monotonic() < until:
        player.page.keyboard.down("Enter")
        time.sleep(REPEATED)
    player.page.keyboard.up("Enter")


def two_enters(player: PagePlayer) -> None:
    player.press("Enter")
    time.sleep(DOUBLED)
    player.press("Enter")


PRESSES = [hold_enter, two_enters]


def against_the_robot(browser: Browser, hall: ServedHall) -> PagePlayer:
    """A player who has moved, and has been answered."""
    player = PagePlayer(browser, hall.address)
    player.open("/")
    player.tab_to("Begin")
    player.press("Enter")
    player.page.wait_for_url("**/game/1")
    player.hears("Your move")
    player.page.focus("#line")
    player.enter("e4")
    player.hears("Eva five")
    return player


def under_the_arbiter(browser: Browser, hall: ServedHall) -> PagePlayer:
    """White of a game of two, with an arbiter."""
    number = ruled_game(hall, "e4", "e5")
    code = hall.database.new_code(Role.PLAYER, game=number, color=chess.WHITE)
    player = came(browser, hall.address, code, "Anna")
    player.hears("Your move")
    return player


def asked_to_resign(browser: Browser, hall: ServedHall) -> PagePlayer:
    """A player who is asked whether to resign, with the focus on Yes."""
    player = against_the_robot(browser, hall)
    player.tab_to("Resign")
    player.press("Enter")
    player.until(player.focused, lambda name: name == "Resign? Yes or no.")
    player.let_the_question_stand()
    player.tab_to("Yes")
    return player


def at_a_promotion(browser: Browser, hall: ServedHall) -> PagePlayer:
    """White of a game in which h7 may take on g8, with the focus there."""
    number = ruled_game(hall, "h4", "g5", "hxg5", "h6", "gxh6", "a6", "h7", "b6")
    code = hall.database.new_code(Role.PLAYER, game=number, color=chess.WHITE)
    player = came(browser, hall.address, code, "Anna")
    player.hears("Your move")
    player.page.focus("#h7")
    player.press("Enter")
    player.page.focus("#g8")
    return player


def at_the_desk(browser: Browser, hall: ServedHall) -> PagePlayer:
    for _ in range(2):
        ruled_game(hall, "e4")
    return signed_in(browser, hall, "Maria")


def at_a_board_of_the_desk(browser: Browser, hall: ServedHall) -> PagePlayer:
    player = at_the_desk(browser, hall)
    player.open("/arbiter/board/1")
    return player


@dataclass(frozen=True, kw_only=True)
class Question:
    """What a page asks because of a button, of the grid (neither) or of a line; and what must not come of it."""

    begun: Callable[[Browser, ServedHall], PagePlayer]
    asked: str
    button: str = ""
    line: str = ""
    is_done: Callable[[Game], bool] = lambda game: game.is_over

    @property
    def name(self) -> str:
        """What asks it."""
        return self.button or self.line or "on the grid"


def is_taken_back(game: Game) -> bool:
    return len(game.plies) < 2


def is_stopped(game: Game) -> bool:
    return not game.is_clock_on


def is_promoted(game: Game) -> bool:
    return len(game.plies) > 8


BACK, DRAW, RESIGN = "Take the last move back? Yes or no.", "Offer a draw? Yes or no.", "Resign? Yes or no."
CALL, NEXT = "Call the arbiter? Yes or no.", "New game, or quit?"
ALL, NUMBER = "On all two boards? Yes or no.", "Board 1: Which number?"
QUESTIONS = [
    Question(begun=against_the_robot, button="Take back", asked=BACK, is_done=is_taken_back),
    Question(begun=against_the_robot, button="Offer a draw", asked=DRAW),
    Question(begun=against_the_robot, button="Resign", asked=RESIGN),
    Question(begun=under_the_arbiter, button="Call the arbiter", asked=CALL, is_done=is_stopped),
    Question(begun=under_the_arbiter, button="Offer a draw", asked=DRAW),
    Question(begun=under_the_arbiter, button="Resign", asked=RESIGN),
    Question(begun=asked_to_resign, button="Yes", asked=NEXT, is_done=lambda game: not game.is_over),
    Question(begun=at_a_promotion, asked="Which piece?", is_done=is_promoted),
    Question(begun=against_the_robot, line="back", asked=BACK, is_done=is_taken_back),
    Question(begun=against_the_robot, line="draw", asked=DRAW),
    Question(begun=against_the_robot, line="resign", asked=RESIGN),
    Question(begun=asked_to_resign, line="yes", asked=NEXT, is_done=lambda game: not game.is_over),
    Question(begun=at_a_promotion, line="h7g8", asked="Which piece?", is_done=is_promoted),
    Question(begun=at_the_desk, line="all pause", asked=ALL, is_done=is_stopped),
    Question(begun=at_the_desk, line="1 illegal white", asked=NUMBER, is_done=is_stopped),
    Question(begun=at_a_board_of_the_desk, line="illegal white", asked=NUMBER, is_done=is_stopped),
]


def forms_of(player: PagePlayer) -> list[str]:
    """Which forms its page sends from now on."""
    sent: list[str] = []
    player.page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    return sent


@pytest.mark.parametrize(
    ("question", "press"),
    [
        pytest.param(
            each, press, id=f"{each.begun.__name__} {each.button or each.line or 'on the grid'} {press.__name__}"
        )
        for place, each in enumerate(QUESTIONS)
        for press in (PRESSES if "EVERY_LATENCY" in os.environ else PRESSES[place % 2 :][:1])
    ],
)
def test_no_question_is_answered_by_the_enter_that_asked_it(
    browser: Browser, hall: ServedHall, question: Question, press: Callable[[PagePlayer], None]
) -> None:
    player = question.begun(browser, hall)
    if question.line:
        player.page.focus("#line")
        player.page.keyboard.type(question.line)
    elif question.button:
        player.tab_to(question.button)
    before, sent = len(player.heard), forms_of(player)
    press(player)
    asked = question.asked.removesuffix(".")
    player.until(lambda: (player.focused(), *player.heard[before:]), lambda all_of_it: asked in "\n".join(all_of_it))
    time.sleep(0.3)  # what a second form would bring
    said = sum(asked in each for each in player.heard[before:])
    assert said == (player.focused().removesuffix(".") != asked), "it is heard once: as the heading, or by itself"
    assert len(sent) == 1
    assert not question.is_done(hall.games.game(1, 3).game)
    player.let_the_question_stand()
    if question.asked == NEXT:
        player.tab_to("New game")
        player.press("Enter")
        player.page.wait_for_url("**/game/2")
    elif question.asked in (NUMBER, "Which piece?"):  # what is meant completes it
        player.page.focus("#line")
        player.enter("1" if question.asked == NUMBER else "queen")
        answer = "Call it illegal?" if question.asked == NUMBER else "queen"
        player.hears(answer, after=len(player.heard) - 1)
    elif player.focused() == question.asked:
        player.press("Tab")
        assert player.focused() == "No"
        press(player)
        player.hears("Not done")
        player.until(player.focused, lambda name: name == question.button)
        assert not question.is_done(hall.games.game(1, 3).game)
    else:
        player.page.focus("#line")
        player.enter("yes")
        player.until(lambda: question.is_done(hall.games.game(1, 3).game) or "declines" in player.heard[-1])
    player.close()


@pytest.mark.parametrize("press", PRESSES if "EVERY_LATENCY" in os.environ else PRESSES[:1])
def test_who_is_signed_out_has_done_nothing_else(
    browser: Browser, hall: ServedHall, press: Callable[[PagePlayer], None]
) -> None:
    """By the arbiter, and by themselves: the Enter that is still down meets the next page, whose field takes none."""
    player = under_the_arbiter(browser, hall)
    arbiter = signed_in(browser, hall, "Maria")
    sent = forms_of(arbiter)
    arbiter.tab_to("Sign Anna out")
    with arbiter.page.expect_event("load"):
        press(arbiter)
    assert arbiter.page.is_hidden("#people")
    player.until(lambda: player.page.inner_text("main"), lambda text: "There is no such page" in text)
    arbiter.tab_to("Sign out")
    press(arbiter)
    arbiter.page.wait_for_url(hall.address + "/")
    time.sleep(0.3)
    assert [each.removeprefix(hall.address) for each in sent] == ["/arbiter/sessions/1/end", "/out"]
    assert hall.games.running == 1
    arbiter.close()


def test_no_page_is_left_under_a_key_that_is_held_down(browser: Browser, hall: ServedHall) -> None:
    """Keyboards wait half a second before they repeat a key: in the next page it would be pressed."""
    player = PagePlayer(browser, hall.address)
    player.open("/")
    player.tab_to("Begin")
    player.page.keyboard.down("Enter")
    player.page.wait_for_timeout(700)
    assert player.page.url == hall.address + "/"
    player.page.keyboard.up("Enter")
    player.page.wait_for_url("**/game/1")
    player.close()
