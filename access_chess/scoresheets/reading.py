"""A hand-kept sheet read back: print or braille, in any language, tolerant as a human reader is.

What several moves can be written like is settled by what follows: the reading is kept under which the longest rest is
legal. What fits no legal move ends the reading there; what stands behind it is kept as text.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.commands import Result
from access_chess.laws.position import PositionKey, position_key
from access_chess.notation.braille import UKAAF, cells_of_file_text
from access_chess.notation.written import LETTERS, Letters
from access_chess.scoresheets.braille_reading import has_cells, without_page_titles
from access_chess.scoresheets.faults import NOTHING_LEFT_OUT, Fault, FaultKind, LeftOut
from access_chess.scoresheets.sheet import Heading, Sheet, SheetPly, Whose
from access_chess.scoresheets.spellings import ALWAYS_READ, PLAIN_HAND, Handwriting, plain, spellings_of
from access_chess.scoresheets.tokens import GAP, SheetWord, is_move_like, words_of

MOST_READINGS = 64  # that are followed beside each other; a sheet with more doubt than that is no sheet
MOST_POSITIONS = 20_000  # that are looked at for one sheet: some seconds, and twenty long games


class Doubt(Struct, frozen=True):
    """At this ply (0: the first) several legal readings remain, and nothing that follows decides between them."""

    ply: int
    moves: tuple[chess.Move, ...]


class SheetRead(Struct, frozen=True, kw_only=True):
    """A sheet read from text, with the ply at which a move can mean two things, if there is one.

    `faults` are what else is wrong with it, `left_out` is what stands beside the moves. `place` is the line of a file
    in which the first move that is not certain stands, or, where all are, the game begins; 0: not known.
    """

    sheet: Sheet
    doubt: Doubt | None = None
    faults: tuple[Fault, ...] = ()
    left_out: LeftOut = NOTHING_LEFT_OUT
    place: int = 0

    @property
    def unread(self) -> SheetPly | None:
        """The first line that fits no legal move, or that was not written while others follow; None: all were read."""
        return next((line for line in self.sheet.lines if line.move is None), None)

    @property
    def plies(self) -> int:
        """How many plies were read."""
        return sum(line.move is not None for line in self.sheet.lines)

    @property
    def certain(self) -> tuple[SheetPly, ...]:
        """The lines up to the first that was not read, is in doubt or against the Laws."""
        lines = self.sheet.lines if self.doubt is None else self.sheet.lines[: self.doubt.ply]
        end = next((at for at, line in enumerate(lines) if line.move is None or not line.is_legal), len(lines))
        return lines[:end]

    @property
    def is_game(self) -> bool:
        """Whether there is anything to be kept: moves, or the result of a game that was not played."""
        return bool(self.certain) or (not self.sheet.lines and self.sheet.heading.result is not Result.NONE)

    @property
    def is_whole(self) -> bool:
        """Whether every ply was read, without a doubt or a fault."""
        return self.doubt is None and self.unread is None and all(fault.is_remark for fault in self.faults)


def read_sheet(
    text: str,
    *,
    whose: Whose = Whose.RECORD,
    letters: Sequence[Letters] = (),
    fen: str = chess.STARTING_FEN,
    is_chess960: bool = False,
    settled: Mapping[int, chess.Move] | None = None,
) -> SheetRead:
    """Print or Unicode braille, pair by pair or run on. For a braille file see `read_braille_file`.

    `letters` are those of the language that it should be in; others are tried where that does not read it all.
    `settled` are the moves, by their plies, of which somebody has said what they mean.
    """
    found = words_of(text)
    words = found.words
    start = chess.Board(fen, chess960=is_chess960)
    hand = replace(_hand_of([word.text for word in words]), in_cells=has_cells(text))
    best = _best_reading(start, [word.text for word in words], tuple(letters), settled or {}, hand)
    lines = lines_of(start, words, best.path)
    sheet = Sheet(whose=whose, heading=Heading(result=found.result), fen=fen, is_chess960=is_chess960, lines=lines)
    faults = tuple(_odd_numbers(start, words)) if len(best.path) == len(words) else ()
    return SheetRead(sheet=sheet, doubt=best.doubt, faults=faults)


def read_braille_file(
    text: str,
    *,
    whose: Whose = Whose.RECORD,
    letters: Sequence[Letters] = (),
    fen: str = chess.STARTING_FEN,
    is_chess960: bool = False,
    settled: Mapping[int, chess.Move] | None = None,
) -> SheetRead:
    """A BRF in North American ASCII braille; where that reads less than the text as it stands, that is taken."""
    read = partial(read_sheet, whose=whose, letters=letters, fen=fen, is_chess960=is_chess960, settled=settled)
    as_braille = read(without_page_titles(cells_of_file_text(text)))
    return as_braille if as_braille.is_whole else longer(as_braille, read(text.replace("\f", "\n")))


def longer(one: SheetRead, other: SheetRead) -> SheetRead:
    """The one of two readings of a text that has more moves; the first where both have as many."""
    return max(one, other, key=lambda read: read.plies)


class _Reading(Struct, frozen=True):
    """A way to read a sheet from its beginning; `others` are ways that led to the same position, at their ply."""

    path: tuple[chess.Move, ...]
    board: chess.Board
    doubt: Doubt | None = None


@dataclass
class Budget:
    """How many positions may still be looked at."""

    left: int = MOST_POSITIONS


class LongestReading(Struct, frozen=True):
    """The longest reading in one language, and where it may be another one."""

    path: tuple[chess.Move, ...] = ()
    doubt: Doubt | None = None


def _best_reading(
    start: chess.Board,
    words: Sequence[str],
    letters: tuple[Letters, ...],
    settled: Mapping[int, chess.Move],
    hand: Handwriting,
) -> LongestReading:
    """In the language that was named if that reads it all, else in the one that reads most; a mixture comes last."""
    budget = Budget()
    best: LongestReading | None = None
    for alternative in _languages(letters):
        found = followed(start, words, alternative, hand, settled, budget)
        if best is None or len(found.path) > len(best.path):
            best = found
        if len(found.path) == len(words) or budget.left <= 0:
            break
    assert best is not None, "there is always a language to try"
    return best


def _languages(letters: tuple[Letters, ...]) -> Iterator[tuple[Letters, ...]]:
    english = (LETTERS["en"],)
    tried = dict.fromkeys(
        (
            *([letters] if letters else []),
            *([(*letters, UKAAF)] if letters == english else []),
            english,
            (UKAAF,),
            (LETTERS["de"],),
            *((each,) for each in LETTERS.values()),
            (*letters, *ALWAYS_READ),
        )
    )
    yield from tried


def _hand_of(words: Sequence[str]) -> Handwriting:
    """How this hand writes: whether it has capitals and small letters, and digits for ranks."""
    moves = [word for word in words if is_move_like(word) and any(sign.isalpha() for sign in word)]
    plain_moves = [move for move in map(plain, moves) if move not in ("OO", "OOO")]
    in_either_case = all(move == move.lower() for move in plain_moves) or all(
        move == move.upper() for move in plain_moves
    )
    with_letters = bool(plain_moves) and not any(sign.isdigit() for move in plain_moves for sign in move)
    return Handwriting(in_either_case=in_either_case, with_letters=with_letters) if plain_moves else PLAIN_HAND


def followed(
    start: chess.Board,
    words: Sequence[str],
    letters: tuple[Letters, ...],
    hand: Handwriting,
    settled: Mapping[int, chess.Move],
    budget: Budget,
) -> LongestReading:
    """The readings under which most words are legal, followed beside each other; the first, and where two differ."""
    readings = [_Reading((), start)]
    for ply, word in enumerate(words):
        if word == GAP or budget.left <= 0:
            break
        longer: dict[PositionKey, _Reading] = {}
        for reading in readings:
            budget.left -= 1
            meant = spellings_of(reading.board, letters).meant(word, hand)
            if ply in settled:
                meant &= {settled[ply]}
            for move in sorted(meant, key=chess.Move.uci):
                after = reading.board.copy(stack=False)
                after.push(move)
                longer_one = _Reading((*reading.path, move), after, reading.doubt)
                place = position_key(after)
                longer[place] = _either(longer[place], longer_one) if place in longer else longer_one
        if not longer:
            break
        readings = list(longer.values())[:MOST_READINGS]
    best = readings[0]
    doubts = [each.doubt for each in readings if each.doubt is not None]
    if len(readings) > 1:
        doubts.append(_doubt([reading.path for reading in readings]))
    return LongestReading(best.path, min(doubts, key=lambda each: each.ply, default=None))


def _either(one: _Reading, other: _Reading) -> _Reading:
    """Two ways to the same position: what follows cannot tell them apart."""
    doubt = _doubt([one.path, other.path])
    earlier = min((each for each in (one.doubt, other.doubt, doubt) if each is not None), key=lambda each: each.ply)
    return replace(one, doubt=earlier)


def _doubt(paths: Sequence[tuple[chess.Move, ...]]) -> Doubt:
    ply = next(at for at in range(len(paths[0])) if len({path[at] for path in paths}) > 1)
    return Doubt(ply, tuple(dict.fromkeys(path[ply] for path in paths)))


def lines_of(start: chess.Board, words: Sequence[SheetWord], path: Sequence[chess.Move]) -> tuple[SheetPly, ...]:
    """The words as lines; where the reading ends and the numbers show that plies lack before, gaps stand for them."""
    end = _end_of_reading(start, words, path)
    board = start.copy(stack=False)
    lines: list[SheetPly] = []
    for word, move in zip(words[:end], path, strict=False):
        line = SheetPly(number=board.fullmove_number, color=board.turn, text=word.text, has_offer=word.has_offer)
        lines.append(replace(line, move=move, before=board.copy(stack=False)))
        board.push(move)
    for word in words[end:]:
        lines += _gaps_before(word, board)
        text = "" if word.text == GAP else word.text
        lines.append(SheetPly(number=board.fullmove_number, color=board.turn, text=text, has_offer=word.has_offer))
        _pass(board)
    while lines and lines[-1].is_gap:
        lines.pop()
    return tuple(lines)


def _end_of_reading(start: chess.Board, words: Sequence[SheetWord], path: Sequence[chess.Move]) -> int:
    """How many words are read rightly: not beyond the ply from which on, until the failure, no number is right."""
    if len(path) == len(words):
        return len(path)
    end = len(path)
    while end > 0 and _lacks(words[end], end, start) and _lacks(words[end - 1], end - 1, start):
        end -= 1
    return end


def _lacks(word: SheetWord, ply: int, start: chess.Board) -> bool:
    """Whether the number before a word is higher than its ply has: something was left out before it."""
    return word.number is not None and _ply_of(word, start) > ply


def _ply_of(word: SheetWord, start: chess.Board) -> int:
    assert word.number is not None
    return 2 * (word.number - start.fullmove_number) + word.place - (start.turn is chess.BLACK)


def _odd_numbers(start: chess.Board, words: Sequence[SheetWord]) -> Iterator[Fault]:
    """Of a sheet that was read to its end, each number that is not its moves'.

    A hand may number from elsewhere, by plies, or seldom: what goes on like this is told once, or not at all.
    """
    numbers = [(ply, word.number) for ply, word in enumerate(words) if word.number is not None and word.opens]
    if len(numbers) == len(words) > 2 and all(number - ply == numbers[0][1] for ply, number in numbers):
        return  # plies are numbered through
    is_black_first = start.turn is chess.BLACK
    right = [start.fullmove_number + (ply + is_black_first) // 2 for ply, _ in numbers]
    off, last = 0, None  # by how much numbers are off here; the number before
    for at, (real, (_, number)) in enumerate(zip(right, numbers, strict=True)):
        if number - real != off:
            yield _odd_number(number, real + off, last)
            goes_back = at + 1 < len(numbers) and numbers[at + 1][1] - right[at + 1] == off
            off = off if goes_back else number - real
        last = number


def _odd_number(number: int, expected: int, last: int | None) -> Fault:
    """What is told of a number, by the one that is expected in its place, and the one before it on the sheet."""
    kind, text, other = FaultKind.OTHER_NUMBER, number, str(expected)
    if last is None:
        kind = FaultKind.FIRST_NUMBER
    elif number == last:
        kind, other = FaultKind.NUMBER_TWICE, ""
    elif number == expected + 1 and last != expected:
        kind, text, other = FaultKind.NUMBER_MISSING, expected, ""
    return Fault(kind=kind, line=0, text=str(text), other=other, is_remark=True)


def _gaps_before(word: SheetWord, board: chess.Board) -> Iterator[SheetPly]:
    """Empty lines up to the number of a word, as many as a game can have."""
    if word.number is None:
        return
    lacking = 2 * (word.number - board.fullmove_number) + word.place - (board.turn is chess.BLACK)
    for _ in range(lacking if lacking <= MOST_LACKING else 0):
        yield SheetPly(number=board.fullmove_number, color=board.turn)
        _pass(board)


MOST_LACKING = 40  # plies; a number beyond is no number of a move


def _pass(board: chess.Board) -> None:
    """The turn goes on without a move that is known."""
    board.turn = not board.turn
    board.fullmove_number += board.turn is chess.WHITE


def fits(line: SheetPly, board: chess.Board, move: chess.Move, letters: Sequence[Letters] = ()) -> bool:
    """Whether what a line has can be this move of this position."""
    if line.move is not None and line.before is not None and position_key(line.before) == position_key(board):
        return line.move == move
    word = line.text or ("" if line.move is None or line.before is None else line.before.san(line.move))
    return bool(plain(word)) and move in spellings_of(board, (*letters, *ALWAYS_READ)).meant(word)
