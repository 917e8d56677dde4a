"""Two boards that differ: the scoresheets decide (E.2.7, E.2.8; settled.md, Two boards)."""

from collections.abc import Sequence

import chess

from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import CompareBoards
from access_chess.laws.decision import Decision, start_clock
from access_chess.laws.events import BoardsCompared, MoveCompleted, MoveMade, PositionRestored
from access_chess.laws.game import Game
from access_chess.laws.position import parse_san


def compare_boards(decision: Decision, command: CompareBoards) -> None:
    """Scores that agree are played through; scores that differ take the game back to where they last agree."""
    game = decision.game
    scores = ByColor(*(_read(game, command.scores[color]) for color in (chess.WHITE, chess.BLACK)))
    is_agreed = scores.white == scores.black
    common = _common(scores.white, scores.black)
    article = decision.number(Article.BOARDS_DIFFER if is_agreed else Article.SCORES_DIFFER)
    decision.emit(BoardsCompared(ply=common, agree=is_agreed, article=article))
    running = game.clock.running
    if is_agreed:
        _play_through(decision, scores.white, article)
        if running is not None and not decision.game.is_clock_on:
            start_clock(decision, running, Article.BOARDS_DIFFER)
    else:
        _retrace(decision, common, article)


def _read(game: Game, score: Sequence[str]) -> list[chess.Move]:
    """The moves of a scoresheet, as far as they can be played from the start of the game."""
    board = chess.Board(game.setup.fen, chess960=game.setup.is_chess960)
    moves = []
    for text in score:
        move = parse_san(board, text)
        if move is None:
            break
        board.push(move)
        moves.append(move)
    return moves


def _common(one: Sequence[chess.Move], other: Sequence[chess.Move]) -> int:
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _play_through(decision: Decision, moves: Sequence[chess.Move], article: str) -> None:
    """The boards are set to the position that both scores give; the clocks stay (E.2.7)."""
    record = [ply.move for ply in decision.game.plies]
    kept = _common(record, moves)
    if kept == len(record) == len(moves):
        return
    decision.emit(PositionRestored(at=decision.at, ply=kept, article=article))
    for move in moves[kept:]:
        color = decision.game.turn
        decision.emit(MoveMade(at=decision.at, color=color, move=move))
        decision.emit(MoveCompleted(color=color, article=article))


def _retrace(decision: Decision, ply: int, article: str) -> None:
    """Back to the last agreement, with the displays of then where they are known (E.2.8; settled.md, Times)."""
    game = decision.game
    ply = min(ply, len(game.plies))
    clock = game.plies[ply].clock if ply < len(game.plies) else None
    times = None
    if clock is not None and clock.control is not None:
        times = game.clock.displays_then(clock)
    decision.emit(PositionRestored(at=decision.at, ply=ply, article=article, times=times))
    start_clock(decision, decision.game.turn, Article.SCORES_DIFFER)
