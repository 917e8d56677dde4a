"""Games of a PGN file as sheets: the main line of each; what PGN cannot say stays unknown.

Moves that are no PGN, such as those with the letters of another language, are read as a hand's are.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import TextIO, cast

import chess
import chess.pgn

from access_chess.laws.commands import Result
from access_chess.notation.letters import Letters
from access_chess.scoresheets.reading import SheetRead, read_sheet
from access_chess.scoresheets.sheet import Heading, Line, Sheet, Whose

_RESULTS = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2-1/2": Result.DRAW}
_UNKNOWN = ("?", "-", "")
_TAG = re.compile(r'\s*\[\s*[A-Za-z0-9_]+\s+".*"\s*\]\s*')
_LONGEST_LINE = 500_000  # signs; beyond, nothing is looked for


class _Lines:
    """A text as python-chess reads it: line by line."""

    def __init__(self, text: str) -> None:
        self._lines = iter(text.splitlines(keepends=True))

    def readline(self) -> str:
        return next(self._lines, "")


class _MainLine(chess.pgn.BaseVisitor[Sheet]):
    """Collects the moves of the main line; variations and comments are passed over."""

    def __init__(self) -> None:
        self._headers: dict[str, str] = {}
        self._lines: list[Line] = []
        self._start = chess.Board()
        self.is_broken = False

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self._headers[tagname] = tagvalue

    def visit_board(self, board: chess.Board) -> None:
        if not self._lines:
            self._start = board.copy(stack=False)

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        if not move:
            self.is_broken = True  # a null move, "--", is none
        if self.is_broken:
            return
        before = board.copy(stack=False)
        self._lines.append(Line(number=before.fullmove_number, color=before.turn, move=move, before=before))

    def handle_error(self, _error: Exception) -> None:
        self.is_broken = True

    @property
    def is_chess(self) -> bool:
        """Whether it is chess, as it is or by Fischer, and not one of the games that are only like it."""
        return self._start.uci_variant == "chess"

    def result(self) -> Sheet:
        return Sheet(
            whose=Whose.RECORD,
            heading=_heading(self._headers),
            fen=self._start.fen(),
            is_chess960=self._start.chess960,
            lines=tuple(self._lines) if self.is_chess else (),
        )


def read_pgn(text: Iterable[str], letters: Sequence[Letters] = ()) -> Iterator[SheetRead]:
    """Every game of a text that comes line by line, in order. One of a variant of chess has no lines."""
    logging.getLogger("chess.pgn").disabled = True  # what is wrong is told in our words, and once
    for game in games_of(text):
        yield _read(game, letters)


def games_of(text: Iterable[str]) -> Iterator[str]:
    """The text of each game: tags, then moves up to the next tags."""
    lines: list[str] = []
    has_moves = False
    for line in text:
        if line.startswith("%"):  # PGN's escape: nothing of the game
            continue
        is_tag = len(line) < _LONGEST_LINE and line.lstrip()[:1] == "[" and _TAG.fullmatch(line) is not None
        if is_tag and has_moves:
            yield "".join(lines)
            lines, has_moves = [], False
        has_moves = has_moves or (not is_tag and bool(line.strip()))
        lines.append(line)
    if any(line.strip() for line in lines):
        yield "".join(lines)


def looks_like_pgn(text: str) -> bool:
    """Whether the text has a tag pair as PGN has them."""
    return any(_TAG.fullmatch(line) for line in text[:20_000].splitlines()[:50])


def _read(game: str, letters: Sequence[Letters]) -> SheetRead:
    visitor = _MainLine()
    sheet = chess.pgn.read_game(cast(TextIO, _Lines(game)), Visitor=lambda: visitor) or Sheet()
    if not visitor.is_broken or not visitor.is_chess:
        return SheetRead(sheet=sheet)
    moves = "\n".join(line for line in game.splitlines() if not _TAG.fullmatch(line[:_LONGEST_LINE]))
    read = read_sheet(moves, letters=letters, fen=sheet.fen, is_chess960=sheet.is_chess960)
    return replace(read, sheet=replace(read.sheet, heading=sheet.heading))


def _heading(tags: dict[str, str]) -> Heading:
    def known(tag: str) -> str:
        text = tags.get(tag, "")
        return "" if text in _UNKNOWN else text

    return Heading(
        white=known("White"),
        black=known("Black"),
        event=known("Event"),
        site=known("Site"),
        round=known("Round"),
        date=_date(tags.get("Date", "")),
        result=_RESULTS.get(tags.get("Result", ""), Result.NONE),
    )


def _date(text: str) -> date | None:
    try:
        year, month, day = map(int, text.split("."))
        return date(year, month, day)
    except ValueError:
        return None
