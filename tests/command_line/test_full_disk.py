"""A disk that is really full, under each command that keeps something: one sentence, and what can go on goes on."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.session.session import resume_game
from tests.support.full_disk import SmallDisk, small_disk
from tests.support.terminal_player import Player

FULL = r"The disk is full: nothing more can be written to the journal"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "home") as disk:
        yield disk


@pytest.fixture
def players() -> Iterator[list[Player]]:
    players: list[Player] = []
    yield players
    for player in players:
        player.go_home()


def kept(disk: SmallDisk, number: int = 1) -> list[str]:
    with closing(Journal.reading(disk.folder / "journal.sqlite")) as journal:
        return [ply.move.uci() for ply in resume_game(journal, number).game.plies]


def begun(disk: SmallDisk, players: list[Player], *arguments: str) -> Player:
    player = Player(disk.folder, "--voices", "en", "--opponent", "human", *arguments)
    players.append(player)
    player.wait_for("White to move")
    player.type("e4")
    player.wait_for("pawn Eva two Eva four\n")
    return player


def test_a_running_game_goes_on_and_is_kept_when_there_is_room(disk: SmallDisk, players: list[Player]) -> None:
    player = begun(disk, players)
    disk.fill()
    player.type("e5")
    player.wait_for(FULL)
    player.wait_for("Go on without keeping the game\\? Yes or no")
    player.type("yes")
    player.wait_for("pawn Eva seven Eva five\n")
    disk.make_room()
    player.type("Nf3")
    player.wait_for("All of the game is kept")
    player.type("quit")
    player.wait_for("kept as number one")
    assert player.leave() == 0
    assert kept(disk) == ["e2e4", "e7e5", "g1f3"]


def test_a_new_game_is_played_without_being_kept(disk: SmallDisk, players: list[Player]) -> None:
    player = begun(disk, players)
    player.type("resign")
    player.wait_for("Yes or no")
    player.type("yes")
    player.wait_for("New game")
    disk.fill()
    player.type("new game")
    player.wait_for(FULL)
    player.wait_for("Play without keeping the game\\? Yes or no")
    player.type("perhaps")
    player.wait_for("Play without keeping the game\\? Yes or no")
    player.type("yes")
    player.wait_for("White to move")
    player.type("d4")
    player.wait_for("pawn David two David four\n")
    player.type("quit")
    player.wait_for("not kept")
    assert player.leave() == 0
    assert kept(disk) == ["e2e4"]


def test_the_first_game_of_a_sitting_is_asked_about_too(disk: SmallDisk, players: list[Player]) -> None:
    begun(disk, players).type("quit")
    assert players[0].leave() == 0
    disk.fill()
    for answer, status in (("no", 2), ("yes", 0)):
        player = Player(disk.folder, "--voices", "en", "--opponent", "human")
        players.append(player)
        player.wait_for(FULL)
        player.wait_for("Play without keeping the game\\? Yes or no")
        player.type(answer)
        if answer == "yes":
            player.wait_for("White to move")
            player.type("quit")
        assert player.leave() == status


def test_a_clock_begins_and_goes_on(disk: SmallDisk, players: list[Player]) -> None:
    player = Player(disk.folder, "--voices", "en", "--time", "5+0", "--keys", "lines", program="clock")
    players.append(player)
    player.wait_for("five minutes")
    player.type("quit")
    assert player.leave() == 0
    disk.fill()
    player = Player(disk.folder, "--voices", "en", "--time", "5+0", "--keys", "lines", program="clock")
    players.append(player)
    player.wait_for(FULL)
    player.wait_for("The clock runs on and is not kept")
    player.type("start")
    player.wait_for("running|runs|White")
    player.type("quit")
    player.wait_for("not kept")
    assert player.leave() == 0


def test_training_tells_that_nothing_is_kept(disk: SmallDisk, players: list[Player]) -> None:
    player = Player(disk.folder, "--voices", "en", program="train drill color")
    players.append(player)
    player.wait_for("\\w+ \\w+\\?\n")
    disk.fill()
    player.type("light")
    player.wait_for("The disk is full: nothing more can be written to the file of practice")
    player.type("quit")
    player.leave()
    again = Player(disk.folder, "--voices", "en", program="train drill color")
    players.append(again)
    again.wait_for("The disk is full: nothing more can be written to the file of practice")
    assert again.leave() == 2
