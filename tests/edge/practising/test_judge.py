"""One judge for the players of a hall: asked by one after the other, and no engine is kept in between."""

from concurrent.futures import ThreadPoolExecutor

import chess
import pytest

from access_chess.edge.practising import analysts
from access_chess.edge.practising.judge import JudgeOfMany
from access_chess.practice.analysis import AnalystError, Variation


class Engine:
    """Notes when one is opened and closed, and answers as long as it is the only one."""

    def __init__(self, seen: list[str]) -> None:
        self._seen = seen
        seen.append("opened")

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Variation, ...]:
        if board.is_checkmate():
            raise AnalystError("it has died")
        assert self._seen[-1] == "opened", "another one is asked"
        return (Variation(score=nodes, mate=None, moves=(chess.Move.from_uci("e2e4"),)),)

    def close(self) -> None:
        self._seen.append("closed")


def test_players_are_answered_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(analysts, "open_analyst", lambda: Engine(seen))
    judge = JudgeOfMany()
    mated = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    with ThreadPoolExecutor(4) as players:
        found = list(players.map(lambda nodes: judge.lines(chess.Board(), nodes=nodes), range(8)))
    assert [lines[0].score for lines in found] == list(range(8))
    assert judge.lines(mated, nodes=1) == ()  # it has died, and the next one finds another
    assert judge.lines(chess.Board(), nodes=9)[0].score == 9
    assert seen == ["opened", "closed"] * 10
