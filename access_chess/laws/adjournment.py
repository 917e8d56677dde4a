"""Adjourned games: sealing, the envelope, resumption (Guidelines 1–13; 2018 and later: Guideline I)."""

from datetime import timedelta

import chess
from msgspec import Struct

from access_chess.laws import moves
from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    Adjourn,
    ClaimClock,
    LoseEnvelope,
    OpenEnvelope,
    PlayMove,
    Result,
    SealMove,
)
from access_chess.laws.decision import Decision, start_clock
from access_chess.laws.events import (
    ClockHandedBack,
    Ending,
    EnvelopeLost,
    EnvelopeOpened,
    GameAdjourned,
    GameResumed,
    MoveCompleted,
    MoveSealed,
    Refusal,
    SealingCalled,
    TimeAdded,
    TimeSet,
)
from access_chess.laws.game import Adjournment, Game, pushed
from access_chess.laws.moves import is_dead, make_move
from access_chess.laws.position import is_legal_on
from access_chess.laws.results import end_game, win_for


def is_sealing(game: Game) -> bool:
    """Whether a player has been told to seal, or has begun to, and has not stopped the clock yet."""
    return game.adjournment is not None and not game.adjournment.closed


def is_envelope_lost(game: Game) -> bool:
    """Whether the sealer has still to play the move that they say they sealed."""
    return game.adjournment is not None and game.adjournment.lost and not game.adjournment.opened


def is_envelope_awaited(game: Game) -> bool:
    """Whether the session has begun and the replier is there, so that only the opened envelope starts a clock (9.a)."""
    envelope = game.adjournment
    if envelope is None or envelope.resumed_at is None or envelope.opened or envelope.lost:
        return False
    return envelope.closed and game.present[not envelope.sealer] and not game.is_clock_on


def adjourn(decision: Decision, command: Adjourn) -> None:
    """The arbiter tells the player having the move to seal (1.a)."""
    game = decision.game
    if not game.started:
        decision.refuse(None, Refusal.NOT_STARTED, Article.CLOCK_START)
    elif game.adjournment is not None and not game.adjournment.opened:
        decision.refuse(None, Refusal.ALREADY_STARTED, Article.SEALING)
    else:
        article = decision.number(Article.SEALING)
        decision.emit(SealingCalled(at=decision.at, color=game.turn, article=article, resumption=command.resumption))


def seal(decision: Decision, command: SealMove) -> None:
    """Writes or changes the sealed move; final when the sealer has stopped the clock (1.a)."""
    color, game = command.color, decision.game
    envelope = game.adjournment
    if game.turn is not color:
        decision.refuse(color, Refusal.NOT_YOUR_MOVE, Article.SEALING)
    elif envelope is None or envelope.opened:
        _seal_unasked(decision, command, is_reply=envelope is not None and not game.present[not color])
    elif envelope.closed or (envelope.played is not None and command.moves != (envelope.played,)):
        decision.refuse(color, Refusal.BOUND_BY_SEALING, Article.SEALING)
    else:
        _seal(decision, command, Article.SEALING)


def _seal_unasked(decision: Decision, command: SealMove, *, is_reply: bool) -> None:
    """A reply to an absent sealer (9.c), or an adjournment before the end of the session (1.b)."""
    if is_reply:
        _seal(decision, command, Article.SEALER_ABSENT)
    elif decision.game.setup.regulations.session_end is not None:
        _seal(decision, command, Article.SEALING_EARLY)
    else:
        decision.refuse(command.color, Refusal.NOT_ADJOURNED, Article.SEALING)


def _seal(decision: Decision, command: SealMove, article: Article) -> None:
    number = decision.number(article)
    decision.emit(MoveSealed(color=command.color, text=command.text, moves=command.moves, article=number))


def close_envelope(decision: Decision) -> None:
    """The sealer stops the clock: what is written is final; early, it costs the rest of the session (1.a, 1.b)."""
    game = decision.game
    envelope = game.adjournment
    assert envelope is not None
    if press_after_reply(decision, envelope.sealer):
        return
    if envelope.text is None:
        decision.refuse(envelope.sealer, Refusal.NOTHING_SEALED, Article.SEALING)
        return
    article = Article.SEALING if envelope.is_called else Article.SEALING_EARLY
    session_end = game.setup.regulations.session_end
    if not envelope.is_called and session_end is not None and session_end > decision.at and game.setup.time is not None:
        rest = session_end - decision.at
        decision.emit(TimeAdded(color=envelope.sealer, time=-rest, article=decision.number(article)))
    decision.emit(GameAdjourned(at=decision.at, color=envelope.sealer, article=decision.number(article)))


