"""All the Laws in one function: what follows from a command, at an instant.

Time passes first, then the command is answered if its author may give it and it is in place, then a flag falls whose
time a ruling took away. Nothing here raises for what a person did: a request out of place is answered with `Refused`.

The rows say of every command who answers it, and in which phases of a game it is in place. A command out of its phases
is refused before anybody answers it, so that no answer has to ask whether the game is over; what an answer still asks
is its own affair. `phases.md` shows the same to people.
"""

from collections.abc import Callable
from typing import TypeAlias, TypeVar, cast

import chess
from msgspec import Struct

from access_chess.laws import (
    adjournment,
    announcements,
    appeals,
    arbiter,
    assistants,
    board_comparison,
    claims,
    clock_acts,
    commands,
    draws,
    elsewhere,
    flags,
    hands,
    illegal_move_claims,
    illegal_moves,
    moves,
    presence,
    pressing,
    quickplay,
    scoresheet,
    setup_faults,
    touch_claims,
)
from access_chess.laws.articles import Article
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Author, Command, Role, TimePassed
from access_chess.laws.decision import SEARCH_NODES, Decision
from access_chess.laws.events import CommandTaken, Event, GameSetUp, Refusal
from access_chess.laws.flags import next_deadline
from access_chess.laws.game import Game, Phase
from access_chess.laws.rights import Reason, why_not_given
from access_chess.laws.setup import Setup

Answer: TypeAlias = Callable[[Decision, Command], None]
C = TypeVar("C", bound=Command)

#: Also when the game is over.
ALWAYS = tuple(Phase)
GOING_ON = tuple(phase for phase in Phase if phase is not Phase.FINISHED)
#: While an adjourned game waits for its resumption there is nothing to stop.
IN_SESSION = tuple(phase for phase in GOING_ON if phase is not Phase.ADJOURNED)
#: Hands on the board; the clocks may stand for a missing piece (6.12.b) or a claim that has been answered.
AT_THE_BOARD = tuple(phase for phase in IN_SESSION if phase is not Phase.WAITING)


class CommandRow(Struct, frozen=True, kw_only=True):
    """One command: who answers it, given by an assistant perhaps another, and the phases in which it is in place."""

    answer: Answer
    by_assistant: Answer
    phases: tuple[Phase, ...]


Table: TypeAlias = dict[type, CommandRow]


def _row(
    kind: type[C],
    answer: Callable[[Decision, C], None],
    phases: tuple[Phase, ...] = GOING_ON,
    *,
    by_assistant: Callable[[Decision, C], None] | None = None,
) -> tuple[type, CommandRow]:
    """A row; that the answer fits the command is checked here, since a dictionary forgets it."""
    assisted = answer if by_assistant is None else by_assistant
    return kind, CommandRow(answer=cast(Answer, answer), by_assistant=cast(Answer, assisted), phases=phases)


