"""A game on a pegged board: what each report, each instant and each word leads to."""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from access_chess.board.pegs import hand
from access_chess.board.pegs.comparing import QUIET, STEP_PAUSE, caught_up, helped, seen, steps_left, watched
from access_chess.board.pegs.players_board import LONG_REST, SETTLE, BoardNoticeKind, PlayersBoard, Turn
from access_chess.board.wire.reports import (
    BoardReport,
    ButtonPressed,
    ClockLeapt,
    Connected,
    ContactReport,
    Disconnected,
    Disconnection,
    LeverPressed,
    Lifted,
    Placed,
    Quiet,
    ReportsLost,
)
from access_chess.laws.clock import Instant
from access_chess.laws.commands import AnnounceMove, Command, Resume, StartClock, StopClocks, StopReason
from access_chess.laws.game import Game

HELP_BUTTON = 1


def reported(board: PlayersBoard, report: BoardReport, game: Game) -> Turn:
    """The board has reported something; whatever had to follow before its own instant has followed by then."""
    if isinstance(report, ContactReport | Quiet):
        turn = passed(board, game, at=report.at)
        return turn.then(lambda board, game: _taken_in(caught_up(board, game), report, game), game)
    return _taken_in(caught_up(board, game), report, game)


def _taken_in(board: PlayersBoard, report: BoardReport, game: Game) -> Turn:
    match report:
        case Connected():
            return seen(board, report.state.squares, game, at=report.at).noting(BoardNoticeKind.FOUND)
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
        case ClockLeapt():
            return Turn(board=board).noting(BoardNoticeKind.CLOCK_LEAPT)
        case _:
            return Turn(board=board)


def _lost(board: PlayersBoard, report: Disconnected) -> Turn:
    if report.reason is Disconnection.CLOSED:
        return Turn(board=replace(board, is_connected=False))
    kind = BoardNoticeKind.LOST if board.is_connected else BoardNoticeKind.NOT_FOUND
    kind = BoardNoticeKind.PROTOCOL if report.reason is Disconnection.PROTOCOL else kind
    return Turn(board=replace(board, is_connected=False)).noting(kind)


def _lifted(board: PlayersBoard, report: Lifted, game: Game) -> Turn:
    board = replace(board, occupied=board.occupied & ~(1 << report.square), stirred=report.at)
    return Turn(board=board) if board.help is not None else hand.lifted(board, report, game)


def _placed(board: PlayersBoard, report: Placed) -> PlayersBoard:
    held = (*board.held, report) if board.help is None else ()
    occupied = board.occupied | 1 << report.square
    return replace(board, occupied=occupied, stirred=report.at, held=held, lifts=(), rested=None)


def passed(board: PlayersBoard, game: Game, *, at: Instant) -> Turn:
    """The board has vouched that nothing else happened up to this instant, or (`board.now`) the game has changed.

    What follows from time alone follows at its own instant, so that it makes no difference how often anybody looks.
    """
    turn = Turn(board=board)
    while (due := _next_due(turn.board)) is not None and due < at:
        turn = turn.then(partial(_looked, at=due), game)
    return turn.then(partial(_looked, at=max(at, turn.board.now)), game)


def _next_due(board: PlayersBoard) -> Instant | None:
    """The next instant at which something may follow from time alone."""
    ends = [board.stirred + STEP_PAUSE, board.stirred + QUIET]
    ends += [placed.at + rest for placed in board.held for rest in (SETTLE, LONG_REST)]
    return min((end for end in ends if end > board.now), default=None)


def _looked(board: PlayersBoard, game: Game, *, at: Instant) -> Turn:
    board = replace(caught_up(board, game), now=at)
    if not board.is_connected:
        return Turn(board=board)
    if board.help is not None:
        return helped(board, game, at=at)
    turn = hand.told_placements(board, game, at, is_settled=False)
    turn = turn.then(lambda board, game: hand.told_lifts(caught_up(board, game), game, at), game)
    return turn.then(lambda board, game: watched(board, game, at=at), game)


def settled(board: PlayersBoard, game: Game) -> Turn:
    """The players have gone on to something else, such as a word: what stands on the board has been let go."""
    turn = Turn(board=caught_up(board, game))
    if board.help is not None or not board.is_connected:
        return turn
    return turn.then(lambda board, game: hand.told_placements(board, game, board.now, is_settled=True), game)


def displaced(board: PlayersBoard, game: Game) -> Turn:
    """The arbiter has ruled that pieces were displaced: those that the question was about were not touched."""
    return hand.knocked(board, game, board.in_doubt, board.now) if board.in_doubt else Turn(board=board)


def announced(board: PlayersBoard, said: AnnounceMove, game: Game, *, at: Instant) -> Turn:
    """The player of this board says the move."""
    return hand.announced(caught_up(board, game), said, game, at=at)


def asked(board: PlayersBoard, game: Game) -> Turn:
    """The player wants to know what is wrong with the board."""
    steps = steps_left(board, game)
    turn = Turn(board=board)
    return turn.noting(BoardNoticeKind.ALL_STEPS, steps) if steps else turn.noting(BoardNoticeKind.CORRECT)


def clock_command(boards: Sequence[PlayersBoard], game: Game) -> Command | None:
    """What the clocks need: to stand while a board is not heard or not compared, so that no player's time pays for it.

    A game that has not begun begins when its boards are right.
    """
    is_halted = any(board.halts for board in boards)
    if game.is_over:
        return None
    if is_halted:
        return StopClocks(reason=StopReason.BOARD) if game.started and game.is_clock_on else None
    if not game.started:
        return StartClock()
    return Resume() if game.stopped is StopReason.BOARD else None
