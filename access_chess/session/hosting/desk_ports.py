"""What is said and shown at an arbiter's desk, as values."""

from datetime import datetime

from msgspec import Struct

from access_chess.laws.clock import Instant
from access_chess.laws.game import Game


class DeskLine(Struct, frozen=True, kw_only=True):
    """One thing that is said at the desk, numbered from 1, in the language of the desk.

    `is_aside`: nobody there has asked for it, so it waits for its turn. `need` is the board that needs the arbiter by
    this line; None where it is only told.
    """

    number: int
    text: str
    is_aside: bool = False
    need: int | None = None


class DeskNeed(Struct, frozen=True, kw_only=True):
    """Something that waits for an arbiter: since when (UTC), and the other arbiter who is at the board, if one is."""

    board: int
    text: str
    since: datetime
    taken_by: str | None


class DeskBoard(Struct, frozen=True, kw_only=True):
    """A board as the desk sees it at an instant of its game; `is_there`: it can be reached now."""

    number: int
    game: Game
    at: Instant
    is_there: bool


class DeskEvent(Struct, frozen=True, kw_only=True):
    """One event of a game: what is said of it to anybody, or what it was where nobody is told."""

    number: int
    wall: datetime
    text: str


class DeskNews(Struct, frozen=True, kw_only=True):
    """What happened on a board, in words, and when (UTC)."""

    board: int
    wall: datetime
    text: str
