"""What is said of draw offers, claims and the rulings on them."""

from access_chess.laws import events as happened
from access_chess.laws.events import ClaimKind
from access_chess.laws.setup import ArbiterMode
from access_chess.speech.telling.narration import Narration, Teller
from access_chess.speech.utterance import Utterance

#: claims that the program checks against its own record
_CHECKED_BY_PROGRAM = frozenset({ClaimKind.THREEFOLD, ClaimKind.FIFTY})


def _offered(scene: Narration, event: happened.DrawOffered) -> tuple[Utterance, ...]:
    """A claim is an offer, too (9.1.b): worth words only while its ruling is awaited."""
    game = scene.before
    if game.claim is None:
        return scene.say(scene.phrase("draw_offered", **scene.players(event.color)))
    if game.setup.arbiter is not ArbiterMode.HUMAN and game.claim.kind in _CHECKED_BY_PROGRAM:
        return ()
    return scene.say(scene.phrase("claim_is_offer", **scene.players(event.color)))


def _declined(scene: Narration, event: happened.DrawDeclined) -> tuple[Utterance, ...]:
    return scene.say(scene.phrase("draw_declined", **scene.players(event.color)))


def _accepted_offer(scene: Narration, event: happened.DrawAccepted) -> tuple[Utterance, ...]:
    return scene.say(scene.phrase("draw_accepted", **scene.players(event.color)))


def _made(scene: Narration, event: happened.ClaimMade) -> tuple[Utterance, ...]:
    """The move that is written and not yet played, the claim, and the piece or the ground."""
    if event.kind is ClaimKind.AGREEMENT:
        return ()
    parts = [scene.phrase(f"claim_{event.kind.value}", **scene.players(event.color))]
    board = scene.before.board
    if event.move is not None:
        parts.insert(0, scene.phrase("claim_with_move", move=scene.move(board, event.move)))
    if event.square is not None:
        parts.append(scene.phrase("claim_about_square", square=scene.settings.pack.square(event.square)))
    if event.ground is not None:
        parts.append(scene.phrase(f"claim_ground_{event.ground.value}", **scene.players(event.color)))
    return scene.say(*parts)


def _accepted(scene: Narration, event: happened.ClaimAccepted) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase(f"claim_accepted_{event.kind.value}", **scene.players(event.color)))


def _rejected(scene: Narration, event: happened.ClaimRejected) -> tuple[Utterance, ...]:
    parts = [scene.phrase(f"claim_rejected_{event.kind.value}", **scene.players(event.color))]
    board, move = scene.before.board, event.must_play
    if move is not None and board.is_legal(move):
        said = scene.move(board, move)
        parts.append(scene.phrase("must_play", move=said, **scene.players(event.color)))
    elif move is not None:
        said = scene.pieces(board, [move.from_square])
        parts.append(scene.phrase("must_move", pieces=said, **scene.players(event.color)))
    return scene.rule(event.article, *parts)


def _postponed(scene: Narration, event: happened.ClaimPostponed) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase("claim_postponed", **scene.players(event.color)))


def _arbiter_asked(scene: Narration, event: happened.ArbiterAsked) -> tuple[Utterance, ...]:
    return scene.rule(event.article, scene.phrase(f"arbiter_asked_{event.kind.value}", **scene.players(event.color)))


CLAIM_WORDS: dict[type, Teller] = {
    happened.DrawOffered: _offered,
    happened.DrawDeclined: _declined,
    happened.DrawAccepted: _accepted_offer,
    happened.ClaimMade: _made,
    happened.ClaimAccepted: _accepted,
    happened.ClaimRejected: _rejected,
    happened.ClaimPostponed: _postponed,
    happened.ArbiterAsked: _arbiter_asked,
}
