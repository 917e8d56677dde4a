"""An analyst who remembers: what was looked at once is read from the file of practice, so that a review goes on."""

import chess
import msgspec

from access_chess.edge.practising.store import PracticeStore
from access_chess.practice.analysis import Analyst, Line
from access_chess.practice.position import position_name

KIND = "lines"


class _KeptLine(msgspec.Struct, array_like=True):
    score: int
    mate: int | None
    moves: list[str]


class KeptAnalyst:
    """Fulfils `Analyst`; asks another only of what the file does not know."""

    def __init__(self, analyst: Analyst, store: PracticeStore) -> None:
        self._analyst = analyst
        self._store = store

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Line, ...]:
        """The best ways to go on, from the file where it has them."""
        name = f"{nodes} {count} {position_name(board)}"
        kept = self._store.text(KIND, name)
        if kept is not None:
            return tuple(
                Line(score=line.score, mate=line.mate, moves=tuple(map(chess.Move.from_uci, line.moves)))
                for line in msgspec.json.decode(kept, type=list[_KeptLine])
            )
        found = self._analyst.lines(board, nodes=nodes, count=count)
        rows = [_KeptLine(line.score, line.mate, [move.uci() for move in line.moves]) for line in found]
        self._store.keep_text(KIND, name, msgspec.json.encode(rows).decode())
        return found
