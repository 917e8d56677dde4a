"""Openings of one's own: variations merged by position, what is asked, and in which order."""

import io

import chess
import chess.pgn
import pytest

from access_chess.practice.drill import DrillAnswer, DrillOutcome
from access_chess.practice.repertoire import OpeningDrill, RepertoirePosition, decisions, of_the_day

PGN = """[Opening "Italian"]

1. e4 (1. Nf3 Nc6 2. e4 e5 {by another way} 3. Bc4) e5 2. Nf3 Nc6 3. Bb5 {Spanish} (3. Bc4 Bc5 4. c3) 3... a6 *

[Opening "Other"]

1. e4 c5 2. Nf3 *
"""


def found(color: chess.Color) -> tuple[RepertoirePosition, ...]:
    stream, games = io.StringIO(PGN), []
    while (game := chess.pgn.read_game(stream)) is not None:
        games.append(game)
    return decisions(games, color)


def at(*moves: str) -> RepertoirePosition:
    board = chess.Board()
    for move in moves:
        board.push_san(move)
    return next(each for each in found(board.turn) if each.name == board.epd())


def test_the_same_position_on_two_ways_is_one_decision() -> None:
    here = at("e4", "e5", "Nf3", "Nc6")
    assert [here.board.san(move) for move in here.moves] == ["Bb5", "Bc4"]
    assert here.comments[0] == "Spanish" and here.name == at("Nf3", "Nc6", "e4", "e5").name
    assert len([each for each in found(chess.WHITE) if each.name == here.name]) == 1


def test_only_ones_own_decisions_the_nearest_first() -> None:
    white, black = found(chess.WHITE), found(chess.BLACK)
    assert all(each.board.turn for each in white) and not any(each.board.turn for each in black)
    assert [len(each.way) for each in white] == sorted(len(each.way) for each in white)
    assert white[0].weight == 3 and [white[0].board.san(move) for move in white[0].moves] == ["e4", "Nf3"]


@pytest.mark.parametrize(
    ("move", "outcome"), [("f1b5", DrillOutcome.SOLVED), ("f1c4", DrillOutcome.SOLVED), ("f1e2", DrillOutcome.MISSED)]
)
def test_each_move_of_the_file_is_right(move: str, outcome: DrillOutcome) -> None:
    drill = OpeningDrill(decision=at("e4", "e5", "Nf3", "Nc6"))
    verdict = drill.accepts(DrillAnswer(move=chess.Move.from_uci(move)))
    assert verdict.outcome is outcome
    if outcome is DrillOutcome.MISSED:
        assert verdict.said[0].slots["comment"] == "Spanish"


def test_what_is_due_comes_before_what_is_new_and_new_ones_are_read_through() -> None:
    every = found(chess.WHITE)
    known = frozenset(each.name for each in every[1:3])
    drills = of_the_day(known, [every[2].name, "gone"], every, most=3, new=1)
    assert [drill.name for drill in drills] == [every[2].name, every[0].name]
    assert [drill.is_new for drill in drills if isinstance(drill, OpeningDrill)] == [False, True]
    assert len(drills[1].question) > len(drills[0].question)
    assert len(of_the_day(frozenset(), [], every, most=3, new=9)) == 3


def test_a_game_of_many_variations_is_read_without_end_of_stack() -> None:
    game = chess.pgn.Game()
    node: chess.pgn.GameNode = game
    for _ in range(2000):
        node = node.add_variation(next(iter(node.board().legal_moves)))
        if node.board().is_game_over():
            break
    assert decisions([game], chess.WHITE)


CHESS960 = """[Variant "Chess960"]
[SetUp "1"]
[FEN "{fen}"]

1. g3 g6 2. Bg2 Bg7 3. Nf3 Nf6 4. O-O O-O 5. d3 d6 *
"""


def of_one_game(text: str) -> tuple[RepertoirePosition, ...]:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None and not game.errors
    return decisions([game], chess.WHITE)


@pytest.mark.parametrize(
    "fen",
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",  # where castling rights look as in chess
        "rqbnkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBNKBNR w KQkq - 0 1",
    ],
)
def test_openings_of_chess960_are_asked_behind_castling_too(fen: str) -> None:
    found = of_one_game(CHESS960.format(fen=fen))
    drill = OpeningDrill(decision=found[-1])
    assert len(drill.made) == 8 and drill.before.chess960 and drill.decision.board.chess960
    assert drill.decision.board.king(chess.WHITE) == chess.G1
    assert drill.accepts(DrillAnswer(move=chess.Move.from_uci("d2d3"))).outcome is DrillOutcome.SOLVED
    castling = OpeningDrill(decision=found[3])
    (move,) = castling.decision.moves
    assert castling.decision.board.is_castling(move) and castling.decision.board.san(move) == "O-O"


def test_one_position_of_chess_and_of_chess960_is_two_decisions_as_castling_is_another_move() -> None:
    game = "1. g3 g6 2. Bg2 Bg7 3. Nf3 Nf6 4. O-O O-O 5. d3 d6 *"
    both = [chess.pgn.read_game(io.StringIO(text)) for text in (game, CHESS960.format(fen=chess.STARTING_FEN))]
    castling = [each for each in decisions([game for game in both if game], chess.WHITE) if len(each.way) == 6]
    assert sorted(each.moves[0].uci() for each in castling) == ["e1g1", "e1h1"]
    assert all(each.board.is_castling(each.moves[0]) for each in castling)
