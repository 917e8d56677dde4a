"""Positions that chance leads to, with the moves that are hard to name: promotions, castlings, en passant, twins."""

import random
from collections.abc import Iterator

import chess

#: positions in which random play soon shows what it seldom reaches from the start
SEEDS = (
    chess.STARTING_FEN,
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/pp2pp1p/8/2ppP1pP/3P1Pp1/8/PPP3P1/RNBQKBNR w KQkq g6 0 8",
    "n1n1k3/PPPPPPPP/8/8/8/8/pppppppp/N1N1K3 w - - 0 1",
    "4k3/8/1Q1Q1N1N/8/1Q1Q1N1N/8/R6R/4K2R w - - 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
)
PLIES = 60


def random_positions(count: int, *, seed: int) -> Iterator[chess.Board]:
    """Boards with at least one legal move; the same for the same seed. One in six is from Chess960."""
    chance = random.Random(seed)
    for number in range(count):
        start = SEEDS[number % len(SEEDS)]
        board = chess.Board(start, chess960="G" in start)
        for _ in range(chance.randrange(PLIES)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
        while not any(board.legal_moves):
            board.pop()
        yield board.copy(stack=False)
