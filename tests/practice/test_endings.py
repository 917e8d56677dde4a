"""Endings by exact knowledge: the table against known facts and against search, and a drill to its end."""

import random

import chess
import pytest

from access_chess.practice import bishop_and_knight
from access_chess.practice.drill import DrillAnswer, DrillOutcome
from access_chess.practice.ending_drill import EndingDrill, TrainedEnding, ending_drill
from access_chess.practice.ending_table import table
from access_chess.practice.known_endings import DRAW, outcome
from tests.support.best_moves import solved_by_best_moves


@pytest.mark.parametrize(("kind", "longest"), [(chess.QUEEN, 10), (chess.ROOK, 16), (chess.PAWN, 28)])
def test_the_longest_wins_are_those_that_are_known(kind: chess.PieceType, longest: int) -> None:
    assert int(table(kind).to_win.max()) == longest


def test_bishop_and_knight_mate_in_thirty_three_at_most() -> None:
    """And by nothing longer: each position that is not won then is a draw."""
    found = bishop_and_knight.table()
    assert int(found.to_win.max()) == bishop_and_knight.LONGEST == int(found.to_lose.max())


@pytest.mark.parametrize(
    ("fen", "winner"),
    [
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", True),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", True),
        ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", None),  # stalemate
        ("k7/8/1K6/P7/8/8/8/8 w - - 0 1", None),  # a rook's pawn
        ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", None),
        ("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", False),
        ("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", None),
        ("7k/8/8/8/8/8/1r6/K7 w - - 0 1", None),  # the rook can be taken
        ("8/8/4B3/8/7N/8/2K5/k7 b - - 0 1", None),  # stalemate
        ("8/8/8/8/8/2n5/1b1k4/K7 w - - 0 1", None),  # the bishop can be taken
        ("8/8/8/3k4/8/8/8/KBN5 w - - 0 1", True),
        ("8/8/8/8/4K3/8/8/kbn5 w - - 0 1", False),
    ],
)
def test_positions_that_are_in_every_book(fen: str, winner: chess.Color | None) -> None:
    found = outcome(chess.Board(fen))
    assert found is not None and found.winner is winner


@pytest.mark.parametrize("men", [[chess.QUEEN], [chess.ROOK], [chess.PAWN], [chess.BISHOP, chess.KNIGHT]])
def test_it_agrees_with_itself_move_by_move(men: list[chess.PieceType]) -> None:
    """The winner has a move to a position won one move sooner; the loser has none to a better one."""
    chance, seen = random.Random(3), 0
    while seen < 300:
        board = chess.Board(None)
        own = [chess.Piece(kind, chess.WHITE) for kind in (chess.KING, *men)]
        for piece in (*own, chess.Piece(chess.KING, chess.BLACK)):
            board.set_piece_at(chance.randrange(64), piece)
        board.turn = chance.random() < 0.5
        if not board.is_valid() or board.is_game_over():
            continue
        seen += 1
        here = outcome(board)
        after = []
        for move in board.legal_moves:
            board.push(move)
            after.append(DRAW if board.is_stalemate() or board.is_insufficient_material() else outcome(board))
            board.pop()
        known = [each for each in after if each is not None]  # of a promotion to bishop or knight nobody asks
        wins = [each.moves for each in known if each.winner is chess.WHITE]
        if board.turn:
            assert here is not None
            assert here.moves == (1 + min(wins) if wins else 0)
        elif len(wins) < len(known):
            assert here == DRAW
        else:
            assert here is not None and here.moves == max(wins)


@pytest.mark.parametrize("ending", list(TrainedEnding))
def test_the_best_moves_win_in_the_shortest_time(ending: TrainedEnding) -> None:
    drill = ending_drill(ending, random.Random(5).random)
    verdict = solved_by_best_moves(drill, 40)
    assert verdict.outcome is DrillOutcome.SOLVED
    if ending in (TrainedEnding.KQK, TrainedEnding.KRK, TrainedEnding.KBNK):
        assert verdict.said[0].slots["count"] == drill.shortest == verdict.said[0].slots["shortest"]


def test_a_stalemate_gives_the_win_away_and_is_told() -> None:
    drill = EndingDrill(ending=TrainedEnding.KQK, fen="k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", shortest=1)
    verdict = drill.accepts(DrillAnswer(move=chess.Move.from_uci("c1c7")))
    assert verdict.outcome is DrillOutcome.MISSED and verdict.said[0].key == "training_ending_drawn"


def test_of_the_opposition_one_move_alone_wins() -> None:
    drill = ending_drill(TrainedEnding.OPPOSITION, random.Random(1).random)
    verdicts = [drill.accepts(DrillAnswer(move=move)).outcome for move in drill.board.legal_moves]
    assert verdicts.count(DrillOutcome.GOES_ON) == 1
