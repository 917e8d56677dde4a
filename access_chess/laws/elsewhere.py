"""A game on a server that rules it by itself: what stands there is made to stand here, and nothing else ends or flags.

A move that is made here is on its way to the server until the server shows it.
"""

from datetime import timedelta
from typing import TypeAlias

import chess

from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import FollowServer, PressClock, Result, Resume, ServerEnding, StartClock, StopClocks
from access_chess.laws.decision import Decision, start_clock
from access_chess.laws.events import DrawDeclined, DrawOffered, Ending, MovesTakenBack, TimeSet
from access_chess.laws.game import Game
from access_chess.laws.moves import make_move
from access_chess.laws.position import appearances
from access_chess.laws.pressing import complete
from access_chess.laws.results import end_game, win_for

#: What a display of seconds does not show: the way of a report takes as long.
UNSEEN = timedelta(milliseconds=100)
FIFTY_MOVES = 100  # 9.3 counts moves by each player; the counter of the FEN counts plies
End: TypeAlias = tuple[Ending, Article]

_LOST: dict[ServerEnding, End] = {
    ServerEnding.MATE: (Ending.MATE, Article.MATE),
    ServerEnding.RESIGNED: (Ending.RESIGNATION, Article.RESIGNATION),
    ServerEnding.LEFT: (Ending.LEFT, Article.ARBITER),
    ServerEnding.OUT_OF_TIME: (Ending.FLAG, Article.FLAG_LOSS),
}


def start(decision: Decision, command: StartClock) -> None:
    """The server has started the game."""
    if not decision.game.started:
        start_clock(decision, decision.game.turn, Article.CLOCK_START)


def leave_to_server(decision: Decision, command: PressClock | StopClocks | Resume) -> None:
    """The clock is the server's."""


def follow(decision: Decision, command: FollowServer) -> None:
    """Moves that are missing are made, those that do not stand there are taken back; then clocks, offer and end."""
    if decision.game.end is not None:
        return
    if not decision.game.started:
        start_clock(decision, decision.game.turn, Article.CLOCK_START)
    offered = decision.game.offer
    is_unsent = _follow_moves(decision, command)
    if command.times is not None and not is_unsent:
        _set_displays(decision, command.times)
    if command.outcome is not None:
        _end(decision, command.outcome, command.winner, was_offered=offered is not None)
    elif not is_unsent:
        _follow_offer(decision, command.offer)


def _follow_moves(decision: Decision, command: FollowServer) -> bool:
    """Whether the last move here is still on its way."""
    moves, ours = _read(decision.game, command.moves), [ply.move for ply in decision.game.plies]
    common = next(
        (at for at, (a, b) in enumerate(zip(moves, ours, strict=False)) if a != b), min(len(moves), len(ours))
    )
    is_one_ahead = common == len(moves) == len(ours) - 1
    if is_one_ahead and decision.game.plies[-1].color is command.sender and not command.is_settled:
        return command.outcome is None
    if common < len(ours):
        decision.emit(MovesTakenBack(at=decision.at, color=decision.game.plies[common].color, ply=common))
        start_clock(decision, decision.game.turn, Article.RESTART)
    for move in moves[common:]:
        color = decision.game.turn
        make_move(decision, color, move)
        complete(decision, color)
    return False


def _read(game: Game, moves: tuple[str, ...]) -> list[chess.Move]:
    """The moves, as far as they are legal: castling may be written to the king's square or to the rook's."""
    board, found = chess.Board(game.setup.fen, chess960=game.setup.is_chess960), []
    for text in moves:
        try:
            move = board.parse_uci(text)
        except ValueError:
            break
        found.append(move)
        board.push(move)
    return found


def _set_displays(decision: Decision, times: ByColor[timedelta]) -> None:
    if decision.game.clock.control is None:
        return
    for color in chess.COLORS:
        if abs(decision.game.remaining(color, decision.at) - times[color]) >= UNSEEN:
            article = decision.number(Article.CLOCK_SETTING)
            decision.emit(TimeSet(at=decision.at, color=color, time=times[color], article=article))


def _follow_offer(decision: Decision, offer: chess.Color | None) -> None:
    standing, article = decision.game.offer, decision.number(Article.DRAW_OFFER)
    if standing is not None and standing is not offer:
        decision.emit(DrawDeclined(color=not standing, article=article))
    if offer is not None and offer is not standing:
        decision.emit(DrawOffered(color=offer, article=article))


def _end(decision: Decision, outcome: ServerEnding, winner: chess.Color | None, *, was_offered: bool) -> None:
    if outcome is ServerEnding.ABORTED:
        end_game(decision, Result.ANNULLED, Ending.ELSEWHERE, Article.ARBITER)
    elif winner is not None:
        ending, article = _LOST.get(outcome, (Ending.ELSEWHERE, Article.ARBITER))
        end_game(decision, win_for(winner), ending, article, color=not winner)
    elif outcome is ServerEnding.OUT_OF_TIME:
        end_game(decision, Result.DRAW, Ending.FLAG_DRAW, Article.FLAG_LOSS, color=decision.game.turn)
    elif outcome in (ServerEnding.STALEMATE, ServerEnding.DRAWN):
        ending, article = (Ending.AGREEMENT, Article.AGREEMENT) if was_offered else _drawn(decision.game)
        end_game(decision, Result.DRAW, ending, article)
    else:
        end_game(decision, Result.ANNULLED, Ending.ELSEWHERE, Article.ARBITER)


def _drawn(game: Game) -> End:
    """Why a game is drawn of which the server says no more: as the position has it, else the server knows."""
    board = game.board
    if board.is_stalemate():
        return Ending.STALEMATE, Article.STALEMATE
    if board.is_insufficient_material():
        return Ending.DEAD_POSITION, Article.DEAD_POSITION
    if appearances(game.keys, game.keys[-1]) >= 3:
        return Ending.THREEFOLD, Article.THREEFOLD
    if board.halfmove_clock >= FIFTY_MOVES:
        return Ending.FIFTY, Article.FIFTY
    return Ending.ELSEWHERE, Article.ARBITER
