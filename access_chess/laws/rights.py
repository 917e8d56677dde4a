"""Who may give which command, decided here and nowhere else.

A player acts for nobody else and cannot rule; an assistant does what was granted (E.2.9, E.2.10); the arbiter rules
and enters what a player at the board has told; a spectator does nothing (13.6).
"""

from typing import TypeAlias

from access_chess.laws import commands
from access_chess.laws.articles import Article
from access_chess.laws.commands import AssistantAct, Author, Command, Role
from access_chess.laws.commands.base import ByArbiter
from access_chess.laws.events import Refusal
from access_chess.laws.setup import Duty, Setup

#: Why something may not be done, and the rule that says so.
Reason: TypeAlias = tuple[Refusal, Article]

#: What a player says to the arbiter, who may enter it for the player, but not what hands and mouths do at the board.
TOLD_TO_ARBITER = frozenset(
    {
        commands.Arrive,
        commands.Leave,
        commands.Return,
        commands.StopClocks,
        commands.OfferDraw,
        commands.AcceptDraw,
        commands.DeclineDraw,
        commands.Resign,
        commands.ClaimDraw,
        commands.ClaimQuickplay,
        commands.RequestExtraTime,
        commands.ClaimIllegalMove,
        commands.ClaimTouch,
        commands.ClaimFlag,
        commands.ClaimClock,
        commands.Appeal,
        commands.AgreeCorrection,
        commands.WithdrawOffer,
        commands.WithdrawClaim,
        commands.SignResult,
    }
)

#: 6.7.d, 8.1, F18 4.9: what an assistant does for a player who sees, and cannot move, press or write
DISABLED_DUTIES = (Duty.MAKE_MOVES, Duty.SCORE_AND_CLOCK)
#: E.2.10: all that a sighted player's assistant may do
SIGHTED_DUTIES = (Duty.MAKE_MOVES, Duty.ANNOUNCE)


def why_not_given(setup: Setup, command: Command, author: Author) -> Reason | None:
    """Why this author may not give this command, or None."""
    match author.role:
        case Role.PLAYER:
            return _why_not_by_player(command, author)
        case Role.ASSISTANT:
            return _why_not_by_assistant(setup, command, author)
        case Role.ARBITER:
            is_his = isinstance(command, ByArbiter) or type(command) in TOLD_TO_ARBITER
            return None if is_his else (Refusal.ONLY_THE_PLAYER, Article.ARBITER)
        case Role.CLOCK:
            return None if isinstance(command, commands.TimePassed) else (Refusal.ONLY_THE_ARBITER, Article.ARBITER)
        case Role.PROGRAM:
            return None
        case Role.SPECTATOR:
            return Refusal.NO_SPECTATORS, Article.NO_INTERVENTION


def _why_not_by_player(command: Command, author: Author) -> Reason | None:
    if isinstance(command, commands.Tell):
        return Refusal.NO_ASSISTANT, Article.ASSISTANT_TELLS
    if isinstance(command, (ByArbiter, commands.TimePassed, commands.FollowServer)) or command.color is None:
        return Refusal.ONLY_THE_ARBITER, Article.ARBITER
    return None if command.color is author.color else (Refusal.ONLY_FOR_ONESELF, Article.ARBITER)


def _why_not_by_assistant(setup: Setup, command: Command, author: Author) -> Reason | None:
    color = author.color
    if color is None or not isinstance(command, AssistantAct) or command.color is not color:
        return Refusal.NOT_A_DUTY, Article.ASSISTANT
    player, opponent, duty = setup.players[color], setup.players[not color], duty_of(command)
    if player.assistant is None:
        return Refusal.NO_ASSISTANT, Article.ASSISTANT
    if player.is_disabled and not player.is_blind:
        is_granted = duty in player.assistant and duty in DISABLED_DUTIES
        return None if is_granted else (Refusal.NOT_A_DUTY, Article.ASSISTANT_OF_DISABLED)
    if not player.is_blind and (opponent.assistant is not None or duty not in SIGHTED_DUTIES):
        return Refusal.NOT_A_DUTY, Article.SIGHTED_ASSISTANT
    if duty not in player.assistant:
        return Refusal.NOT_A_DUTY, Article.ASSISTANT_TELLS if duty is Duty.TELL else Article.ASSISTANT
    return None


def duty_of(act: AssistantAct) -> Duty:
    """The duty of E.2.9 that this act belongs to."""
    match act:
        case commands.PlayMove():
            return Duty.MAKE_MOVES
        case commands.AnnounceMove() | commands.RepeatAnnouncement():
            return Duty.ANNOUNCE
        case commands.PressClock() | commands.WriteMove() | commands.WriteOffer():
            return Duty.SCORE_AND_CLOCK
        case commands.Tell():
            return Duty.TELL
        case commands.ClaimFlag() | commands.ClaimTouch():
            return Duty.CLAIM
