"""Openings of one's own: all variations of PGN games as a tree by position, and one card for each decision.

The same position on two ways is one. A decision is read through once before it is asked.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import chess
import chess.pgn
from msgspec import Struct
from msgspec.structs import replace

from access_chess.practice.drill import AnswerKind, Drill, DrillAnswer, DrillOutcome, DrillVerdict, last_move
from access_chess.practice.position import after, position_name, position_of, position_text
from access_chess.practice.sentence import Listed, MoveName, Sentence, move_hints, moves_named, sentence

KIND = "openings"
LONGEST_COMMENT = 200  # characters; more cannot be listened to in an answer
DEEPEST = 60  # plies


@dataclass(kw_only=True)
class _Node:
    moves: dict[chess.Move, int] = field(default_factory=dict)  # how often each stands in the file
    comments: dict[chess.Move, str] = field(default_factory=dict)
    way: tuple[chess.Move, ...] = ()  # the first way to it in the file


class RepertoirePosition(Struct, frozen=True, kw_only=True, dict=True):
    """A position in which the player has to know their move: the way there, their moves, what the file says of them.

    `weight` is how often the position stands in the file.
    """

    opening: str
    start: str
    way: tuple[chess.Move, ...]
    moves: tuple[chess.Move, ...]
    comments: tuple[str, ...]
    weight: int

    @cached_property
    def board(self) -> chess.Board:
        """The position. Not to be changed."""
        return after(position_of(self.start), *self.way)

    @property
    def name(self) -> str:
        """The position, as the cards know it: the same on every way."""
        return position_name(self.board)


def decisions(games: Iterable[chess.pgn.Game], color: chess.Color) -> tuple[RepertoirePosition, ...]:
    """All decisions of one color in games with their variations: those nearest to the beginning first."""
    found: dict[str, RepertoirePosition] = {}
    for game in games:
        nodes: dict[str, _Node] = {}
        start = game.board()
        _walk(game, start, (), nodes)
        opening = game.headers.get("Opening") or game.headers.get("Event") or ""
        for key, node in nodes.items():
            if node.moves and key.split(" ")[1] == ("w" if color else "b"):
                new = RepertoirePosition(
                    opening="" if opening == "?" else opening,
                    start=position_text(start),
                    way=node.way,
                    moves=tuple(node.moves),
                    comments=tuple(node.comments.get(move, "") for move in node.moves),
                    weight=sum(node.moves.values()),
                )
                found[key] = _merged(found[key], new) if key in found else new
    return tuple(sorted(found.values(), key=lambda each: (len(each.way), -each.weight)))


def _walk(node: chess.pgn.GameNode, board: chess.Board, way: tuple[chess.Move, ...], nodes: dict[str, _Node]) -> None:
    """Down all variations, without recursion: a file may be as deep as a game is long."""
    waiting = [(node, board, way)]
    while waiting:
        node, board, way = waiting.pop()
        if len(way) >= DEEPEST:
            continue
        here = nodes.setdefault(position_name(board), _Node(way=way))
        waiting += ((child, after(board, child.move), (*way, child.move)) for child in reversed(node.variations))
        for child in node.variations:
            here.moves[child.move] = here.moves.get(child.move, 0) + 1
            if child.comment:
                here.comments[child.move] = " ".join(child.comment.split())[:LONGEST_COMMENT]


def _merged(first: RepertoirePosition, second: RepertoirePosition) -> RepertoirePosition:
    comments = dict(zip(first.moves, first.comments, strict=True))
    for move, comment in zip(second.moves, second.comments, strict=True):
        comments[move] = comments.get(move) or comment
    return replace(first, moves=tuple(comments), comments=tuple(comments.values()), weight=first.weight + second.weight)


class OpeningDrill(Struct, frozen=True, kw_only=True, dict=True):
    """A decision as a drill. One that `is_new` is read through, and asked at once afterwards."""

    decision: RepertoirePosition
    is_new: bool = False

    kind = KIND
    expects = AnswerKind.MOVE
    squares = 0
    is_hidden = False
    waits = False

    @property
    def name(self) -> str:
        """The position."""
        return self.decision.name

    @cached_property
    def before(self) -> chess.Board:
        """Where the opening begins."""
        return position_of(self.decision.start)

    @property
    def made(self) -> tuple[chess.Move, ...]:
        """The way to the decision."""
        return self.decision.way

    @property
    def question(self) -> tuple[Sentence, ...]:
        """The opening and the last move; of a new one the way there and what is right, first."""
        opening = (sentence("opening_named", opening=self.decision.opening),) if self.decision.opening else ()
        return (*opening, *(self._lesson if self.is_new else ()), self._asked)

    @property
    def _asked(self) -> Sentence:
        if not self.made:
            return sentence("opening_first_move")
        return sentence("opening_your_move", move=last_move(self))

    @property
    def _lesson(self) -> tuple[Sentence, ...]:
        way = (sentence("opening_way", moves=moves_named(self.before, self.made)),) if self.made else ()
        return (*way, self._here)

    @property
    def _here(self) -> Sentence:
        """What the file has here, with what it says of the first move."""
        board = self.decision.board
        moves = Listed(tuple(MoveName(board, move) for move in self.decision.moves))
        comment = next((each for each in self.decision.comments if each), "")
        if comment:
            return sentence("opening_here_comment", moves=moves, comment=comment)
        return sentence("opening_here", moves=moves)

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Who moves, and whereto."""
        return move_hints(self.decision.board, self.decision.moves[0])[:2]

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """What the file has here."""
        return (self._here,)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """Every move that the file has here is right."""
        assert answer.move is not None, "an opening is answered by a move"
        if answer.move in self.decision.moves:
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(sentence("review_right"),), moves=(answer.move,))
        return DrillVerdict(outcome=DrillOutcome.MISSED, said=(self._here,))


def of_the_day(
    known: frozenset[str], due: Iterable[str], all_decisions: Iterable[RepertoirePosition], *, most: int, new: int
) -> tuple[Drill, ...]:
    """What is due, the longest overdue first, then so many new ones at most, the nearest to the beginning first."""
    by_name = {decision.name: decision for decision in all_decisions}
    again = [OpeningDrill(decision=by_name[name]) for name in due if name in by_name]
    fresh = [OpeningDrill(decision=each, is_new=True) for name, each in by_name.items() if name not in known]
    return (*again[:most], *fresh[:new])[:most]
