"""What a blind player and a blind arbiter hear and feel through Orca of the pages of the hall, in Chromium."""

from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from access_chess.hall.people.database import Role
from tests.hall.games.test_arbiter_desk import REPEATED
from tests.hall.web.test_arbiter import ruled_game, say
from tests.screen_readers.page_reading import PageReader
from tests.screen_readers.reading import golden
from tests.screen_readers.rig import Rig
from tests.support.hall_server import ServedHall, served

ROBOT = ("e7e5", "b8c6", "g8f6")


@pytest.fixture
def hall(page_rig: Rig, tmp_path: Path) -> Iterator[ServedHall]:
    """A hall, and the browser of the rig, which is closed at the end."""
    with served(tmp_path, ROBOT) as hall:
        yield hall
        page_rig.close_window()


def in_one(texts: list[str]) -> str:
    """All that was heard: what comes in two announcements on a busy machine, and in one on another, is the same."""
    return ". ".join(text.rstrip(".") for text in texts)


def test_a_game_is_played_by_typing_and_on_the_board(page_rig: Rig, hall: ServedHall) -> None:
    reader = PageReader(page_rig, f"{hall.address}/", last="unvisited links.")
    reader.press("b", words="without clocks.")  # the button and what it begins: then it has the keyboard, too
    reader.forget()
    reader.press("Return", words="Your move.")
    for line, words in (
        ("e4", "Eva seven Eva five"),
        ("ke5", "Not legal"),
        ("again", "Not legal"),
        ("again", "Not legal"),
        ("f1c4", "Cesar six"),
    ):
        reader.enter(line, words)
    for words in ("Send push button", "Eva two, empty push button"):
        reader.press("Tab", words=words)
    reader.press("Left", words="David two, white pawn")
    reader.press("q", words="2 of 2")
    reader.press("1", words="David one, white queen")
    reader.press("Return", words="selected")
    reader.press("5", words="David five, empty")
    reader.press("shift+8", words="Hector five, empty")
    reader.press("Return", words="Felix six")
    reader.press("i", words="a question mark lists")
    reader.enter("h5f7", "New game, or quit?")
    entered = reader.heard.index(
        "region Move or command"
    )  # before it is what was left, wherever the reading had come to
    assert in_one(reader.heard[entered:]) == in_one(golden("page.en"))
    assert reader.not_finished == []
    assert reader.echoed == "e4ke5againagainf1c4q15ih5f7"


def test_what_is_said_and_what_is_typed_are_felt(page_rig: Rig, hall: ServedHall) -> None:
    """A message stays on the display for a while; then the field is there again, with what is typed."""
    reader = PageReader(page_rig, f"{hall.address}/", last="unvisited links.")
    reader.press("b", words="without clocks.")
    reader.press("Return", words="Your move.")
    reader.enter("e4", "Eva seven Eva five")
    page_rig.until_was_felt("pawn Eva two Eva four. pawn Eva seven E")
    page_rig.until_was_felt("Move or command e4")
    reader.enter("ke5", "Not legal")
    page_rig.until_was_felt("ke5: Not legal: no piece of yours moves")


def test_an_arbiter_hears_what_needs_them_and_rules(page_rig: Rig, hall: ServedHall) -> None:
    for _ in range(2):
        ruled_game(hall, *REPEATED)
    code = hall.database.new_code(Role.ARBITER)
    reader = PageReader(page_rig, f"{hall.address}/in#{code}", last="unvisited links.")
    reader.press("e", words="Ten letters and digits")
    reader.press("Return", words="another arbiter.")
    reader.forget()
    reader.hear(lambda: say(hall, 1, chess.WHITE, "threefold"), "claims a draw")
    for line, words in (("2 nonsense", "do not understand"), ("1 accept", "nine point two b")):
        reader.enter(line, words)
    reader.hear(lambda: say(hall, 2, chess.WHITE, "threefold"), "claims a draw")
    for line, words in (("next", "claims a draw"), ("reject", "three minutes more")):
        reader.enter(line, words)
    assert in_one(reader.heard) == in_one(golden("desk.en"))
    assert reader.not_finished == []


def test_a_clock_without_a_server_is_set_pressed_asked_and_stopped(page_rig: Rig, hall: ServedHall) -> None:
    """In words alone, since the first touch was a key: each press and each answer is heard once."""
    reader = PageReader(page_rig, f"{hall.address}/clock", last="combo box collapsed")
    reader.tab_to("Set the clock")
    reader.forget()
    reader.press("Return", words="Black's press starts")  # from a button, where its keys have not been those of a page
    for key, words in (
        ("p", "30 seconds"), ("l", "key goes down"), ("a", "Black's clock runs"), ("x", "one completed move"),
        ("c", "moves"), ("g", "does nothing"), ("space", "stopped"),
    ):  # fmt: skip
        reader.press(key, words=words)
    assert in_one(reader.heard) == in_one(golden("clock_page.en"))
    assert reader.not_finished == []


def test_a_lesson_is_found_in_the_list_and_learnt(page_rig: Rig, hall: ServedHall) -> None:
    """The field has the keyboard from its beginning: to the stars, and into the next task, whose last word is felt.
    Then its task and its men are read.
    """
    reader = PageReader(page_rig, f"{hall.address}/learn", last="unvisited links.", is_long=True)
    go_through(reader, ("1", "Learn chess"), ("k", "The board"), ("k", "Names for the ear"), ("k", "The rook"))
    reader.forget()
    reader.press("Return", words="a castle wall.")
    page_rig.until_silent()
    begun = in_one(reader.heard)
    assert [begun.count(each) for each in ("The rook: five tasks", "Move or answer entry.")] == [1, 1]
    reader.forget()
    for line, words in (
        ("", "does not jump."), ("", "Three moves are enough."), ("ke5", "Not yet"), ("d4d7", "two are left"),
        ("hint", "the same rank or file"), ("d7h7", "One is left"), ("h7h2", "Next?"), ("", "There are four."),
    ):  # fmt: skip
        reader.enter(line, words)
    page_rig.until_was_felt("Your rook stands on Anna one")
    page_rig.until_silent()
    page_rig.press("Insert+a")  # to read the page, with the keys of the screen reader
    page_rig.until_was_felt("Browse mode")
    go_through(reader, ("h", "Board"), ("h", "Actions"), ("h", "On the board"), ("i", "White: "), ("i", "Black"))
    go_through(reader, ("1", "The rook"), ("2", "Task"))
    assert in_one(reader.heard) == in_one(golden("lesson_page.en"))
    assert reader.not_finished == []
    reader.press("Down", words="Your rook stands")  # as much of it as stands in one line there


def test_the_laws_are_read_by_a_chapter_and_an_article(page_rig: Rig, hall: ServedHall) -> None:
    reader = PageReader(page_rig, f"{hall.address}/laws", last="unvisited links.", is_long=True)
    go_through(reader, ("1", "The Laws of Chess"), ("2", "By chapters"), ("k", "Laws of 2009"))
    go_through(reader, ("k", "Article one"), ("k", "Article two"), ("Return", "Finished loading Laws of 2009"))
    page_rig.until_silent()
    reader.forget()
    go_through(reader, ("h", "Article three"), ("i", "3.1 No piece"), ("h", "Article four"))
    page_rig.until_was_felt("Article four: Touching and moving")
    assert in_one(reader.heard) == in_one(golden("laws_page.en"))
    assert reader.not_finished == []


def go_through(reader: PageReader, *steps: tuple[str, str]) -> None:
    """Read by the keys of the screen reader, each to its end."""
    for key, words in steps:
        reader.press(key, words=words)
