"""Every legal move of random positions, written as a sheet has it in every pack, is read back as the same move.

    python -m tests.benchmarks.sheet_round_trip [POSITIONS] [SEED]

Each move is written in print, short and long, in the digits of correspondence chess and in braille, and read in the
letters of its own pack. The whole figure is that of 2,000 positions with seed 1. A word that may mean another legal
move as well is counted apart: a sheet settles it by what follows.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from time import process_time

import chess

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.notation.braille import BrailleCode, braille, braille_code
from access_chess.notation.written import Letters, iccf, long, san
from access_chess.scoresheets.spellings import Handwriting, spellings_of
from tests.notation.random_positions import random_positions


def main(positions: int, seed: int) -> int:
    """Print a line a pack; the exit status is 1 when a move was not among those that its word can mean."""
    wrong = written = 0
    for name in voice_pack_names():
        started, counted = process_time(), round_trip(name, positions, seed)
        wrong, written = wrong + counted["lost"], written + counted["written"]
        rate = (process_time() - started) / max(1, counted["written"]) * 1e6
        print(
            f"{name}: {counted['written']} words of {positions} positions, {counted['lost']} lost, "
            f"{counted['doubtful']} may be another move as well, {rate:.0f} us a word, seed {seed}"
        )
    print(f"all: {written - wrong} of {written} words read back")
    return 1 if wrong else 0


def round_trip(name: str, positions: int, seed: int) -> Counter[str]:
    """How many words were written, lost, and doubtful."""
    pack, counted = load_voice_pack(name), Counter[str]()
    code = braille_code(pack.language, pack.letters)
    letters = tuple(dict.fromkeys((pack.letters, code.letters)))
    for board in random_positions(positions, seed=seed):
        spellings = {kept: spellings_of(board, kept) for kept in ((pack.letters,), letters)}
        for move in board.legal_moves:
            for word, kept, hand in _words(board, move, pack.letters, code):
                meant = spellings[(pack.letters,) if kept == pack.letters else letters].meant(word, hand)
                counted["written"] += 1
                counted["lost"] += move not in meant
                counted["doubtful"] += len(meant) > 1
    return counted


def _words(
    board: chess.Board, move: chess.Move, letters: Letters, code: BrailleCode
) -> Iterator[tuple[str, Letters, Handwriting]]:
    for word in (san(board, move, letters), long(board, move, letters), board.uci(move), iccf(board, move)):
        yield word, letters, Handwriting()
    yield braille(board, move, code), code.letters, Handwriting(in_either_case=not code.capital, in_cells=True)


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in (sys.argv[1:] + ["2000", "1"][len(sys.argv) - 1 :]))))
