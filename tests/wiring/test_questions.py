"""Before a game of a tournament: who plays, and where."""

import io
import queue
from datetime import timedelta

import chess
import pytest

from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.sound.speaker import Speaker
from access_chess.laws.by_color import ByColor
from access_chess.laws.setup import Occasion, Player, Setup
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import Entry, SpokenWords
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.questions import LeftError, Questioner
from tests.support.typed_in import entered

LANGUAGE = load_language("en")
WHO = "Who plays White? Enter alone leaves it out."


class Typist:
    """Types the next line when he is asked for it."""

    is_typed = True

    def __init__(self, *lines: str | Entry) -> None:
        self.inbox: queue.SimpleQueue[Entry] = queue.SimpleQueue()
        self._lines = [*lines, None]

    def proceed(self, *, with_line: bool = True) -> None:
        line = self._lines.pop(0)
        self.inbox.put(entered(line) if isinstance(line, str) else line)


def asked(setup: Setup, *lines: str | Entry) -> tuple[Setup, list[str]]:
    """The setup with what these lines answer, and what was said."""
    typist, screen = Typist(*lines), io.StringIO()
    speaker = Speaker(voice=None, outputs=())
    try:
        announcer = Announcer(speaker, NarrationSettings(pack=LANGUAGE.pack), screen=screen)
        complete = Questioner(typist.inbox, typist, announcer, LANGUAGE).complete(setup)
    finally:
        speaker.close()
    return complete, screen.getvalue().splitlines()


def test_what_was_not_given_is_asked_and_read_back() -> None:
    setup, said = asked(Setup(), " Anna Muster ", "Boris", "Open")
    assert (setup.players.white.name, setup.players.black.name) == ("Anna Muster", "Boris")
    assert setup.occasion == Occasion(event="Open")
    assert said == [
        "Who plays White? Enter alone leaves it out.",
        "White: Anna Muster.",
        "Who plays Black?",
        "Black: Boris.",
        "Which tournament?",
        "Event: Open.",
    ]


def test_an_empty_line_leaves_it_out() -> None:
    setup, said = asked(Setup(), "", "", "")
    assert setup == Setup()
    assert len(said) == 3


def test_back_asks_the_question_before_again_as_often_as_is_wanted() -> None:
    setup, said = asked(Setup(), "back", "Ana", "back", "Anna", "Boris", "back", "back", "Eva", "Boris", "")
    assert (setup.players.white.name, setup.players.black.name) == ("Eva", "Boris")
    assert said[:5] == [WHO, WHO, "White: Ana.", "Who plays Black?", WHO]


@pytest.mark.parametrize("line", ["?", "help", "what can I do"])
def test_a_question_mark_is_help_and_no_name(line: str) -> None:
    setup, said = asked(Setup(), line, "Anna", "again", "", "")
    assert setup.players.white.name == "Anna" and setup.players.black.name == ""
    assert said[1].startswith("Type it, or press Enter to leave it out.")
    assert said[3:5] == ["Who plays Black?"] * 2


def test_what_was_given_is_not_asked() -> None:
    given = Setup(
        players=ByColor(Player(name="Anna", is_blind=True), Player(is_blind=True)), occasion=Occasion(round="3")
    )
    setup, said = asked(given, "Boris")
    assert said == ["Who plays Black?", "Black: Boris."]
    assert setup.players.black == Player(name="Boris", is_blind=True)
    assert setup.occasion == given.occasion


def test_a_key_that_asks_for_something_else_is_passed_over() -> None:
    setup, _ = asked(Setup(), SpokenWords(said=Request(name=RequestName.LISTEN), at=timedelta()), "Anna", "Boris", "")
    assert setup.players[chess.WHITE].name == "Anna"


@pytest.mark.parametrize("last", ["quit", None])
def test_who_leaves_begins_no_game(last: Entry) -> None:
    with pytest.raises(LeftError):
        asked(Setup(), "Anna", last)
