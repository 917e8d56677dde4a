"""All the Laws in one function: what follows from a command, at an instant.

Time passes first, then the command is answered if its author may give it, then a flag falls whose time a ruling took
away. Nothing here raises for what a person did: a request out of place is answered with `Refused`.
"""

from collections.abc import Callable
from typing import Any

import chess

from access_chess.laws import (
    adjournment,
    announcements,
    appeals,
    arbiter,
    assistants,
    board_comparison,
    claims,
    clock_stops,
    commands,
    draws,
    flags,
    hands,
    illegal_move_claims,
    moves,
    presence,
    pressing,
    quickplay,
    scoresheet,
    setup_faults,
    standalone_clock,
    take_backs,
    touch_claims,
)
from access_chess.laws.articles import Article
from access_chess.laws.clock import Instant
from access_chess.laws.clock_starts import start_clock
from access_chess.laws.commands import Command, PlayMove, Role, StartClock, TimePassed
from access_chess.laws.decision import Decision
from access_chess.laws.events import CommandTaken, Event, GameSetUp, Refusal
from access_chess.laws.flags import next_deadline
from access_chess.laws.game import Game
from access_chess.laws.rights import why_not_given
from access_chess.laws.setup import Setup

__all__ = ["advance", "decide", "next_deadline", "set_up"]


def set_up(setup: Setup) -> tuple[Event, ...]:
    """The first event of a game."""
    return (GameSetUp(setup=setup),)


def decide(game: Game, command: Command, *, at: Instant) -> tuple[Event, ...]:
    """The events that follow from this command at this instant. Never raises for what a person did."""
    return advance(game, command, at=at)[1]


def advance(game: Game, command: Command, *, at: Instant) -> tuple[Game, tuple[Event, ...]]:
    """The same, with the game that the events lead to (what `evolve` makes of them)."""
    if command.id in game.taken:
        return game, ()
    reason = why_not_given(game.setup, command)
    is_time = type(command) is TimePassed and reason is None
    decision = Decision(game, at)
    flags.let_time_pass(decision, is_last_instant_included=is_time)
    if not is_time:
        if command.id:
            decision.emit(CommandTaken(id=command.id, author=command.given_by))
        if reason is not None:
            decision.refuse(command.given_by.color, *reason)
        else:
            _answer(decision, command)
        flags.let_overdrawn_flags_fall(decision)
    return decision.game, tuple(decision.events)


def _answer(decision: Decision, command: Command) -> None:
    if decision.game.setup.is_clock_alone:
        standalone_clock.answer(decision, command)
    elif command.given_by.role is Role.ASSISTANT:
        assert isinstance(command, commands.AssistantAct)
        assistants.assist(decision, command)
    else:
        _ANSWERS[type(command)](decision, command)


def _start(decision: Decision, command: StartClock) -> None:
    """The clock of the player who begins is started (6.5); the position may already end the game."""
    game = decision.game
    players = game.setup.players
    needs_assistant = game.setup.rules.deaf_opponent_needs_assistant and any(
        players[color].is_blind and players[color].assistant is None and players[not color].is_hearing_impaired
        for color in chess.COLORS
    )
    if game.end is not None:
        decision.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif game.started:
        decision.refuse(None, Refusal.ALREADY_STARTED, Article.CLOCK_START)
    elif needs_assistant:
        decision.refuse(None, Refusal.ASSISTANT_MISSING, Article.DEAF_OPPONENT)
    else:
        start_clock(decision, game.turn, Article.CLOCK_START)
        moves.end_by_position(decision, not game.turn)


def _play(decision: Decision, command: PlayMove) -> None:
    if adjournment.is_envelope_lost(decision.game):
        adjournment.play_lost_move(decision, command)
    else:
        moves.play(decision, command)


def _count_unasked(decision: Decision, command: commands.SetMoveCounter) -> None:
    """Where the program knows the moves, it counts them itself."""
    decision.refuse(None, Refusal.NOT_IN_THIS_GAME, Article.CLOCK_SETTING)


_ANSWERS: dict[type, Callable[[Decision, Any], None]] = {
    commands.Arrive: presence.arrive,
    commands.Leave: presence.leave,
    commands.Return: presence.come_back,
    commands.TouchPieces: hands.touch_pieces,
    commands.BrushPiece: hands.brush,
    commands.AdjustPieces: hands.adjust,
    commands.FeelSquares: hands.feel,
    commands.LiftPiece: hands.lift,
    commands.PlacePiece: hands.place,
    commands.RemovePiece: hands.remove,
    commands.ReleasePiece: hands.release,
    commands.ChoosePromotion: hands.promote,
    commands.PlayMove: _play,
    commands.PlayIllegalMove: moves.play_illegal,
    commands.AnnounceMove: announcements.announce,
    commands.CorrectAnnouncement: announcements.correct,
    commands.RepeatAnnouncement: announcements.repeat,
    commands.WriteMove: scoresheet.write_move,
    commands.WriteOffer: scoresheet.write_offer,
    commands.Ask: assistants.ask,
    commands.PressClock: pressing.press,
    commands.StopClocks: clock_stops.stop_clocks,
    commands.OfferDraw: draws.offer_draw,
    commands.AcceptDraw: draws.accept_draw,
    commands.DeclineDraw: draws.decline_draw,
    commands.Resign: draws.resign,
    commands.ClaimDraw: claims.claim_draw,
    commands.ClaimQuickplay: quickplay.claim_quickplay,
    commands.RequestExtraTime: quickplay.request_extra_time,
    commands.ClaimIllegalMove: illegal_move_claims.claim_illegal,
    commands.ClaimTouch: touch_claims.claim_touch,
    commands.ClaimFlag: flags.claim_flag,
    commands.ClaimClock: adjournment.claim_clock,
    commands.Appeal: appeals.appeal,
    commands.AgreeCorrection: illegal_move_claims.agree_correction,
    commands.SealMove: adjournment.seal,
    commands.TakeBack: take_backs.take_back,
    commands.Tell: assistants.tell,
    commands.StartClock: _start,
    commands.Adjourn: adjournment.adjourn,
    commands.Resume: clock_stops.resume,
    commands.OpenEnvelope: adjournment.open_envelope,
    commands.LoseEnvelope: adjournment.lose_envelope,
    commands.Rule: claims.rule,
    commands.FindIllegalMove: illegal_move_claims.find_illegal,
    commands.FindDisplaced: setup_faults.find_displaced,
    commands.FindWrongSetup: setup_faults.find_wrong_setup,
    commands.FindBoardTurned: setup_faults.find_board_turned,
    commands.FindColorsReversed: setup_faults.find_colors_reversed,
    commands.CompareBoards: board_comparison.compare_boards,
    commands.SetClock: arbiter.set_clock,
    commands.SetMoveCounter: _count_unasked,
    commands.AddTime: arbiter.add_time,
    commands.ImposePenalty: arbiter.impose_penalty,
    commands.FindDevice: arbiter.find_device,
    commands.FindRefusal: arbiter.find_refusal,
    commands.RuleAppeal: appeals.rule_appeal,
    commands.Declare: arbiter.declare,
}
