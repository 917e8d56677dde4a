"""What may be said in a position, and what it means: the grammar that the recogniser is given for each move."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import chess
from msgspec import Struct

from access_chess.listening.lexicon import Lexicon, Words
from access_chess.listening.phrases import NamedMove, add_commands, add_moves, moves_of, named_moves
from access_chess.listening.word_graph import (
    FIRST_FREE,
    START,
    Arc,
    GraphBuilder,
    SlotValue,
    State,
    WordGraph,
    WordSlot,
)
from access_chess.requests.names import RequestName


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """What a sentence asks for: a command with what it names, or moves (several when the words fit several).

    `of_two_squares`: a move was named by where it comes from and where it goes, which is another way to say the same.
    """

    moves: tuple[chess.Move, ...] = ()
    command: RequestName | None = None
    square: chess.Square | None = None
    piece: chess.PieceType | None = None
    file: int | None = None
    rank: int | None = None
    number: int | None = None
    of_two_squares: bool = field(default=False, compare=False)


class Sentences(Struct, frozen=True, kw_only=True):
    """Every sentence that may be said in a position, as a graph, with its meaning; its words in their other spellings
    are understood as well.
    """

    graph: WordGraph
    moves: tuple[NamedMove, ...]
    spellings: Mapping[str, str] = {}

    def meaning(self, words: Words, moves: tuple[NamedMove, ...] | None = None) -> Meaning | None:
        """What the words ask for, of the position's moves or of others; None when they are no sentence of the graph."""
        among = self.moves if moves is None else moves
        spelt = tuple(self.spellings.get(word, word) for word in words)
        meanings = [_meaning(marks, among) for marks in self.graph.meanings(spelt)]
        commands = [meaning for meaning in meanings if meaning.command]
        if commands:
            return commands[0]
        fitting = dict.fromkeys(move for meaning in meanings for move in meaning.moves)
        of_two_squares = any(meaning.of_two_squares for meaning in meanings)
        return Meaning(moves=tuple(fitting), of_two_squares=of_two_squares) if fitting else None


def sentences(
    lexicon: Lexicon, board: chess.Board, commands: Iterable[RequestName], *, moves: Iterable[chess.Move] | None = None
) -> Sentences:
    """Every way to say the legal moves of the position (or the given ones of them) and the commands.

    The tongues stand side by side: no sentence mixes them.
    """
    named, fixed = named_moves(board, moves), _of_commands(lexicon, frozenset(commands))
    arcs, states = [*fixed.arcs], fixed.states
    for tongue, move_start in zip(_tongues(lexicon), fixed.move_starts, strict=True):
        builder = GraphBuilder(tongue, states=states)
        add_moves(builder, move_start, named)
        arcs += builder.graph().arcs
        states = builder.states
    return Sentences(graph=WordGraph(arcs=tuple(arcs), states=states), moves=named, spellings=lexicon.spellings)


class _Commands(Struct, frozen=True, kw_only=True):
    """Their graph, and the state where the moves of each tongue begin."""

    arcs: tuple[Arc, ...]
    states: int
    move_starts: tuple[State, ...]


@lru_cache(maxsize=16)
def _of_commands(lexicon: Lexicon, names: frozenset[RequestName]) -> _Commands:
    """Every way to say the commands: the same in all positions, and two fifths of what may be said in one."""
    arcs: list[Arc] = []
    states, move_starts = FIRST_FREE, list[State]()
    for tongue in _tongues(lexicon):
        builder = GraphBuilder(tongue, states=states)
        move_starts.append(builder.state())
        builder.skip(START, move_starts[-1])
        add_commands(builder, START, names, move_start=move_starts[-1])
        arcs += builder.graph().arcs
        states = builder.states
    return _Commands(arcs=tuple(arcs), states=states, move_starts=tuple(move_starts))


def _tongues(lexicon: Lexicon) -> tuple[Lexicon, ...]:
    return lexicon.tongues or (lexicon,)


_TWO_SQUARES = {WordSlot.FROM_FILE, WordSlot.FROM_RANK, WordSlot.TO_FILE, WordSlot.TO_RANK}


def _meaning(marks: frozenset[SlotValue], moves: tuple[NamedMove, ...]) -> Meaning:
    values = {mark.slot: mark.value for mark in marks}
    command = values.get(WordSlot.COMMAND)
    if command is None:
        return Meaning(moves=moves_of(marks, moves), of_two_squares=values.keys() >= _TWO_SQUARES)
    rest = frozenset(mark for mark in marks if mark.slot is not WordSlot.COMMAND)
    file, rank, piece = (
        int(values[slot]) if slot in values else None
        for slot in (WordSlot.ABOUT_FILE, WordSlot.ABOUT_RANK, WordSlot.ABOUT_PIECE)
    )
    name = RequestName(str(command))
    numbers = [int(values[slot]) for slot in (WordSlot.ABOUT_HUNDREDS, WordSlot.ABOUT_NUMBER) if slot in values]
    if numbers:
        return Meaning(command=name, number=sum(numbers))
    if file is not None and rank is not None:
        return Meaning(command=name, square=chess.square(file, rank), piece=piece)
    is_bare = (file, rank, piece) == (None, None, None)
    return Meaning(
        command=name, file=file, rank=rank, piece=piece, moves=moves_of(rest, moves) if rest and is_bare else ()
    )
