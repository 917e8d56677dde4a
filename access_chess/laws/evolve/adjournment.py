"""What sealing and resuming change."""

from msgspec.structs import replace

from access_chess.laws import events as happened
from access_chess.laws.by_color import both
from access_chess.laws.commands import StopReason
from access_chess.laws.evolve.change import Changes, change
from access_chess.laws.game import EMPTY_HAND, Adjournment, Game


def _sealing_called(game: Game, event: happened.SealingCalled) -> Game:
    envelope = Adjournment(sealer=event.color, ply=len(game.plies), is_called=True, resumption=event.resumption)
    return replace(game, adjournment=envelope)


def _sealed(game: Game, event: happened.MoveSealed) -> Game:
    envelope = game.adjournment
    if envelope is None:
        envelope = Adjournment(sealer=event.color, ply=len(game.plies), is_called=False)
    elif envelope.opened:
        envelope = Adjournment(
            sealer=event.color, ply=len(game.plies), is_called=True, is_reply=True, resumed_at=envelope.resumed_at
        )
    played = event.moves[0] if event.played and event.moves else envelope.played
    sealed = replace(envelope, text=event.text, moves=event.moves, played=played)
    return replace(game, adjournment=sealed, hand=EMPTY_HAND)


def _adjourned(game: Game, event: happened.GameAdjourned) -> Game:
    envelope = game.adjournment
    assert envelope is not None
    game = replace(game, clock=game.clock.stopped(event.at), adjournment=replace(envelope, closed=True))
    return game if envelope.is_reply else replace(game, present=both(False), stopped=StopReason.SEALED)


def _resumed(game: Game, event: happened.GameResumed) -> Game:
    adjournment = game.adjournment
    if adjournment is None or not adjournment.closed or adjournment.opened:
        return replace(game, stopped=None)
    return replace(game, adjournment=replace(adjournment, resumed_at=event.at))


def _envelope_opened(game: Game, event: happened.EnvelopeOpened) -> Game:
    assert game.adjournment is not None
    return replace(game, adjournment=replace(game.adjournment, opened=True))


def _envelope_lost(game: Game, event: happened.EnvelopeLost) -> Game:
    assert game.adjournment is not None
    return replace(game, adjournment=replace(game.adjournment, lost=True))


CHANGES: Changes = dict(
    (
        change(happened.SealingCalled, _sealing_called),
        change(happened.MoveSealed, _sealed),
        change(happened.GameAdjourned, _adjourned),
        change(happened.GameResumed, _resumed),
        change(happened.EnvelopeOpened, _envelope_opened),
        change(happened.EnvelopeLost, _envelope_lost),
    )
)
