"""A game that is resumed while another program plays it: that is asked first, and the other program tells it."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.session.record import resume_game
from tests.support.terminal_player import Player

ASKED = r"Another program is playing this game\. Take it over\? Yes or no\.\n"
TOLD = r"Another program has taken this game over\. It goes on there\.\n"


@pytest.fixture
def sit_down(tmp_path: Path) -> Iterator[Callable[..., Player]]:
    players: list[Player] = []

    def sits_down(*arguments: str, program: str = "play") -> Player:
        players.append(Player(tmp_path, "--voices", "en", *arguments, program=program))
        return players[-1]

    yield sits_down
    for player in players:
        player.go_home()


def test_a_game_is_taken_over_by_who_says_yes(tmp_path: Path, sit_down: Callable[..., Player]) -> None:
    first = sit_down("--opponent", "human", "--time", "5400+30")
    first.wait_for("White to move.\n")
    first.type("e4")
    first.wait_for("pawn Eva two Eva four\n")
    second = sit_down("--resume")
    second.wait_for(ASKED)
    second.type("e5")
    second.wait_for(ASKED)
    second.type("yes")
    first.wait_for(TOLD)
    assert first.leave() == 0
    second.wait_for("Black to move, move one.\n")
    second.type("e5")
    second.wait_for("pawn Eva seven Eva five\n")
    second.type("quit")
    second.wait_for("kept as number one.\n")
    assert second.leave() == 0
    with contextlib.closing(Journal(tmp_path / "journal.sqlite")) as journal:
        assert [ply.move.uci() for ply in resume_game(journal, 1).game.plies] == ["e2e4", "e7e5"]


@pytest.mark.parametrize("answer", ["no", "quit"])
def test_who_says_no_leaves_the_game_where_it_is(sit_down: Callable[..., Player], answer: str) -> None:
    first = sit_down("--opponent", "human")
    first.wait_for("White to move.\n")
    second = sit_down("--resume")
    second.wait_for(ASKED)
    second.type(answer)
    assert second.leave() == 0
    first.type("e4")
    first.wait_for("pawn Eva two Eva four\n")


def test_the_next_game_at_a_place_is_seen_as_well(sit_down: Callable[..., Player]) -> None:
    first = sit_down("--opponent", "human")
    first.wait_for("White to move.\n")
    first.type("resign")
    first.wait_for("Yes or no.\n")
    first.type("yes")
    first.wait_for("New game, review, or quit\\?\n")
    first.type("new game")
    first.wait_for("White to move.\n")
    second = sit_down("--resume")
    second.wait_for(ASKED)
    second.type("yes")
    first.wait_for(TOLD)


@pytest.mark.parametrize("death", ["kill", "interrupt"])
def test_a_program_that_has_ended_holds_nothing(sit_down: Callable[..., Player], death: str) -> None:
    first = sit_down("--opponent", "human")
    first.wait_for("White to move.\n")
    getattr(first, death)()
    first.leave()
    second = sit_down("--resume")
    assert "Another program" not in second.wait_for("White to move, move one.\n")


def test_a_clock_is_taken_over_by_who_says_yes(sit_down: Callable[..., Player]) -> None:
    first = sit_down("--time", "5400+30", program="clock")
    first.wait_for("The clock is set.*\n")
    second = sit_down("--resume", program="clock")
    second.wait_for(ASKED)
    second.type("yes")
    first.wait_for(TOLD)
    assert first.leave() == 0
    second.wait_for("The clocks are as they were.*\n")
    second.press("q")
    second.wait_for("White: one hour.*\n")
    second.interrupt()
    second.wait_for("kept as number one.\n")
