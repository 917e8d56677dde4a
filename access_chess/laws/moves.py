"""Making a move, taking it back in practice, and the ends that follow at once (4.6, 5.1.a, 5.2.a, 5.2.b, 9.6)."""

import chess
from msgspec.structs import replace

from access_chess.laws import winnability
from access_chess.laws.articles import Article
from access_chess.laws.commands import PlayIllegalMove, PlayMove, Result, TakeBack
from access_chess.laws.decision import Decision, is_ruled_on, restart_clocks, start_clock, why_not_act
from access_chess.laws.events import (
    DrawDeclined,
    Ending,
    IrregularityFound,
    MoveCompleted,
    MoveMade,
    MoveSealed,
    MovesTakenBack,
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
from access_chess.laws.scoresheet import is_claim_written, must_record
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import SpeedClass
from access_chess.laws.touch_move import legal_moves, may_play, obligation, victim_square
from access_chess.laws.winnability import Proof, Winnability

#: 9.6.1
FIVEFOLD = 5
#: 9.6.2 counts moves by each player; the counter of the FEN counts plies.
SEVENTY_FIVE_MOVES = 150


def play(decision: Decision, command: PlayMove) -> None:
    """All parts of a move at once; refused when an obligation forbids it."""
    color, move, game = command.color, command.move, decision.game
    if not may_use_hand(decision, color):
        return
    sealing = game.adjournment
    if not may_play(game, move):
        if is_legal_on(game.board, move) and command.against_touch and not game.hand.released_on:
            make_move(decision, color, move, two_hands=command.two_hands, written=command.written)
        elif is_legal_on(game.board, move):
            decision.refuse(color, Refusal.BOUND_BY_TOUCH, obligation(game).article)
        else:
            decision.refuse(color, Refusal.ILLEGAL, Article.LEGAL_MOVE)
    elif sealing is not None and not sealing.closed and sealing.sealer is color:
        article = decision.number(Article.SEALING)
        text = game.board.san(move)
        decision.emit(MoveSealed(color=color, text=text, moves=(move,), article=article, played=True))
    else:
        make_move(decision, color, move, two_hands=command.two_hands, written=command.written)


def play_illegal(decision: Decision, command: PlayIllegalMove) -> None:
    """An illegal move stands on the board; nothing counts before the clock is pressed (4.6, 7.4.a)."""
    color, move, game = command.color, command.move, decision.game
    if not may_use_hand(decision, color):
        return
    if game.board.color_at(move.from_square) is not color:
        decision.refuse(color, Refusal.NO_PIECE_THERE, Article.LEGAL_MOVE)
    elif is_legal_on(game.board, move):
        decision.refuse(color, Refusal.LEGAL, Article.LEGAL_MOVE)
    else:
        touch(decision, color, touched_by(game.board, move))
        is_unfinished = any(
            (legal.from_square, legal.to_square) == (move.from_square, move.to_square)
            for legal in legal_moves(decision.game)
        )  # a pawn on the last rank stands where it may: only the new piece is missing (4.6.c)
        article = decision.number(Article.RELEASED)
        decision.emit(
            PieceReleased(
                color=color, move=move, square=move.to_square, legal=is_unfinished, article=article, at=decision.at
            )
        )


def touched_by(board: chess.Board, move: chess.Move) -> tuple[chess.Square, ...]:
    """The squares that a hand touches in making this move: the moving piece, then the captured one."""
    victim = victim_square(board, move)
    is_enemy = victim is not None and board.color_at(victim) is (not board.turn)
    return (move.from_square, victim) if victim is not None and is_enemy else (move.from_square,)


def touch(decision: Decision, color: chess.Color, squares: tuple[chess.Square, ...], *, in_order: bool = True) -> None:
    """Deliberate touches: they refuse the opponent's offer (9.1.b) and bind the player."""
    decline_by_hand(decision, color)
    event = PiecesTouched(color=color, squares=squares, in_order=in_order, article="")
    article = obligation(evolve(decision.game, event)).article
    decision.emit(replace(event, article=decision.number(article)))


def decline_by_hand(decision: Decision, color: chess.Color) -> None:
    """Touching a piece in order to move or capture refuses the offer."""
    if decision.game.offer is (not color):
        decision.emit(DrawDeclined(color=color, article=decision.number(Article.DRAW_OFFER)))


def may_use_hand(decision: Decision, color: chess.Color) -> bool:
    """Whether this player may act on the board now; refuses with the reason when not."""
    reason = why_not_act(decision.game, color)
    if reason is not None:
        decision.refuse(color, *reason)
    elif is_ruled_on(decision.game):
        restart_clocks(decision)
    return reason is None


def make_move(
    decision: Decision,
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
        decline_by_hand(decision, color)
    game, rules = decision.game, decision.game.setup.rules
    if rules.next_move_completes and game.uncompleted[color]:
        decision.emit(MoveCompleted(color=color, article=decision.number(Article.PRESS)))
    was_unwritten = game.written[color] < game.made[color]
    decision.emit(
        MoveMade(
            color=color,
            move=move,
            legal=legal,
            two_hands=two_hands,
            written=written,
            announced=announced,
            castling_intended=game.hand.castling_intended,
            at=decision.at,
        )
    )
    if two_hands and not rules.two_hands_is_illegal:
        decision.emit(
            IrregularityFound(offence=Offence.TWO_HANDS, color=color, article=decision.number(Article.ONE_HAND))
        )
        warn(decision, color, Offence.TWO_HANDS, Article.PENALTY)
    _look_at_the_sheet(decision, color, game, is_unwritten=not written and was_unwritten)
    if legal:
        end_by_position(decision, color)


def _look_at_the_sheet(decision: Decision, color: chess.Color, game: Game, *, is_unwritten: bool) -> None:
    """A player who should have completed the sheet, or written the last move but not this one, is warned (8.1, 8.5)."""
    if game.sheet_due[color] and game.setup.speed is SpeedClass.STANDARD:
        warn(decision, color, Offence.NOT_RECORDED, Article.SHEET_AFTER_FLAG)
    elif is_unwritten and must_record(game, color, decision.at):
        warn(decision, color, Offence.NOT_RECORDED, Article.RECORDING)
    elif game.written_ahead is not None and is_claim_written(game.setup):
        warn(decision, color, Offence.WRITTEN_AHEAD, Article.WRITING_IN_ADVANCE)


def warn(decision: Decision, color: chess.Color, offence: Offence, article: Article) -> None:
    """A warning of the program (13.4.a); where a person rules, or nobody, it gives none."""
    if decision.game.setup.arbiter is not ArbiterMode.PROGRAM:
        return
    decision.emit(WarningGiven(color=color, offence=offence, article=decision.number(article)))


def end_by_position(decision: Decision, mover: chess.Color) -> None:
    """The ends that need no claim and no clock, in their order of precedence (settled.md, Ends)."""
    game, rules = decision.game, decision.game.setup.rules
    if game.setup.is_elsewhere:
        return
    board, seen = game.board, appearances(game.keys, game.keys[-1])
    if not any(board.generate_legal_moves()):
        if board.is_check():
            end_game(decision, win_for(mover), Ending.MATE, Article.MATE, color=not mover)
        else:
            end_game(decision, Result.DRAW, Ending.STALEMATE, Article.STALEMATE, color=not mover)
    elif seen == 1 and is_dead(game.setup, board):  # nothing follows a dead position, so that it never comes again
        verdict = winnability.quick(board, mover)
        proof = verdict.reason if verdict.answer is Winnability.CANNOT else Proof.EXHAUSTED
        end_game(decision, Result.DRAW, Ending.DEAD_POSITION, Article.DEAD_POSITION, reason=proof)
    elif rules.fivefold and seen >= FIVEFOLD:
        end_game(decision, Result.DRAW, Ending.FIVEFOLD, Article.FIVEFOLD)
    elif rules.seventy_five and board.halfmove_clock >= SEVENTY_FIVE_MOVES:
        end_game(decision, Result.DRAW, Ending.SEVENTY_FIVE, Article.SEVENTY_FIVE)


def is_dead(setup: Setup, board: chess.Board) -> bool:
    """Whether neither player can mate from here by any series of legal moves (5.2.b; Soviet E10: by the material)."""
    return board.is_insufficient_material() if setup.rules.dead_by_material_only else winnability.is_dead(board)


def take_back(decision: Decision, command: TakeBack) -> None:
    """Practice only: back to this player's last move, or to an earlier one, and to the clocks of that instant."""
    color, game = command.color, decision.game
    if not game.setup.regulations.take_backs:
        decision.refuse(color, Refusal.NOT_IN_THIS_GAME, Article.RELEASED)
        return
    own = [index for index, ply in enumerate(game.plies) if ply.color is color]
    if command.number is not None:
        own = [index for index in own if game.plies[index].before.fullmove_number == command.number]
    index = own[-command.count] if 1 <= command.count <= len(own) else None
    if index is None or game.plies[index].clock is None:
        decision.refuse(color, Refusal.NOTHING_TO_TAKE_BACK, Article.RELEASED)
        return
    decision.emit(MovesTakenBack(at=decision.at, color=color, ply=index, with_clocks=True))
    start_clock(decision, color, Article.RESTART)
