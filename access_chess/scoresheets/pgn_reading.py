"""Games of a PGN file as sheets: the main line of each; what PGN cannot say stays unknown."""

import logging
from collections.abc import Iterator
from datetime import date
from typing import TextIO

import chess
import chess.pgn

from access_chess.laws.commands import Result
from access_chess.scoresheets.sheet import Heading, Line, Sheet, Whose

_RESULTS = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2-1/2": Result.DRAW}
_UNKNOWN = ("?", "-", "")


class _MainLine(chess.pgn.BaseVisitor[Sheet]):
    """Collects the moves of the main line; variations and comments are passed over."""

    def __init__(self) -> None:
        self._headers: dict[str, str] = {}
        self._lines: list[Line] = []
        self._start = chess.Board()
        self._unread = ""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self._headers[tagname] = tagvalue

    def visit_board(self, board: chess.Board) -> None:
        if not self._lines:
            self._start = board.copy(stack=False)

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        before = board.copy(stack=False)
        self._lines.append(Line(number=before.fullmove_number, color=before.turn, move=move, before=before))

    def handle_error(self, error: Exception) -> None:
        self._unread = str(error)

    def result(self) -> Sheet:
        lines = self._lines
        if self._unread:
            board = self._start if not lines else _after(lines[-1])
            text = self._unread.partition(":")[2].strip().split(" ")[0].strip("'\"") or "?"
            lines = [*lines, Line(number=board.fullmove_number, color=board.turn, text=text)]
        return Sheet(
            whose=Whose.RECORD,
            heading=_heading(self._headers),
            fen=self._start.fen(),
            is_chess960=self._start.chess960,
            lines=tuple(lines),
        )


def read_pgn(text: TextIO) -> Iterator[Sheet]:
    """Every game of a stream of text, in order."""
    logging.getLogger("chess.pgn").disabled = True  # what is wrong is told in our words, and once
    while (sheet := chess.pgn.read_game(text, Visitor=_MainLine)) is not None:
        yield sheet


def looks_like_pgn(text: str) -> bool:
    """Whether the text has a tag pair as PGN has them."""
    return any(line.startswith("[") and line.rstrip().endswith('"]') for line in text.splitlines()[:50])


def _after(line: Line) -> chess.Board:
    assert line.before is not None and line.move is not None
    board = line.before.copy(stack=False)
    board.push(line.move)
    return board


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
