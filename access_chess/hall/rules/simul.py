"""Simultaneous play: one giver, many boards, one in their ear. Which board is next, and which wait.

The giver walks from board to board, or every board has its clock. Who walks goes round: the next board in their order
that waits for them. With clocks the board that has waited longest is next.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from enum import Enum, StrEnum, auto

import chess
from msgspec import Struct

from access_chess.laws.commands import (
    AnnounceMove,
    ChoosePromotion,
    Command,
    CorrectAnnouncement,
    OfferDraw,
    PlacePiece,
    PlayMove,
    PressClock,
    ReleasePiece,
    WriteMove,
)
from access_chess.laws.commands.base import ByPlayer
from access_chess.laws.game import Game
from access_chess.laws.touch_move import legal_moves

#: What belongs to a move that has been made on the board, and comes after it.
_OF_A_MOVE = (AnnounceMove, ChoosePromotion, CorrectAnnouncement, OfferDraw, PressClock, WriteMove)


class Style(StrEnum):
    """How the giver comes to the boards: on foot, and a move counts on arrival; or clocks run on all of them."""

    WALK = "walk"
    CLOCK = "clock"


class Going(Enum):
    """What the giver asks for beside the game at their board."""

    NEXT = auto()
    WAITING = auto()
    BACK = auto()


class SimulBoard(Struct, frozen=True, kw_only=True):
    """A board of the exhibition, numbered from 1: its game, and since when it waits for the giver (None: not)."""

    board: int
    game: int
    waits_since: datetime | None
    is_over: bool = False


class Giver(Struct, frozen=True, kw_only=True):
    """Where a giver stands and stood before, by board."""

    current: int | None = None
    before: int | None = None

    def at(self, board: int) -> "Giver":
        """The giver, come to this board."""
        return self if board == self.current else Giver(current=board, before=self.current)


class SimulWords(Struct, frozen=True, kw_only=True):
    """What the giver types, in their language: the requests, and what stands before a board's number."""

    next: tuple[str, ...]
    waiting: tuple[str, ...]
    back: tuple[str, ...]
    board: tuple[str, ...]


def asked(line: str, words: SimulWords) -> Going | int | None:
    """What a line asks for: another board by its number, one of `Going`, or nothing of the kind.

    >>> english = SimulWords(next=("next",), waiting=("who waits",), back=("last board",), board=("board",))
    >>> [asked(line, english) for line in ("next", "Board 5", "board #17", "board", "Nf3")]
    [<Going.NEXT: 1>, 5, 17, None, None]
    """
    typed = " ".join(line.casefold().split())
    found = re.fullmatch(r"(?P<word>.*[^\s\d#]) ?#?(?P<number>[1-9]\d?)", typed)
    if found is not None and found["word"] in words.board:
        return int(found["number"])
    for going, of in ((Going.NEXT, words.next), (Going.WAITING, words.waiting), (Going.BACK, words.back)):
        if typed in of:
            return going
    return None


def waiting(boards: Iterable[SimulBoard]) -> tuple[SimulBoard, ...]:
    """The boards that wait, the longest first."""
    found = [each for each in boards if each.waits_since is not None and not each.is_over]
    return tuple(sorted(found, key=lambda each: (each.waits_since, each.board)))


def next_board(boards: Iterable[SimulBoard], current: int | None, style: Style) -> SimulBoard | None:
    """Where the giver goes from their board (None: they stand at none); None where no other waits."""
    found = [each for each in waiting(boards) if each.board != current]
    if style is Style.CLOCK or not found:
        return found[0] if found else None
    after = sorted(found, key=lambda each: each.board)
    return next((each for each in after if each.board > (current or 0)), after[0])


def kept_with(
    kept: tuple[Command, ...], asked: tuple[Command, ...], game: Game, color: chess.Color
) -> tuple[Command, ...] | None:
    """What waits at a board when its player, of this color, asks for more before the giver comes; None: it waits not.

    A move waits, and takes the place of the one before it; with it waits what belongs to it. On the pegged board it is
    so many placements as there are own pieces in the hand. A piece that is put back waits for nobody.
    """
    is_his = all(isinstance(each, ByPlayer) and each.color is color for each in asked)
    if not is_his or game.is_over or game.turn is not color:
        return None
    played = [each.move for each in asked if isinstance(each, PlayMove)]
    if played:
        return asked if played[0] in legal_moves(game) else None
    placed = tuple(each for each in asked if isinstance(each, PlacePiece | ReleasePiece))
    if placed:
        own = [square for square in game.hand.lifted if game.board.color_at(square) is color]
        if any(each.square in own for each in placed if isinstance(each, PlacePiece)):
            return None
        before = tuple(each for each in kept if isinstance(each, PlacePiece | ReleasePiece))
        return (*(*before, *placed)[-max(1, len(own)) :], *asked[len(placed) :])
    return (*kept, *asked) if kept and all(isinstance(each, _OF_A_MOVE) for each in asked) else None
