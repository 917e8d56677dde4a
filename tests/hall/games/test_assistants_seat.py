"""The place of a player's assistant at a page: his duties in his player's name, nothing that is the player's alone."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess
import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.hall.games.running_games import RunningGame
from access_chess.hall.games.seat import HostedSeat
from access_chess.hall.games.seat_state import Terms
from access_chess.laws.commands import assistant_of, player
from access_chess.laws.events import MoveMade
from access_chess.laws.time_control import parse_time_control
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.row import Here, RequestAuthor, Topic
from access_chess.requests.table import ROWS, is_known, refusal
from tests.hall.games.test_hosted_games import ENGLISH, texts
from tests.support.hall_server import games_in


@pytest.fixture(name="journal")
def empty_journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        yield journal


@pytest.fixture(name="game")
def assisted_game(journal: Journal) -> Iterator[RunningGame]:
    """White is blind and has an assistant; all three are there."""
    terms = Terms(
        white="Anna", black="Boris", control=parse_time_control("300"), has_arbiter=True, assisted=frozenset({True})
    )
    with closing(games_in(journal)) as games:
        game = games.begin(terms)
        game.assistants_seat(chess.WHITE, ENGLISH)
        assert not game.game.started, "no clock waits for him, and none runs because of him"
        for color in chess.COLORS:
            game.seat(color, ENGLISH)
        yield game


def at(game: RunningGame, color: chess.Color) -> HostedSeat:
    seat = game.seat_at(color)
    assert seat is not None
    return seat


def answer(seat: HostedSeat, line: str) -> str:
    """What a line is answered with; what is still on its way to him comes before."""
    before = len(seat.lines())
    seat.enter(line)
    return " ".join(texts(seat)[before:])


NOT_HIS = "This is not among the assistant's duties."


def test_e_2_9_an_assistant_does_their_duties_and_nothing_else(game: RunningGame) -> None:
    assistant, black = game.assistants_seat(chess.WHITE, ENGLISH), at(game, chess.BLACK)
    assert answer(assistant, "e4") == "pawn Eva two Eva four"
    made = game.game.plies
    assert answer(assistant, "e5") == "e5: Black to move, move one."
    for line in ("resign", "offer draw", "new game", "arbiter add time white 10:00", "white resign", "call arbiter"):
        assert answer(assistant, line) == NOT_HIS, line
        assert assistant.state().answers == (), line
    for line in ("black resign", "assistant black e5"):
        assert answer(assistant, line) in (NOT_HIS, "You may do that only for yourself."), line
    assert game.game.plies == made
    black.enter("e5")
    assert answer(assistant, "assistant Nf3") == "knight Gustav one Felix three"
    assert answer(assistant, "assistant flag") == "The opponent's flag has not fallen."
    assert (
        answer(assistant, "assistant times") == "The player has not asked. The assistant answers only what was asked."
    )
    assert answer(assistant, "what is on e4") == "Eva four: White pawn."
    assert not game.game.is_over


def test_an_assistant_answers_no_offer_for_their_player_and_hears_no_answer_of_theirs(game: RunningGame) -> None:
    assistant, white, black = game.assistants_seat(chess.WHITE, ENGLISH), at(game, chess.WHITE), at(game, chess.BLACK)
    white.enter("e4")
    white.enter("what is on e4")
    black.enter("e5(=)")
    assert [each.name for each in white.state().answers] == [RequestName.YES, RequestName.NO]
    assert assistant.state().answers == ()
    for line in ("yes", "no"):
        assert answer(assistant, line) == "There is no question to answer."
    for line in ("accept", "decline"):
        assert answer(assistant, line) == NOT_HIS
    assert game.game.offer is chess.BLACK
    assert "Eva four: White pawn." in texts(white)
    assert "Eva four: White pawn." not in texts(assistant)
    assert "Black offers a draw." in texts(assistant)


def test_nobody_else_acts_as_an_assistant(game: RunningGame) -> None:
    """Neither his player at the player's place, nor who has come as the assistant of one who has none."""
    for color in chess.COLORS:
        assert answer(at(game, color), "assistant e4") == "That is not available in this game."
    assert answer(game.assistants_seat(chess.BLACK, ENGLISH), "assistant flag").startswith("Only an assistant may")
    assert game.game.plies == ()


def test_what_an_assistant_does_stands_in_the_journal_as_theirs(game: RunningGame, journal: Journal) -> None:
    game.assistants_seat(chess.WHITE, ENGLISH).enter("e4")
    at(game, chess.BLACK).enter("e5")
    made = {entry.event.color: entry.author for entry in journal.entries(1) if isinstance(entry.event, MoveMade)}
    assert made == {chess.WHITE: assistant_of(chess.WHITE), chess.BLACK: player(chess.BLACK)}


#: Of what is about the game: his duties, and how he leaves his page.
HIS = {RequestName.MOVE, RequestName.PRESS, RequestName.CLAIM_FLAG, RequestName.CLAIM_TOUCH, RequestName.QUIT}
#: What only tells him something, or is about the program.
TELLING = {Topic.BOARD, Topic.CLOCK, Topic.PROGRAM}


def test_every_request_is_a_duty_or_a_question_or_refused(game: RunningGame) -> None:
    here = Here(profile=Profile.ONLINE, has_arbiter=True, is_assistants=True)
    for name, row in ROWS.items():
        if name in HIS or row.author is RequestAuthor.ASSISTANT:
            assert refusal(name, game.game, here) is None, name
        elif row.topic not in TELLING:
            assert refusal(name, game.game, here) == "refused_not_a_duty", name
            assert not is_known(name, here), "and help does not tell of it"
