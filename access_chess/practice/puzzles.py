"""Puzzles: as they stand in a CSV file (Lichess's, as their open database has them, and our own, with the same
columns), and as drills.

A puzzle is the position before the opponent's error, that error, and the moves that win after it. The file is read as a
stream, row by row: a whole database of Lichess has millions. In the drill the men are named, and the only moves are
asked for one after the other; another mate is right.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.phrased_error import PhrasedError
from access_chess.practice.drill import AnswerKind, DrillAnswer, DrillOutcome, DrillVerdict, board_of, last_move
from access_chess.practice.position import after, position_of
from access_chess.practice.sentence import ColorName, Sentence, men_told, move_hints, moves_named, sentence


class Puzzle(Struct, frozen=True, kw_only=True, dict=True):
    """`before` is the FEN before the opponent's move, the first of `moves`; the solver's and replies follow in turn.

    So Lichess keeps them, too. `rating` is None where nobody has measured it. `themes` are Lichess's names.
    """

    name: str
    before: str
    moves: tuple[chess.Move, ...]
    rating: int | None = None
    themes: frozenset[str] = frozenset()

    @cached_property
    def board(self) -> chess.Board:
        """The position to be solved. Not to be changed: copy it."""
        board = position_of(self.before)
        board.push(self.moves[0])
        return board

    @property
    def solution(self) -> tuple[chess.Move, ...]:
        """The solver's moves and the replies, in turn; the last one is the solver's."""
        return self.moves[1:]

    @property
    def men(self) -> int:
        """How many men stand in the position to be solved."""
        return chess.popcount(self.board.occupied)

    @property
    def key(self) -> tuple[str, frozenset[chess.Square]]:
        """What makes two puzzles the same to a player: the material, and the squares of the solution."""
        signs = "".join(sorted(piece.symbol() for piece in self.board.piece_map().values()))
        squares = (square for move in self.solution for square in (move.from_square, move.to_square))
        return signs, frozenset(squares)


NEEDED = ("PuzzleId", "FEN", "Moves")
#: Lichess's columns, for a part of its file that was cut out without the first line.
USUAL = (*NEEDED, "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes", "GameUrl", "OpeningTags")
LONGEST_ROW = 5_000  # characters; Lichess's have some 300
MOST_PLIES = 40


class PuzzleFileError(PhrasedError):
    """What was read is no file of puzzles."""


class PuzzleFilter(Struct, frozen=True, kw_only=True):
    """Which puzzles are wanted: how many men, which rating, which theme. What is None does not matter."""

    men: tuple[int, int] | None = None
    rating: tuple[int, int] | None = None
    theme: str | None = None

    def has(self, puzzle: Puzzle) -> bool:
        """Whether this is one of them; a puzzle without a rating is none where a rating is wanted."""
        if self.men is not None and not self.men[0] <= puzzle.men <= self.men[1]:
            return False
        if self.rating is not None and (puzzle.rating is None or not self.rating[0] <= puzzle.rating <= self.rating[1]):
            return False
        return self.theme is None or self.theme.lower() in {theme.lower() for theme in puzzle.themes}


def read_puzzles(lines: Iterable[str], wanted: PuzzleFilter) -> Iterator[Puzzle | None]:
    """The puzzles of a file that are wanted, in its order; None stands for a row that cannot be read.

    Raises PuzzleFileError where the file has not the columns of puzzles.
    """
    rows = _rows(lines)
    first = next(rows, [])
    has_header = _puzzle(dict(zip(USUAL, first, strict=False))) is None
    header = _header(first) if has_header else USUAL
    for row in rows if has_header else chain([first], rows):
        if not row:
            continue
        puzzle = _puzzle(dict(zip(header, row, strict=False)))
        if puzzle is None or wanted.has(puzzle):
            yield puzzle


def _bounded(lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_ROW:
            raise PuzzleFileError("puzzles_line_long", number=str(number), text=f"{line[:20]!r} …")
        if "\0" in line:
            raise PuzzleFileError("puzzles_line_no_text", number=str(number))
        yield line


def _header(header: list[str]) -> Sequence[str]:
    if header and header[0].startswith("\ufeff"):
        header[0] = header[0].removeprefix("\ufeff")
    missing = [name for name in NEEDED if name not in header]
    if missing:
        raise PuzzleFileError("puzzles_columns", columns=", ".join(NEEDED), missing=missing[0])
    return header


def _rows(lines: Iterable[str]) -> Iterator[list[str]]:
    import csv  # most know puzzles from a practice file alone

    try:
        yield from csv.reader(_bounded(lines))
    except csv.Error as error:
        raise PuzzleFileError("puzzles_no_csv", error=error) from error


def _puzzle(row: Mapping[str, str]) -> Puzzle | None:
    """The puzzle of a row; None: it has none, or one that the rules do not allow."""
    try:
        board = position_of(row["FEN"])
        words = row["Moves"].split()
        if not board.is_valid() or not 2 <= len(words) <= MOST_PLIES or len(words) % 2:
            return None
        moves = []
        for word in words:
            move = chess.Move.from_uci(word)
            if move not in board.legal_moves:
                return None
            moves.append(move)
            board.push(move)
        rating = row.get("Rating", "")
        return Puzzle(
            name=row["PuzzleId"],
            before=row["FEN"],
            moves=tuple(moves),
            rating=int(rating) if rating else None,
            themes=frozenset(row.get("Themes", "").split()),
        )
    except (ValueError, KeyError):
        return None


KIND = "puzzles"


class PuzzleDrill(Struct, frozen=True, kw_only=True, dict=True):
    """`number` is the one that is said. `ply` counts the moves of the solution that have been made."""

    puzzle: Puzzle
    number: int
    ply: int = 0

    kind = KIND
    expects = AnswerKind.MOVE
    squares = 0
    is_hidden = False
    waits = True

    @property
    def name(self) -> str:
        """The puzzle's own."""
        return self.puzzle.name

    @cached_property
    def before(self) -> chess.Board:
        """The position before the error that makes the puzzle."""
        return position_of(self.puzzle.before)

    @property
    def made(self) -> tuple[chess.Move, ...]:
        """The error, and what has been found since."""
        return self.puzzle.moves[: 1 + self.ply]

    board = cached_property(board_of)  # where it asks now; not to be changed

    @property
    def question(self) -> tuple[Sentence, ...]:
        """Who is to move, where all men stand, and the last move."""
        board, color = self.board, self.board.turn
        return (
            sentence("puzzle_opens", number=self.number, color=ColorName(color)),
            *men_told(board),
            sentence("puzzle_last_move", move=last_move(self)),
        )

    @property
    def _move(self) -> chess.Move:
        return self.puzzle.solution[self.ply]

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Who moves; whereto; the move."""
        return move_hints(self.board, self._move)

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The rest of the solution."""
        return (sentence("puzzle_solution", moves=moves_named(self.board, self.puzzle.solution[self.ply :])),)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """The only move is right, and any other that mates at once."""
        assert answer.move is not None, "a puzzle waits for a move"
        board = after(self.board, answer.move)
        if answer.move != self._move and not board.is_checkmate():
            return DrillVerdict(outcome=DrillOutcome.WRONG, to_refute=board)
        is_last = self.ply + 1 == len(self.puzzle.solution)
        if is_last or board.is_checkmate():
            return DrillVerdict(outcome=DrillOutcome.SOLVED, moves=(answer.move,))
        reply = self.puzzle.solution[self.ply + 1]
        return DrillVerdict(
            outcome=DrillOutcome.GOES_ON,
            said=(sentence("puzzle_and_now"),),
            moves=(answer.move, reply),
            then=replace(self, ply=self.ply + 2),
        )
