"""A whole program at the real firmware, stopped for seconds, unplugged and put in again: the game is what hands did."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from access_chess.edge.boards.emulator import BoardSimProcess
from access_chess.edge.storage.places import HOME_VARIABLE
from tests.support.board_sim import built
from tests.support.terminal_player import PATIENCE, ROOT

HAND = 0.7  # seconds between two deeds of the hand: longer than a placement waits, shorter than a difference is told
FEN = "3qk3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"


class Program:
    """`play` in a process of its own, at the port of an emulator that goes on while it is stopped."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.sim = BoardSimProcess(built(), chess.SquareSet(chess.Board(FEN).occupied))
        command = [sys.executable, "-m", "access_chess", "play", "--no-sound", "--voices", "en", "--position", FEN]
        self._play = subprocess.Popen(
            [*command, "--opponent", "human", "--board", self.sim.port, *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, HOME_VARIABLE: str(home)},
        )  # fmt: skip
        assert self._play.stdin is not None and self._play.stdout is not None
        self._stdin, self._stdout = self._play.stdin, self._play.stdout
        self._seen = ""
        self.wait_for("The game begins")

    def wait_for(self, pattern: str) -> None:
        """Until this is written."""
        while (found := re.search(pattern, self._seen, re.MULTILINE)) is None:
            ready, _, _ = select.select([self._stdout], [], [], PATIENCE)
            more = os.read(self._stdout.fileno(), 4096).decode() if ready else ""
            assert more, f"waited in vain for {pattern!r}, after {self._seen!r}"
            self._seen += more
        self._seen = self._seen[found.end() :]

    def hand(self, script: str) -> None:
        """Deeds of the hands, in real time."""
        for step in filter(None, (step.strip() for step in script.split(";"))):
            time.sleep(HAND)
            if step == "pause":
                continue
            self.sim.tell(step)

    def stop(self) -> None:
        self._play.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._play.send_signal(signal.SIGCONT)

    def quit(self) -> None:
        self._stdin.write(b"quit\n")
        self._stdin.flush()
        self.wait_for("The game is kept")
        assert self._play.wait(PATIENCE) == 0

    def close(self) -> None:
        self.go_on()
        self._play.kill()
        self._play.wait()
        self._stdin.close()
        self._stdout.close()
        self.sim.close()


@pytest.fixture
def program(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Program]:
    program = Program(tmp_path, *request.param)
    yield program
    program.close()


TOURNAMENT = ("--profile", "tournament", "--blind", "none")
CAPTURE = "lift e4; lift d5; place d5"
RECAPTURE = "pause; lift d5; lift d8; place d5"
BOTH = ["pawn Eva four takes David five", "queen David eight takes David five"]


@pytest.mark.parametrize("program", [(), TOURNAMENT], ids=["at home", "tournament"], indirect=True)
def test_stopped_while_two_moves_are_made(program: Program) -> None:
    program.stop()
    program.hand(f"{CAPTURE}; {RECAPTURE}; pause; pause")
    program.go_on()
    program.wait_for(f"^{BOTH[0]}\n{BOTH[1]}\n")
    program.quit()


@pytest.mark.parametrize("program", [()], ids=["at home"], indirect=True)
def test_unplugged_with_a_piece_in_hand(program: Program) -> None:
    program.hand("lift e4; lift d5; unplug; plug")
    program.wait_for("The board is there.\nThe board is right")
    program.hand("place d5")
    program.wait_for(BOTH[0])


@pytest.mark.parametrize("program", [()], ids=["at home"], indirect=True)
def test_on_a_noisy_line_reports_come_again(program: Program) -> None:
    program.hand(f"noise 500 200 7; {CAPTURE}")
    program.wait_for(BOTH[0])
    program.hand(RECAPTURE)
    program.wait_for(BOTH[1])
