"""A board compared with the game: when it is connected, after reports were lost, and whenever it stays different."""

from datetime import timedelta

import chess
from msgspec.structs import replace

from access_chess.board.pegs.occupancy import (
    SetupStep,
    changed_squares,
    goal,
    in_hand,
    is_executed,
    setup_steps,
    standing,
)
from access_chess.board.pegs.players_board import BoardNoticeKind, Help, PlayersBoard, Turn
from access_chess.board.wire.reports import Placed
from access_chess.laws.clock import Instant
from access_chess.laws.game import Game

QUIET = timedelta(seconds=2)  # a difference that stays so long is told: a hand that goes on does not stay
STEP_PAUSE = timedelta(milliseconds=500)  # so long the board is left alone before the next step is said


def steps_left(board: PlayersBoard, game: Game) -> tuple[SetupStep, ...]:
    """What would make this board show the game."""
    return setup_steps(goal(game), board.occupied)


def seen(board: PlayersBoard, squares: chess.Bitboard, game: Game, *, at: Instant) -> Turn:
    """The whole board is known anew: it is as the game has it, or has to be put right before play goes on."""
    if board.stands is not None and board.help is None and squares == board.occupied:
        return Turn(board=replace(board, is_connected=True, now=max(board.now, at)))
    was_behind = board.is_behind(game)
    board = replace(board, is_connected=True, occupied=squares, held=(), lifts=(), stirred=at, told=None)
    board = replace(board, nudged=(), in_doubt=(), rested=None, now=max(board.now, at))
    if was_behind and board.stands is not None and squares == board.stands.occupied:
        return Turn(board=replace(board, help=None, lifted=()))
    if squares in (standing(game), game.board.occupied) or _is_placed_unheard(board, game):
        return Turn(board=_agreed(board, game, at))
    return Turn(board=replace(board, help=Help.COMPARING))


def _is_placed_unheard(board: PlayersBoard, game: Game) -> bool:
    """Whether the only difference is that the one piece in hand has been put down meanwhile."""
    before = standing(game)
    came, went = board.occupied & ~before, before & ~board.occupied
    is_known = board.stands is not None and not board.is_behind(game)
    return is_known and not went and came.bit_count() == 1 and len(in_hand(game, board.occupied)) == 1


def _agreed(board: PlayersBoard, game: Game, at: Instant) -> PlayersBoard:
    """The board shows the game; what the game has not heard of the hand counts from now."""
    new = chess.SquareSet(board.occupied & ~standing(game))
    return replace(
        board,
        help=None,
        told=None,
        is_difference_told=False,
        stands=game.board,
        lifted=tuple(chess.SquareSet(game.board.occupied & ~board.occupied)),
        held=tuple(Placed(square=square, at=at) for square in new),
    )


def caught_up(board: PlayersBoard, game: Game) -> PlayersBoard:
    """With the game's latest move, if it stands here by now; with nothing lifted, if all is back in place."""
    stands = board.stands
    if stands is None or board.help is not None or board.held:
        return board
    if board.is_behind(game):
        if not is_executed(stands, game.board, occupied=board.occupied, lifted=board.lifted):
            is_back = board.occupied == stands.occupied != game.board.occupied
            return replace(board, lifted=()) if is_back else board
        still_out = tuple(
            square for square in board.lifted if game.board.piece_at(square) and not board.is_filled(square)
        )
        return replace(
            board,
            stands=game.board,
            lifted=still_out,
            in_doubt=(),
            is_difference_told=False,
            is_piece_asked=False,
            is_behind_told=False,
        )
    if board.occupied == stands.occupied and not game.hand.lifted:
        return replace(board, lifted=())
    return board


def helped(board: PlayersBoard, game: Game, *, at: Instant) -> Turn:
    """The next step is said when the hand rests, until the board is right."""
    steps = steps_left(board, game)
    if not steps:
        return Turn(board=_agreed(board, game, at)).noting(BoardNoticeKind.CORRECT)
    if steps[0] == board.told or at - board.stirred < STEP_PAUSE:
        return Turn(board=board)
    return Turn(board=replace(board, told=steps[0])).noting(BoardNoticeKind.STEP, steps)


def watched(board: PlayersBoard, game: Game, *, at: Instant) -> Turn:
    """A board that stays different from the game is noticed, once for each difference."""
    if _is_answered_too_early(board, game) and at - board.stirred >= STEP_PAUSE:
        return Turn(board=replace(board, is_behind_told=True)).noting(
            BoardNoticeKind.NOT_EXECUTED, steps_left(board, game)
        )
    if not _differs(board, game):
        return Turn(board=replace(board, is_difference_told=False) if board.is_difference_told else board)
    if board.is_difference_told or at - board.stirred < QUIET:
        return Turn(board=board)
    to_move = game.turn if board.color is (not game.turn) else None  # they may believe that it is their turn
    told = Turn(board=replace(board, is_difference_told=True))
    return told.noting(BoardNoticeKind.DIFFERS, steps_left(board, game), to_move=to_move)


def _is_answered_too_early(board: PlayersBoard, game: Game) -> bool:
    """A player lifts pieces for an answer before the opponent's move stands on the player's own board (E.2.1)."""
    stands = board.stands
    if stands is None or board.color is not game.turn or game.is_over or board.is_behind_told:
        return False
    moved = changed_squares(stands, game.board)
    out = [square for square in board.lifted if not board.is_filled(square)]
    return board.is_behind(game) and any(stands.color_at(square) is game.turn and square not in moved for square in out)


def _differs(board: PlayersBoard, game: Game) -> bool:
    if game.is_over or not board.is_connected or board.stands is None:
        return False
    if board.is_behind(game):  # with a piece in hand, or untouched, the move is still being executed
        is_hand_empty = board.occupied.bit_count() == game.board.occupied.bit_count()
        return is_hand_empty and board.occupied != board.stands.occupied and not board.is_behind_told
    # what is in the air, or has not been let go, is no difference yet
    nudged = int(chess.SquareSet(board.nudged))
    held = int(chess.SquareSet(placed.square for placed in board.held))
    return (board.occupied | nudged) & ~held not in (standing(game), game.board.occupied)
