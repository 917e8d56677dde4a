"""Two sheets of one game compared: where they part, and why (E.2.7, E.2.8; 8.5).

First ply by ply, then by cause: a move written differently is no difference; a ply or a pair that one sheet lacks, has
twice or in the wrong order; one move miswritten; or truly other games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from access_chess.notation.letters import Letters
from access_chess.scoresheets.reading import fits
from access_chess.scoresheets.sheet import Line, Sheet

PLIES_OF_ERROR = (1, 2)  # a ply, or a pair: what a hand leaves out or writes twice


class Cause(StrEnum):
    """Why two sheets differ. The values are keys of the sentences, `compare_…`."""

    SHORTER = "shorter"
    OMITTED = "omitted"
    DOUBLED = "doubled"
    SWAPPED = "swapped"
    MISWRITTEN = "miswritten"
    ILLEGAL = "illegal"
    OTHER = "other"


@dataclass(frozen=True, kw_only=True)
class Divergence:
    """Where and why two sheets part.

    `ply` counts from 0 on the sheet that is right; `is_first` tells whether the first sheet is the one at fault.
    `count` are the plies that were left out or doubled; `right` and `wrong` what the two sheets have there.
    """

    cause: Cause
    ply: int
    is_first: bool
    count: int = 1
    right: Line | None = None
    wrong: Line | None = None


def compare(first: Sheet, second: Sheet, letters: Sequence[Letters] = ()) -> Divergence | None:
    """None where both sheets have the same game, however it is written."""
    is_first = _read(first) < _read(second)
    right, wrong = (second, first) if is_first else (first, second)
    return _Comparison(right, wrong, is_first, letters).divergence()


def _read(sheet: Sheet) -> int:
    """How many plies make a legal game from the start."""
    return next((at for at, line in enumerate(sheet.lines) if line.move is None or not line.is_legal), len(sheet.lines))


class _Comparison:
    """The sheet that reads on as a legal game is held for right; the other is explained by it."""

    def __init__(self, right: Sheet, wrong: Sheet, is_first: bool, letters: Sequence[Letters]) -> None:
        self._right, self._wrong = right.lines, wrong.lines
        self._length = _read(right)
        self._is_first = is_first
        self._letters = letters
        self._known: dict[tuple[int, int], bool] = {}

    def divergence(self) -> Divergence | None:
        at = next((at for at in range(self._both) if not self._fits(at, at)), self._both)
        if at == len(self._right) == len(self._wrong):
            return None
        if at == len(self._wrong):
            return self._told(Cause.SHORTER, at, count=len(self._right) - at)
        if at >= self._length:
            return self._beyond(at)
        causes: tuple[tuple[Cause, Callable[[int], int]], ...] = (
            (Cause.MISWRITTEN, self._miswritten),
            (Cause.SWAPPED, self._swapped),
            (Cause.DOUBLED, self._doubled),
            (Cause.OMITTED, self._omitted),
        )
        explained = [(self._explains(cause, at, count), cause, count) for cause, find in causes if (count := find(at))]
        if not explained:
            return self._told(self._unexplained(at), at)
        _, cause, count = max(explained, key=lambda each: each[0])
        if cause is Cause.DOUBLED:
            return self._told(cause, at - count, count=count)
        return self._told(cause, at, count=count)

    @property
    def _both(self) -> int:
        return min(self._length, len(self._wrong))

    def _explains(self, cause: Cause, at: int, count: int) -> int:
        """How many plies of the wrong sheet a cause makes fit."""
        shift = {Cause.OMITTED: count, Cause.DOUBLED: -count}.get(cause, 0)
        return sum(
            self._fits(index, index + shift)
            for index in range(at, len(self._wrong))
            if 0 <= index + shift < self._length
        )

    def _beyond(self, at: int) -> Divergence:
        """The wrong sheet goes on where the right one ends, or is no game any more."""
        if at == len(self._right):
            ended = Divergence(cause=Cause.SHORTER, ply=at, is_first=not self._is_first, count=len(self._wrong) - at)
            doubled = self._doubled(at)
            return self._told(Cause.DOUBLED, at - doubled, count=doubled) if doubled else ended
        return self._told(Cause.ILLEGAL if self._right[at].is_gap is False else Cause.OTHER, at)

    def _omitted(self, at: int) -> int:
        """The wrong sheet goes on with what comes one ply or one pair later."""
        return next((n for n in PLIES_OF_ERROR if self._goes_on(at, at + n)), 0)

    def _doubled(self, at: int) -> int:
        """The wrong sheet has once more what stood before, and then goes on."""
        for count in PLIES_OF_ERROR:
            is_again = at >= count and all(
                self._fits(at + index, at - count + index) for index in range(count) if at + index < len(self._wrong)
            )
            if is_again and at + count <= len(self._wrong) and self._goes_on(at + count, at, least=0):
                return count
        return 0

    def _swapped(self, at: int) -> int:
        """Two plies stand in each other's place: the pair's, or two of the same player's."""
        for distance in (1, 2):
            other = at + distance
            if other >= self._both:
                continue
            is_crossed = self._fits(at, other) and self._fits(other, at)
            if (
                is_crossed
                and (distance == 1 or self._fits(at + 1, at + 1))
                and self._goes_on(other + 1, other + 1, least=0)
            ):
                return distance
        return 0

    def _miswritten(self, at: int) -> int:
        """All that follows is the same again."""
        return int(self._goes_on(at + 1, at + 1) or (at + 1 == len(self._wrong) == len(self._right)))

    def _unexplained(self, at: int) -> Cause:
        return Cause.ILLEGAL if self._wrong[at].move is None and not self._wrong[at].is_gap else Cause.OTHER

    def _goes_on(self, wrong: int, right: int, *, least: int = 1) -> bool:
        """Whether the rest of the wrong sheet from one ply fits the right one from another, at least so many plies."""
        left = min(len(self._wrong) - wrong, self._length - right)
        return left >= least and all(self._fits(wrong + index, right + index) for index in range(left))

    def _fits(self, wrong: int, right: int) -> bool:
        key = (wrong, right)
        if key not in self._known:
            line = self._right[right]
            assert line.move is not None and line.before is not None
            self._known[key] = fits(self._wrong[wrong], line.before, line.move, self._letters)
        return self._known[key]

    def _told(self, cause: Cause, ply: int, *, count: int = 1) -> Divergence:
        right = self._right[ply] if ply < len(self._right) else None
        wrong = self._wrong[ply] if ply < len(self._wrong) else None
        return Divergence(cause=cause, ply=ply, is_first=self._is_first, count=count, right=right, wrong=wrong)