def resume_adjourned(decision: Decision) -> None:
    """The session begins: an absent replier's display runs; else the envelope is opened first (9.a, 9.b)."""
    envelope = decision.game.adjournment
    assert envelope is not None
    replier = not envelope.sealer
    decision.emit(GameResumed(at=decision.at, article=decision.number(Article.SET_UP_FOR_RESUMPTION)))
    if not decision.game.present[replier]:
        start_clock(decision, replier, Article.REPLIER_ABSENT)


def open_envelope(decision: Decision, command: OpenEnvelope) -> None:
    """The sealed move is made and the replier's display runs; a bad one loses (7, 8, 9.a)."""
    game = decision.game
    envelope = game.adjournment
    if envelope is None or not envelope.closed or envelope.opened or envelope.lost:
        decision.refuse(None, Refusal.NOTHING_SEALED, Article.ENVELOPE_NEEDS_REPLIER)
    elif not game.present[not envelope.sealer]:
        decision.refuse(None, Refusal.REPLIER_ABSENT, Article.ENVELOPE_NEEDS_REPLIER)
    else:
        if envelope.resumed_at is None:
            resume_adjourned(decision)
        _open(decision, envelope)
        if decision.game.end is None:
            start_clock(decision, not envelope.sealer, Article.REPLIER_PRESENT)


def _open(decision: Decision, envelope: Adjournment) -> None:
    decision.emit(EnvelopeOpened(at=decision.at, article=decision.number(Article.ENVELOPE_NEEDS_REPLIER)))
    sealer = envelope.sealer
    if len(envelope.moves) == 1 and is_legal_on(decision.game.board, envelope.moves[0]):
        _make_sealed(decision, sealer, envelope.moves[0])
    else:
        end_game(decision, win_for(not sealer), Ending.SEALED_MOVE_BAD, Article.SEALED_MOVE_BAD, color=sealer)


def _make_sealed(decision: Decision, sealer: chess.Color, move: chess.Move) -> None:
    make_move(decision, sealer, move, by_hand=False)  # an offer made after the sealing stands (4)
    if decision.game.end is None:
        decision.emit(MoveCompleted(color=sealer, article=decision.number(Article.REPLIER_PRESENT)))


def press_after_reply(decision: Decision, color: chess.Color) -> bool:
    """The replier to an absent sealer stops their display and starts the other (9.c); false: it is no such press."""
    envelope = decision.game.adjournment
    is_reply = envelope is not None and envelope.is_reply and not envelope.closed
    if is_reply and decision.game.clock.running is color:
        article = decision.number(Article.SEALER_ABSENT)
        decision.emit(GameAdjourned(at=decision.at, color=color, article=article))
        decision.emit(ClockHandedBack(at=decision.at, color=not color, article=article))
        return True
    return False


def is_press_after_lost_envelope(game: Game, color: chess.Color) -> bool:
    """The sealer presses after the move that was played from a lost envelope."""
    envelope = game.adjournment
    if envelope is None or not envelope.lost or envelope.sealer is not color:
        return False
    return envelope.opened and len(game.plies) == envelope.ply + 1


def lose_envelope(decision: Decision, command: LoseEnvelope) -> None:
    """The game goes on from the adjourned position with the noted times; the sealer plays the move (11.a)."""
    envelope = decision.game.adjournment
    if envelope is None or not envelope.closed or envelope.opened:
        decision.refuse(None, Refusal.NOTHING_SEALED, Article.ENVELOPE_LOST)
    else:
        decision.emit(EnvelopeLost(at=decision.at, article=decision.number(Article.ENVELOPE_LOST)))


def play(decision: Decision, command: PlayMove) -> None:
    """All parts of a move at once; where the envelope is lost, of the move that was sealed by the sealer's word."""
    if is_envelope_lost(decision.game):
        _play_lost_move(decision, command)
    else:
        moves.play(decision, command)


def _play_lost_move(decision: Decision, command: PlayMove) -> None:
    """The sealer plays the move that they say they sealed, and the replier's display runs (11.a)."""
    color, game = command.color, decision.game
    envelope = game.adjournment
    assert envelope is not None
    if color is not envelope.sealer:
        decision.refuse(color, Refusal.NOT_YOUR_MOVE, Article.ENVELOPE_LOST)
    elif not is_legal_on(game.board, command.move):
        decision.refuse(color, Refusal.ILLEGAL, Article.LEGAL_MOVE)
    else:
        decision.emit(EnvelopeOpened(at=decision.at, article=decision.number(Article.ENVELOPE_LOST)))
        _make_sealed(decision, color, command.move)
        if decision.game.end is None:
            start_clock(decision, not color, Article.REPLIER_PRESENT)


