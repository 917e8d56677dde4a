"""Mistakes in the file of practice: what is read back is what was kept, in chess and in Chess960."""

from contextlib import closing
from pathlib import Path

import chess
import pytest

from access_chess.edge.practising.store import KeptAnalyst, PracticeStore, keep_mistake, read_mistake
from access_chess.practice.drill import DrillAnswer, DrillOutcome
from access_chess.practice.mistake_drill import KIND
from access_chess.practice.review import good_moves, judge, worst
from tests.support.plain_analyst import PlainAnalyst

USUAL = chess.Board()
LIKE_USUAL = chess.Board(chess960=True)
OTHER = chess.Board("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1", chess960=True)

#: Both castle, then a queen is lost.
GAMES = [
    (USUAL, "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O e4 d6 Qe2 Bg4 Qa6"),
    (LIKE_USUAL, "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O e4 d6 Qe2 Bg4 Qa6"),
    (OTHER, "b3 c5 Nf3 d5 O-O Nf6 Ne5 Qxe5"),
]


@pytest.mark.parametrize(("start", "san"), GAMES)
def test_a_mistake_after_castling_is_asked_on_another_day(start: chess.Board, san: str, tmp_path: Path) -> None:
    board = start.copy()
    moves = tuple(board.push_san(each) for each in san.split())
    analyst = PlainAnalyst()
    mistake = worst(list(judge(start, moves, analyst)), None)[-1]
    with closing(PracticeStore(tmp_path / "practice.sqlite")) as store:
        good = good_moves(mistake, analyst)
        made = keep_mistake(store, "1-12", start, moves[: mistake.ply], mistake, good)
        kept = read_mistake("1-12", store.texts(KIND)["1-12"])
    for drill in (made, kept):
        assert drill.before.chess960 is start.chess960
        assert drill.board.fen() == mistake.board.fen() and drill.question == made.question
        assert drill.accepts(DrillAnswer(move=mistake.best.moves[0])).outcome is DrillOutcome.SOLVED


def test_what_was_looked_at_in_chess_is_not_taken_for_chess960(tmp_path: Path) -> None:
    """From the same squares a castling is written otherwise there."""
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    with closing(PracticeStore(tmp_path / "practice.sqlite")) as store:
        analyst = KeptAnalyst(PlainAnalyst(1), store)
        for is_chess960, castling in ((False, "e1g1"), (True, "e1h1"), (False, "e1g1")):
            lines = analyst.lines(chess.Board(fen, chess960=is_chess960), nodes=1, count=50)
            assert castling in {line.moves[0].uci() for line in lines}
