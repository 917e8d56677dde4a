"""Draw offers, claims, rulings on them, appeals."""

import chess

from access_chess.laws.commands import QuickplayGround
from access_chess.laws.events.reasons import ClaimKind, Event


class DrawOffered(Event, frozen=True):
    """A draw offer stands."""

    color: chess.Color
    article: str


class DrawDeclined(Event, frozen=True):
    """The opponent's offer was refused, in words or by touching a piece."""

    color: chess.Color
    article: str


class DrawAccepted(Event, frozen=True):
    """The opponent's offer was accepted."""

    color: chess.Color
    article: str


class ClaimMade(Event, frozen=True):
    """A claim awaits its ruling."""

    color: chess.Color
    kind: ClaimKind
    article: str
    move: chess.Move | None = None
    square: chess.Square | None = None
    ground: QuickplayGround | None = None


class ClaimAccepted(Event, frozen=True):
    """The claim is right."""

    color: chess.Color
    kind: ClaimKind
    article: str


class ClaimRejected(Event, frozen=True):
    """The claim is wrong; `must_play` is the claimed move, or else the piece that must move."""

    color: chess.Color
    kind: ClaimKind
    article: str
    must_play: chess.Move | None = None


class ClaimPostponed(Event, frozen=True):
    """The arbiter watches on and rules later."""

    color: chess.Color
    kind: ClaimKind
    article: str


class ArbiterAsked(Event, frozen=True):
    """Only a person can judge this: the question is put to the arbiter, with its article."""

    kind: ClaimKind
    color: chess.Color
    article: str


class AppealMade(Event, frozen=True):
    """A player appealed against the last ruling."""

    color: chess.Color
    article: str


class AppealRuled(Event, frozen=True):
    """The appeal was answered."""

    color: chess.Color
    upheld: bool
    article: str
