"""Claims of a draw by repetition or by fifty moves, and the arbiter's ruling on every kind of claim (9.2–9.5)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.clock_starts import restart_after_ruling
from access_chess.laws.commands import ClaimDraw, Result, Rule, Verdict
from access_chess.laws.decision import Course
from access_chess.laws.draws import why_no_agreement
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
from access_chess.laws.irregularities import claim_wins, rule_claimed_illegal_move
from access_chess.laws.position import appearances, is_legal_on, is_quiet, position_key
from access_chess.laws.quickplay import rule_extra_time, rule_quickplay
from access_chess.laws.results import end_game
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.touch_claims import rule_touch

#: 9.2: for at least the third time.
THREEFOLD = 3
#: 9.3 counts moves by each player; the counter of the FEN counts plies.
FIFTY_MOVES = 100
#: Soviet E8: in five classes of endings.
SEVENTY_FIVE_MOVES = 150


def claim_draw(course: Course, command: ClaimDraw) -> None:
    """The player to move claims, the clocks stop, and the claim is a draw offer until it is ruled on (12.7)."""
    color, game = command.color, course.game
    kind = ClaimKind(command.ground.value)
    refusal = _why_not(game, color, _article(kind, command.move))
    if refusal is not None:
        course.refuse(color, *refusal)
        return
    article = course.number(_article(kind, command.move))
    course.happen(ClaimMade(color=color, kind=kind, article=article, move=command.move))
    course.happen(ClocksStopped(at=course.at, reason="claim", article=course.number(Article.CLAIM_CORRECT)))
    if game.setup.rules.claim_is_offer and game.offer is None:
        course.happen(DrawOffered(color=color, article=course.number(Article.CLAIM_IS_OFFER)))
    if command.await_answer and course.game.offer is color and why_no_agreement(game) is None:
        return
    if game.setup.arbiter is ArbiterMode.HUMAN:
        course.happen(ArbiterAsked(kind=kind, color=color, article=article))
    else:
        rule_draw_claim(course)


def _why_not(game: Game, color: chess.Color, claimed: Article) -> tuple[Refusal, Article] | None:
    if game.end is not None:
        return Refusal.GAME_OVER, Article.END_OF_GAME
    if game.claim is not None and not game.claim.postponed:
        return Refusal.CLAIM_PENDING, Article.CLAIM_CORRECT
    if game.turn is not color:
        return Refusal.NOT_YOUR_MOVE, claimed
    if game.setup.rules.touch_ends_claim and game.hand.touches:
        return Refusal.CLAIM_LOST, Article.CLAIM_LOST
    return None


def _article(kind: ClaimKind, move: chess.Move | None) -> Article:
    if kind is ClaimKind.THREEFOLD:
        return Article.THREEFOLD if move is None else Article.THREEFOLD_INTENDED
    return Article.FIFTY if move is None else Article.FIFTY_INTENDED


def rule_draw_claim(course: Course) -> None:
    """The pending claim is checked against the record."""
    claim = course.game.claim
    assert claim is not None
    if _is_right(course.game, claim):
        _accept(course, claim)
    else:
        _reject(course, claim)


def _is_right(game: Game, claim: Claim) -> bool:
    board, move = game.board, claim.move
    if move is not None and not is_legal_on(board, move):
        return False
    if claim.kind is ClaimKind.THREEFOLD:
        if move is None:
            return appearances(game.keys, game.keys[-1]) >= THREEFOLD
        return appearances(game.keys, position_key(pushed(board, move))) + 1 >= THREEFOLD
    needed = _moves_needed(game)
    if move is None:
        return board.halfmove_clock >= needed
    return is_quiet(board, move) and board.halfmove_clock + 1 >= needed


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


def _accept(course: Course, claim: Claim) -> None:
    course.happen(ClaimAccepted(color=claim.color, kind=claim.kind, article=course.number(Article.CLAIM_CORRECT)))
    ending = Ending.THREEFOLD if claim.kind is ClaimKind.THREEFOLD else Ending.FIFTY
    end_game(course, Result.DRAW, ending, _article(claim.kind, claim.move), color=claim.color)


def _reject(course: Course, claim: Claim) -> None:
    """Time for the opponent (Soviet: from the claimant), and the announced move must be played (9.5.b)."""
    setup = course.game.setup
    article = course.number(Article.CLAIM_WRONG)
    course.happen(ClaimRejected(color=claim.color, kind=claim.kind, article=article, must_play=claim.move))
    if setup.time is not None and setup.rules.wrong_claim_costs_claimant:
        course.happen(TimeAdded(color=claim.color, time=-setup.wrong_claim_time, article=article))
    elif setup.time is not None:
        course.happen(TimeAdded(color=not claim.color, time=setup.wrong_claim_time, article=article))
    restart_after_ruling(course)


def rule(course: Course, command: Rule) -> None:
    """The arbiter's answer to the claim that waits for one."""
    claim = course.game.claim
    if claim is None:
        course.refuse(None, Refusal.NO_CLAIM, Article.ARBITER)
        return
    is_accepted = command.verdict is Verdict.ACCEPT
    match claim.kind:
        case ClaimKind.QUICKPLAY:
            rule_quickplay(course, claim, command.verdict)
        case _ if course.game.end is not None:
            course.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
        case ClaimKind.EXTRA_TIME:
            rule_extra_time(course, claim, is_accepted=is_accepted)
        case ClaimKind.THREEFOLD | ClaimKind.FIFTY:
            (_accept if is_accepted else _reject)(course, claim)
        case ClaimKind.TOUCH:
            rule_touch(course, claim, is_accepted=is_accepted)
        case ClaimKind.AGREEMENT if is_accepted:
            course.happen(
                ClaimAccepted(color=claim.color, kind=claim.kind, article=course.number(Article.DRAW_RESTRICTED))
            )
            end_game(course, Result.DRAW, Ending.AGREEMENT, Article.AGREEMENT)
        case ClaimKind.FLAG if is_accepted:
            rule_flag_claim(course, claim.color)
        case ClaimKind.ILLEGAL_MOVE if is_accepted:
            rule_claimed_illegal_move(course, claim.color)
        case _:
            _reject_without_penalty(course, claim)


def _reject_without_penalty(course: Course, claim: Claim) -> None:
    article = Article.BLITZ_ILLEGAL_CLAIM if claim_wins(course.game) else Article.ARBITER
    course.happen(ClaimRejected(color=claim.color, kind=claim.kind, article=course.number(article)))
    if claim.kind is ClaimKind.AGREEMENT:
        course.happen(DrawDeclined(color=claim.color, article=course.number(Article.DRAW_RESTRICTED)))
    restart_after_ruling(course)
