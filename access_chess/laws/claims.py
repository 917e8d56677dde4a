"""Claims of a draw by repetition or by fifty moves, and the arbiter's ruling on every kind of claim (9.2–9.5)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.commands import ClaimDraw, Result, Rule, StopReason, Verdict, WithdrawClaim
from access_chess.laws.decision import Decision, restart_after_ruling
from access_chess.laws.draws import why_no_agreement, why_no_offer
from access_chess.laws.events import (
    ArbiterAsked,
    ClaimAccepted,
    ClaimKind,
    ClaimMade,
    ClaimRejected,
    ClocksStopped,
    DrawDeclined,
    DrawOffered,
    Ending,
    Refusal,
    TimeAdded,
)
from access_chess.laws.flags import rule_flag_claim
from access_chess.laws.game import Claim, Game, pushed
from access_chess.laws.illegal_move_claims import claim_wins, rule_claimed_illegal_move
from access_chess.laws.position import appearances, is_legal_on, is_quiet, position_key
from access_chess.laws.quickplay import rule_extra_time, rule_quickplay
from access_chess.laws.results import end_game
from access_chess.laws.scoresheet import is_claim_written
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.touch_claims import rule_touch

#: 9.2: for at least the third time.
THREEFOLD = 3
#: 9.3 counts moves by each player; the counter of the FEN counts plies.
FIFTY_MOVES = 100
#: Soviet E8: in five classes of endings.
SEVENTY_FIVE_MOVES = 150


def claim_draw(decision: Decision, command: ClaimDraw) -> None:
    """The player to move claims, the clocks stop, and the claim is a draw offer until it is ruled on (9.1.b)."""
    color, game = command.color, decision.game
    kind = ClaimKind(command.ground.value)
    claimed = _article(kind, command.move)
    refusal = _why_not(game, color, claimed) or _why_without_proof(game, command, claimed)
    if refusal is not None:
        decision.refuse(color, *refusal)
        if refusal[0] is not Refusal.CLAIM_PENDING:
            _let_stand_as_offer(decision, color)
        return
    article = decision.number(_article(kind, command.move))
    decision.emit(ClaimMade(color=color, kind=kind, article=article, move=command.move))
    decision.emit(
        ClocksStopped(at=decision.at, reason=StopReason.CLAIM, article=decision.number(Article.CLAIM_CORRECT))
    )
    if game.setup.rules.claim_is_offer and game.offer is None:
        decision.emit(DrawOffered(color=color, article=decision.number(Article.CLAIM_IS_OFFER)))
    if command.await_answer and decision.game.offer is color and why_no_agreement(game) is None:
        return
    if game.setup.arbiter is ArbiterMode.HUMAN:
        decision.emit(ArbiterAsked(kind=kind, color=color, article=article))
    else:
        rule_draw_claim(decision)


def _let_stand_as_offer(decision: Decision, color: chess.Color) -> None:
    """A claim that comes too late is no claim any more, but an offer of a draw all the same (9.1.b(3), A72, A76)."""
    if decision.game.setup.rules.claim_is_offer and why_no_offer(decision.game) is None:
        decision.emit(DrawOffered(color=color, article=decision.number(Article.CLAIM_IS_OFFER)))


def _why_not(game: Game, color: chess.Color, claimed: Article) -> tuple[Refusal, Article] | None:
    if game.claim is not None or (game.is_ruling_due and not game.is_clock_on):
        return Refusal.CLAIM_PENDING, Article.CLAIM_CORRECT
    if not game.has_move(color):
        return Refusal.NOT_YOUR_MOVE, claimed
    if game.setup.rules.touch_ends_claim and game.hand.touches:
        return Refusal.CLAIM_LOST, Article.CLAIM_LOST
    return None


def _why_without_proof(game: Game, command: ClaimDraw, claimed: Article) -> tuple[Refusal, Article] | None:
    """Why this is not yet a claim: the move has to stand on the scoresheet, and no display proves anything (6.14)."""
    if command.by_display:
        return Refusal.ONLY_DISPLAY, Article.DISPLAYS
    must_write = is_claim_written(game.setup) and game.setup.regulations.written_claims
    if command.move is not None and not command.written and must_write:
        return Refusal.NOT_WRITTEN, claimed
    return None


def withdraw_claim(decision: Decision, command: WithdrawClaim) -> None:
    """A claim cannot be withdrawn (9.5)."""
    claim = decision.game.claim or decision.game.watched
    is_own = claim is not None and claim.color is command.color
    decision.refuse(command.color, Refusal.CANNOT_WITHDRAW if is_own else Refusal.NO_CLAIM, Article.CLAIM_STANDS)


def _article(kind: ClaimKind, move: chess.Move | None) -> Article:
    if kind is ClaimKind.THREEFOLD:
        return Article.THREEFOLD if move is None else Article.THREEFOLD_INTENDED
    return Article.FIFTY if move is None else Article.FIFTY_INTENDED


def rule_draw_claim(decision: Decision) -> None:
    """The pending claim is checked against the record."""
    claim = decision.game.claim
    assert claim is not None
    if _is_right(decision.game, claim):
        _accept(decision, claim)
    else:
        _reject(decision, claim)


def _is_right(game: Game, claim: Claim) -> bool:
    board, move = game.board, claim.move
    if move is not None and not is_legal_on(board, move):
        return False
    if claim.kind is ClaimKind.THREEFOLD:
        if move is None:
            return appearances(game.keys, game.keys[-1]) >= THREEFOLD
        is_doomed_right_lost = game.setup.rules.doomed_castling_right_is_lost
        key = position_key(pushed(board, move), is_doomed_right_lost=is_doomed_right_lost)
        return appearances(game.keys, key) + 1 >= THREEFOLD
    needed = _moves_needed(game)
    if move is None:
        return board.halfmove_clock >= needed
    return is_quiet(board, move) and board.halfmove_clock + 1 >= needed


def proof_of_repetition(game: Game) -> tuple[int, ...]:
    """After how many plies the present position stood, or that which a claimed move is to bring (9.2).

    Of a game that has ended it is the position with which the claim was right.
    """
    claim = game.answered if game.end is not None else game.claim
    claimed = None if claim is None else claim.move
    key = game.keys[-1]
    if claimed is not None and is_legal_on(game.board, claimed):
        lost = game.setup.rules.doomed_castling_right_is_lost
        key = position_key(pushed(game.board, claimed), is_doomed_right_lost=lost)
    stood = tuple(plies for plies, each in enumerate(game.keys) if each == key)
    return stood if claimed is None else (*stood, len(game.keys))


def _moves_needed(game: Game) -> int:
    is_longer = game.setup.rules.seventy_five_classes and is_seventy_five_class(game.board)
    return SEVENTY_FIVE_MOVES if is_longer else FIFTY_MOVES


def is_seventy_five_class(board: chess.Board) -> bool:
    """The five classes of endings in which the Soviet code asks for 75 moves (E8), either color the stronger."""
    return any(_is_class(board, strong) for strong in chess.COLORS)


def _is_class(board: chess.Board, strong: chess.Color) -> bool:
    mine, theirs = _pieces(board, strong), _pieces(board, not strong)
    if (mine, theirs) == ("PQ", "Q"):
        pawn = next(iter(board.pieces(chess.PAWN, strong)))
        return chess.square_rank(pawn) == (6 if strong else 1)
    return (mine, theirs) in {("BR", "R"), ("NN", "P"), ("Q", "NN"), ("BB", "B")}


def _pieces(board: chess.Board, color: chess.Color) -> str:
    return "".join(
        chess.piece_symbol(kind).upper() * len(board.pieces(kind, color))
        for kind in (chess.BISHOP, chess.KNIGHT, chess.PAWN, chess.QUEEN, chess.ROOK)
    )


def _accept(decision: Decision, claim: Claim) -> None:
    decision.emit(ClaimAccepted(color=claim.color, kind=claim.kind, article=decision.number(Article.CLAIM_CORRECT)))
    ending = Ending.THREEFOLD if claim.kind is ClaimKind.THREEFOLD else Ending.FIFTY
    end_game(decision, Result.DRAW, ending, _article(claim.kind, claim.move), color=claim.color)


def _reject(decision: Decision, claim: Claim) -> None:
    """Time for the opponent (Soviet: from the claimant), and the announced move must be played (9.5.b)."""
    setup = decision.game.setup
    article = decision.number(Article.CLAIM_WRONG)
    decision.emit(ClaimRejected(color=claim.color, kind=claim.kind, article=article, must_play=claim.move))
    if setup.time is not None and setup.rules.wrong_claim_costs_claimant:
        decision.emit(TimeAdded(color=claim.color, time=-setup.wrong_claim_time, article=article))
    elif setup.time is not None:
        decision.emit(TimeAdded(color=not claim.color, time=setup.wrong_claim_time, article=article))
    restart_after_ruling(decision)


def rule(decision: Decision, command: Rule) -> None:
    """The arbiter's answer to the claim that waits for one."""
    game = decision.game
    claim = game.watched if game.claim is None else game.claim
    if claim is None:
        decision.refuse(None, Refusal.NO_CLAIM, Article.ARBITER)
        return
    is_left_open = claim.kind is ClaimKind.QUICKPLAY and game.end is not None and game.end.result is Result.NONE
    if game.end is not None and not is_left_open:
        decision.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
        return
    is_accepted = command.verdict is Verdict.ACCEPT
    match claim.kind:
        case ClaimKind.QUICKPLAY:
            rule_quickplay(decision, claim, command.verdict)
        case ClaimKind.EXTRA_TIME:
            rule_extra_time(decision, claim, is_accepted=is_accepted)
        case ClaimKind.THREEFOLD | ClaimKind.FIFTY:
            (_accept if is_accepted else _reject)(decision, claim)
        case ClaimKind.TOUCH:
            rule_touch(decision, claim, is_accepted=is_accepted)
        case ClaimKind.AGREEMENT if is_accepted:
            decision.emit(
                ClaimAccepted(color=claim.color, kind=claim.kind, article=decision.number(Article.DRAW_RESTRICTED))
            )
            end_game(decision, Result.DRAW, Ending.AGREEMENT, Article.AGREEMENT)
        case ClaimKind.FLAG if is_accepted:
            rule_flag_claim(decision, claim.color)
        case ClaimKind.ILLEGAL_MOVE if is_accepted:
            rule_claimed_illegal_move(decision, claim.color)
        case _:
            _reject_without_penalty(decision, claim)


def _reject_without_penalty(decision: Decision, claim: Claim) -> None:
    article = Article.BLITZ_ILLEGAL_CLAIM if claim_wins(decision.game) else Article.ARBITER
    decision.emit(ClaimRejected(color=claim.color, kind=claim.kind, article=decision.number(article)))
    if claim.kind is ClaimKind.AGREEMENT:
        decision.emit(DrawDeclined(color=claim.color, article=decision.number(Article.DRAW_RESTRICTED)))
    restart_after_ruling(decision)
