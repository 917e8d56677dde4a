"""Kills and cuts in a game at two machines: `python -m tests.benchmarks.hall.remote [KILLS] [CUTS] [SEED]`.

Both are the real programs, one the host and one his guest. They play, and again and again one of them is killed by
SIGKILL, each as often as the other, or the wire between them is cut without a sign (two network namespaces, the far end
of the veth down), with a move on its way or not. After each blow both journals have to be equal to the letter, and no
move may be lost that was in either, or be there twice. Cuts need root and `ip`; without them only kills are made.
"""

import random
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess

from access_chess.edge.storage.event_text import read_event
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from tests.benchmarks.hall.blows import HERE, LONGEST_CUT, NETWORK, WIRE, are_wires, run, shown, struck
from tests.support.station_process import NotComingError, StationProcess, until

OPTIONS = ("--opponent", "remote", "--no-sound", "--voices", "en", "--tell", "silent")


@dataclass
class RemotePlayer(StationProcess):
    """`access-chess play --opponent remote`, of which each line waits for its turn."""

    def invite(self) -> tuple[str, str]:
        """Invite, and tell the port and the code."""
        self.begin("play", *OPTIONS, "--invite", "--port", "0", "--time", "90+30")
        said = until(self.said.read_text, lambda text: "--join" in text)
        found = re.search(r"--at \S+:(\d+) --join (\S+)\.", said)
        if found is None:
            raise NotComingError(said)
        return found[1], found[2]

    def sit(self, *options: str) -> None:
        """Join, or go on."""
        self.begin("play", *OPTIONS, *options)


class Trial:
    """One game, the blows that it gets, and how long it took until both had the same again."""

    def __init__(self, folder: Path, is_wired: bool, chance: random.Random) -> None:
        self.chance = chance
        self.back: list[float] = []
        prefix = ("ip", "netns", "exec", NETWORK) if is_wired else ()
        self.host = RemotePlayer(folder / "host")
        self.guest = RemotePlayer(folder / "guest", prefix=prefix)
        port, code = self.host.invite()
        self.guest.sit("--at", f"{HERE if is_wired else '127.0.0.1'}:{port}", "--join", code)
        until(lambda: self._are_equal() and "clock_started" in str(self.host.rows()[-1]))

    def kill_host(self) -> None:
        """The host dies, perhaps with a move on its way to him."""
        self._blow(self.host)

    def kill_guest(self) -> None:
        """The guest dies, perhaps with a move on its way to him."""
        self._blow(self.guest)

    def cut(self) -> None:
        """The wire is cut while somebody moves, and mended."""
        self.move()
        before = len(self._game().plies)
        run("ip", "link", "set", WIRE, "down")
        self._enter(self._next_move())
        time.sleep(self.chance.uniform(0.2, LONGEST_CUT))
        run("ip", "link", "set", WIRE, "up")
        self._meet(before + 1)

    def move(self) -> None:
        """A move that arrives."""
        before = len(self._game().plies)
        self._enter(self._next_move())
        until(lambda: self._are_equal() and len(self._game().plies) == before + 1)

    def end(self) -> None:
        """End both."""
        self.host.end()
        self.guest.end()

    def _blow(self, victim: RemotePlayer) -> None:
        """Kill one of them while somebody moves; he comes back, and if the move died with him, he makes it again."""
        for _ in range(self.chance.randrange(3)):
            self.move()
        move, mover, before = self._next_move(), self._mover(), len(self._game().plies)
        self._enter(move)
        time.sleep(self.chance.uniform(0, 0.15))
        victim.kill()
        said = len(victim.said.read_text())
        victim.sit("--resume")
        goes_on = "clock runs." if victim is self.host else " to move"
        until(lambda: goes_on in victim.said.read_text()[said:] and self._are_equal())
        if mover is victim and len(self._game().plies) == before:
            self._enter(move)
        self._meet(before + 1)

    def _meet(self, plies: int) -> None:
        """Wait until both have so many plies, and the same."""
        begun = time.monotonic()
        until(lambda: self._are_equal() and len(self._game().plies) == plies)
        self.back.append(time.monotonic() - begun)

    def _enter(self, move: chess.Move) -> None:
        board = self._game().board
        is_pawn = board.piece_type_at(move.from_square) == chess.PAWN
        self._mover().enter(move.uci() if is_pawn else board.lan(move))

    def _mover(self) -> RemotePlayer:
        return self.host if self._game().board.turn is chess.WHITE else self.guest

    def _next_move(self) -> chess.Move:
        """One that takes nothing and ends nothing."""
        self.host.board = self._game().board
        return self.host.quiet_move(self.chance)

    def _game(self) -> Game:
        return replay(read_event(row[6], row[5]) for row in self.host.rows())

    def _are_equal(self) -> bool:
        rows = self.host.rows()
        return bool(rows) and rows == self.guest.rows()

    def last_words(self) -> str:
        """What both have said last, and what stands last in their journals."""
        return "\n".join(
            f"{player.folder.name}: {player.said.read_text()[-600:]}\n{player.rows()[-2:]}"
            for player in (self.host, self.guest)
        )

    def summary(self) -> str:
        """What stands in both journals; raises where something stands there twice."""
        rows: list[tuple[Any, ...]] = self.host.rows()
        taken = [row[6] for row in rows if '"event":"command_taken"' in row[6]]
        if len(set(taken)) != len(taken):
            raise NotComingError("a command was taken twice")
        return (
            f"{len(rows)} entries at both, equal to the letter; {len(self._game().plies)} moves, none lost or doubled"
        )


def main(kills: int, cuts: int, seed: int) -> None:
    """Make so many kills of each and so many cuts, and print what came of them."""
    begun, cuts = time.monotonic(), cuts if are_wires() else 0
    blows = ["kill_host", "kill_guest"] * kills + ["cut"] * cuts
    with struck(Trial, blows, is_wired=cuts > 0, seed=seed) as trial:
        trial.move()
        print(f"{kills} kills of each, {cuts} cuts in {time.monotonic() - begun:.0f} s")
        print(f"{trial.summary()}; equal again after {shown(trial.back)}")


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:]]
    main(*(numbers + [50, 20, 1][len(numbers) :]))
