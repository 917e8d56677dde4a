"""The one reader of PGN: every game of a text as a sheet, its main line, and what is wrong with it.

What can be read is read, what cannot is a fault with its line; nothing is guessed. A sign that is not understood never
makes another move, numbers are compared with the moves, and a result ends a game. Remarks, side lines and marks are
counted; for those read trees (`pgn_trees`).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import chess
from msgspec.structs import replace

from access_chess.laws.commands import Result
from access_chess.notation.letters import Letters
from access_chess.scoresheets.faults import Fault, FaultKind, LeftOut
from access_chess.scoresheets.pgn_games import GameText, game_texts
from access_chess.scoresheets.pgn_heading import PgnHeading, beginning
from access_chess.scoresheets.pgn_lines import PgnLine, moves_of, words_of
from access_chess.scoresheets.pgn_tokens import PgnToken, PgnTokenKind, tokens
from access_chess.scoresheets.reading import SheetRead, lines_of
from access_chess.scoresheets.results import FORFEITS, result_at_end
from access_chess.scoresheets.sheet import Sheet, SheetPly


def read_pgn(text: str, letters: Sequence[Letters] = ()) -> Iterator[SheetRead]:
    """Every game of a text, in order; `letters` are those of the languages that are spoken.

    One of which nothing can be read has no lines, and says why among its faults.
    """
    for game in game_texts(tokens(text)):
        yield read_game(game, letters).read


def looks_like_pgn(text: str) -> bool:
    """Whether a text has a tag as PGN has them."""
    return any(token.kind is PgnTokenKind.TAG for token in tokens(text[:20_000]))


class GameRead(NamedTuple):
    """A game as it was read, with the words of its main line and their moves."""

    read: SheetRead
    words: PgnLine
    path: tuple[chess.Move, ...] = ()


def read_game(game: GameText, letters: Sequence[Letters]) -> GameRead:
    """The main line of a game, and all that is wrong with it."""
    begun = beginning(game.tags)
    read = SheetRead(
        sheet=Sheet(heading=replace(begun.heading, result=Result.NONE)),
        faults=(*begun.faults, *game.faults),
        left_out=_left_out(game.body),
        place=game.line,
    )
    if begun.board is None:
        return GameRead(read, PgnLine())
    start = begun.board
    words = words_of(start, _without_double_loss(main_line(game.body), begun.heading.result))
    found = moves_of(start, words.texts, letters)
    lines = lines_of(start, words.words, found.path)
    said = _result_said(game, words, begun.heading.result)
    result, faults = _with_board(said, lines, words.result.line if words.result else game.line)
    heading = replace(begun.heading, result=result)
    sheet = Sheet(heading=heading, fen=start.fen(), is_chess960=start.chess960, lines=lines)
    read = replace(read, sheet=sheet, doubt=found.doubt, faults=(*read.faults, *words.faults, *faults))
    faults = (*read.faults, *_empty(read, begun, game.line))
    return GameRead(replace(read, place=_place(read, words, game.line), faults=faults), words, found.path)


def main_line(body: Sequence[PgnToken]) -> list[PgnToken]:
    """What stands outside of all brackets, and is no remark."""
    depth, found = 0, list[PgnToken]()
    for token in body:
        depth += (token.kind is PgnTokenKind.OPENING) - (token.kind is PgnTokenKind.CLOSING)
        if not depth and token.kind not in (PgnTokenKind.CLOSING, PgnTokenKind.REMARK, PgnTokenKind.OPEN_REMARK):
            found.append(token)
    return found


def _left_out(body: Sequence[PgnToken]) -> LeftOut:
    """Remarks, side lines with all that is in them, and marks; brackets without a move are a remark."""
    remarks = side_lines = marks = depth = 0
    has_move = is_begun = False
    for token in body:
        match token.kind:
            case PgnTokenKind.OPENING:
                has_move = has_move and depth > 0
                depth += 1
            case PgnTokenKind.CLOSING:
                depth -= 1
                side_lines += not depth and has_move
                remarks += not depth and not has_move
            case PgnTokenKind.MOVE | PgnTokenKind.PASS if depth:
                has_move = True
            case PgnTokenKind.REMARK if not depth and token.text.strip():
                remarks += 1
            case PgnTokenKind.MOVE:
                is_begun = True
            case PgnTokenKind.MARK | PgnTokenKind.TIME if not depth and is_begun and token.text.strip("+#"):
                marks += 1
    return LeftOut(remarks=remarks, side_lines=side_lines, marks=marks)


def _without_double_loss(line: list[PgnToken], result: Result) -> list[PgnToken]:
    """Without "0-0" at the end of a game that both have lost: there it is no castling."""
    is_result = (
        result is Result.BOTH_LOSE and bool(line) and line[-1].kind is PgnTokenKind.MOVE and line[-1].text == "0-0"
    )
    return line[:-1] if is_result else line


def _place(read: SheetRead, words: PgnLine, line: int) -> int:
    """The line of the file where the reading ends, or the game begins."""
    end = len(read.certain)
    return words.tokens[min(end, len(words.tokens) - 1)].line if end < len(read.sheet.lines) else line


class _Said(NamedTuple):
    """The result that a file says, by its tag and at the end of the moves, and what is wrong with it."""

    result: Result
    faults: tuple[Fault, ...] = ()


def _result_said(game: GameText, words: PgnLine, of_tag: Result) -> _Said:
    at_end = Result.NONE if words.result is None else result_at_end(words.result.text) or Result.NONE
    if not words.words:  # won by default: of a game without moves such a sign praises no position
        forfeits = [FORFEITS[token.text] for token in game.body if token.text in FORFEITS]
        at_end = forfeits[-1] if forfeits else at_end
    if Result.NONE in (at_end, of_tag) or at_end is of_tag:
        return _Said(of_tag if at_end is Result.NONE else at_end)
    line = game.line if words.result is None else words.result.line
    fault = Fault(kind=FaultKind.RESULTS, line=line, text=of_tag.value, other=at_end.value)
    return _Said(Result.NONE, (fault,))


def _with_board(said: _Said, lines: Sequence[SheetPly], line: int) -> tuple[Result, tuple[Fault, ...]]:
    """The result, and what is wrong with it, where the last position decides the game."""
    last = lines[-1] if lines else None
    if last is None or last.before is None or last.move is None:
        return said
    board = last.before.copy(stack=False)
    board.push(last.move)
    outcome = board.outcome()
    if outcome is None or outcome.termination not in _AT_ONCE:
        return said
    by_board = Result(outcome.result())
    if said.result in (Result.NONE, by_board):
        return by_board, said.faults
    fault = Fault(kind=FaultKind.BOARD_RESULT, line=line, text=said.result.value, other=by_board.value)
    return by_board, (*said.faults, fault)


#: What ends a game without anybody's claim, whatever was before.
_AT_ONCE = frozenset(
    {chess.Termination.CHECKMATE, chess.Termination.STALEMATE, chess.Termination.INSUFFICIENT_MATERIAL}
)


def _empty(read: SheetRead, begun: PgnHeading, line: int) -> Iterator[Fault]:
    """That there is no game: neither moves nor a result."""
    if not read.sheet.lines and read.sheet.heading.result is Result.NONE:
        kind = FaultKind.ONLY_POSITION if begun.has_position else FaultKind.NO_MOVES
        yield Fault(kind=kind, line=line)
