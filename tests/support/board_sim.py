"""The real firmware in its emulator, in lockstep: time goes on only when the test says so, by emulated time."""

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path

from access_chess.board.wire.link import (
    BoardCommand,
    Link,
    LinkPhase,
    LinkStep,
    commanded,
    opened,
    passed,
    received,
)
from access_chess.board.wire.reports import BoardReport, Quiet
from access_chess.edge.boards.firmware import Built, NoEmulatorError, build
from access_chess.laws.clock import Instant
from tests.support.programs_of_others import leave_out

START_POSITION = 0xFFFF_0000_0000_FFFF


@cache
def built() -> Built:
    """The build of this checkout. Without the tools the test is skipped with the reason, or fails where CI wants it."""
    try:
        return build()
    except NoEmulatorError as error:
        leave_out(str(error), "REQUIRE_BOARD_SIM")


@dataclass(frozen=True)
class Block:
    """Bytes from the board up to and with a zero, and the emulated instant when the last of them had arrived."""

    at: Instant
    data: bytes


def kinds(reports: Iterable[BoardReport]) -> list[str]:
    """What was reported, without squares and instants."""
    return [type(report).__name__ for report in reports]


class BoardSim:
    """One emulated board. Its commands are those of `hardware/README.md`, one method `tell` for all of them."""

    def __init__(self, firmware: Path | None = None, squares: int = START_POSITION) -> None:
        command = [str(built().board_sim), "--firmware", str(firmware or built().firmware)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdout is not None and self._process.stdin is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        assert self._stdout.readline() == b"ready\n"
        self._rest = b""
        self.now: Instant = timedelta()
        self.tell(f"squares {squares:016x}")

    def tell(self, *commands: str) -> list[list[str]]:
        """The words behind "ok" of each command's answer; AssertionError for a command that is not understood."""
        self._stdin.write("".join(f"{command}\n" for command in commands).encode())
        self._stdin.flush()
        answers = [self._stdout.readline().decode().split() for _ in commands]
        for command, answer in zip(commands, answers, strict=True):
            assert answer and answer[0] == "ok", f"{command}: {' '.join(answer)}"
        return [answer[1:] for answer in answers]

    def run(self, time: timedelta, data: bytes = b"") -> list[Block]:
        """Send bytes to the board, let it run, and return what has come."""
        return self.run_all([(f"run {round(time / timedelta(microseconds=1))} {data.hex()}", ())])[0]

    def run_all(self, steps: Iterable[tuple[str, tuple[str, ...]]]) -> list[list[Block]]:
        """Many `run` commands at once, each behind its other commands: quicker than one by one."""
        lines = [line for run, before in steps for line in (*before, run)]
        runs = []
        for line, answer in zip(lines, self.tell(*lines), strict=True):
            if line.startswith("run"):
                self.now = timedelta(microseconds=int(answer[0]))
                runs.append(self._blocks(answer[1:]))
        return runs

    def _blocks(self, words: list[str]) -> list[Block]:
        """Whole blocks; one that the end of a run has cut goes on in the next run."""
        blocks = []
        for word in words:
            at, _, data = word.partition(":")
            self._rest += bytes.fromhex(data)
            if self._rest.endswith(b"\0"):
                blocks.append(Block(timedelta(microseconds=int(at)), self._rest))
                self._rest = b""
        return blocks

    def close(self) -> None:
        """End the emulator."""
        self._stdin.close()
        self._stdout.close()
        self._process.wait()

    def __enter__(self) -> "BoardSim":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class LockstepHost:
    """The pure link of the host on the line of an emulated board.

    `told` is all that it has reported, `reports` the same without the board's word that nothing else has happened.
    """

    def __init__(self, sim: BoardSim, slice_: timedelta = timedelta(milliseconds=5)) -> None:
        self.sim = sim
        self.reports: list[BoardReport] = []
        self.told: list[BoardReport] = []
        self._slice = slice_
        self._out = b""
        self.link: Link = self._take(opened("lockstep", at=sim.now))

    def _take(self, turn: LinkStep) -> Link:
        self.told += turn.reports
        self.reports += [report for report in turn.reports if not isinstance(report, Quiet)]
        self._out += turn.wire
        self.link = turn.link
        return turn.link

    def run(self, time: timedelta) -> list[BoardReport]:
        """Let this much emulated time pass; returns what was reported in it."""
        seen, end = len(self.reports), self.sim.now + time
        while self.sim.now < end:
            out, self._out = self._out, b""
            for block in self.sim.run(min(self._slice, end - self.sim.now), out):
                self._take(received(self.link, block.data, at=block.at))
            self._take(passed(self.link, at=self.sim.now))
        return self.reports[seen:]

    def look(self) -> list[BoardReport]:
        """Hear nothing, and know the time."""
        seen = len(self.reports)
        self._take(passed(self.link, at=self.sim.now))
        return self.reports[seen:]

    def sleep(self, time: timedelta) -> list[BoardReport]:
        """Hear nothing for so long, then all of it at once."""
        seen = len(self.reports)
        data = b"".join(block.data for block in self.sim.run(time))
        self._take(received(self.link, data, at=self.sim.now))
        return self.reports[seen:]

    def run_until_live(self, patience: timedelta = timedelta(seconds=10)) -> list[BoardReport]:
        """Until the whole state is known; AssertionError when the board does not come alive."""
        seen, end = len(self.reports), self.sim.now + patience
        while self.link.phase is not LinkPhase.LIVE or self.link.in_flight or self.link.waiting:
            assert self.sim.now < end and self.link.phase is not LinkPhase.DEAD, self.link
            self.run(self._slice)
        return self.reports[seen:]

    def do(self, *commands: str, then: timedelta = timedelta(milliseconds=30)) -> list[BoardReport]:
        """Commands to the emulator, and some time for the board and us to notice."""
        self.sim.tell(*commands)
        return self.run(then)

    def ask(self, command: BoardCommand, then: timedelta = timedelta(milliseconds=60)) -> list[BoardReport]:
        """A command to the board."""
        self._take(commanded(self.link, command, at=self.sim.now))
        return self.run(then)
