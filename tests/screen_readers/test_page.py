"""What a blind player hears through Orca of the pages of the hall, in Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.screen_readers.page_reading import PageReader
from tests.screen_readers.reading import golden
from tests.screen_readers.rig import Rig
from tests.support.hall_server import served

ROBOT = ("e7e5", "b8c6", "g8f6")
END_OF_PAGES = "What is played here stays on this machine."


@pytest.fixture
def reader(rig: Rig, tmp_path: Path) -> Iterator[PageReader]:
    with served(tmp_path, ROBOT) as hall:
        yield PageReader(rig, f"{hall.address}/", last=END_OF_PAGES)
        rig.close_window()


def test_a_game_is_played_by_typing_and_on_the_board(reader: PageReader) -> None:
    reader.press("b", words="Begin push button")
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
    for words in ("Send push button", "Refresh", "e2 empty push button"):
        reader.press("Tab", words=words)
    reader.press("Left", words="d2 white pawn")
    reader.press("q", words="2 of 2")
    reader.press("1", words="d1 white queen")
    reader.press("Return", words="selected")
    reader.press("5", words="d5 empty")
    reader.press("shift+8", words="h5 empty")
    reader.press("Return", words="Felix six")
    reader.press("i", words="a question mark lists")
    reader.enter("h5f7", "New game, or quit?")
    assert reader.heard == golden("page.en")
    assert reader.not_finished == []
    assert reader.echoed == "e4ke5againagainf1c4q15ih5f7"
