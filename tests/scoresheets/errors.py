"""Errors that a hand makes, made at random in a sheet: what is left out, doubled, exchanged, miswritten, illegal."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import chess

from access_chess.scoresheets.comparison import Cause
from access_chess.scoresheets.pgn_reading import read_pgn
from access_chess.scoresheets.reading import read_sheet
from access_chess.scoresheets.sheet import Sheet, SheetPly
from access_chess.scoresheets.spellings import spellings_of

REAL_GAMES = Path(__file__).parent.parent / "data" / "real_games.pgn"
KINDS = (Cause.OMITTED, Cause.DOUBLED, Cause.SWAPPED, Cause.MISWRITTEN, Cause.ILLEGAL, Cause.OTHER)
_PIECES = "NBRQK"


@dataclass(frozen=True, kw_only=True)
class Error:
    """One error: the words of the sheet with it, the ply (0: the first) at which it was made, and how many plies."""

    words: tuple[str, ...]
    cause: Cause
    ply: int
    count: int = 1

    @property
    def sheet(self) -> Sheet:
        """The sheet as a reader has it."""
        return read_sheet(" ".join(self.words)).sheet


def real_games(path: Path = REAL_GAMES) -> tuple[Sheet, ...]:
    """The main lines of games that were played."""
    return tuple(read.sheet for read in read_pgn(path.read_text(encoding="utf-8")) if read.plies)


def words_of(sheet: Sheet) -> list[str]:
    """Every move as it is written in English."""
    return [line.before.san(line.move) for line in sheet.lines if line.before and line.move]


def with_error(
    sheet: Sheet, cause: Cause, dice: random.Random, others: Sequence[Sheet], at: int | None = None
) -> Error | None:
    """The sheet with one error of this kind, at this ply or anywhere; None where it cannot be made there.

    What reads as the same game, such as two equal moves exchanged, is no error.
    """
    words = words_of(sheet)
    ply = dice.randrange(len(words)) if at is None else at
    count = dice.choice((1, 2)) if cause in (Cause.OMITTED, Cause.DOUBLED, Cause.SWAPPED) else 1
    if ply + count > len(words):
        count = 1
    match cause:
        case Cause.OMITTED:
            changed = [*words[:ply], *words[ply + count :]]
        case Cause.DOUBLED:
            changed = [*words[: ply + count], *words[ply : ply + count], *words[ply + count :]]
        case Cause.SWAPPED if ply + count < len(words):
            changed = [*words[:ply], words[ply + count], *words[ply + 1 : ply + count], words[ply]]
            changed += words[ply + count + 1 :]
        case Cause.MISWRITTEN:
            changed = _replaced(words, ply, _other_legal(sheet.lines[ply], dice))
        case Cause.ILLEGAL:
            changed = _replaced(words, ply, _illegal(sheet.lines[ply], dice))
        case Cause.OTHER:
            changed = _other_game(words, ply, dice.choice(others))
        case _:
            return None
    if not changed or _are_alike(sheet, changed):
        return None
    return Error(words=tuple(changed), cause=cause, ply=ply, count=count)


def _replaced(words: list[str], ply: int, word: str | None) -> list[str]:
    return [] if word is None else [*words[:ply], word, *words[ply + 1 :]]


def _other_legal(line: SheetPly, dice: random.Random) -> str | None:
    """Another legal move, most often one that looks alike: the same piece, or to the same square."""
    board, move = line.before, line.move
    assert board is not None and move is not None
    moves = [each for each in board.legal_moves if each != move]
    alike = [each for each in moves if move.to_square == each.to_square or move.from_square == each.from_square]
    chosen = alike if alike and dice.random() < 0.7 else moves
    return board.san(dice.choice(chosen)) if chosen else None


def _illegal(line: SheetPly, dice: random.Random) -> str:
    """A move of a piece to a square where none of its kind can go, near the right one half of the time."""
    board, move = line.before, line.move
    assert board is not None and move is not None
    while True:
        square = dice.randrange(64)
        if dice.random() < 0.5:
            file = min(7, max(0, chess.square_file(move.to_square) + dice.choice((-1, 0, 1))))
            rank = min(7, max(0, chess.square_rank(move.to_square) + dice.choice((-1, 0, 1))))
            square = chess.square(file, rank)
        word = dice.choice(_PIECES) + chess.square_name(square)
        if not spellings_of(board).meant(word):
            return word


def _other_game(words: list[str], ply: int, other: Sheet) -> list[str]:
    """From this ply on it is another game."""
    rest = words_of(other)[ply:]
    return [*words[:ply], *rest] if len(rest) >= 6 and len(words) - ply >= 6 and rest[0] != words[ply] else []


def _are_alike(sheet: Sheet, words: Sequence[str]) -> bool:
    """Whether the words still say the same game."""
    if len(words) != len(sheet.lines):
        return False
    return all(
        line.before is not None and line.move in spellings_of(line.before).meant(word)
        for line, word in zip(sheet.lines, words, strict=True)
    )
