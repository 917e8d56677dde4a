"""Making a move, and the ends that follow from it at once (4.6, 5.1.a, 5.2.a, 5.2.b, 9.6)."""

import chess
from msgspec.structs import replace

from access_chess.laws import winnability
from access_chess.laws.articles import Article
from access_chess.laws.clock_starts import restart_clocks
from access_chess.laws.commands import PlayIllegalMove, PlayMove, Result
from access_chess.laws.decision import Course
from access_chess.laws.events import (
    DrawDeclined,
    Ending,
    IrregularityFound,
    MoveCompleted,
    MoveMade,
    MoveSealed,
    Offence,
    PieceReleased,
    PiecesTouched,
    Refusal,
    WarningGiven,
)
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game
from access_chess.laws.position import appearances, is_legal_on
from access_chess.laws.results import end_game, win_for
from access_chess.laws.scoresheet import must_record
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.touch_move import legal_moves, may_play, obligation, victim_square
from access_chess.laws.winnability import Answer, Reason

#: 9.6.1
FIVEFOLD = 5
#: 9.6.2 counts moves by each player; the counter of the FEN counts plies.
SEVENTY_FIVE_MOVES = 150


def play(course: Course, command: PlayMove) -> None:
    """All parts of a move at once; refused when an obligation forbids it."""
    color, move, game = command.color, command.move, course.game
    if not may_use_hand(course, color):
        return
    sealing = game.adjournment
    if not may_play(game, move):
        if is_legal_on(game.board, move):
            course.refuse(color, Refusal.BOUND_BY_TOUCH, obligation(game).article)
        else:
            course.refuse(color, Refusal.ILLEGAL, Article.LEGAL_MOVE)
    elif sealing is not None and not sealing.closed and sealing.sealer is color:
        article = course.number(Article.SEALING)
        text = game.board.san(move)
        course.happen(MoveSealed(color=color, text=text, moves=(move,), article=article, played=True))
    else:
        make_move(course, color, move, two_hands=command.two_hands)


def play_illegal(course: Course, command: PlayIllegalMove) -> None:
    """An illegal move stands on the board; nothing counts before the clock is pressed (4.6, 7.4.a)."""
    color, move, game = command.color, command.move, course.game
    if not may_use_hand(course, color):
        return
    if game.board.color_at(move.from_square) is not color:
        course.refuse(color, Refusal.NO_PIECE_THERE, Article.LEGAL_MOVE)
    elif is_legal_on(game.board, move):
        course.refuse(color, Refusal.NOT_ILLEGAL, Article.LEGAL_MOVE)
    else:
        touch(course, color, touched_by(game.board, move))
        is_unfinished = any(
            (legal.from_square, legal.to_square) == (move.from_square, move.to_square)
            for legal in legal_moves(course.game)
        )  # a pawn on the last rank stands where it may: only the new piece is missing (4.6.c)
        article = course.number(Article.RELEASED)
        course.happen(
            PieceReleased(
                color=color, move=move, square=move.to_square, legal=is_unfinished, article=article, at=course.at
            )
        )


def touched_by(board: chess.Board, move: chess.Move) -> tuple[chess.Square, ...]:
    """The squares that a hand touches in making this move: the moving piece, then the captured one."""
    victim = victim_square(board, move)
    is_enemy = victim is not None and board.color_at(victim) is (not board.turn)
    return (move.from_square, victim) if victim is not None and is_enemy else (move.from_square,)


def touch(course: Course, color: chess.Color, squares: tuple[chess.Square, ...], *, in_order: bool = True) -> None:
    """Deliberate touches: they refuse the opponent's offer (9.1.b) and bind the player."""
    decline_by_hand(course, color)
    event = PiecesTouched(color=color, squares=squares, in_order=in_order, article="")
    article = obligation(evolve(course.game, event)).article
    course.happen(replace(event, article=course.number(article)))


def decline_by_hand(course: Course, color: chess.Color) -> None:
    """Touching a piece in order to move or capture refuses the offer."""
    if course.game.offer is (not color):
        course.happen(DrawDeclined(color=color, article=course.number(Article.DRAW_OFFER)))


def may_use_hand(course: Course, color: chess.Color) -> bool:
    """Whether this player may act on the board now; refuses with the reason when not."""
    reason = _why_not(course.game, color)
    if reason is not None:
        course.refuse(color, *reason)
    elif _is_ruled_on(course.game):
        restart_clocks(course)
    return reason is None


