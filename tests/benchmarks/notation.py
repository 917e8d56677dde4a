"""Announcing and reading moves: microseconds a move, and the whole check of said and typed back.

    python -m tests.benchmarks.notation [POSITIONS [PACK ...]]

Every legal move of POSITIONS random positions (default 2,000) is announced in every form of every pack, or of the packs
that are named, and typed back.
"""

import sys
from collections.abc import Sequence
from time import perf_counter

from access_chess.edge.packs.voice_packs import load_voice_pack, reading_vocabulary, voice_pack_names
from access_chess.notation.reading import MoveRead, PositionReader
from access_chess.speech.announcement import Form, announce
from tests.notation.random_positions import random_positions


def main(positions: int, packs: Sequence[str]) -> int:
    """Print a line a pack; the exit status is 1 when a text was not read as the move that it announces."""
    wrong = all_texts = 0
    for name in packs:
        pack, vocabulary = load_voice_pack(name), reading_vocabulary(name)
        texts, announcing, reading = 0, 0.0, 0.0
        for board in random_positions(positions, seed=0):
            started = perf_counter()
            reader = PositionReader(board, vocabulary)
            reading += perf_counter() - started
            for move in board.legal_moves:
                for form in Form:
                    if form is Form.BRAILLE:
                        continue
                    started = perf_counter()
                    said = announce(board, move, pack, form=form)
                    announced = perf_counter()
                    result = reader.read(said.text)
                    reading += perf_counter() - announced
                    announcing += announced - started
                    wrong += result != MoveRead(move=move)
                    texts += 1
        rates = f"{announcing / texts * 1e6:.0f} us to announce, {reading / texts * 1e6:.0f} us to read"
        all_texts += texts
        print(f"{name}: {texts} texts of {positions} positions, {rates}, {wrong} wrong so far")
    print(f"all: {wrong} of {all_texts} texts read wrongly")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, sys.argv[2:] or voice_pack_names()))
