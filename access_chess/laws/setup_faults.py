"""Faults of set-up and displaced pieces (7.1–7.3, 7.5, A.4.a, Soviet P3–P6)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    FindBoardTurned,
    FindColorsReversed,
    FindDisplaced,
    FindWrongClock,
    FindWrongSetup,
    KnockPiecesOver,
    Result,
    SetPiecesUp,
)
from access_chess.laws.decision import Decision
from access_chess.laws.editions import ColorsReversed
from access_chess.laws.events import (
    BoardTurned,
    CastlingRightLost,
    ClockHandedBack,
    ColorsStay,
    Ending,
    IrregularityFound,
    Offence,
    PiecesKnockedOver,
    PiecesSetUp,
    Refusal,
    TimeSet,
)
from access_chess.laws.game import Game
from access_chess.laws.results import end_game
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.time_control import ZERO

#: F18 7.3
TEN_MOVES = 10


def find_displaced(decision: Decision, command: FindDisplaced) -> None:
    """A player who displaced pieces puts them back on their own time; after a press that display runs again (7.3)."""
    game = decision.game
    running = game.clock.running
    has_pressed = running is not None and running is game.turn and bool(game.plies)
    culprit = (not running) if has_pressed else running
    article = decision.number(Article.DISPLACED)
    decision.emit(IrregularityFound(offence=Offence.DISPLACED_PIECES, color=culprit, article=article))
    if has_pressed and culprit is not None:
        decision.emit(ClockHandedBack(at=decision.at, color=culprit, article=article))


def knock_over(decision: Decision, command: KnockPiecesOver) -> None:
    """Players put back what they displaced on their own time; while the opponent's runs, it is changed over (7.3)."""
    color, game = command.color, decision.game
    decision.emit(PiecesKnockedOver(color=color, squares=command.squares, article=decision.number(Article.DISPLACED)))
    if game.clock.running is (not color) and game.setup.arbiter is ArbiterMode.PROGRAM:
        hand_back_to_restore(decision, color)


def hand_back_to_restore(decision: Decision, color: chess.Color) -> None:
    """The clock of the player who displaced pieces runs until they are up again."""
    article = decision.number(Article.DISPLACED)
    decision.emit(IrregularityFound(offence=Offence.DISPLACED_PIECES, color=color, article=article))
    decision.emit(ClockHandedBack(at=decision.at, color=color, article=article))


def set_up_again(decision: Decision, command: SetPiecesUp) -> None:
    """The displaced pieces stand again; then the clock may be pressed."""
    if decision.game.knocked_over[command.color]:
        decision.emit(PiecesSetUp(color=command.color))
    else:
        decision.refuse(command.color, Refusal.NOTHING_DISPLACED, Article.DISPLACED)


def find_wrong_setup(decision: Decision, command: FindWrongSetup) -> None:
    """The game is cancelled and a new one played, unless it is too late to say so (7.1.a, A.4.a)."""
    game, square = decision.game, command.square
    if square is not None and _is_too_late(game) and _may_cost_castling(game, square):
        color = game.board.color_at(square)
        assert color is not None
        article = decision.number(Article.TOO_LATE_FOR_SETUP)
        decision.emit(CastlingRightLost(color=color, square=square, article=article))
    elif _is_in_time(decision):
        end_game(decision, Result.ANNULLED, Ending.ANNULLED, Article.WRONG_SETUP)


def find_board_turned(decision: Decision, command: FindBoardTurned) -> None:
    """The position is transferred to a correctly placed board, and the game goes on (7.1.b)."""
    if _is_in_time(decision):
        decision.emit(BoardTurned(article=decision.number(Article.BOARD_TURNED)))


def _may_cost_castling(game: Game, square: chess.Square) -> bool:
    """Whether what stands there could castle, but for its wrong place: the king; a rook since 2014 (A.4.a)."""
    kind = game.board.piece_type_at(square)
    return kind == chess.KING or (kind == chess.ROOK and game.setup.rules.wrong_rook_loses_castling)


def find_wrong_clock(decision: Decision, command: FindWrongClock) -> None:
    """The arbiter puts a wrong setting right; in rapid and blitz it may be too late for that (6.10.b, A.4.a)."""
    game = decision.game
    is_spared = game.setup.rules.late_clock_fault_weighs_schedule and command.schedule_suffers
    if game.setup.time is None:
        decision.refuse(None, Refusal.NOT_IN_THIS_GAME, Article.CLOCK_SETTING)
    elif _is_too_late(game) and not is_spared:
        decision.refuse(None, Refusal.TOO_LATE, Article.TOO_LATE_FOR_SETUP)
    else:
        article = decision.number(Article.CLOCK_SETTING)
        for color in chess.COLORS:
            if (time := command.noted[color]) is not None:
                decision.emit(TimeSet(at=decision.at, color=color, time=time, article=article))


def _is_too_late(game: Game) -> bool:
    """Whether so much has been played without supervision that a wrong set-up stays (A.4.a)."""
    limit = game.setup.rules.setup_claim_moves
    return game.setup.lacks_supervision and min(game.made.white, game.made.black) >= limit


def _is_in_time(decision: Decision) -> bool:
    if _is_too_late(decision.game):
        decision.refuse(None, Refusal.TOO_LATE, Article.TOO_LATE_FOR_SETUP)
        return False
    return True


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
