"""What may be said in a position, and what it means: the grammar that the recogniser is given for each move.

Commands are fixed phrases, some with a square, a piece, a number or a move in them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import chess
from msgspec import Struct

from access_chess.listening.lexicon import Lexicon, LexiconError, Words
from access_chess.listening.phrases import NamedMove, add_moves, moves_of, named_moves
from access_chess.listening.word_graph import (
    END,
    FIRST_FREE,
    START,
    Arc,
    GraphBuilder,
    SlotValue,
    State,
    WordGraph,
    WordSlot,
)
from access_chess.requests.names import NUMBERS, RequestName


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


_HUNDRED = 100
_SLOT = re.compile(r"\{(\w+)\}")


def add_commands(builder: GraphBuilder, start: State, names: Iterable[RequestName], *, move_start: State) -> None:
    """Adds the phrases of the commands; `move_start` is where the sentences of the moves begin."""
    for name in sorted(names):
        add_phrases(builder, start, (name,), builder.lexicon.commands, move_start=move_start)
        if name in NUMBERS:
            numbers = builder.lexicon.choices.get(NUMBERS.index(name) + 1, ())
            builder.phrases(start, END, numbers, SlotValue(WordSlot.COMMAND, name))


def add_phrases(
    builder: GraphBuilder,
    start: State,
    names: Iterable[RequestName],
    phrases: Mapping[str, tuple[Words, ...]],
    *,
    move_start: State,
) -> None:
    """Adds these phrases of the commands, which may have slots."""
    for name in sorted(names):
        mark = SlotValue(WordSlot.COMMAND, name)
        for phrase in phrases.get(name, ()):
            _add(builder, start, phrase, mark, move_start)


def _add(builder: GraphBuilder, start: State, phrase: Words, mark: SlotValue, move_start: State) -> None:
    """One phrase. What may stand in its slots, and follows there, is one state for all phrases that end alike."""
    first = next((place for place, word in enumerate(phrase) if _SLOT.fullmatch(word)), None)
    if first is None:
        builder.phrases(start, END, (phrase,), mark)
        return
    named = _named_there(builder, phrase[first:], move_start)
    if first:
        builder.phrases(start, named, (phrase[:first],), mark)
    else:  # what is named comes first
        builder.arcs.append(Arc(start, named, 1.0, None, mark))


def _named_there(builder: GraphBuilder, phrase: Words, move_start: State) -> State:
    """Where the rest of a phrase begins with a slot."""

    def build(state: State) -> None:
        end = _after_slot(builder, phrase[1:], move_start)
        _add_slot(builder, state, phrase[0], end, move_start)

    return builder.shared(("about", phrase), build)


def _after_slot(builder: GraphBuilder, rest: Words, move_start: State) -> State:
    if not rest:
        return END
    first = next((place for place, word in enumerate(rest) if _SLOT.fullmatch(word)), len(rest))
    after = END if first == len(rest) else _named_there(builder, rest[first:], move_start)
    if first == 0:
        return after
    between = builder.state()
    builder.phrases(between, after, (rest[:first],))
    return between


def _add_slot(builder: GraphBuilder, state: State, slot: str, end: State, move_start: State) -> None:
    match slot:
        case "{square}":
            builder.squares(state, dict.fromkeys(chess.SQUARES, end), WordSlot.ABOUT_FILE, WordSlot.ABOUT_RANK)
        case "{file}":
            builder.about_files(state, end)
        case "{rank}":
            for rank, phrases in builder.lexicon.ranks.items():
                builder.phrases(state, end, phrases, SlotValue(WordSlot.ABOUT_RANK, rank))
        case "{number}":
            _add_numbers(builder, state, end)
        case "{lesson}":
            for number, phrases in builder.lexicon.lessons.items():
                builder.phrases(state, end, phrases, SlotValue(WordSlot.ABOUT_NUMBER, number))
        case "{piece}" | "{pieces}":
            names = builder.lexicon.pieces if slot == "{piece}" else builder.lexicon.plurals
            for piece, phrases in names.items():
                builder.phrases(state, end, phrases, SlotValue(WordSlot.ABOUT_PIECE, piece))
        case "{move}":
            builder.skip(state, move_start)
        case _:
            raise LexiconError(
                "a command knows only {square}, {file}, {rank}, {number}, {lesson}, {piece}, {pieces} and {move}: "
                f"{slot!r}"
            )


def _add_numbers(builder: GraphBuilder, state: State, end: State) -> None:
    """Ranks and numbers below a hundred, and hundreds, alone or with one of these after them."""
    lexicon = builder.lexicon
    small = {rank + 1: phrases for rank, phrases in lexicon.ranks.items()}
    small |= {number: phrases for number, phrases in lexicon.numbers.items() if number < _HUNDRED}
    further = builder.state()
    builder.skip(further, end)
    for source in (state, further):
        for number, phrases in small.items():
            builder.phrases(source, end, phrases, SlotValue(WordSlot.ABOUT_NUMBER, number))
    for number, phrases in lexicon.numbers.items():
        if number >= _HUNDRED:
            builder.phrases(state, further, phrases, SlotValue(WordSlot.ABOUT_HUNDREDS, number))
