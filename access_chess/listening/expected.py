"""What may be said now, and what was understood of it: the two values between a game and any recogniser."""

import chess
from msgspec import Struct

from access_chess.listening.heard import Asked
from access_chess.listening.short_answers import Awaited
from access_chess.requests.names import RequestName


class Expected(Struct, frozen=True, kw_only=True):
    """What may be said now: the position, the commands that are valid, and the moves if only some are asked for.

    `awaited` are the short answers to listen for by themselves.
    """

    board: chess.Board
    commands: frozenset[RequestName]
    moves: tuple[chess.Move, ...] | None = None
    awaited: Awaited | None = None


class HeardAnswer(Struct, frozen=True, kw_only=True):
    """What was asked, and the seconds from the end of the sound to the answer."""

    asked: Asked
    seconds: float