def _is_ruled_on(game: Game) -> bool:
    """The clocks stand for a claim that has been answered: whoever goes on playing starts them again."""
    return game.stopped == "claim" and game.claim is None and not game.is_clock_on


def _why_not(game: Game, color: chess.Color) -> tuple[Refusal, Article] | None:
    if game.end is not None:
        return Refusal.GAME_OVER, Article.END_OF_GAME
    if not game.started:
        return Refusal.NOT_STARTED, Article.CLOCK_START
    if not game.present[color]:
        return Refusal.ABSENT, Article.DEFAULT_TIME
    if game.turn is not color:
        return Refusal.NOT_YOUR_MOVE, Article.HAVING_THE_MOVE
    if game.stopped not in (None, "promotion-piece") and not _is_ruled_on(game):
        return Refusal.CLOCKS_STOPPED, Article.RESTART
    if game.claim is not None and not game.claim.postponed:
        return Refusal.CLAIM_PENDING, Article.CLAIM_CORRECT
    return None


def make_move(
    course: Course,
    color: chess.Color,
    move: chess.Move,
    *,
    legal: bool = True,
    two_hands: bool = False,
    written: bool = True,
    announced: bool = True,
    by_hand: bool = True,
) -> None:
    """The move is made: the opponent has the move, and the game may be over. By hand it refuses a draw offer."""
    if by_hand:
        decline_by_hand(course, color)
    game, rules = course.game, course.game.setup.rules
    if rules.next_move_completes and game.uncompleted[color]:
        course.happen(MoveCompleted(color=color, article=course.number(Article.PRESS)))
    was_unwritten = game.written[color] < game.made[color]
    course.happen(
        MoveMade(
            color=color,
            move=move,
            legal=legal,
            two_hands=two_hands,
            written=written,
            announced=announced,
            castling_intended=game.hand.castling_intended,
            at=course.at,
        )
    )
    if two_hands and not rules.two_hands_is_illegal:
        course.happen(
            IrregularityFound(offence=Offence.TWO_HANDS, color=color, article=course.number(Article.ONE_HAND))
        )
        warn(course, color, Offence.TWO_HANDS, Article.PENALTY)
    if not written and was_unwritten and must_record(game, color, course.at):
        warn(course, color, Offence.NOT_RECORDED, Article.RECORDING)
    if legal:
        end_by_position(course, color)


def warn(course: Course, color: chess.Color, offence: Offence, article: Article) -> None:
    """A warning of the program (13.4.a); where a person rules, or nobody, it gives none."""
    if course.game.setup.arbiter is not ArbiterMode.PROGRAM:
        return
    course.happen(WarningGiven(color=color, offence=offence, article=course.number(article)))


def end_by_position(course: Course, mover: chess.Color) -> None:
    """The ends that need no claim and no clock, in their order of precedence (12.3)."""
    game, rules = course.game, course.game.setup.rules
    board = game.board
    if not any(board.generate_legal_moves()):
        if board.is_check():
            end_game(course, win_for(mover), Ending.MATE, Article.MATE, color=not mover)
        else:
            end_game(course, Result.DRAW, Ending.STALEMATE, Article.STALEMATE, color=not mover)
    elif is_dead(game.setup, board):
        verdict = winnability.quick(board, mover)
        proof = verdict.reason if verdict.answer is Answer.CANNOT else Reason.EXHAUSTED
        end_game(course, Result.DRAW, Ending.DEAD_POSITION, Article.DEAD_POSITION, reason=proof.name.lower())
    elif rules.fivefold and appearances(game.keys, game.keys[-1]) >= FIVEFOLD:
        end_game(course, Result.DRAW, Ending.FIVEFOLD, Article.FIVEFOLD)
    elif rules.seventy_five and board.halfmove_clock >= SEVENTY_FIVE_MOVES:
        end_game(course, Result.DRAW, Ending.SEVENTY_FIVE, Article.SEVENTY_FIVE)


def is_dead(setup: Setup, board: chess.Board) -> bool:
    """Whether neither player can mate from here by any series of legal moves (5.2.b; Soviet E10: by the material)."""
    return board.is_insufficient_material() if setup.rules.dead_by_material_only else winnability.is_dead(board)
