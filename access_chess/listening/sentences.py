"""What may be said in a position, and what it means: the grammar that the recogniser is given for each move."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import chess

from access_chess.listening.command_phrases import add_commands
from access_chess.listening.lexicon import Lexicon, Words
from access_chess.listening.move_phrases import NamedMove, add_moves, moves_of, named_moves
from access_chess.listening.word_graph import FIRST_FREE, START, Arc, GraphBuilder, Mark, Slot, WordGraph
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
    of_two_squares: bool = field(default=False, compare=False)


@dataclass(frozen=True, kw_only=True)
class Sentences:
    """Every sentence that may be said in a position, as a graph, with its meaning; its words in their other spellings
    are understood as well.
    """

    graph: WordGraph
    moves: tuple[NamedMove, ...]
    spellings: Mapping[str, str] = field(default_factory=dict)

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
    named, wanted = named_moves(board, moves), frozenset(commands)
    arcs: list[Arc] = []
    states = FIRST_FREE
    for tongue in lexicon.tongues or (lexicon,):
        builder = GraphBuilder(tongue, states=states)
        move_start = builder.state()
        builder.skip(START, move_start)
        add_moves(builder, move_start, named)
        add_commands(builder, START, wanted, move_start=move_start)
        arcs += builder.graph().arcs
        states = builder.states
    return Sentences(graph=WordGraph(arcs=tuple(arcs), states=states), moves=named, spellings=lexicon.spellings)


_TWO_SQUARES = {Slot.FROM_FILE, Slot.FROM_RANK, Slot.TO_FILE, Slot.TO_RANK}


def _meaning(marks: frozenset[Mark], moves: tuple[NamedMove, ...]) -> Meaning:
    values = {mark.slot: mark.value for mark in marks}
    command = values.get(Slot.COMMAND)
    if command is None:
        return Meaning(moves=moves_of(marks, moves), of_two_squares=values.keys() >= _TWO_SQUARES)
    rest = frozenset(mark for mark in marks if mark.slot is not Slot.COMMAND)
    file, rank, piece = (
        int(values[slot]) if slot in values else None for slot in (Slot.ABOUT_FILE, Slot.ABOUT_RANK, Slot.ABOUT_PIECE)
    )
    name = RequestName(str(command))
    if file is not None and rank is not None:
        return Meaning(command=name, square=chess.square(file, rank))
    is_bare = (file, rank, piece) == (None, None, None)
    return Meaning(
        command=name, file=file, rank=rank, piece=piece, moves=moves_of(rest, moves) if rest and is_bare else ()
    )