#: A game on a board that the program sees.
GAME: Table = dict(
    (
        _row(commands.Arrive, presence.arrive),
        _row(commands.Leave, presence.leave),
        _row(commands.Return, presence.come_back),
        _row(commands.TouchPieces, hands.touch_pieces, AT_THE_BOARD),
        _row(commands.BrushPiece, hands.brush),
        _row(commands.AdjustPieces, hands.adjust, AT_THE_BOARD),
        _row(commands.FeelSquares, hands.feel),
        _row(commands.LiftPiece, hands.lift, AT_THE_BOARD),
        _row(commands.PlacePiece, hands.place, AT_THE_BOARD),
        _row(commands.RemovePiece, hands.remove, AT_THE_BOARD),
        _row(commands.ReleasePiece, hands.release, AT_THE_BOARD),
        _row(commands.ChoosePromotion, hands.promote, AT_THE_BOARD),
        _row(commands.PlayMove, adjournment.play, by_assistant=assistants.execute),
        _row(commands.PlayIllegalMove, moves.play_illegal, AT_THE_BOARD),
        _row(commands.PutBackMove, illegal_moves.put_back, AT_THE_BOARD),
        _row(commands.KnockPiecesOver, setup_faults.knock_over),
        _row(commands.SetPiecesUp, setup_faults.set_up_again),
        _row(commands.AnnounceMove, announcements.announce, by_assistant=assistants.announce_either),
        _row(commands.CorrectAnnouncement, announcements.correct),
        _row(commands.RepeatAnnouncement, announcements.repeat),
        _row(commands.WriteMove, scoresheet.write_move, ALWAYS),
        _row(commands.WriteOffer, scoresheet.write_offer, ALWAYS),
        _row(commands.CompleteScoresheet, scoresheet.complete_scoresheet),
        _row(commands.BorrowSheet, scoresheet.borrow_sheet, IN_SESSION),
        _row(commands.ReturnSheet, scoresheet.return_sheet),
        _row(commands.SignResult, presence.sign, ALWAYS),
        _row(commands.Ask, assistants.ask),
        _row(commands.Tell, assistants.tell),
        _row(commands.PressClock, pressing.press),
        _row(commands.StopClocks, clock_acts.stop_clocks, IN_SESSION),
        _row(commands.OfferDraw, draws.offer_draw),
        _row(commands.AcceptDraw, draws.accept_draw),
        _row(commands.DeclineDraw, draws.decline_draw),
        _row(commands.WithdrawOffer, draws.withdraw_offer),
        _row(commands.WithdrawClaim, claims.withdraw_claim),
        _row(commands.Resign, draws.resign),
        _row(commands.ClaimDraw, claims.claim_draw),
        _row(commands.ClaimQuickplay, quickplay.claim_quickplay),
        _row(commands.RequestExtraTime, quickplay.request_extra_time),
        _row(commands.ClaimIllegalMove, illegal_move_claims.claim_illegal),
        _row(commands.ClaimTouch, touch_claims.claim_touch),
        _row(commands.ClaimFlag, flags.claim_flag, ALWAYS),
        _row(commands.ClaimClock, adjournment.claim_clock),
        _row(commands.Appeal, appeals.appeal, ALWAYS),
        _row(commands.AgreeCorrection, illegal_move_claims.agree_correction),
        _row(commands.SealMove, adjournment.seal),
        _row(commands.TakeBack, moves.take_back, ALWAYS),
        _row(commands.StartClock, clock_acts.start),
        _row(commands.Adjourn, adjournment.adjourn, IN_SESSION),
        _row(commands.Resume, clock_acts.resume),
        _row(commands.OpenEnvelope, adjournment.open_envelope),
        _row(commands.LoseEnvelope, adjournment.lose_envelope),
        _row(commands.Rule, claims.rule, ALWAYS),
        _row(commands.FindIllegalMove, illegal_move_claims.find_illegal),
        _row(commands.FindDisplaced, setup_faults.find_displaced),
        _row(commands.FindWrongSetup, setup_faults.find_wrong_setup),
        _row(commands.FindWrongClock, setup_faults.find_wrong_clock),
        _row(commands.FindBoardTurned, setup_faults.find_board_turned),
        _row(commands.FindColorsReversed, setup_faults.find_colors_reversed),
        _row(commands.CompareBoards, board_comparison.compare_boards),
        _row(commands.HandInSheet, scoresheet.hand_in, ALWAYS),
        _row(commands.BeginReconstruction, scoresheet.begin_reconstruction),
        _row(commands.Reconstruct, scoresheet.reconstruct),
        _row(commands.GrantLeave, presence.grant_leave),
        _row(commands.HearBothResign, draws.hear_both_resign),
        _row(commands.SetClock, arbiter.set_clock),
        _row(commands.SetMoveCounter, arbiter.set_clock_counter),
        _row(commands.AddTime, arbiter.add_time),
        _row(commands.CountGap, arbiter.count_gap),
        _row(commands.ImposePenalty, arbiter.impose_penalty),
        _row(commands.FindDevice, arbiter.find_device),
        _row(commands.FindRefusal, arbiter.find_refusal),
        _row(commands.RuleAppeal, appeals.rule_appeal, ALWAYS),
        _row(commands.Declare, arbiter.declare, ALWAYS),
    )
)

