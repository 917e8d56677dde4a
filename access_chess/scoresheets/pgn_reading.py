"""The one reader of PGN: every game of a text as a sheet, its main line, and what is wrong with it.

What can be read is read, what cannot is a fault with its line; nothing is guessed. A sign that is not understood never
makes another move, numbers are compared with the moves, and a result ends a game. Remarks, side lines and marks are
counted.

For openings, games are read with all their side lines and remarks, as trees of python-chess. A side line with a fault
ends there, and that is told; the line that it branches from goes on.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import chess
import chess.pgn
from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.commands import Result
from access_chess.notation.written import Letters
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


_FOR_PROGRAMS = re.compile(r"\[%[^\]]*\]?")  # clock times, evaluations, arrows: nobody wants to hear them read out


class TreeRead(Struct, frozen=True, kw_only=True):
    """A game with its side lines; `read` is its main line, with its faults. `faults` are those of the side lines."""

    game: chess.pgn.Game
    read: SheetRead
    faults: tuple[Fault, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether everything was read."""
        return self.read.is_whole and not self.faults


@dataclass
class _Branch:
    """A line as it stands in brackets: its own tokens, and behind how many of them others branch off."""

    tokens: list[PgnToken] = field(default_factory=list)
    branches: list[tuple[int, "_Branch"]] = field(default_factory=list)

    @property
    def first_move(self) -> PgnToken | None:
        """What is meant for its first move; None: there are only words."""
        return next((token for token in self.tokens if token.kind in (PgnTokenKind.MOVE, PgnTokenKind.PASS)), None)


def read_trees(text: str, letters: Sequence[Letters] = ()) -> Iterator[TreeRead]:
    """Every game of a text, in order. One of which nothing can be read has no moves, and says why in `read.faults`."""
    for each in game_texts(tokens(text)):
        read = read_game(each, letters)
        yield _tree(read, _branch_of(each.body), letters)


def _branch_of(body: Sequence[PgnToken]) -> _Branch:
    """The lines in their brackets; all of them are closed."""
    whole = _Branch()
    waiting = [whole]
    for token in body:
        if token.kind is PgnTokenKind.OPENING:
            inner = _Branch()
            waiting[-1].branches.append((len(waiting[-1].tokens), inner))
            waiting.append(inner)
        elif token.kind is PgnTokenKind.CLOSING:
            waiting.pop()
        else:
            waiting[-1].tokens.append(token)
    return whole


def _tree(main: GameRead, whole: _Branch, letters: Sequence[Letters]) -> TreeRead:
    sheet, faults = main.read.sheet, list[Fault]()
    game = chess.pgn.Game()
    game.setup(sheet.start)
    heading = sheet.heading
    named = {"White": heading.white, "Black": heading.black, "Event": heading.event, **dict(heading.tags)}
    game.headers.update({name: text for name, text in named.items() if text and name != "Variant"})
    waiting = list(_grown(game, sheet.start, whole, main.words, main.path, faults))
    while waiting:  # without recursion: a file may be as deep as it is long
        parent, board, branch = waiting.pop()
        words = words_of(
            board, [token for token in branch.tokens if token.kind is not PgnTokenKind.REMARK], is_first=False
        )
        found = moves_of(board, words.texts, letters)
        path = found.path if found.doubt is None else found.path[: found.doubt.ply]
        faults += words.faults
        if len(path) < len(words.tokens):
            faults.append(_fault(words.tokens[len(path)]))
        waiting += _grown(parent, board, branch, words, path, faults)
    return TreeRead(game=game, read=main.read, faults=tuple(sorted(faults, key=lambda fault: fault.line)))


def _fault(token: PgnToken) -> Fault:
    kind = FaultKind.PASS if token.kind is PgnTokenKind.PASS else FaultKind.SIDE_LINE
    return Fault(kind=kind, line=token.line, text=token.text)


def _grown(
    parent: chess.pgn.GameNode,
    board: chess.Board,
    branch: _Branch,
    words: PgnLine,
    path: Sequence[chess.Move],
    faults: list[Fault],
) -> Iterator[tuple[chess.pgn.GameNode, chess.Board, _Branch]]:
    """The moves of a line below a node, with what is said of each; the lines that branch off, from where they do."""
    nodes, boards = [parent], [board]
    for move in path:
        nodes.append(nodes[-1].add_variation(move))
        after = boards[-1].copy(stack=False)
        after.push(move)
        boards.append(after)
    at_token = {id(token): at for at, token in enumerate(branch.tokens)}
    places = [at_token[id(token)] for token in words.tokens]
    for at, token in enumerate(branch.tokens):
        if token.kind is PgnTokenKind.REMARK and (ply := bisect_left(places, at)) <= len(path):
            _say(nodes, ply, token.text)
    for at, inner in branch.branches:
        ply, first = bisect_left(places, at), inner.first_move
        if first is None:
            _say(nodes, ply, " ".join(token.text for token in inner.tokens))
        elif 0 < ply <= len(path):
            yield nodes[ply - 1], boards[ply - 1], inner
        elif ply == 0:  # it stands before every move that it may be instead of
            faults.append(_fault(first))


def _say(nodes: Sequence[chess.pgn.GameNode], ply: int, text: str) -> None:
    """What is said behind so many plies of a line; before the first of a side line it is said of that line."""
    text = " ".join(_FOR_PROGRAMS.sub(" ", text).split())
    if not text or ply >= len(nodes):
        return
    node = nodes[ply]
    if ply == 0 and node.parent is not None:
        if len(nodes) > 1:
            nodes[1].starting_comment = " ".join(filter(None, (nodes[1].starting_comment, text)))
    else:
        node.comment = " ".join(filter(None, (node.comment, text)))
