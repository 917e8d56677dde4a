"""Plays random games and is killed again and again: `python -m tests.support.crash_player JOURNAL KILLS SEED`.

Each player is forked from this process, which has everything imported and no threads, so that a start costs
milliseconds; it dies by SIGKILL at a random instant, every second one only after a move was heard, however long the
machine takes for that. After each death the journal is checked against what was heard.
"""

import contextlib
import os
import random
import select
import signal
import struct
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import chess

from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import PlayMove, PressClock, Resign, StartClock
from access_chess.laws.events import MoveMade
from access_chess.laws.evolve import replay
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.laws.touch_move import legal_moves
from access_chess.machine_clock import monotonic_clock
from access_chess.session.ports import Recorded
from access_chess.session.record import Record, begin_game, resume_game
from tests.support.driver import Driver

LONGEST_LIFE = 0.12  # seconds; a player is at work after ten milliseconds or so, and then makes a move every two
WHOLE = 20  # deaths, after which the whole journal is read
LONGEST_GAME = 30  # plies; then somebody resigns and the next game begins
SETUP = Setup(time=parse_time_control("7200+30"))
HEARD = struct.Struct("<II?")  # game, number of the event, whether it is a move
PATIENCE = 120.0  # seconds for the first move of a life


class Pipe:
    """An output that tells the other process what was heard."""

    def __init__(self, descriptor: int, game: int) -> None:
        self._descriptor = descriptor
        self._game = game

    def on_event(self, recorded: Recorded) -> None:
        os.write(self._descriptor, HEARD.pack(self._game, recorded.number, isinstance(recorded.event, MoveMade)))


def play_until_killed(path: Path, descriptor: int, seed: int) -> None:
    """Take the last game up, or begin one, and play on without end."""
    chance = random.Random(seed)
    journal = Journal(path)
    while True:
        number = journal.last_unfinished()
        record = begin_game(journal, SETUP) if number is None else resume_game(journal, number)
        os.write(descriptor, HEARD.pack(record.number, record.entries - 1, False))
        session = Driver(record, journal, outputs=(Pipe(descriptor, record.number),), clock=monotonic_clock)
        session.do(*(() if record.game.started else (StartClock(),)))
        play_to_the_end(session, chance)


def play_to_the_end(session: Driver, chance: random.Random) -> None:
    """Random moves, each pressed, until the game is over."""
    while not session.game.is_over:
        game = session.game
        if len(game.plies) > LONGEST_GAME:
            session.do(Resign(color=game.turn))
        elif not game.is_over:
            session.do(PlayMove(color=game.turn, move=chance.choice(legal_moves(game))), PressClock(color=game.turn))


def killed_life(path: Path, chance: random.Random, *, is_after_a_move: bool) -> list[tuple[int, int, bool]]:
    """One player's life: what was heard of it, event by event. It may end before it has begun, or only after a move."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            play_until_killed(path, writer, chance.randrange(2**32))
        finally:
            os._exit(3)
    os.close(writer)
    heard = heard_to_a_move(reader) if is_after_a_move else []
    time.sleep(chance.uniform(0, LONGEST_LIFE))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as pipe:
        heard += HEARD.iter_unpack(pipe.read())
    assert os.WIFSIGNALED(status), "the player died by itself"
    return heard


def heard_to_a_move(reader: int) -> list[tuple[int, int, bool]]:
    """What is heard of a life up to its first move; less where the player dies by itself or plays nothing."""
    heard: list[tuple[int, int, bool]] = []
    while not any(is_move for _, _, is_move in heard) and select.select([reader], [], [], PATIENCE)[0]:
        one = os.read(reader, HEARD.size)  # it was written as one, and a pipe does not tear what is so short
        if not one:
            break
        heard.append(HEARD.unpack(one))
    return heard


def check(path: Path, heard: list[tuple[int, int, bool]], known: dict[int, int], *, is_whole: bool) -> None:
    """No game lost, no event lost or twice, the clock at the last commit, the gap reported.

    `known` are the entries of each game after the last life; none may be missing now. Only where the check `is_whole`
    are games read that nobody has played in this life: to read all of them each time takes longer than to play them.
    """
    journal = Journal(path)
    listed = {listed.game for listed in journal.games()}
    assert listed >= known.keys(), "a game is lost"
    looked_at = (
        listed if is_whole else (listed - known.keys()) | {game for game, _, _ in heard} | {max(listed, default=0)}
    )
    games = {game: journal.entries(game) for game in sorted(looked_at & listed)}
    journal.close()
    for game, entries in games.items():
        assert len(entries) >= known.get(game, 0), f"game {game} has lost events"
    for game, number, _ in heard:
        assert number < len(games[game]), f"event {number} of game {game} was heard and is not in the journal"
    for game, entries in games.items():
        assert [entry.number for entry in entries] == list(range(len(entries))), (
            f"game {game} has a gap or an event twice"
        )
        known[game] = len(entries)
    for record in resumed(path, max(games, default=None)):
        last = games[record.number][-1]
        assert record.at == last.at
        assert record.game == replay(entry.event for entry in games[record.number])
        assert record.gap == timedelta(minutes=5)
        with contextlib.closing(Journal(None)) as nowhere:
            session = Driver(record, nowhere)
            for color in chess.COLORS:
                assert session.game.remaining(color, session.now()) == record.game.remaining(color, last.at)


def resumed(path: Path, game: int | None) -> Iterator[Record]:
    """The game as it would be taken up five minutes after its last entry, if there is one."""
    if game is None:
        return
    journal = Journal(path)
    last = journal.entries(game)[-1]
    yield resume_game(journal, game, wall=lambda: last.wall + timedelta(minutes=5))
    journal.close()


def main(path: Path, kills: int, seed: int) -> None:
    """Kill so many players, checking after each; print what was played."""
    chance = random.Random(seed)
    known: dict[int, int] = {}
    heard = after_a_move = 0
    for life_number in range(1, kills + 1):
        life = killed_life(path, chance, is_after_a_move=life_number % 2 == 0)
        heard += len(life)
        after_a_move += any(is_move for _, _, is_move in life)
        if path.exists():
            check(path, life, known, is_whole=life_number % WHOLE == 0)
    sys.stdout.write(
        f"{kills} kills, {after_a_move} after a move, {len(known)} games, {sum(known.values())} events, {heard} heard\n"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
