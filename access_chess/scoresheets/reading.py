"""A hand-kept sheet read back: print or braille, in any language, tolerant as a human reader is.

What several moves can be written like is settled by what follows: the reading is kept under which the longest rest is
legal. What fits no legal move ends the reading there; what stands behind it is kept as text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import chess

from access_chess.laws.commands import Result
from access_chess.notation.braille import cells_of_file_text
from access_chess.notation.letters import Letters
from access_chess.scoresheets.sheet import Heading, Line, Sheet, Whose
from access_chess.scoresheets.spellings import plain, spellings_of

MOST_READINGS = 64  # that are followed beside each other; a sheet with more doubt than that is no sheet
MOST_PLIES = 1200  # twice the longest game of record

RUN_OVER = 2  # cells by which a line that runs over is indented

_COMMENTS = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+")
_NUMBER = re.compile(r"\d{1,3}[.:)…]*")
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")
_PAIR_LINE = re.compile(r"^ ?\d{1,3}[.:)…]*\s")
_GLUED_NUMBER = re.compile(r"^(\d{1,3}(?:\.+|…))(?=\S)")
_RESULTS = {
    "1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2-1/2": Result.DRAW, "½-½": Result.DRAW, "*": Result.NONE,
}  # fmt: skip
_GAPS = frozenset({"?", "...", "…", "⠿", "--"})
_OFFER = "(=)"
_CELL = re.compile("[⠀-⣿]")
_CAPITAL = re.compile("[⠠⠨]")
_LOWERED_NUMBER = re.compile("[⠴⠂⠆⠒⠲⠢⠖⠶⠦⠔]+")


@dataclass(frozen=True)
class Doubt:
    """At this ply (0: the first) two legal readings remain, and nothing that follows decides between them."""

    ply: int
    moves: tuple[chess.Move, ...]


@dataclass(frozen=True, kw_only=True)
class SheetRead:
    """A sheet read from text, with the ply at which a move can mean two things, if there is one."""

    sheet: Sheet
    doubt: Doubt | None = None

    @property
    def unread(self) -> Line | None:
        """The first line that fits no legal move; None when all were read."""
        return next((line for line in self.sheet.lines if line.move is None and not line.is_gap), None)


def read_sheet(
    text: str,
    *,
    whose: Whose = Whose.RECORD,
    letters: Sequence[Letters] = (),
    fen: str = chess.STARTING_FEN,
    is_chess960: bool = False,
) -> SheetRead:
    """Print or Unicode braille, pair by pair or run on. For a braille file see `read_braille_file`."""
    words, result = _words_of(text)
    start = chess.Board(fen, chess960=is_chess960)
    is_unmarked = _CELL.search(text) is not None and not _CAPITAL.search(text)
    path, doubt = _followed(start, [word for word, _ in words], letters, in_either_case=is_unmarked)
    lines = _lines(start, words, path)
    sheet = Sheet(whose=whose, heading=Heading(result=result), fen=fen, is_chess960=is_chess960, lines=tuple(lines))
    return SheetRead(sheet=sheet, doubt=doubt)


def read_braille_file(text: str, *, whose: Whose = Whose.RECORD, letters: Sequence[Letters] = ()) -> SheetRead:
    """A BRF in North American ASCII braille; where that reads less than the text as it stands, that is taken."""
    as_braille = read_sheet(cells_of_file_text(text.replace("\f", "\n")), whose=whose, letters=letters)
    as_print = read_sheet(text, whose=whose, letters=letters)
    return max(as_braille, as_print, key=lambda read: sum(line.move is not None for line in read.sheet.lines))


def _words_of(text: str) -> tuple[list[tuple[str, bool]], Result]:
    """The words for plies, each with whether a draw was offered, and the result if it stands there."""
    if _CELL.search(text):
        return _words_of_cells(text), Result.NONE
    body = _COMMENTS.sub(" ", text)
    lines = body.splitlines()
    paired = [line for line in lines if _PAIR_LINE.match(line)]
    words: list[tuple[str, bool]] = []
    result = Result.NONE
    for token in " ".join(paired if paired else lines).split():
        word = _GLUED_NUMBER.sub("", token).rstrip(",")
        if word == _OFFER and words:
            words[-1] = (words[-1][0], True)
        elif word in _RESULTS:
            result = _RESULTS[word]
        elif word and not _NUMBER.fullmatch(word) and not _CLOCK.fullmatch(word) and word not in ("...", "…"):
            words.append((word, False))
    for line in lines if paired else ():
        result = _RESULTS.get(line.strip(), result)
    return words[:MOST_PLIES], result


def _words_of_cells(text: str) -> list[tuple[str, bool]]:
    """Words of braille behind the lowered numbers of pairs; where there are none, all words.

    A line that runs over is indented by two cells, a note by more; heads of pages begin with no number.
    """
    lines = text.replace("\r", "").replace("⠀", " ").splitlines()
    tokens: list[str] = []
    is_run_on = False
    for line in lines:
        indent = len(line) - len(line.lstrip(" "))
        if indent == 0:
            is_run_on = _LOWERED_NUMBER.fullmatch(line.split(" ")[0]) is not None
        if is_run_on and indent in (0, RUN_OVER):
            tokens += line.split()
    if not tokens:
        tokens = text.split()
    words = [token.removeprefix("⠤") for token in tokens if not _LOWERED_NUMBER.fullmatch(token)]
    return [(word, False) for word in words if word][:MOST_PLIES]


def _followed(
    start: chess.Board, words: Sequence[str], letters: Sequence[Letters], *, in_either_case: bool
) -> tuple[tuple[chess.Move, ...], Doubt | None]:
    """The readings under which most words are legal, followed beside each other; the first, and where two differ."""
    readings: list[tuple[tuple[chess.Move, ...], chess.Board]] = [((), start)]
    for word in words:
        if word in _GAPS:
            break
        longer = []
        seen: set[tuple[str, int]] = set()
        for path, board in readings:
            for move in sorted(
                spellings_of(board, letters).meant(word, in_either_case=in_either_case), key=chess.Move.uci
            ):
                after = board.copy(stack=False)
                after.push(move)
                place = (after.epd(), len(path))
                if place not in seen:
                    seen.add(place)
                    longer.append(((*path, move), after))
        if not longer:
            break
        readings = longer[:MOST_READINGS]
    best = readings[0][0]
    if len(readings) == 1:
        return best, None
    ply = next(at for at in range(len(best)) if len({path[at] for path, _ in readings}) > 1)
    return best, Doubt(ply, tuple(dict.fromkeys(path[ply] for path, _ in readings)))


def _lines(start: chess.Board, words: Sequence[tuple[str, bool]], path: Sequence[chess.Move]) -> list[Line]:
    board = start.copy(stack=False)
    lines = []
    for index, (word, has_offer) in enumerate(words):
        number, color = board.fullmove_number, board.turn
        line = Line(number=number, color=color, text=word, has_offer=has_offer)
        if index < len(path):
            line = replace(line, move=path[index], before=board.copy(stack=False))
            board.push(path[index])
        else:
            line = replace(line, text="" if word in _GAPS else word)
            board.turn = not board.turn
            board.fullmove_number += board.turn is chess.WHITE
        lines.append(line)
    return lines


def fits(line: Line, board: chess.Board, move: chess.Move, letters: Sequence[Letters] = ()) -> bool:
    """Whether what a line has can be this move of this position."""
    if line.move is not None and line.before is not None and line.before.epd() == board.epd():
        return line.move == move
    word = line.text or ("" if line.move is None or line.before is None else line.before.san(line.move))
    return bool(plain(word)) and move in spellings_of(board, letters).meant(word)
