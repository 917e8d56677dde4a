"""Sealing and resuming."""

import chess

from access_chess.laws.events.base import Event, Timed


class SealingCalled(Timed, frozen=True):
    """The player to move has to seal."""

    color: chess.Color
    article: str
    resumption: str = ""


class MoveSealed(Event, frozen=True):
    """The sealed move was written or changed. `moves` are the legal moves that the text can mean."""

    color: chess.Color
    text: str
    moves: tuple[chess.Move, ...]
    article: str
    played: bool = False


class GameAdjourned(Timed, frozen=True):
    """The sealer stopped the clock: the sealed move is final, the envelope closed."""

    color: chess.Color
    article: str


class GameResumed(Timed, frozen=True):
    """An adjourned or stopped game was taken up again."""

    article: str


class EnvelopeOpened(Timed, frozen=True):
    """The envelope was opened."""

    article: str


class EnvelopeLost(Timed, frozen=True):
    """The envelope is lost; the sealer plays the move that he says he sealed."""

    article: str
