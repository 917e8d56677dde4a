"""One line of play of a PGN, the main one or a side line: its words, their numbers, and the moves that they mean."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import chess

from access_chess.notation.written import LETTERS, Letters
from access_chess.scoresheets.faults import Fault, FaultKind
from access_chess.scoresheets.pgn_tokens import PgnToken, PgnTokenKind
from access_chess.scoresheets.reading import Budget, Doubt, LongestReading, followed
from access_chess.scoresheets.spellings import PROGRAM, plain
from access_chess.scoresheets.tokens import SheetWord

_ENGLISH = LETTERS["en"]
_BEGINS_MOVES = (PgnTokenKind.NUMBER, PgnTokenKind.MOVE, PgnTokenKind.DOTS)
_PROSE = re.compile(r"[^\w\s]*[^\W\d_]{4,}[^\w\s]*")  # nobody means a move by such a word


@dataclass(kw_only=True)
class PgnLine:
    """What stands for the plies of a line: each with its token, and the number that stands before it."""

    words: list[SheetWord] = field(default_factory=list)
    tokens: list[PgnToken] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    result: PgnToken | None = None
    end: int = 0  # so many words, from the first on, may be moves

    @property
    def texts(self) -> list[str]:
        """The words that may be moves."""
        return [word.text for word in self.words[: self.end]]


@dataclass(kw_only=True)
class _Collected:
    """A line as far as it was looked at."""

    start: chess.Board
    found: PgnLine = field(default_factory=PgnLine)
    number: PgnToken | None = None
    is_black: bool = False
    unknown: list[PgnToken] = field(default_factory=list)
    offset: int | None = None  # of the file's numbers from the position's, in plies

    def ply_of(self, number: int, *, is_black: bool) -> int:
        """Which ply of the line a number stands for."""
        return 2 * (number - self.start.fullmove_number) + is_black - (self.start.turn is chess.BLACK)


def words_of(start: chess.Board, tokens: Sequence[PgnToken], *, is_first: bool = True) -> PgnLine:
    """The words of a line that begins with this position. Side lines and remarks do not stand among the tokens.

    Up to where the numbers are right; `is_first`: the line is a game's first, over which words may stand.
    """
    line = _Collected(start=start, offset=None if is_first else 0)
    tokens = list(_without_heading(tokens, line.found.faults) if is_first else tokens)
    for token in tokens:
        match token.kind:
            case PgnTokenKind.NUMBER:
                _take_number(line, token)
            case PgnTokenKind.DOTS:
                line.is_black = line.is_black or (line.number is not None and len(token.text) > 1) or token.text == "…"
            case PgnTokenKind.MOVE | PgnTokenKind.PASS:
                _settle_unknown(line)
                _take_word(line, token)
            case PgnTokenKind.OFFER:
                _offer(line.found)
            case PgnTokenKind.WORD:
                line.unknown.append(token)
                if _PROSE.fullmatch(token.text):
                    _pass_over(line)
            case PgnTokenKind.RESULT:
                line.found.result = token
    _settle_unknown(line)
    kinds = [token.kind for token in line.found.tokens]
    is_move = [kind is PgnTokenKind.MOVE for kind in kinds]
    line.found.end = min(_right_numbers(line), is_move.index(False) if False in is_move else len(is_move))
    return line.found


def _without_heading(tokens: Sequence[PgnToken], faults: list[Fault]) -> Iterator[PgnToken]:
    """Without the lines above the first move that have words: "Vienna 1851, notes by a friend"."""
    has_begun = False
    for at, token in enumerate(tokens):
        if not has_begun:
            line = [each for each in tokens[at : at + 20] if each.line == token.line]
            before = [each for each in tokens[max(0, at - 20) : at] if each.line == token.line]
            kinds = [each.kind for each in (*before, *line)]
            is_numbered = any(
                one is PgnTokenKind.NUMBER and other in (PgnTokenKind.MOVE, PgnTokenKind.DOTS, PgnTokenKind.PASS)
                for one, other in pairwise(kinds)
            )
            if PgnTokenKind.WORD in kinds and not is_numbered and kinds[0] not in _BEGINS_MOVES:
                if not before:
                    text = " ".join(each.text for each in line)[:60]
                    faults.append(Fault(kind=FaultKind.WORD, line=token.line, text=text))
                continue
            has_begun = token.kind in (PgnTokenKind.MOVE, PgnTokenKind.NUMBER, PgnTokenKind.PASS)
        yield token


def _take_number(line: _Collected, token: PgnToken) -> None:
    number, is_black = int(token.text), len(token.name) > 1
    if line.unknown:
        ply = line.ply_of(number, is_black=is_black) - (line.offset or 0)
        if ply == len(line.found.words) or not line.found.words:  # nothing lacks: it was no move
            _pass_over(line)
        else:
            _settle_unknown(line)
    line.number, line.is_black = token, is_black


def _pass_over(line: _Collected) -> None:
    for token in line.unknown:
        line.found.faults.append(Fault(kind=FaultKind.WORD, line=token.line, text=token.text[:60]))
    line.unknown.clear()


def _settle_unknown(line: _Collected) -> None:
    """Words that are not understood, where a move may be meant: the first stands for a ply."""
    if line.unknown:
        first = line.unknown[0]
        line.unknown = line.unknown[1:]
        _pass_over(line)
        _take_word(line, first)


def _take_word(line: _Collected, token: PgnToken) -> None:
    number = None if line.number is None else int(line.number.text)
    if number is not None and line.offset is None and not line.found.words:
        line.offset = _offset(line, number)
        if line.offset:
            fault = Fault(
                kind=FaultKind.FIRST_NUMBER,
                line=token.line,
                text=str(number),
                other=str(line.start.fullmove_number),
            )
            line.found.faults.append(fault)
    if number is not None:
        number -= (line.offset or 0) // 2
    line.found.words.append(SheetWord(text=token.text, number=number, place=int(line.is_black)))
    line.found.tokens.append(token)
    line.number, line.is_black = None, False


def _offset(line: _Collected, number: int) -> int:
    """By how many plies the file counts on from the position that it gives; from the first position nothing lacks."""
    if line.start.fen() == chess.STARTING_FEN:
        return 0
    return 2 * (number - line.start.fullmove_number)


def _right_numbers(line: _Collected) -> int:
    """Before which word the first number stands that is not its own."""
    found = line.found
    for ply, word in enumerate(found.words):
        if word.number is None:
            continue
        is_black = (ply + (line.start.turn is chess.BLACK)) % 2 == 1
        right = line.start.fullmove_number + (ply + (line.start.turn is chess.BLACK)) // 2
        if word.number == right and (is_black or not word.place):
            if is_black and not word.place:
                found.words[ply] = SheetWord(text=word.text, number=word.number, place=1, has_offer=word.has_offer)
                if ply and found.words[ply - 1].number == word.number:  # before White's move as well
                    _note_twice(found, ply)
            continue
        if line.ply_of(word.number, is_black=word.place == 1) < ply:
            place, text = found.tokens[ply].line, str(word.number)
            found.faults.append(Fault(kind=FaultKind.NUMBER, line=place, text=text, number=right, color=not is_black))
        return ply
    return len(found.words)


def _note_twice(found: PgnLine, ply: int) -> None:
    number = str(found.words[ply].number)
    found.faults.append(Fault(kind=FaultKind.NUMBER_TWICE, line=found.tokens[ply].line, text=number))


def _offer(found: PgnLine) -> None:
    """The offer was made with the move before it."""
    if found.words:
        last = found.words[-1]
        found.words[-1] = SheetWord(text=last.text, number=last.number, place=last.place, has_offer=True)


def moves_of(start: chess.Board, words: Sequence[str], letters: Sequence[Letters]) -> LongestReading:
    """The moves that words mean, as far as they can be read: English as the standard has it, else in other letters.

    Of these the language that is spoken; else any in which all can be read, in doubt where two read it differently.
    """
    english = _in_english(start, words)
    if len(english) == len(words):
        return LongestReading(english)
    found = _followed(start, words, (_ENGLISH,))
    if len(found.path) == len(words):
        return found
    for own in letters:
        if own != _ENGLISH:
            of_own = _followed(start, words, (own,))
            if len(of_own.path) == len(words):
                return of_own
    others = [_followed(start, words, (each,)) for each in _languages(words)]
    longest = max(others, key=lambda each: len(each.path), default=found)
    if len(longest.path) <= len(found.path):
        return found
    return _agreed([each for each in others if len(each.path) == len(longest.path)])


def _in_english(start: chess.Board, words: Sequence[str]) -> tuple[chess.Move, ...]:
    board, path = start.copy(stack=False), list[chess.Move]()
    for word in words:
        try:
            path.append(board.push_san(_plain_san(word)))
        except ValueError:
            break
    return tuple(path)


_PRAISE = str.maketrans(dict.fromkeys("!?", None))


def _plain_san(word: str) -> str:
    word = word.translate(_PRAISE)
    return word.removesuffix("++") if word.endswith("++") else word


def _followed(start: chess.Board, words: Sequence[str], letters: tuple[Letters, ...]) -> LongestReading:
    return followed(start, words, letters, PROGRAM, {}, Budget())


def _languages(words: Sequence[str]) -> Iterator[Letters]:
    """The letters of all languages, each once, that have a piece's letter of these words."""
    signs = set("".join(text for text in map(plain, words) if text not in ("OO", "OOO")))
    for letters in dict.fromkeys(LETTERS.values()):
        if any(letters.of(kind)[:1] in signs for kind in (chess.KNIGHT, chess.BISHOP, chess.QUEEN, chess.ROOK)):
            yield letters


def _agreed(readings: Sequence[LongestReading]) -> LongestReading:
    """One of readings that are equally long, with the ply at which two of them part."""
    first = readings[0]
    plies = range(len(first.path))
    for ply in plies:
        moves = tuple(dict.fromkeys(each.path[ply] for each in readings))
        if len(moves) > 1:
            earlier = first.doubt if first.doubt is not None and first.doubt.ply < ply else Doubt(ply, moves)
            return LongestReading(first.path, earlier)
    return first
