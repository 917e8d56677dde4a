"""`python -m tests.tools.puzzles FILE [--until N]`: searches puzzles in games of weak players and appends them to FILE.

The games are played for it: by the built-in levels 2 to 5, whose errors are human in kind, and by Stockfish at depth 1
to 3 with Skill 0 to 4, which chooses by the clock and so never plays the same game twice. The number of the game that
was reached stands in FILE.done, so that the search goes on where it was stopped. It takes one core for hours: half a
minute a puzzle, most of it for looking at positions in which nothing happens.
"""

import argparse
import csv
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess

from access_chess.practice.analysis import MATE_SCORE, Line
from access_chess.practice.engine import LEVELS, choose_move
from access_chess.practice.puzzle import Puzzle
from access_chess.practice.puzzle_finding import MOST_MEN, SCAN_NODES, errors_in, puzzle_of

LONGEST_GAME = 160  # plies
BUILT_IN = (2, 5)  # levels
DEPTHS = (1, 3)
SKILLS = (0, 4)
BRANCHES = 4
COLUMNS = ("PuzzleId", "FEN", "Moves", "Source")


class Stockfish:
    """One process for analysis and for weak play; fulfils `Analyst`. Its lines are read without python-chess's loop of
    events, which takes as long as a short look does."""

    def __init__(self, path: str = "/usr/games/stockfish") -> None:
        self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._options: dict[str, int] = {}
        self._set(Threads=1, Hash=16)

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Line, ...]:
        if board.is_game_over():
            return ()
        self._set(**{"Skill Level": 20, "MultiPV": count})
        if nodes > SCAN_NODES:
            self._tell("ucinewgame")  # what is found must not hang on what was looked at before
        return _lines_of(self._go(board, f"nodes {nodes}"))

    def weak_move(self, board: chess.Board, depth: int, skill: int) -> chess.Move:
        self._set(**{"Skill Level": skill, "MultiPV": 1})
        return chess.Move.from_uci(self._go(board, f"depth {depth}")[-1].split()[1])

    def close(self) -> None:
        self._tell("quit")
        self._process.wait()

    def _set(self, **options: int) -> None:
        for name, value in options.items():
            if self._options.get(name) != value:
                self._tell(f"setoption name {name} value {value}")
                self._options[name] = value

    def _go(self, board: chess.Board, limit: str) -> list[str]:
        self._tell(f"position fen {board.fen()}\ngo {limit}")
        assert self._process.stdout is not None
        answer = []
        for line in self._process.stdout:
            answer.append(line)
            if line.startswith("bestmove"):
                return answer
        raise EOFError("the engine has ended")

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()


def _lines_of(answer: list[str]) -> tuple[Line, ...]:
    """The last line that was told of each place."""
    found: dict[int, Line] = {}
    for told in answer:
        words = told.split()
        if "pv" in words and "upperbound" not in words and "lowerbound" not in words:
            kind, value = words[words.index("score") + 1 : words.index("score") + 3]
            mate = int(value) if kind == "mate" else None
            score = int(value) if mate is None else (MATE_SCORE - mate if mate > 0 else -MATE_SCORE - mate)
            moves = tuple(chess.Move.from_uci(uci) for uci in words[words.index("pv") + 1 :])
            found[int(words[words.index("multipv") + 1])] = Line(score=score, mate=mate, moves=moves)
    return tuple(found[place] for place in sorted(found))


def game(number: int, stockfish: Stockfish) -> tuple[str, list[chess.Move]]:
    """The moves of one game, and who played it.

    The first four plies are chosen by lot, so that no two games are alike; of four numbers in a row the built-in levels
    play the same first half, up to where few enough men are left for a puzzle, and each its own second half.
    """
    chance = random.Random(number // BRANCHES)
    players = {color: _player(chance, number // BRANCHES) for color in chess.COLORS}
    board = chess.Board()
    is_branched = False
    while len(board.move_stack) < LONGEST_GAME and not board.is_game_over(claim_draw=True):
        if not is_branched and chess.popcount(board.occupied) <= MOST_MEN + 2:
            is_branched, chance = True, random.Random(number)
        kind, strength = players[board.turn]
        if len(board.move_stack) < 4:
            move = chance.choice(list(board.legal_moves))
        elif kind == "level":
            known = _STEMS.get((number // BRANCHES, len(board.move_stack))) if not is_branched else None
            move = known or choose_move(board, LEVELS[strength - 1], chance=chance.random)
            if not is_branched:
                _STEMS[number // BRANCHES, len(board.move_stack)] = move
        else:
            move = stockfish.weak_move(board, strength // 10, strength % 10)
        board.push(move)
    return "; ".join(f"{kind} {strength}" for kind, strength in players.values()), list(board.move_stack)


#: The moves that the built-in levels have chosen in the common first half, which is most of their time.
_STEMS: dict[tuple[int, int], chess.Move] = {}


def _player(chance: random.Random, number: int) -> tuple[str, int]:
    """Its kind and strength; of Stockfish the depth and the skill as two digits."""
    if number % 3:
        return "level", chance.randint(*BUILT_IN)
    return "depth and skill", 10 * chance.randint(*DEPTHS) + chance.randint(*SKILLS)


def found_in(number: int, stockfish: Stockfish) -> Iterator[tuple[Puzzle, str]]:
    players, moves = game(number, stockfish)
    for error in errors_in(moves, chess.Board(), stockfish, men=MOST_MEN):
        puzzle = puzzle_of(error, stockfish, name=f"{number}-{error.board.ply()}")
        if puzzle is not None:
            yield puzzle, f"game {number}: {players}"


def main(file: Path, until: int) -> None:
    done = file.with_suffix(".done")
    first = int(done.read_text()) + 1 if done.exists() else 0
    is_new = not file.exists()
    with closing(Stockfish()) as stockfish, file.open("a", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        if is_new:
            rows.writerow(COLUMNS)
        begun, count = time.process_time(), 0
        for number in range(first, until):
            for puzzle, source in found_in(number, stockfish):
                count += 1
                rows.writerow((puzzle.name, puzzle.before, " ".join(move.uci() for move in puzzle.moves), source))
                out.flush()
            done.write_text(str(number))
            print(f"game {number}: {count} puzzles, {time.process_time() - begun:.0f} s here", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--until", type=int, default=1_000_000)
    chosen = parser.parse_args()
    main(chosen.file, chosen.until)
