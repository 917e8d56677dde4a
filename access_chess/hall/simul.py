"""Simultaneous play: one giver, many boards, one in his ear. Which board is next, and which wait.

The giver walks from board to board, or every board has its clock. Who walks goes round: the next board in their order
that waits for him. With clocks the board that has waited longest is next.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, StrEnum, auto


class Style(StrEnum):
    """How the giver comes to the boards: he walks, and a move counts when he arrives; or clocks run on all of them."""

    WALK = "walk"
    CLOCK = "clock"


class Going(Enum):
    """What the giver asks for beside the game at his board."""

    NEXT = auto()
    WAITING = auto()
    BACK = auto()


@dataclass(frozen=True, kw_only=True)
class SimulBoard:
    """A board of the exhibition, numbered from 1: its game, and since when it waits for the giver (None: not)."""

    board: int
    game: int
    waits_since: datetime | None
    is_over: bool = False


@dataclass
class Giver:
    """Where a giver stands and stood before, by board; by game, the move that waits there until he comes."""

    current: int | None = None
    before: int | None = None
    prepared: dict[int, tuple[str, datetime]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Words:
    """What the giver types, in his language: the requests, and what stands before a board's number."""

    next: tuple[str, ...]
    waiting: tuple[str, ...]
    back: tuple[str, ...]
    board: tuple[str, ...]


def asked(line: str, words: Words) -> Going | int | None:
    """What a line asks for: another board by its number, one of `Going`, or nothing of the kind.

    >>> english = Words(next=("next",), waiting=("who waits",), back=("last board",), board=("board",))
    >>> [asked(line, english) for line in ("next", "Board 5", "board", "Nf3")]
    [<Going.NEXT: 1>, 5, None, None]
    """
    typed = " ".join(line.casefold().split())
    found = re.fullmatch(r"(?P<word>.*\S) ?#?(?P<number>[1-9]\d?)", typed)
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
    """Where the giver goes from his board (None: he stands at none); None where no other waits."""
    found = [each for each in waiting(boards) if each.board != current]
    if style is Style.CLOCK or not found:
        return found[0] if found else None
    after = sorted(found, key=lambda each: each.board)
    return next((each for each in after if each.board > (current or 0)), after[0])
