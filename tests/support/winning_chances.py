"""`python -m tests.support.winning_chances`: writes what the searches for a mate find and how much they look at.

A search that goes another way may find the same, and take far longer. So `tests/golden/winning_chances.tsv` has, of
some positions, the answer with its reason, the mate that was found, and how many positions were looked at.
"""

import csv
from collections.abc import Iterator

import chess

from access_chess.laws.winnability import full, is_dead, quick
from tests.support.game_record import GOLDEN, told

KEPT = GOLDEN / "winning_chances.tsv"
DATA = GOLDEN.parent / "data" / "winnability.tsv"
EACH = 15  # of the positions in the data is taken
NODES = 400  # so many positions tell the way of a search
#: Positions of whole games, in which nothing is forced, and some in which nearly all is.
_ORDINARY = (
    chess.STARTING_FEN,
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "8/5k2/3p4/1p1P1p2/1P1P1P2/8/5K2/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "k7/1p6/1P6/8/8/8/8/K6R b - - 0 1",
    "8/8/1p1k1p2/1Pp1pPp1/2P1P1P1/3K4/8/8 w - - 0 1",
    "4k3/8/4K3/4R3/8/8/8/8 b - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
)


def positions() -> Iterator[str]:
    with DATA.open(encoding="utf-8", newline="") as file:
        rows = [row[0] for row in csv.reader(file, delimiter="\t") if not row[0].startswith("#")]
    yield from (f"{fen} 0 1" for fen in rows[::EACH])
    yield from _ORDINARY


def looked_at(fen: str) -> list[str]:
    """Of one position: is it dead, and who may still win, by a quick look and by a longer one."""
    board = chess.Board(fen)
    found = [fen, str(is_dead(board))]
    for winner in (chess.WHITE, chess.BLACK):
        found += [told(verdict) for verdict in (quick(board, winner), full(board, winner, nodes=NODES))]
    return found


if __name__ == "__main__":
    with KEPT.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows(map(looked_at, positions()))
