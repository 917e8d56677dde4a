"""Many stations at one hall: `python -m tests.benchmarks.hall.thousand_boards [BOARDS] [SECONDS] [EVERY] [--ledger]`.

The hall is the real program in a process of its own; here are its stations, each with a line of its own, which report
one entry of a real game every so many seconds. Told are the time from an entry on its way to the hall's word that it is
kept, which comes after spectators' boards have it, the hall's processor time by the system's account, how long its
threads were ready and got no processor from a busy machine, and its memory.
"""

import asyncio
import contextlib
import os
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from access_chess.edge.station.report import GameReport
from access_chess.edge.storage.journal import Journal
from access_chess.hall.rules import wire
from access_chess.hall.rules.codes import digested, plain_code, station_proof
from access_chess.hall.rules.wire import chain_after, first_chain
from access_chess.hall.stations.store import StationStore
from access_chess.laws.commands import PlayMove, PressClock, StartClock
from access_chess.session.record import begin_game
from access_chess.wiring.shared_hall import shared
from tests.support.brokers import brokers
from tests.support.driver import Driver
from tests.support.station_process import HallProcess
from tests.support.station_table import SECRET, SETUP, shuffled

AT_AN_ADDRESS = 30  # stations: one address has only so many connections
COMING = 20  # stations that come at the same time, as a playing hall fills
TICKS = 100  # of the system's account a second


MOST_PLIES = 600  # of one game, the longest that is played here


@dataclass
class Round:
    """What all stations of a run share: who is there, until when they report, and how long each entry took (ms)."""

    there: int = 0
    lost: int = 0
    until: float = 0.0
    begun: float = 0.0
    before: float = 0.0
    waited: float = 0.0
    waits: list[float] = field(default_factory=list)
    coming: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(COMING))

    def is_over(self) -> bool:
        """Whether its time has passed."""
        return bool(self.until) and time.monotonic() > self.until


def reports(plies: int) -> list[wire.Entries]:
    """A game of so many plies, entry by entry, as a station would send it."""
    journal = Journal(None)
    session = Driver(begin_game(journal, SETUP), journal)
    session.do(StartClock())
    for san in shuffled(plies):
        color, move = session.game.turn, session.game.board.parse_san(san)
        session.do(PlayMove(color=color, move=move), PressClock(color=color))
    whole = GameReport(journal, "one journal for all", session.number, bytes.fromhex(SECRET)).next()
    assert isinstance(whole, wire.Entries)
    found, chain = [], whole.before
    for item in whole.items:
        found.append(wire.Entries(game=whole.game, first=item.number, before=chain, items=(item,)))
        chain = chain_after(chain, item)
    journal.close()
    return found


def of_journal(journal: str, entries: list[wire.Entries]) -> list[str]:
    """The same entries as they come from another journal."""
    found, chain = [], first_chain(journal, entries[0].game)
    for each in entries:
        found.append(wire.encoded(replace(each, before=chain)))
        chain = chain_after(chain, each.items[0])
    return found


async def report(
    address: str, local: str, token: str, played: list[wire.Entries], every: float, round_: "Round"
) -> None:
    """One station: an entry every so many seconds, and how long each took. It comes back when its line is lost."""
    journal = token[:16]
    left = of_journal(journal, played)
    headers = {"Authorization": f"{wire.TOKEN} {token}"}
    hello = wire.StationHello(journal=journal, run=token[:8], program="1", profile="tournament", games=())
    is_new = True
    while left and not round_.is_over():
        with contextlib.suppress(ConnectionClosed, OSError, InvalidHandshake, TimeoutError):
            async with round_.coming:
                line = await connect(
                    f"{address.replace('http', 'ws', 1)}/station", additional_headers=headers, compression=None,
                    subprotocols=[Subprotocol(wire.SUBPROTOCOL)], proxy=None, open_timeout=60, local_addr=(local, 0),
                )  # fmt: skip
                await line.send(wire.encoded(hello))
                await line.recv()
            round_.there += is_new
            round_.lost += not is_new
            is_new = False
            await play(line, left, every, round_)


async def play(line: ClientConnection, left: list[str], every: float, round_: "Round") -> None:
    """What is left to report, from when all are there."""
    async with line:
        while not round_.until:
            await line.send(wire.encoded(wire.Beat()))
            await asyncio.sleep(wire.BEAT)
        await asyncio.sleep(random.uniform(0, every))
        while left and not round_.is_over():
            begun = time.monotonic()
            await line.send(left[0])
            await line.recv()
            del left[0]
            round_.waits.append((time.monotonic() - begun) * 1000)
            await pause(line, every - (time.monotonic() - begun))


