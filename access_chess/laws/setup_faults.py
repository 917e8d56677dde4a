"""Faults of set-up and displaced pieces (7.1–7.3, 7.5, A.4.a, Soviet P3–P6)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    FindBoardTurned,
    FindColorsReversed,
    FindDisplaced,
    FindWrongSetup,
    Result,
)
from access_chess.laws.decision import Decision
from access_chess.laws.editions import ColorsReversed
from access_chess.laws.events import (
    BoardTurned,
    ClockHandedBack,
    ColorsStay,
    Ending,
    IrregularityFound,
    Offence,
    Refusal,
)
from access_chess.laws.game import Game
from access_chess.laws.results import end_game
from access_chess.laws.time_control import ZERO

#: F18 7.3
TEN_MOVES = 10


def find_displaced(decision: Decision, command: FindDisplaced) -> None:
    """Who displaced pieces puts them back on his own time; if he has pressed, his display runs again (7.3)."""
    game = decision.game
    running = game.clock.running
    has_pressed = running is not None and running is game.turn and bool(game.plies)
    culprit = (not running) if has_pressed else running
    article = decision.number(Article.DISPLACED)
    decision.emit(IrregularityFound(offence=Offence.DISPLACED_PIECES, color=culprit, article=article))
    if has_pressed and culprit is not None:
        decision.emit(ClockHandedBack(at=decision.at, color=culprit, article=article))


def find_wrong_setup(decision: Decision, command: FindWrongSetup) -> None:
    """The game is cancelled and a new one played, unless it is too late to say so (7.1.a, A.4.a)."""
    if _is_in_time(decision):
        end_game(decision, Result.ANNULLED, Ending.ANNULLED, Article.WRONG_SETUP)


def find_board_turned(decision: Decision, command: FindBoardTurned) -> None:
    """The position is transferred to a correctly placed board, and the game goes on (7.1.b)."""
    if _is_in_time(decision):
        decision.emit(BoardTurned(article=decision.number(Article.BOARD_TURNED)))


def _is_in_time(decision: Decision) -> bool:
    game = decision.game
    limit = game.setup.rules.setup_claim_moves
    if game.setup.lacks_supervision and min(game.made.white, game.made.black) >= limit:
        decision.refuse(None, Refusal.TOO_LATE, Article.TOO_LATE_FOR_SETUP)
    else:
        return True
    return False


def find_colors_reversed(decision: Decision, command: FindColorsReversed) -> None:
    """The game goes on, or is begun anew while little of it has been played (7.2; F18 7.3; Soviet P5)."""
    if _is_begun_anew(decision):
        end_game(decision, Result.ANNULLED, Ending.ANNULLED, Article.COLORS_REVERSED)
    else:
        decision.emit(ColorsStay(article=decision.number(Article.COLORS_REVERSED)))


def _is_begun_anew(decision: Decision) -> bool:
    game = decision.game
    match game.setup.rules.colors_reversed:
        case ColorsReversed.CONTINUE:
            return False
        case ColorsReversed.NEW_GAME_BEFORE_TEN_MOVES:
            return min(game.made.white, game.made.black) < TEN_MOVES
        case ColorsReversed.NEW_GAME_IN_FIRST_QUARTER:
            return _is_first_quarter(game, decision)


def _is_first_quarter(game: Game, decision: Decision) -> bool:
    """Both used times against a quarter of both allotments to the first control (A61)."""
    control = game.setup.time
    if control is None:
        return True
    first = ByColor(control.of(chess.WHITE)[0].time, control.of(chess.BLACK)[0].time)
    if any(game.clock.period[color] for color in chess.COLORS):
        return False
    used = sum((first[color] - game.remaining(color, decision.at) for color in chess.COLORS), ZERO)
    return used < (first.white + first.black) / 4
