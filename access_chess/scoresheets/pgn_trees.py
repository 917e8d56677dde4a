"""Games of a PGN with all their side lines and remarks, as trees of python-chess, for openings.

A side line with a fault ends there, and that is told; the line that it branches from goes on.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import chess
import chess.pgn
from msgspec import Struct

from access_chess.notation.letters import Letters
from access_chess.scoresheets.faults import Fault, FaultKind
from access_chess.scoresheets.pgn_games import game_texts
from access_chess.scoresheets.pgn_lines import PgnLine, moves_of, words_of
from access_chess.scoresheets.pgn_reading import GameRead, read_game
from access_chess.scoresheets.pgn_tokens import PgnToken, PgnTokenKind, tokens
from access_chess.scoresheets.reading import SheetRead

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