async def pause(line: ClientConnection, seconds: float) -> None:
    """Wait, with a sign of life in between."""
    await asyncio.sleep(max(0.0, seconds / 2))
    await line.send(wire.encoded(wire.Beat()))
    await asyncio.sleep(max(0.0, seconds / 2))


async def all_boards(hall: HallProcess, tokens: list[str], seconds: float, every: float) -> "Round":
    """All stations at once; what came of it."""
    assert hall.process is not None
    round_ = Round()
    entries = reports(min(MOST_PLIES, int(seconds / every) // 2 + 2))
    stations = asyncio.gather(
        *(
            report(hall.address, f"127.0.{place // AT_AN_ADDRESS}.2", token, entries, every, round_)
            for place, token in enumerate(tokens)
        )
    )
    while round_.there < len(tokens):
        await asyncio.sleep(0.1)
    round_.before, round_.waited = spent(hall.process.pid)[0], waited(hall.process.pid)
    round_.begun = time.monotonic()
    round_.until = round_.begun + seconds
    await stations
    return round_


def token_of(store: StationStore, board: int) -> str:
    """A station's token, on the hall's own machine: at its door so many would have to wait."""
    joined = store.use_proof(station_proof(digested(plain_code(store.new_code(board, is_named=False))), b""), b"")
    assert joined is not None, "the code was made just now"
    return joined.token


def spent(process: int) -> tuple[float, float]:
    """Seconds of processor time of a process, and its memory in MB."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    memory = next(line for line in Path(f"/proc/{process}/status").read_text().splitlines() if "VmRSS" in line)
    return (int(fields[11]) + int(fields[12])) / TICKS, int(memory.split()[1]) / 1024


def waited(process: int) -> float:
    """Seconds that the threads of a process were ready to run and had no processor."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[1]) for each in threads) / 1e9


def measured(hall: HallProcess, store: StationStore, boards: int, seconds: float, every: float) -> float:
    """Let them all report, and print the figures; the seconds that it took."""
    assert hall.process is not None
    tokens = [token_of(store, number) for number in range(1, boards + 1)]
    round_ = asyncio.run(all_boards(hall, tokens, seconds, every))
    took, after, waits = time.monotonic() - round_.begun, spent(hall.process.pid), sorted(round_.waits)
    high = waits[round(0.99 * (len(waits) - 1))]
    print(f"{boards} boards, {len(waits)} entries of {round(boards * seconds / every)} in {took:.0f} s")
    print(f"{round_.lost} lines lost and found again; kept after p50 {median(waits):.1f}, p99 {high:.1f} ms")
    used = after[0] - round_.before
    ready = waited(hall.process.pid) - round_.waited
    print(f"hall: {100 * used / took:.0f} % of a core, {1000 * used / len(waits):.2f} ms an entry, {after[1]:.0f} MB")
    print(
        f"waiting for a processor: {100 * ready / took:.0f} % of the time, {1000 * ready / len(waits):.2f} ms an entry"
    )
    return took


def alone(folder: Path, boards: int, seconds: float, every: float) -> None:
    """A hall with its own file."""
    hall = HallProcess(folder / "hall")
    hall.serve()
    store = StationStore(hall.folder / "hall.sqlite")
    measured(hall, store, boards, seconds, every)
    store.close()
    hall.end()


def with_ledger(folder: Path, boards: int, seconds: float, every: float) -> None:
    """A hall with three brokers, and a second that follows; what these took, too."""
    (folder / "brokers").mkdir()
    with brokers(folder / "brokers") as cluster, ExitStack() as closing:
        halls = [HallProcess(folder / name, options=("--ledger", cluster.ledger)) for name in ("one", "other")]
        for hall in halls:
            hall.serve()
            closing.callback(hall.end)
        found = shared(cluster.ledger, None, "", None, None, closing)
        others = {"the other hall": halls[1].process, **{f"broker {n}": each for n, each in cluster.processes.items()}}
        before = {name: spent(process.pid) for name, process in others.items() if process is not None}
        took = measured(halls[0], found.stations.store, boards, seconds, every)
        for name, process in others.items():
            if process is not None:
                used, memory = spent(process.pid)
                print(f"{name}: {100 * (used - before[name][0]) / took:.0f} % of a core, {memory:.0f} MB")


def main(boards: int, seconds: float, every: float, *, has_ledger: bool) -> None:
    """Both, one after the other."""
    with tempfile.TemporaryDirectory() as name:
        print("own file:", flush=True)
        alone(Path(name), boards, seconds, every)
        if has_ledger:
            print("ledger:", flush=True)
            with_ledger(Path(name), boards, seconds, every)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    given = [float(each) for each in sys.argv[1:] if each != "--ledger"]
    numbers = given[1:] + [60.0, 2.0][len(given[1:]) :]
    main(int(given[0]) if given else 1000, *numbers, has_ledger="--ledger" in sys.argv)