#: A game on a server: hands and mouths make moves here, which are sent; all else is ruled there, and followed.
ELSEWHERE: Table = {
    kind: GAME[kind]
    for kind in (
        commands.TouchPieces, commands.BrushPiece, commands.AdjustPieces, commands.FeelSquares, commands.LiftPiece,
        commands.PlacePiece, commands.RemovePiece, commands.ReleasePiece, commands.ChoosePromotion, commands.PlayMove,
        commands.AnnounceMove, commands.CorrectAnnouncement, commands.RepeatAnnouncement,
    )
} | dict(
    (
        _row(commands.StartClock, elsewhere.start, ALWAYS),
        _row(commands.PressClock, elsewhere.leave_to_server, ALWAYS),
        _row(commands.StopClocks, elsewhere.leave_to_server, ALWAYS),
        _row(commands.Resume, elsewhere.leave_to_server, ALWAYS),
        _row(commands.FollowServer, elsewhere.follow, ALWAYS),
    )
)  # fmt: skip

#: The chess clock alone, beside a board that the program does not see.
CLOCK_ALONE: Table = dict(
    (
        _row(commands.PressClock, clock_acts.press_alone),
        _row(commands.SetMoveCounter, clock_acts.set_move_counter),
        _row(commands.StartClock, clock_acts.start_alone),
        _row(commands.StopClocks, clock_acts.stop_clocks),
        _row(commands.Resume, clock_acts.resume),
        _row(commands.SetClock, arbiter.set_clock),
        _row(commands.AddTime, arbiter.add_time),
        _row(commands.CountGap, arbiter.count_gap),
        _row(commands.ImposePenalty, arbiter.impose_penalty),
        _row(commands.Declare, arbiter.declare, ALWAYS),
    )
)


def row_of(game: Game, command: Command) -> CommandRow | None:
    """The row of this command in this kind of game; None: it has no place there."""
    table = CLOCK_ALONE if game.setup.is_clock_alone else ELSEWHERE if game.setup.is_elsewhere else GAME
    return table.get(type(command))


def why_out_of_place(game: Game, color: chess.Color | None) -> Reason:
    """Why nothing that is out of place in the present phase can be done by this player (None: by the arbiter)."""
    phase, envelope = game.phase, game.adjournment
    if phase is Phase.FINISHED:
        return Refusal.GAME_OVER, Article.END_OF_GAME
    if not game.started:
        return Refusal.NOT_STARTED, Article.CLOCK_START
    if phase is Phase.ADJOURNED:
        return Refusal.ADJOURNED, Article.SEALING
    if phase is Phase.STOPPED:
        return Refusal.CLOCKS_STOPPED, Article.RESTART
    if envelope is not None and envelope.closed and not envelope.opened:
        return Refusal.ENVELOPE_WAITS, Article.SEALING
    if color is not None and game.present[color]:
        return Refusal.NOT_YOUR_MOVE, Article.HAVING_THE_MOVE
    return Refusal.ABSENT, Article.DEFAULT_TIME


__all__ = ["advance", "decide", "next_deadline", "set_up"]


def set_up(setup: Setup) -> tuple[Event, ...]:
    """The first event of a game."""
    return (GameSetUp(setup=setup),)


def decide(game: Game, command: Command, *, at: Instant) -> tuple[Event, ...]:
    """The events that follow from this command at this instant. Never raises for what a person did."""
    return advance(game, command, at=at)[1]


def advance(game: Game, command: Command, *, at: Instant, nodes: int = SEARCH_NODES) -> tuple[Game, tuple[Event, ...]]:
    """The same, with the game that the events lead to (what `evolve` makes of them)."""
    if command.id in game.taken:
        return game, ()
    author = command.given_by
    reason = why_not_given(game.setup, command, author)
    is_time = type(command) is TimePassed and reason is None
    decision = Decision(game, at, nodes)
    flags.let_time_pass(decision, is_last_instant_included=is_time)
    if not is_time:
        if command.id:
            decision.emit(CommandTaken(id=command.id, author=author, waived=command.waived))
        if reason is not None:
            decision.refuse(author.color, *reason)
        else:
            _answer(decision, command, author)
        flags.let_overdrawn_flags_fall(decision)
    return decision.game, tuple(decision.events)


def _answer(decision: Decision, command: Command, author: Author) -> None:
    game = decision.game
    row = row_of(game, command)
    if row is None:
        decision.refuse(author.color, Refusal.NOT_IN_THIS_GAME, Article.CLOCK_SETTING)
    elif game.phase not in row.phases:
        decision.refuse(author.color, *why_out_of_place(game, author.color))
    elif author.role is Role.ASSISTANT:
        row.by_assistant(decision, command)
    else:
        row.answer(decision, command)
    if not game.setup.is_clock_alone:
        pressing.press_for_players(decision)
