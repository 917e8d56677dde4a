"""Every way to say the commands that are valid now: fixed phrases, some with a square, a piece or a move in them."""

import re
from collections.abc import Iterable

import chess

from access_chess.listening.lexicon import LexiconError, Words
from access_chess.listening.word_graph import END, Arc, GraphBuilder, SlotValue, State, WordSlot
from access_chess.requests.names import NUMBERS, RequestName

_SLOT = re.compile(r"\{(\w+)\}")


def add_commands(builder: GraphBuilder, start: State, names: Iterable[RequestName], *, move_start: State) -> None:
    """Adds the phrases of the commands; `move_start` is where the sentences of the moves begin."""
    for name in sorted(names):
        mark = SlotValue(WordSlot.COMMAND, name)
        for phrase in builder.lexicon.commands.get(name, ()):
            _add(builder, start, phrase, mark, move_start)
        if name in NUMBERS:
            builder.phrases(start, END, builder.lexicon.choices.get(NUMBERS.index(name) + 1, ()), mark)


def _add(builder: GraphBuilder, start: State, phrase: Words, mark: SlotValue, move_start: State) -> None:
    """A phrase with at most one slot, which is its last word; what may stand there is one state for all phrases."""
    slot = _SLOT.fullmatch(phrase[-1])
    if slot is None:
        builder.phrases(start, END, (phrase,), mark)
        return
    named = builder.shared(("about", slot[1]), lambda state: _add_slot(builder, state, phrase, slot[1], move_start))
    if phrase[:-1]:
        builder.phrases(start, named, (phrase[:-1],), mark)
    else:  # what is named is all
        builder.arcs.append(Arc(start, named, 1.0, None, mark))


def _add_slot(builder: GraphBuilder, state: State, phrase: Words, slot: str, move_start: State) -> None:
    match slot:
        case "square":
            ends = dict.fromkeys(chess.SQUARES, END)
            builder.squares(state, ends, WordSlot.ABOUT_FILE, WordSlot.ABOUT_RANK)
        case "file":
            builder.about_files(state, END)
        case "rank":
            for rank, phrases in builder.lexicon.ranks.items():
                builder.phrases(state, END, phrases, SlotValue(WordSlot.ABOUT_RANK, rank))
        case "piece" | "pieces":
            names = builder.lexicon.pieces if slot == "piece" else builder.lexicon.plurals
            for piece, phrases in names.items():
                builder.phrases(state, END, phrases, SlotValue(WordSlot.ABOUT_PIECE, piece))
        case "move":
            builder.skip(state, move_start)
        case _:
            raise LexiconError(
                "a command knows only {square}, {file}, {rank}, {piece}, {pieces} and {move}: "
                f"{' '.join(phrase)!r}"
            )
