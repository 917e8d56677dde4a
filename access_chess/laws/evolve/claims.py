"""What offers, claims, appeals and the end change."""

from msgspec.structs import replace

from access_chess.laws import events as happened
from access_chess.laws.evolve.change import Changes, change
from access_chess.laws.game import Claim, End, Game


def _offered(game: Game, event: happened.DrawOffered) -> Game:
    return replace(game, offer=event.color, offers=game.offers + 1)


def _declined(game: Game, event: happened.DrawDeclined) -> Game:
    return replace(game, offer=None)


def _claimed(game: Game, event: happened.ClaimMade) -> Game:
    claim = Claim(color=event.color, kind=event.kind, move=event.move, square=event.square, ground=event.ground)
    return replace(game, claim=claim, written_ahead=None)


def _claim_accepted(game: Game, event: happened.ClaimAccepted) -> Game:
    return _answered(game, event.kind)


def _answered(game: Game, kind: happened.ClaimKind) -> Game:
    """The claim that waited is answered; one that is watched, when none other waits."""
    if game.claim is None and kind is happened.ClaimKind.QUICKPLAY:
        return replace(game, watched=None)
    return replace(game, claim=None, answered=game.claim)


def _claim_rejected(game: Game, event: happened.ClaimRejected) -> Game:
    bound = event.must_play if game.must_play is None else game.must_play
    return replace(_answered(game, event.kind), must_play=bound)


def _claim_postponed(game: Game, event: happened.ClaimPostponed) -> Game:
    return game if game.claim is None else replace(game, claim=None, watched=game.claim)


def _appealed(game: Game, event: happened.AppealMade) -> Game:
    return replace(game, appeal=event.color)


def _appeal_ruled(game: Game, event: happened.AppealRuled) -> Game:
    return replace(game, appeal=None)


def _signed(game: Game, event: happened.ResultSigned) -> Game:
    return replace(game, signed=game.signed.put(event.color, event.result))


def _ended(game: Game, event: happened.GameEnded) -> Game:
    end = End(result=event.result, ending=event.ending, article=event.article)
    return replace(game, end=end, clock=game.clock.stopped(event.at), offer=None, stopped=None)


CHANGES: Changes = dict(
    (
        change(happened.DrawOffered, _offered),
        change(happened.DrawDeclined, _declined),
        change(happened.ClaimMade, _claimed),
        change(happened.ClaimAccepted, _claim_accepted),
        change(happened.ClaimRejected, _claim_rejected),
        change(happened.ClaimPostponed, _claim_postponed),
        change(happened.AppealMade, _appealed),
        change(happened.AppealRuled, _appeal_ruled),
        change(happened.ResultSigned, _signed),
        change(happened.GameEnded, _ended),
    )
)
