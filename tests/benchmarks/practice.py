"""`python -m tests.benchmarks.practice [GAMES]`: the built-in engine's top level against a random mover.

Prints the score and the engine's seconds a move.
"""

import random
import sys
import time

import chess

from access_chess.laws.position import position_key
from access_chess.practice.engine import LEVELS, choose_move


def main(games: int) -> None:
    """So many games, with alternating colors."""
    chances = random.Random(1)
    won, seconds = 0, []
    for number in range(games):
        color = number % 2 == 0
        board, keys = chess.Board(), [position_key(chess.Board())]
        while not board.is_game_over(claim_draw=True):
            if board.turn is color:
                begun = time.perf_counter()
                move = choose_move(board, LEVELS[-1], chance=chances.random, seen=keys)
                seconds.append(time.perf_counter() - begun)
            else:
                move = chances.choice(list(board.legal_moves))
            board.push(move)
            keys.append(position_key(board))
        won += board.result(claim_draw=True) == ("1-0" if color else "0-1")
        print(f"game {number + 1}: {board.result(claim_draw=True)} in {board.fullmove_number} moves", flush=True)
    print(f"won {won} of {games}; {sum(seconds) / len(seconds):.2f} s a move, at most {max(seconds):.2f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
