"""How games end: who can still mate, the result that follows, and its points (article 5, 6.9, 11)."""

from functools import lru_cache

import chess

from access_chess.laws import winnability
from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Result
from access_chess.laws.decision import SEARCH_NODES, Decision
from access_chess.laws.events import Ending, GameEnded
from access_chess.laws.game import Game
from access_chess.laws.winnability import Proof, Winnability, WinnabilityVerdict

#: The two sides of a result -> their places in `Regulations.scoring`.
_PLACES = {"1": 0, "1/2": 1, "0": 2}


def points(game: Game) -> ByColor[float] | None:
    """What both players score, as the event counts (11.1; since 2018 10.1); None before there is a result to count."""
    if game.end is None or game.end.result in (Result.NONE, Result.ANNULLED):
        return None
    white, black = game.end.result.value.split("-")
    scoring = game.setup.regulations.scoring
    return ByColor(scoring[_PLACES[white]], scoring[_PLACES[black]])


def win_for(color: chess.Color) -> Result:
    """The result when this player wins."""
    return Result.WHITE_WINS if color else Result.BLACK_WINS


def end_game(
    decision: Decision,
    result: Result,
    ending: Ending,
    article: Article,
    *,
    color: chess.Color | None = None,
    reason: Proof | None = None,
) -> None:
    """The game is over; `color` is the player on whom the ruling turns."""
    decision.emit(
        GameEnded(
            at=decision.at, result=result, ending=ending, article=decision.number(article), color=color, reason=reason
        )
    )


def lose(
    decision: Decision,
    loser: chess.Color,
    ending: Ending,
    article: Article,
    *,
    draw: Ending | None = None,
    board: chess.Board | None = None,
) -> None:
    """This player loses; where `draw` names an ending, only if the opponent can mate by any series of legal moves.

    `board` is the position in which that is asked, if it is not the one on the board.
    """
    verdict = None if draw is None else winning_chances(board or decision.game.board, not loser, decision.nodes)
    if draw is not None and verdict is not None and verdict.answer is Winnability.CANNOT:
        end_game(decision, Result.DRAW, draw, article, color=loser, reason=verdict.reason)
    else:
        end_game(decision, win_for(not loser), ending, article, color=loser)


def winning_chances(board: chess.Board, winner: chess.Color, nodes: int = SEARCH_NODES) -> WinnabilityVerdict:
    """Whether `winner` can mate from this position by any possible series of legal moves (settled.md)."""
    return _winning_chances(board.epd(en_passant="fen"), winner, board.chess960, nodes)


@lru_cache(maxsize=64)
def _winning_chances(epd: str, winner: chess.Color, chess960: bool, nodes: int) -> WinnabilityVerdict:
    """Many games of a hall end in one position: where the default time has passed, in that of the beginning."""
    return winnability.full(chess.Board(f"{epd} 0 1", chess960=chess960), winner, nodes=nodes)


def has_bare_king(board: chess.Board, color: chess.Color) -> bool:
    """Whether only the king is left to this player."""
    return chess.popcount(board.occupied_co[color]) == 1
