"""What the recogniser is measured against: pocketsphinx with one grammar of every move and command there is."""

import chess

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers.pocketsphinx import decoder_of
from access_chess.listening.lexicon import Lexicon
from access_chess.listening.phrases import named_moves
from access_chess.listening.sentences import Meaning, Sentences, add_commands
from access_chess.listening.word_graph import END, LINKING, START, GraphBuilder, SlotValue, State, WordSlot
from access_chess.requests.names import RequestName

# Letters with "acht" or "eight" imitate nearly anything; without a position to hold them they must be dear.
_LETTER = 0.05


class FixedGrammar:
    """Hears any move of any position, so that it says less often which."""

    def __init__(self) -> None:
        lexicon = load_lexicon()
        self._sentences = open_sentences(lexicon)
        self._decoder = decoder_of(lexicon, bestpath=False)
        graph = self._sentences.graph
        arcs = [arc[:4] if arc.word else arc[:3] for arc in graph.arcs]  # source, target, chance and the word, if any
        self._decoder.add_fsg("moves", self._decoder.create_fsg("moves", START, END, arcs))
        self._decoder.activate_search("moves")

    def meaning(self, sound: bytes, board: chess.Board) -> Meaning | None:
        """What was understood of a sound at 16 kHz; None when it was nothing, or no legal move."""
        self._decoder.start_utt()
        self._decoder.process_raw(sound, no_search=False, full_utt=True)
        self._decoder.end_utt()
        found = self._decoder.hyp()
        return None if found is None else self._sentences.meaning(tuple(found.hypstr.split()), named_moves(board))


def open_sentences(lexicon: Lexicon) -> Sentences:
    """All commands, and all moves of every piece between all squares."""
    builder = GraphBuilder(lexicon, letter=_LETTER)
    moves = builder.state()
    builder.skip(START, moves)
    _add_moves(builder, moves)
    add_commands(builder, START, RequestName, move_start=moves)
    return Sentences(graph=builder.graph(), moves=())


def _add_moves(builder: GraphBuilder, start: State) -> None:
    lexicon = builder.lexicon
    after_piece, after_source, target, end = (builder.state() for _ in range(4))
    for piece, names in lexicon.pieces.items():
        builder.phrases(start, after_piece, names, SlotValue(WordSlot.PIECE, piece))
        builder.phrases(target, END, names, SlotValue(WordSlot.CAPTURED, piece), chance=LINKING)
        builder.phrases(end, END, names, SlotValue(WordSlot.PROMOTION, piece))
    for state in (after_piece, after_source):
        builder.skip(state, target)
        for name in ("to", "takes"):
            builder.linking(state, target, name)
    squares = chess.SQUARES
    for state in (start, after_piece):
        builder.squares(state, dict.fromkeys(squares, after_source), WordSlot.FROM_FILE, WordSlot.FROM_RANK)
        builder.files(state, dict.fromkeys(range(8), after_source), WordSlot.FROM_FILE)
    for state in (start, target):
        builder.squares(state, dict.fromkeys(squares, end), WordSlot.TO_FILE, WordSlot.TO_RANK)
    builder.skip(end, END)
    for name in ("check", "mate", "en_passant"):
        builder.linking(end, END, name)
    for name in ("castle_kingside", "castle_queenside"):
        builder.phrases(
            start, END, lexicon.phrases.get(name, ()), SlotValue(WordSlot.CASTLING, name == "castle_kingside")
        )
