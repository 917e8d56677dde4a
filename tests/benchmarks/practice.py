"""How strong the levels of the built-in engine are, by matches.

    python -m tests.benchmarks.practice steps [GAMES] [LEVEL ...]    each level against the one below it
    python -m tests.benchmarks.practice peer ELO [GAMES] [LEVEL]     a level against Stockfish at this UCI_Elo
    python -m tests.benchmarks.practice random [GAMES]               the top level against one who moves at random

Every pair of games begins with the same few random moves, with colors changed. A game ends early where one side is far
ahead for a while; one that lasts too long is scored as even. Prints the score, the difference in Elo with its 95 %
bounds, and the seconds of processor time a move.
"""

import math
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import chess
import chess.engine

from access_chess.edge.engines.uci import found_path
from access_chess.laws.position import position_key
from access_chess.practice.engine import LEVELS, choose_move
from access_chess.practice.evaluation import evaluate

LONGEST = 200  # plies
DECIDED = 700  # centipawns: who is so far ahead for SETTLED plies, or at the end of a game that is too long, has won
SETTLED = 8
PEER_NODES = 50_000  # of Stockfish a move: more than its weakened search needs, and the same on every machine

Player = Callable[[chess.Board], chess.Move]


@dataclass
class BuiltIn:
    """A level of the built-in engine, with the seconds that its moves have taken."""

    level: int
    chances: random.Random
    seconds: list[float] = field(default_factory=list)

    def __call__(self, board: chess.Board) -> chess.Move:
        begun = time.process_time()
        past, seen = board.copy(), []
        while past.move_stack and past.halfmove_clock:
            past.pop()
            seen.append(position_key(past))
        move = choose_move(board, LEVELS[self.level - 1], chance=self.chances.random, seen=seen)
        self.seconds.append(time.process_time() - begun)
        return move


def opening(chances: random.Random) -> chess.Board:
    """A position after four plies at random in which nothing is lost yet."""
    while True:
        board = chess.Board()
        for _ in range(4):
            board.push(chances.choice(list(board.legal_moves)))
        if abs(evaluate(board)) < 60 and not board.is_check():
            return board


def played(board: chess.Board, white: Player, black: Player) -> float:
    """The score of White: 1, 0.5 or 0."""
    ahead = behind = 0
    while not board.is_game_over(claim_draw=True):
        worth = evaluate(board) if board.turn else -evaluate(board)
        ahead, behind = ahead + 1 if worth > DECIDED else 0, behind + 1 if worth < -DECIDED else 0
        if max(ahead, behind) >= SETTLED or len(board.move_stack) >= LONGEST:
            return 1.0 if ahead else 0.0 if behind else 0.5
        board.push(white(board) if board.turn else black(board))
    return {"1-0": 1.0, "0-1": 0.0}.get(board.result(claim_draw=True), 0.5)


def match(one: Player, other: Player, games: int, seed: int) -> list[float]:
    """The scores of the first one."""
    chances, scores = random.Random(seed), []
    for number in range(games):
        if number % 2 == 0:
            start = opening(chances)
        board = start.copy()
        scores.append(played(board, one, other) if number % 2 == 0 else 1 - played(board, other, one))
        print(f"game {number + 1}: {scores[-1]} in {board.fullmove_number} moves", flush=True)
    return scores


def told(name: str, scores: list[float]) -> float:
    """The score, and what it says about strength: the difference in Elo."""
    mean = sum(scores) / len(scores)
    spread = math.sqrt(sum((score - mean) ** 2 for score in scores) / len(scores) / len(scores))
    low, middle, high = (elo(mean + sigmas * spread) for sigmas in (-1.96, 0.0, 1.96))
    print(f"{name}: {sum(scores)} of {len(scores)}, {middle:+.0f} Elo ({low:+.0f} to {high:+.0f})", flush=True)
    return middle


def elo(share: float) -> float:
    """The difference that a share of the points stands for; more than 800 cannot be told from it."""
    share = min(0.99, max(0.01, share))
    return 400 * math.log10(share / (1 - share))


def steps(games: int, levels: list[int]) -> None:
    """Neighbours against each other."""
    found = []
    for level in levels:
        one, other = BuiltIn(level, random.Random(level)), BuiltIn(level - 1, random.Random(-level))
        found.append(told(f"level {level} against {level - 1}", match(one, other, games, seed=level)))
    print(f"steps: {min(found):.0f} to {max(found):.0f} Elo ({min(levels)} to {max(levels)})")


def peer(rating: int, games: int, level: int) -> None:
    """A level against Stockfish at a rating on its own scale."""
    path = found_path("stockfish")
    assert path is not None, "this match needs Stockfish"
    one = BuiltIn(level, random.Random(rating))
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": rating})

        def other(board: chess.Board) -> chess.Move:
            move = engine.play(board, chess.engine.Limit(nodes=PEER_NODES)).move
            assert move is not None
            return move

        scores = match(one, other, games, seed=rating + games)
        told(f"level {level} against {engine.id['name']}, UCI_Elo {rating}, {PEER_NODES} nodes", scores)
    print(f"seconds a move: {sum(one.seconds) / len(one.seconds):.2f}, at most {max(one.seconds):.2f}")


def beginner(games: int) -> None:
    """The top level against one who moves at random."""
    chances = random.Random(1)
    one = BuiltIn(len(LEVELS), chances)
    told(
        "the top level against chance", match(one, lambda board: chances.choice(list(board.legal_moves)), games, seed=1)
    )


if __name__ == "__main__":
    what, *numbers = sys.argv[1:] or ["random"]
    given = [int(number) for number in numbers]
    if what == "steps":
        steps(given[0] if given else 40, given[1:] or list(range(2, len(LEVELS) + 1)))
    elif what == "peer":
        peer(given[0], *(given[1:3] + [40, len(LEVELS)][len(given) - 1 :]))
    else:
        beginner(given[0] if given else 20)
