"""Draw offers and resignation (5.1.b, 5.2.c, 9.1)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.commands import AcceptDraw, DeclineDraw, HearBothResign, OfferDraw, Resign, Result, WithdrawOffer
from access_chess.laws.decision import Decision
from access_chess.laws.events import (
    ArbiterAsked,
    ClaimKind,
    ClaimMade,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Ending,
    Offence,
    Refusal,
)
from access_chess.laws.game import Game
from access_chess.laws.moves import warn
from access_chess.laws.results import end_game, lose


def offer_draw(decision: Decision, command: OfferDraw) -> None:
    """An offer stands until it is accepted, refused in words or by hand, or the game ends; it cannot be withdrawn."""
    color, game = command.color, decision.game
    rules = game.setup.rules
    if (reason := why_no_offer(game)) is not None:
        decision.refuse(color, *reason)
    elif command.condition:
        decision.refuse(color, Refusal.NO_CONDITIONS, Article.DRAW_OFFER)
    else:
        is_adjourned = game.adjournment is not None and game.adjournment.closed
        article = Article.OFFER_AFTER_SEALING if is_adjourned else Article.DRAW_OFFER
        decision.emit(DrawOffered(color=color, article=decision.number(article)))
        to_thinker = game.turn is not color and whose_offer(game) is not color
        if rules.offer_to_thinker_is_warned and to_thinker:
            warn(decision, color, Offence.OFFER_TO_THINKER, Article.OFFER_TO_THINKER)


def whose_offer(game: Game) -> chess.Color:
    """Whose an offer is that is made now, where the two players share one keyboard or one microphone (9.1.b).

    It is offered after one's own move and before the clock is pressed. Where the program presses with the move, it is
    still the mover's, until the opponent has touched a piece, or has taken their own next move back to make another.
    """
    mover = not game.turn
    if not game.plies:
        return game.turn
    is_just_made = bool(game.setup.presses_for[mover] and not game.hand.touches and not game.reconsiders)
    return mover if game.uncompleted[mover] or is_just_made else game.turn


def why_no_offer(game: Game) -> tuple[Refusal, Article] | None:
    """Why a draw may not be offered now, or None (9.1; F18 9.1.1)."""
    if game.offer is not None:
        return Refusal.OFFER_STANDS, Article.DRAW_OFFER
    is_barred = game.setup.rules.early_offer_is_refused and _is_restricted(game)
    return (Refusal.DRAW_RESTRICTED, Article.DRAW_RESTRICTED) if is_barred else None


def _is_restricted(game: Game) -> bool:
    """Whether the event forbids draws by agreement before so many moves of both (9.1.a)."""
    least = game.setup.regulations.min_moves_draw
    return least is not None and min(game.made.white, game.made.black) < least


def accept_draw(decision: Decision, command: AcceptDraw) -> None:
    """The game is drawn at once, where the event allows it."""
    color, game = command.color, decision.game
    if game.offer is not (not color):
        decision.refuse(color, Refusal.NO_OFFER, Article.DRAW_OFFER)
    elif (reason := why_no_agreement(game)) is not None:
        decision.refuse(color, *reason)
    else:
        _accept(decision, color)


def why_no_agreement(game: Game) -> tuple[Refusal, Article] | None:
    """Why the players may not agree a draw yet, or None (F18 5.2.3, 9.1.a)."""
    if game.setup.rules.draw_needs_moves and not (game.made.white and game.made.black):
        return Refusal.BOTH_MUST_HAVE_MOVED, Article.AGREEMENT
    return (Refusal.DRAW_RESTRICTED, Article.DRAW_RESTRICTED) if _is_restricted(game) else None


def _accept(decision: Decision, color: chess.Color) -> None:
    game = decision.game
    is_adjourned = game.adjournment is not None and game.adjournment.closed
    article = Article.ENDED_BEFORE_RESUMPTION if is_adjourned else Article.DRAW_OFFER
    decision.emit(DrawAccepted(color=color, article=decision.number(article)))
    if game.setup.regulations.draws_need_consent:
        number = decision.number(Article.DRAW_RESTRICTED)
        decision.emit(ClaimMade(color=color, kind=ClaimKind.AGREEMENT, article=number))
        decision.emit(ArbiterAsked(kind=ClaimKind.AGREEMENT, color=color, article=number))
    else:
        end_game(decision, Result.DRAW, Ending.AGREEMENT, Article.AGREEMENT)


def decline_draw(decision: Decision, command: DeclineDraw) -> None:
    """The offer is refused in words."""
    color = command.color
    if decision.game.offer is not (not color):
        decision.refuse(color, Refusal.NO_OFFER, Article.DRAW_OFFER)
    else:
        decision.emit(DrawDeclined(color=color, article=decision.number(Article.DRAW_OFFER)))


def withdraw_offer(decision: Decision, command: WithdrawOffer) -> None:
    """An offer waits for its answer, whatever the one who made it says (9.1.b)."""
    is_own = decision.game.offer is command.color
    decision.refuse(command.color, Refusal.CANNOT_WITHDRAW if is_own else Refusal.NO_OFFER, Article.DRAW_OFFER)


def hear_both_resign(decision: Decision, command: HearBothResign) -> None:
    """Nobody knows who resigned first: the game is over, and the arbiter declares its result (5.1.b, A82)."""
    if not decision.game.started:
        decision.refuse(None, Refusal.NOT_STARTED, Article.CLOCK_START)
        return
    end_game(decision, Result.NONE, Ending.BOTH_RESIGNED, Article.RESIGNATION)
    article = decision.number(Article.RESIGNATION)
    decision.emit(ArbiterAsked(kind=ClaimKind.RESULT, color=decision.game.turn, article=article))


def resign(decision: Decision, command: Resign) -> None:
    """The opponent wins; by the edition of 2023 only if they can mate by some series of legal moves."""
    color, game = command.color, decision.game
    if not game.started:
        decision.refuse(color, Refusal.NOT_STARTED, Article.CLOCK_START)
    else:
        draw = Ending.RESIGNATION_DRAW if game.setup.rules.resignation_can_draw else None
        lose(decision, color, Ending.RESIGNATION, Article.RESIGNATION, draw=draw)