def lose_late_resumption(decision: Decision) -> None:
    """Too late for the resumption; but a sealed move that ends the game still counts (10)."""
    game = decision.game
    envelope = game.adjournment
    assert envelope is not None
    sealer = envelope.sealer
    is_sealer_late = not game.present[sealer]
    if is_sealer_late and not envelope.opened and envelope.moves and _ends_game(game, envelope.moves[0]):
        _open(decision, envelope)
        return
    if is_sealer_late and not game.present[not sealer]:
        end_game(decision, Result.BOTH_LOSE, Ending.LATE_RESUMPTION, Article.LATE_RESUMPTION)
        return
    late = sealer if is_sealer_late else not sealer
    end_game(decision, win_for(not late), Ending.LATE_RESUMPTION, Article.LATE_RESUMPTION, color=late)


def _ends_game(game: Game, move: chess.Move) -> bool:
    if not is_legal_on(game.board, move):  # what was sealed may be no move of this position
        return False
    after = pushed(game.board, move)
    return not any(after.generate_legal_moves()) or is_dead(game.setup, after)


def claim_clock(decision: Decision, command: ClaimClock) -> None:
    """A wrong time is corrected, at a resumption only before the first move of the claimant (6.10.b, 12, A56)."""
    color, game = command.color, decision.game
    if game.setup.time is None:
        decision.refuse(color, Refusal.NOT_IN_THIS_GAME, Article.CLOCK_SETTING)
    elif game.adjournment is not None and _has_moved_since(game, color):
        decision.refuse(color, Refusal.TOO_LATE, Article.TIMES_AT_RESUMPTION)
    elif game.setup.lacks_supervision and min(game.made.white, game.made.black) >= game.setup.rules.setup_claim_moves:
        decision.refuse(color, Refusal.TOO_LATE, Article.TOO_LATE_FOR_SETUP)
    else:
        article = Article.CLOCK_SETTING if game.adjournment is None else Article.TIMES_AT_RESUMPTION
        for each in chess.COLORS:
            if (time := command.noted[each]) is not None:
                decision.emit(TimeSet(at=decision.at, color=each, time=time, article=decision.number(article)))


def _has_moved_since(game: Game, color: chess.Color) -> bool:
    envelope = game.adjournment
    assert envelope is not None
    after_sealed = game.plies[envelope.ply + 1 :]
    return any(ply.color is color for ply in after_sealed)


class Envelope(Struct, frozen=True, kw_only=True):
    """What is written on the envelope of a sealed move: seven facts (Guideline 2; 2018 and later: I.2).

    `position` is the FEN just before the sealed move, `offer` who offered a draw, if anybody. `times_used`
    are None in an untimed game. What the sealed move is stands inside, not here.
    """

    names: ByColor[str]
    position: str
    times_used: ByColor[timedelta] | None
    sealer: chess.Color
    move_number: int
    offer: chess.Color | None
    resumption: str


def envelope_of(game: Game) -> Envelope | None:
    """The envelope of an adjourned game; None while no move has been sealed for good."""
    adjournment = game.adjournment
    if adjournment is None or not adjournment.closed or adjournment.opened:
        return None
    players = game.setup.players
    return Envelope(
        names=ByColor(players.white.name, players.black.name),
        position=game.board.fen(),
        times_used=_times_used(game),
        sealer=adjournment.sealer,
        move_number=game.board.fullmove_number,
        offer=game.offer,
        resumption=adjournment.resumption,
    )


def _times_used(game: Game) -> ByColor[timedelta] | None:
    control, clock = game.setup.time, game.clock
    if control is None:
        return None
    used = {}
    for color in chess.COLORS:
        given = sum((period.time for period in control.of(color)[: clock.period[color] + 1]), timedelta())
        before = sum(ply.color is color for ply in game.plies[: len(game.setup.moves)])  # these have earned nothing
        added = clock.increment(color) * (game.completed[color] - before + 1)
        shown = clock.remaining(color, clock.since)
        used[color] = max(timedelta(), given + added - shown) if clock.has_limit(color) else shown
    return ByColor(used[chess.WHITE], used[chess.BLACK])
