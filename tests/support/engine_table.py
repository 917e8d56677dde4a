"""A table at which an engine has Black: it thinks in the worker's thread, and what comes of it is a message."""

import queue
from collections.abc import Callable
from datetime import timedelta

import chess

from access_chess.edge.storage.journal import Journal
from access_chess.laws.by_color import both
from access_chess.laws.commands import Command, PlayMove
from access_chess.laws.game import Game
from access_chess.laws.setup import Regulations, Setup
from access_chess.play.engine import EngineSeat, Mind
from access_chess.play.loop import Table
from access_chess.play.messages import ReadyCommand, TablePlace, Worked
from access_chess.play.worker import Worker
from access_chess.session.ports import Engine
from access_chess.session.record import begin_game

PATIENCE = 60.0  # seconds until a test gives up waiting for a thread


class EngineTable:
    """One game against what plays this level, until it is closed."""

    def __init__(
        self,
        level: int = 1,
        open_engine: Callable[[int], Engine | None] | None = None,
        fen: str = chess.STARTING_FEN,
    ) -> None:
        self.troubles: list[Exception] = []
        self._inbox: queue.SimpleQueue[Worked] = queue.SimpleQueue()
        self._worker = Worker(self._inbox.put)
        self._mind = Mind(level, open_engine)
        self._journal = Journal(None)
        setup = Setup(fen=fen, regulations=Regulations(take_backs=True), presses_for=both(True))
        self._table = Table(
            begin_game(self._journal, setup), self._journal,
            [TablePlace(seat=EngineSeat(color=chess.BLACK, mind=self._mind))],
            work=self._worker.take, drop=self._worker.drop, on_trouble=self.troubles.append,
        )  # fmt: skip
        self._table.open(timedelta())

    @property
    def game(self) -> Game:
        return self._table.game

    def give(self, command: Command) -> None:
        self._table.turn(ReadyCommand(command=command, at=timedelta()))

    def play(self, uci: str) -> None:
        """White's move."""
        self.give(PlayMove(color=chess.WHITE, move=chess.Move.from_uci(uci)))

    def wait_for(self, is_so: Callable[[Game], bool]) -> None:
        """Take what has been thought out until the game stands so."""
        while not is_so(self.game):
            self._table.turn(self._inbox.get(timeout=PATIENCE))

    def close(self) -> None:
        self._worker.close()
        self._mind.close()
        self._journal.close()
