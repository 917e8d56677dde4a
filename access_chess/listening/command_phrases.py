"""Every way to say the commands that are valid now: fixed phrases, some with a square, a piece or a move in them."""

import re
from collections.abc import Iterable

import chess

from access_chess.listening.lexicon import LexiconError, Words
from access_chess.listening.word_graph import END, Arc, GraphBuilder, Mark, Slot, State
from access_chess.requests.names import NUMBERS, RequestName

_SLOT = re.compile(r"\{(\w+)\}")


def add_commands(builder: GraphBuilder, start: State, names: Iterable[RequestName], *, move_start: State) -> None:
    """Adds the phrases of the commands; `move_start` is where the sentences of the moves begin."""
    for name in sorted(names):
        mark = Mark(Slot.COMMAND, name)
        for phrase in builder.lexicon.commands.get(name, ()):
            _add(builder, start, phrase, mark, move_start)
        if name in NUMBERS:
            builder.phrases(start, END, builder.lexicon.choices.get(NUMBERS.index(name) + 1, ()), mark)


def _add(builder: GraphBuilder, start: State, phrase: Words, mark: Mark, move_start: State) -> None:
    """A phrase with at most one slot, which is its last word."""
    slot = _SLOT.fullmatch(phrase[-1])
    if slot is None:
        builder.phrases(start, END, (phrase,), mark)
        return
    state = builder.shared(("command", phrase[:-1], mark), lambda _: None)
    if phrase[:-1]:
        builder.phrases(start, state, (phrase[:-1],), mark)
    else:  # what is named is all
        builder.arcs.append(Arc(start, state, 1.0, None, mark))
    match slot[1]:
        case "square":
            ends = dict.fromkeys(chess.SQUARES, END)
            builder.squares(state, ends, Slot.ABOUT_FILE, Slot.ABOUT_RANK)
        case "file":
            builder.about_files(state, END)
        case "rank":
            for rank, phrases in builder.lexicon.ranks.items():
                builder.phrases(state, END, phrases, Mark(Slot.ABOUT_RANK, rank))
        case "piece" | "pieces":
            names = builder.lexicon.pieces if slot[1] == "piece" else builder.lexicon.plurals
            for piece, phrases in names.items():
                builder.phrases(state, END, phrases, Mark(Slot.ABOUT_PIECE, piece))
        case "move":
            builder.skip(state, move_start)
        case _:
            raise LexiconError(
                "a command knows only {square}, {file}, {rank}, {piece}, {pieces} and {move}: "
                f"{' '.join(phrase)!r}"
            )
