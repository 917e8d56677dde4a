"""A game on a pegged board: what each report, each instant and each word leads to."""

from dataclasses import replace

from access_chess.board.pegs import hand
from access_chess.board.pegs.comparing import QUIET, STEP_PAUSE, caught_up, helped, seen, steps_left, watched
from access_chess.board.pegs.players_board import SETTLE, NoticeKind, PlayersBoard, Turn
from access_chess.board.wire.reports import (
    BoardReport,
    ButtonPressed,
    Connected,
    Disconnected,
    Disconnection,
    LeverPressed,
    Lifted,
    Placed,
    ReportsLost,
)
from access_chess.laws.clock import Instant
from access_chess.laws.commands import AnnounceMove
from access_chess.laws.game import Game

HELP_BUTTON = 1


def reported(board: PlayersBoard, report: BoardReport, game: Game) -> Turn:
    """The board has reported something."""
    board = caught_up(board, game)
    match report:
        case Connected():
            turn = seen(board, report.state.squares, game, at=report.at)
            return replace(turn, notices=()).noting(NoticeKind.FOUND)
        case ReportsLost():
            return seen(board, report.state.squares, game, at=report.at)
        case Disconnected():
            return _lost(board, report)
        case Lifted() if board.is_filled(report.square):
            return _lifted(board, report, game)
        case Placed() if not board.is_filled(report.square):
            return Turn(board=_placed(board, report))
        case LeverPressed():
            return hand.pressed(board, report, game)
        case ButtonPressed() if report.button == HELP_BUTTON:
            return asked(board, game)
        case _:
            return Turn(board=board)


def _lost(board: PlayersBoard, report: Disconnected) -> Turn:
    if report.reason is Disconnection.CLOSED:
        return Turn(board=replace(board, is_connected=False))
    kind = NoticeKind.LOST if board.is_connected else NoticeKind.NOT_FOUND
    return Turn(board=replace(board, is_connected=False)).noting(kind)


def _lifted(board: PlayersBoard, report: Lifted, game: Game) -> Turn:
    board = replace(board, occupied=board.occupied & ~(1 << report.square), stirred=report.at)
    return Turn(board=board) if board.help is not None else hand.lifted(board, report, game)


def _placed(board: PlayersBoard, report: Placed) -> PlayersBoard:
    held = (*board.held, report) if board.help is None else ()
    return replace(board, occupied=board.occupied | 1 << report.square, stirred=report.at, held=held)


def passed(board: PlayersBoard, game: Game, *, at: Instant) -> Turn:
    """Time has passed, or the game has changed."""
    board = caught_up(board, game)
    if not board.is_connected:
        return Turn(board=board)
    if board.help is not None:
        return helped(board, game, at=at)
    turn = hand.told_placements(board, game, at, is_settled=False)
    turn = turn.then(lambda board, game: hand.told_lifts(caught_up(board, game), game, at), game)
    return turn.then(lambda board, game: watched(board, game, at=at), game)


def announced(board: PlayersBoard, said: AnnounceMove, game: Game, *, at: Instant) -> Turn:
    """The player of this board says his move."""
    return hand.announced(caught_up(board, game), said, game, at=at)


def asked(board: PlayersBoard, game: Game) -> Turn:
    """The player wants to know what is wrong with his board."""
    steps = steps_left(board, game)
    turn = Turn(board=board)
    return turn.noting(NoticeKind.ALL_STEPS, steps) if steps else turn.noting(NoticeKind.CORRECT)


def next_look(board: PlayersBoard) -> Instant:
    """Until when nothing follows from time alone; in the past, when it has passed already."""
    if board.help is not None:
        return board.stirred + STEP_PAUSE
    return board.stirred + (SETTLE if board.held else QUIET)
