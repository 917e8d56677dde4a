"""Hands, and the moves they make."""

import chess

from access_chess.laws.events.reasons import Event, Timed


class PiecesTouched(Event, frozen=True):
    """Deliberate touches (on the pegged board: out of the aperture). `article` is the obligation that follows."""

    color: chess.Color
    squares: tuple[chess.Square, ...]
    article: str
    in_order: bool = True


class PieceLifted(Event, frozen=True):
    """On the pegged board a piece left its aperture; whether it counts as touched is another event."""

    color: chess.Color
    square: chess.Square


class PiecePutBack(Event, frozen=True):
    """On the pegged board a lifted piece went back into its aperture; it stays touched."""

    color: chess.Color
    square: chess.Square


class PieceBrushed(Event, frozen=True):
    """An accidental contact, which binds nothing; `frees`: not even if it had been taken for a touch."""

    color: chess.Color
    square: chess.Square
    article: str
    frees: bool = False


class PiecesAdjusted(Event, frozen=True):
    """`I adjust`: until the move is made, touches of these squares (none: all) bind nothing."""

    color: chess.Color
    squares: tuple[chess.Square, ...]
    article: str


class PieceRemoved(Event, frozen=True):
    """A captured piece was taken off."""

    color: chess.Color
    square: chess.Square


class PieceReleased(Timed, frozen=True):
    """A piece was let go as part of `move`; `legal` says whether that square binds."""

    color: chess.Color
    move: chess.Move
    square: chess.Square
    legal: bool
    article: str


class PromotionChosen(Event, frozen=True):
    """The new piece touched the promotion square."""

    color: chess.Color
    piece_type: chess.PieceType
    article: str


class MoveMade(Timed, frozen=True):
    """A move was made on the board (4.6, E.2.3). `legal` is false for one that the Laws do not allow."""

    color: chess.Color
    move: chess.Move
    legal: bool = True
    two_hands: bool = False
    written: bool = True
    announced: bool = True
    castling_intended: bool = False


class MoveCompleted(Event, frozen=True):
    """A made move counts as completed though the clock was not pressed (F18 6.2.1.2)."""

    color: chess.Color
    article: str


class PiecesKnockedOver(Event, frozen=True):
    """A player displaced pieces on these squares; they are put back on that player's time."""

    color: chess.Color
    squares: tuple[chess.Square, ...]
    article: str


class PiecesSetUp(Event, frozen=True):
    """The pieces that a player displaced stand on their squares again."""

    color: chess.Color
