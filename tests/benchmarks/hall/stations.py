"""Kills and cuts between a station and its hall: `python -m tests.benchmarks.hall.stations [KILLS] [CUTS] [SEED]`.

Both are the real programs. They play, an arbiter orders time, and again and again one of them is killed by SIGKILL, or
the wire between them is cut without a sign (two network namespaces, the far end of the veth down). After each the
station's and the hall's game have to be equal to the letter, and in the end every order that is told as done is done
exactly once, and no other at all. Cuts need root and `ip`; without them only kills are made.
"""

import random
import sys
import time
from pathlib import Path

import msgspec

from access_chess.hall.rules.orders import Order, OrderState
from tests.benchmarks.hall.blows import HERE, LONGEST_CUT, NETWORK, WIRE, are_wires, run, shown, struck
from tests.support.station_process import (
    BOARD,
    HallProcess,
    NotComingError,
    StationProcess,
    are_equal,
    until,
)

NOTICED = 5.0  # seconds; a cut that is longer is noticed before it heals, or this is told


class Trial:
    """One game, the blows that it gets, and what was measured."""

    def __init__(self, folder: Path, is_wired: bool, chance: random.Random) -> None:
        self.chance = chance
        self.hall = HallProcess(folder / "hall", options=("--lan",) if is_wired else ())
        prefix = ("ip", "netns", "exec", NETWORK) if is_wired else ()
        self.station = StationProcess(folder / "station", prefix=prefix, chance=chance)
        self.hall.serve()
        self.address = f"https://{HERE}:{self.hall.port}" if is_wired else self.hall.address
        self.station.sit(self.address, "--join", self.hall.code("station", str(BOARD)))
        self.hall.sign_in()
        self.noticed: list[float] = []
        self.back: list[float] = []
        self.given = 0

    def move(self, count: int) -> None:
        """Some moves, and now and then an order between them."""
        for _ in range(count):
            self.station.move()
            if self.chance.random() < 0.3:
                self.given += self.hall.order(f"{BOARD} add time black 0:01")
        self.station.settle()

    def kill(self) -> None:
        """Kill one of the two while it plays, and begin it again."""
        self.move(self.chance.randrange(3))
        self.station.move()
        time.sleep(self.chance.uniform(0, 0.3))
        if self.chance.random() < 0.5:
            self.hall.kill()
            self.station.settle()
            self.move(self.chance.randrange(4))
            self.hall.serve()
        else:
            self.station.kill()
            self.given += self.hall.order(f"{BOARD} add time black 0:01")
            self.station.sit(self.address, "--resume")
        self._meet()

    def cut(self) -> None:
        """Cut the wire while they play, and mend it."""
        self.move(self.chance.randrange(3))
        seconds = self.chance.uniform(0.2, LONGEST_CUT)
        run("ip", "link", "set", WIRE, "down")
        begun = time.monotonic()
        self.move(self.chance.randrange(1, 4))
        if seconds > NOTICED:
            until(self.hall.health, lambda health: health.get("boards_there") == 0)
            self.noticed.append(time.monotonic() - begun)
        time.sleep(max(0.0, seconds - (time.monotonic() - begun)))
        run("ip", "link", "set", WIRE, "up")
        self._meet()

    def _meet(self) -> None:
        begun = time.monotonic()
        until(lambda: are_equal(self.hall, self.station))
        until(self.hall.health, lambda health: health.get("boards_there") == 1)
        self.back.append(time.monotonic() - begun)

    def end(self) -> None:
        """End both."""
        self.station.end()
        self.hall.end()

    def last_words(self) -> str:
        """What both have said last."""
        return f"hall: {self.hall.text[-600:]}\nstation: {self.station.said.read_text()[-600:]}"

    def orders(self) -> tuple[int, int]:
        """How many orders were done, and how many were not; raises where one was done twice, or untold."""
        until(self.hall.health, lambda health: health.get("orders_open") == 0)
        until(lambda: are_equal(self.hall, self.station))
        taken = [row[4] for row in self.station.rows() if '"event":"command_taken"' in row[6]]
        orders = [msgspec.json.decode(value, type=Order) for _, value in self.hall.orders()]
        done = {order.id for order in orders if order.state is OrderState.DONE}
        if len(set(taken)) != len(taken) or set(taken) != done:
            raise NotComingError(f"orders differ: {sorted(taken)} and {sorted(done)}")
        return len(done), len(orders) - len(done)


def main(kills: int, cuts: int, seed: int) -> None:
    """Make them, and print what came of it."""
    begun, cuts = time.monotonic(), cuts if are_wires() else 0
    with struck(Trial, ["kill"] * kills + ["cut"] * cuts, is_wired=cuts > 0, seed=seed) as trial:
        done, other = trial.orders()
        count = len(trial.station.rows())
    print(f"{kills} kills, {cuts} cuts in {time.monotonic() - begun:.0f} s: {count} entries at both, equal")
    print(f"{done} orders done, each once; {other} not done, and none of these in the journal; {trial.given} given")
    print(f"cut noticed after {shown(trial.noticed)}; equal again after {shown(trial.back)}")


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:]]
    main(*(numbers + [50, 50, 1][len(numbers) :]))
