"""How long from a pin of the board to the program: `python -m tests.benchmarks.board_latency`.

The same script of lifts and places by a scripted hand, three ways: to the end of the event's frame on the emulated line
(emulated time), to the report in the driver's thread (real time, emulator included), and as a host would see it that
asks for the full placement every 350 ms, as the drivers of other boards do.
"""

import queue
import random
import time
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from statistics import median, quantiles

import chess

from access_chess.board.wire.frames import Event, Snapshot, SnapshotRequest
from access_chess.board.wire.framing import decode, encode
from access_chess.board.wire.reports import BoardReport, Connected
from access_chess.edge.boards.emulator import BoardSimProcess
from access_chess.edge.boards.serial_board import SerialBoard
from access_chess.machine_clock import monotonic_clock
from tests.support.board_sim import START_POSITION, BoardSim, built

MOVES = 100
REAL_MOVES = 100
POLL = timedelta(milliseconds=350)
US = timedelta(microseconds=1)
MS = timedelta(milliseconds=1)


@dataclass(frozen=True)
class Change:
    """The hand lifts or places a peg at this instant of the script."""

    at: timedelta
    square: chess.Square
    is_placed: bool

    @property
    def command(self) -> str:
        return f"{'place' if self.is_placed else 'lift'} {chess.square_name(self.square)}"


def script(moves: int) -> list[Change]:
    """Moves of one peg: lifted, and placed a fifth of a second to a second later."""
    chance, now, changes = random.Random(5), timedelta(seconds=1), []
    stands = list(chess.SquareSet(START_POSITION))
    for _ in range(moves):
        origin = stands.pop(chance.randrange(len(stands)))
        target = chance.choice([square for square in chess.SQUARES if square not in (*stands, origin)])
        stands.append(target)
        lifted = now + chance.randrange(50_000, 1_500_000) * US
        now = lifted + chance.randrange(200_000, 1_000_000) * US
        changes += [Change(lifted, origin, False), Change(now, target, True)]
    return changes


def emulated(changes: list[Change]) -> list[float]:
    """Milliseconds of emulated time from each change to the last stop bit of its event."""
    waits = []
    with BoardSim() as sim:
        sim.run(changes[0].at)
        for change, following in pairwise([*changes, Change(changes[-1].at + 200 * MS, 0, False)]):
            sim.tell(change.command)
            blocks = sim.run(following.at - change.at)
            (ended,) = [block.at for block in blocks if isinstance(decode(block.data[:-1]), Event)]
            waits.append((ended - change.at) / MS)
    return waits


def real(changes: list[Change]) -> list[float]:
    """Milliseconds of real time from the command to the emulator to the report in the program."""
    heard: queue.SimpleQueue[tuple[BoardReport, timedelta]] = queue.SimpleQueue()
    sim = BoardSimProcess(built())
    board = SerialBoard(lambda report: heard.put((report, monotonic_clock())), port=sim.port)
    first, _ = heard.get(timeout=10)
    assert isinstance(first, Connected)
    waits = []
    for change in changes:
        time.sleep(0.015 + change.at.microseconds / 50_000_000)
        began = monotonic_clock()
        sim.tell(change.command)
        waits.append((heard.get(timeout=10)[1] - began) / MS)
    board.close()
    sim.close()
    return waits


def polled(changes: list[Change]) -> tuple[list[float], int]:
    """Milliseconds of emulated time until a poller sees each change, and how many come without their order."""
    waits: list[float] = []
    unordered, known, poll_at = 0, START_POSITION, POLL
    waiting, open_changes = list(changes), list[Change]()
    with BoardSim() as sim:
        while waiting or open_changes:
            while waiting and waiting[0].at < poll_at:
                sim.run(waiting[0].at - sim.now)
                sim.tell(waiting[0].command)
                open_changes.append(waiting.pop(0))
            sim.run(poll_at - sim.now)
            at, squares = _placement(sim)
            seen = [change for change in open_changes if (squares ^ known) >> change.square & 1]
            waits += [(at - change.at) / MS for change in seen]
            unordered += len(seen) if len(seen) > 1 else 0
            open_changes = [change for change in open_changes if change not in seen]
            known, poll_at = squares, poll_at + POLL
    return waits, unordered


def _placement(sim: BoardSim) -> tuple[timedelta, int]:
    for block in sim.run(20 * MS, encode(SnapshotRequest(token=1))):
        answer = decode(block.data[:-1])
        if isinstance(answer, Snapshot):
            return block.at, answer.squares
    raise AssertionError("a snapshot was asked for, and none came")


def told(name: str, waits: list[float]) -> str:
    """One line: median and 99th percentile."""
    return f"{name}: median {median(waits):.1f} ms, 99th percentile {quantiles(waits, n=100)[98]:.1f} ms"


def main() -> None:
    """Print the three ways, one line each."""
    changes = script(MOVES)
    print(told(f"pin to end of frame, emulated, {len(changes)} changes", emulated(changes)))
    print(told(f"pin to report in the program, real time, {2 * REAL_MOVES} changes", real(script(REAL_MOVES))))
    waits, unordered = polled(changes)
    print(told(f"poller of {POLL / MS:.0f} ms, emulated", waits) + f", {unordered} of {len(waits)} without their order")


if __name__ == "__main__":
    main()
