"""A disk that is really full, under each command that keeps something: one sentence, and what can go on goes on."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.session.record import resume_game
from tests.support.full_disk import SmallDisk, small_disk
from tests.support.station_process import PATIENCE, until
from tests.support.terminal_player import Player, heed_control_c

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


def kept(disk: SmallDisk, number: int = 1, file: str = "journal.sqlite") -> list[str]:
    with closing(Journal.reading(disk.folder / file)) as journal:
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


def test_with_a_pin_only_the_arbiter_says_whether_it_goes_on(disk: SmallDisk, players: list[Player]) -> None:
    named = ("--white", "Anna", "--black", "Boris", "--blind", "none", "--event", "Open", "--round", "1")
    player = begun(disk, players, "--profile", "tournament", *named, "--arbiter-pin", "4711")
    disk.fill()
    player.type("")
    player.wait_for(FULL)
    player.type("yes")
    player.wait_for("Only the arbiter")
    player.type("arbiter 4711")
    player.type("yes")
    player.wait_for("The game goes on and is not kept")
    disk.make_room()
    player.type("quit")
    assert player.leave() == 0


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


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_hall_that_ends_tells_which_moves_are_not_kept(disk: SmallDisk, how: signal.Signals) -> None:
    """It goes on meanwhile, and every process that it began ends with it."""
    command = [sys.executable, "-m", "access_chess", "serve", "--port", "0", "--no-sound", "--voices", "en"]
    environment = os.environ | {HOME_VARIABLE: str(disk.folder)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True,
        preexec_fn=heed_control_c,
    ) as hall:  # fmt: skip
        assert hall.stdout is not None and hall.stderr is not None
        address = hall.stdout.readline().strip().rstrip("/")
        with httpx.Client(base_url=address, headers={"origin": address}, follow_redirects=True) as client:
            page = client.post("/new", data={"name": "Anna", "level": "1", "color": "white"})
            csrf = page.text.partition('data-csrf="')[2].partition('"')[0]
            number = page.url.path.rpartition("/")[2]
            client.post(f"/game/{number}/line", data={"csrf": csrf, "line": "e4"})
            until(lambda: len(kept(disk, int(number), "hall-games.sqlite")), (2).__eq__)
            disk.fill()
            client.post(f"/game/{number}/line", data={"csrf": csrf, "line": "a3"})
            until(lambda: client.get(f"/game/{number}").text, lambda text: "The disk is full" in text)
        hall.send_signal(how)
        _, told = hall.communicate(timeout=PATIENCE)
        assert hall.returncode == 0
    assert re.fullmatch(r"Board 1: (one move is|two moves are) not kept\.\n", told), told
    with pytest.raises(ProcessLookupError):
        os.killpg(hall.pid, 0)
