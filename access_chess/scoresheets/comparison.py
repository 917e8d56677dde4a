"""Two sheets of one game compared: where they part, and why (E.2.7, E.2.8; 8.5).

First ply by ply, then by cause: a move written differently is no difference; plies that one sheet lacks, has twice or
in the wrong order; one move miswritten or illegal; or truly other games.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

import chess
from msgspec import Struct

from access_chess.notation.written import Letters
from access_chess.scoresheets.reading import fits
from access_chess.scoresheets.sheet import Sheet, SheetPly
from access_chess.scoresheets.spellings import ALWAYS_READ, spellings_of

MOST_OMITTED = 12  # plies that a hand leaves out at once; more is another game
PLIES_AT_ONCE = (1, 2)  # a ply, or a pair: what a hand writes twice
PLIES_OF_PROOF = 6  # that have to agree again where not all the rest does; three moves are no chance


class Cause(StrEnum):
    """Why two sheets differ. The values are keys of the sentences, `compare_…`."""

    SHORTER = "shorter"
    OMITTED = "omitted"
    DOUBLED = "doubled"
    SWAPPED = "swapped"
    MISWRITTEN = "miswritten"
    ILLEGAL = "illegal"
    OTHER = "other"


class Divergence(Struct, frozen=True, kw_only=True):
    """Where and why two sheets part.

    `ply` counts from 0 on the sheet that is right; `is_first` tells whether the first sheet is the one at fault.
    `count` are the plies that were left out, doubled or exchanged; `right` and `wrong` what the two sheets have there.
    `again` is the line of the right sheet from which on they agree, None where nothing follows; `until` the last on
    which they do, None where they agree to the end. `meant` is the illegal move, by each man that may be meant.
    """

    cause: Cause
    ply: int
    is_first: bool
    count: int = 1
    right: SheetPly | None = None
    wrong: SheetPly | None = None
    again: SheetPly | None = None
    until: SheetPly | None = None
    meant: tuple[chess.Move, ...] = ()


class _Explanation(Struct, frozen=True):
    """A cause, and the plies from which on the two sheets go on together."""

    cause: Cause
    ply: int
    count: int
    wrong: int
    right: int


def compare(first: Sheet, second: Sheet, letters: Sequence[Letters] = ()) -> Divergence | None:
    """None where both sheets have the same game, however it is written."""
    is_first = _worth(first) < _worth(second)
    right, wrong = (second, first) if is_first else (first, second)
    return _Comparison(right, wrong, is_first, letters).divergence()


def _worth(sheet: Sheet) -> tuple[int, int]:
    """How many plies make a legal game from the start; of two alike the one with less that is none."""
    legal = _read(sheet)
    return legal, legal - len(sheet.lines)


def _read(sheet: Sheet) -> int:
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
        at = self._run(0, 0)
        if at == len(self._right) == len(self._wrong):
            return None
        if at == len(self._wrong):
            if count := self._written_twice(at):
                twice = self._right[at - count]
                return Divergence(
                    cause=Cause.DOUBLED, ply=at - count, is_first=not self._is_first, count=count, right=twice
                )
            return self._told(Cause.SHORTER, at, count=len(self._right) - at)
        if at >= self._length and at < len(self._right):  # neither sheet is a game any more
            return self._told(Cause.ILLEGAL if not self._right[at].is_gap else Cause.OTHER, at)
        explained = [(self._worth_of(each), each) for each in self._explanations(at)]
        (is_whole, agreeing), best = max(explained, key=lambda each: each[0], default=((False, 0), None))
        if best is not None and (is_whole or agreeing >= PLIES_OF_PROOF):
            return self._explained(best)
        if at == len(self._right):
            over = len(self._wrong) - at
            return Divergence(cause=Cause.SHORTER, ply=at, is_first=not self._is_first, count=over)
        return self._told(Cause.ILLEGAL if self._is_illegal(at) else Cause.OTHER, at)

    def _written_twice(self, at: int) -> int:
        """How many plies more the longer sheet ends with that are the same words as those before them."""
        count = len(self._right) - at
        texts = [line.text for line in self._right[at - count :]] if count <= min(at, 2) else []
        return count if texts and all(texts) and texts[:count] == texts[count:] else 0

    def _explanations(self, at: int) -> Iterator[_Explanation]:
        """All that a hand may have done, the likelier first."""
        gaps = self._gaps(at)
        if gaps:
            yield _Explanation(Cause.OMITTED, at, gaps, at + gaps, at + gaps)
        elif at < self._length:
            cause = Cause.ILLEGAL if self._is_illegal(at) else Cause.MISWRITTEN
            yield _Explanation(cause, at, 1, at + 1, at + 1)
        for count in (1, 2):
            if self._are_exchanged(at, at + count, 1):
                yield _Explanation(Cause.SWAPPED, at, count, at + count + 1, at + count + 1)
        if self._are_exchanged(at, at + 2, 2):
            yield _Explanation(Cause.SWAPPED, at, 4, at + 4, at + 4)
        for count in PLIES_AT_ONCE:
            if self._are_again(at, count):
                yield _Explanation(Cause.DOUBLED, at - count, count, at + count, at)
        for count in range(1, MOST_OMITTED + 1):
            if at + count <= self._length:
                yield _Explanation(Cause.OMITTED, at, count, at, at + count)

    def _worth_of(self, explanation: _Explanation) -> tuple[bool, int]:
        """Whether all the rest agrees, and how many plies do at once."""
        run = self._run(explanation.wrong, explanation.right)
        is_at_end = explanation.wrong + run >= len(self._wrong)
        is_whole = is_at_end and explanation.right + run >= self._length
        is_proved = run > 0 or explanation.cause is not Cause.OMITTED
        exchanged = explanation.count if explanation.cause is Cause.SWAPPED else 0
        return is_whole and is_proved, run + exchanged

    def _run(self, wrong: int, right: int) -> int:
        """How many plies from these on are the same on both sheets."""
        most = min(len(self._wrong) - wrong, self._length - right)
        return next((index for index in range(most) if not self._fits(wrong + index, right + index)), max(0, most))

    def _gaps(self, at: int) -> int:
        """How many plies were not written on the wrong sheet from there on."""
        rest = self._wrong[at:]
        return next((index for index, line in enumerate(rest) if not line.is_gap), len(rest))

    def _are_exchanged(self, one: int, other: int, count: int) -> bool:
        """Whether so many plies stand in each other's place; what is between them stands where it should."""
        if other + count > min(self._length, len(self._wrong)):
            return False
        between = range(one + count, other)
        return all(self._fits(index, index) for index in between) and all(
            self._fits(one + index, other + index) and self._fits(other + index, one + index) for index in range(count)
        )

    def _are_again(self, at: int, count: int) -> bool:
        """Whether the wrong sheet has once more what stood before."""
        if at < count or at + count > len(self._wrong):
            return False
        return all(self._fits(at + index, at - count + index) for index in range(count))

    def _is_illegal(self, at: int) -> bool:
        """Whether the wrong sheet has a move there, and it is none that the Laws allow."""
        line = self._wrong[at]
        if line.is_gap or at >= self._length:
            return False
        if not line.is_legal:
            return True
        spellings = spellings_of(self._before(at), (*self._letters, *ALWAYS_READ))
        text = line.text or (line.move.uci() if line.move is not None else "")
        return not spellings.meant(text) and spellings.has_form_of_move(text)

    def _before(self, ply: int) -> chess.Board:
        before = self._right[ply].before
        assert before is not None, "so far the sheet is a game"
        return before

    def _fits(self, wrong: int, right: int) -> bool:
        key = (wrong, right)
        if key not in self._known:
            line = self._right[right]
            assert line.move is not None and line.before is not None
            self._known[key] = fits(self._wrong[wrong], line.before, line.move, self._letters)
        return self._known[key]

    def _explained(self, explanation: _Explanation) -> Divergence:
        run = self._run(explanation.wrong, explanation.right)
        until = explanation.right + run
        return self._told(
            explanation.cause,
            explanation.ply,
            count=explanation.count,
            again=_line(self._right, explanation.right) if run else None,
            until=None if until >= self._length else _line(self._right, until - 1),
        )

    def _told(
        self, cause: Cause, ply: int, *, count: int = 1, again: SheetPly | None = None, until: SheetPly | None = None
    ) -> Divergence:
        right, wrong = _line(self._right, ply), _line(self._wrong, ply)
        meant: tuple[chess.Move, ...] = ()
        if cause is Cause.ILLEGAL and wrong is not None and ply < self._length:
            spellings = spellings_of(self._before(ply), (*self._letters, *ALWAYS_READ))
            is_made = wrong.move is not None and not wrong.is_legal
            meant = (
                (wrong.move,)
                if is_made and wrong.move is not None
                else spellings.illegal(self._before(ply), wrong.text)
            )
        return Divergence(
            cause=cause, ply=ply, is_first=self._is_first, count=count, right=right, wrong=wrong, again=again,
            until=until, meant=meant,
        )  # fmt: skip


def _line(lines: Sequence[SheetPly], at: int) -> SheetPly | None:
    return lines[at] if 0 <= at < len(lines) else None
