"""Many boards under one arbiter: `python -m tests.benchmarks.hall.floor [BOARDS] [MOVES]`.

What an event costs on the floor, where needs are kept and desks are told, against folding it into the game and nothing
else; and what an arbiter's desk costs that catches up with all of them. Claims come in between.
"""

import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import cast

import chess

from access_chess.edge.packs.typed_words import load_language
from access_chess.hall.games.desk import ArbiterDesk
from access_chess.hall.games.floor import Floor
from access_chess.hall.games.seat_state import Manner
from access_chess.hall.games.table import HostedTable
from access_chess.laws.commands import ClaimDraw, Command, DrawGround, PlayMove, Rule, StartClock, Verdict
from access_chess.laws.decide import decide
from access_chess.laws.events import Event, GameSetUp
from access_chess.laws.evolve import evolve
from access_chess.laws.game import new_game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.session.ports import Entry, Recorded

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")
CLAIMED_EVERY = 20  # moves: a wrong claim, which the arbiter rejects


def played(moves: int) -> list[Recorded]:
    """The events of one game."""
    setup = Setup(time=parse_time_control("5400+30"), arbiter=ArbiterMode.HUMAN)
    game = new_game(GameSetUp(setup=setup))
    found: list[Recorded] = []
    at = timedelta()

    def do(command: Command) -> None:
        nonlocal game
        for event in decide(game, command, at=at):
            after = evolve(game, event)
            found.append(Recorded(number=len(found) + 1, at=at, before=game, event=event, after=after))
            game = after

    do(StartClock())
    for place in range(moves):
        at += timedelta(seconds=1)
        if place % CLAIMED_EVERY == CLAIMED_EVERY - 1 and game.claim is None:
            do(ClaimDraw(color=game.turn, ground=DrawGround.FIFTY))
            do(Rule(verdict=Verdict.REJECT))
            do(StartClock())
        do(PlayMove(color=game.turn, move=chess.Move.from_uci(SHUFFLE[place % 4])))
    return found


@dataclass
class BareTable:
    """What the floor asks of a table when it begins to follow it."""

    number: int
    begun: tuple[Entry, ...]

    def entries(self) -> tuple[Entry, ...]:
        """All that has happened."""
        return self.begun


def main(boards: int, moves: int) -> None:
    """Print microseconds an event."""
    events, begun = played(moves), datetime.now(UTC)
    first = Entry(number=0, at=timedelta(), wall=begun, event=GameSetUp(setup=events[0].before.setup))
    floor = Floor(lambda number: ())
    followers = [floor.follow(cast(HostedTable, BareTable(number, (first,))), bool) for number in range(1, boards + 1)]
    desk = ArbiterDesk(floor, Manner(language=load_language("en")), "Maria")
    seconds = caught_up = 0.0
    for recorded in events:
        from_here = time.process_time()
        for follower in followers:
            follower.on_event(recorded)
        seconds += time.process_time() - from_here
        from_here = time.process_time()
        desk.lines()
        caught_up += time.process_time() - from_here
    count = len(events) * boards
    bare = folded(events, boards)
    print(
        f"{boards} boards, {count} events: floor {1e6 * seconds / count:.0f} µs each, folded {1e6 * bare / count:.0f}"
    )
    print(f"ratio {seconds / bare:.2f}; a desk catches up in {1e6 * caught_up / count:.1f} µs an event")


def folded(events: list[Recorded], boards: int) -> float:
    """The seconds that it takes to fold the same events into as many games."""
    plain: list[Event] = [recorded.event for recorded in events]
    from_here = time.process_time()
    for _ in range(boards):
        game = events[0].before
        for event in plain:
            game = evolve(game, event)
    return time.process_time() - from_here


if __name__ == "__main__":
    asked = [int(each) for each in sys.argv[1:]]
    main(*(*asked, *(200, 60)[len(asked) :]))
