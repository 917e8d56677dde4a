"""Files of endings: real ones, of rook against bishop, and folders that have none."""

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess
import pytest

from access_chess.edge.practising.analysts import ExactAnalyst, TablebaseError, Tablebases
from access_chess.practice.drill import DrillAnswer, DrillOutcome
from access_chess.practice.ending_drill import JudgedEnding, material_drill
from access_chess.practice.known_endings import outcome
from tests.support.best_moves import solved_by_best_moves
from tests.support.plain_analyst import Opinion

FOLDER = Path(__file__).parents[2] / "data" / "syzygy"
DRAWN = "6k1/8/6K1/3b4/8/8/8/7R w - - 0 1"  # a bishop of the corner's color holds
WON = "6k1/8/6K1/6b1/8/8/8/7R w - - 0 1"  # one of the other color does not


@pytest.fixture
def tables() -> Iterator[Tablebases]:
    with closing(Tablebases(FOLDER)) as found:
        yield found


@pytest.mark.parametrize(
    ("fen", "is_known", "winner"),
    [
        (DRAWN, True, None),
        (WON, True, chess.WHITE),
        ("7k/8/5K2/8/8/8/8/R7 b - - 0 1", True, chess.WHITE),
        ("7k/7R/5K2/8/8/8/8/8 b - - 0 1", True, None),  # the rook is taken
        ("k6R/8/1K6/8/8/8/8/8 b - - 0 1", True, chess.WHITE),  # mate
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", False, None),  # no file has queens
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", False, None),  # none has castling
    ],
)
def test_what_becomes_of_a_position(tables: Tablebases, fen: str, is_known: bool, winner: chess.Color | None) -> None:
    found = tables.known(chess.Board(fen))
    assert (found is not None) is is_known
    assert found is None or found.winner is winner


def test_it_agrees_with_what_the_program_has_worked_out(tables: Tablebases) -> None:
    chance, seen = random.Random(5), 0
    while seen < 200:
        board = chess.Board(None)
        for piece in "KRk":
            board.set_piece_at(chance.randrange(64), chess.Piece.from_symbol(piece))
        board.turn = chance.random() < 0.5
        if not board.is_valid():
            continue
        seen += 1
        own, theirs = outcome(board), tables.known(board)
        assert own is not None and theirs is not None and own.winner is theirs.winner


def test_the_best_lines_win_and_the_worst_do_not(tables: Tablebases) -> None:
    lines = tables.lines(chess.Board(WON), 99)
    assert lines[0].chance > 0.9 and lines[-1].score == 0
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)


def test_where_the_files_know_nothing_another_is_asked(tables: Tablebases) -> None:
    exact = ExactAnalyst(tables, Opinion(42))
    assert exact.lines(chess.Board(), nodes=1)[0].score == 42
    assert exact.lines(chess.Board(DRAWN), nodes=1)[0].score == 0
    assert ExactAnalyst(tables, None).lines(chess.Board(), nodes=1) == ()


def test_men_that_are_named_make_a_task_that_is_won_by_the_files(tables: Tablebases) -> None:
    analyst = ExactAnalyst(tables, None)
    drill = material_drill("krkb", random.Random(1).random, tables.known, analyst)
    assert drill is not None and not drill.board.is_capture(drill.best), "it is no task to take what hangs"
    for _ in range(4):
        verdict = drill.accepts(DrillAnswer(move=drill.best))
        assert verdict.outcome is DrillOutcome.GOES_ON and isinstance(verdict.then, JudgedEnding)
        drill = verdict.then


def test_the_best_moves_of_the_files_win_to_the_end(tables: Tablebases) -> None:
    drill = JudgedEnding(ending="krkb", fen=WON, analyst=ExactAnalyst(tables, None), is_to_win=True)
    assert solved_by_best_moves(drill, 30).outcome is DrillOutcome.SOLVED


def test_a_move_that_gives_the_win_away_ends_it(tables: Tablebases) -> None:
    analyst = ExactAnalyst(tables, None)
    drill = JudgedEnding(ending="krkb", fen=WON, analyst=analyst, is_to_win=True)
    bad = next(line.moves[0] for line in reversed(tables.lines(drill.board, 99)) if line.score == 0)
    verdict = drill.accepts(DrillAnswer(move=bad))
    assert verdict.outcome is DrillOutcome.MISSED and [said.key for said in verdict.said] == ["training_ending_drawn"]


def test_of_men_that_cannot_win_there_is_no_task(tables: Tablebases) -> None:
    assert material_drill("kbk", random.Random(1).random, tables.known, ExactAnalyst(tables, None)) is None


def test_a_folder_without_such_files_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(TablebaseError) as raised:
        Tablebases(tmp_path)
    assert raised.value.phrase == "tablebases_none"


def test_a_file_that_lies_is_not_believed(tmp_path: Path) -> None:
    """Bytes of another kind under the name of a table: nobody knows the position then."""
    for name in ("KRvKB.rtbw", "KRvKB.rtbz", "KRvK.rtbw", "KRvK.rtbz", "KBvK.rtbw", "KBvK.rtbz"):
        (tmp_path / name).write_bytes(b"no table at all" * 100)
    with closing(Tablebases(tmp_path)) as tables:
        assert tables.known(chess.Board(DRAWN)) is None
        assert tables.lines(chess.Board(DRAWN), 1) == ()
