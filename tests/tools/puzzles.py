"""`python -m tests.tools.puzzles FILE [--until N]`: searches puzzles near games and appends them to FILE.

The games are played for it, by Stockfish at a few plies and half its skill: so they stay even until few men are left.
In their even positions every move is looked at together, and what seems as good as the best at one ply and loses at
five is an error that a player makes: it need not have been played. What comes after it is a puzzle if looks of
8,000, 150,000 and a million nodes one after another find the same only moves. The number of the game that was
reached stands in FILE.done, so that the search goes on where it was stopped.
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

from access_chess.practice.analysis import MATE_SCORE, Variation, winning_chance
from access_chess.practice.puzzle_finding import (
    EVEN_FROM,
    EVEN_TO,
    GAIN,
    LEAST_MOVES,
    MOST_MEN,
    ONLY_GAP,
    SCAN_NODES,
    WON,
    Error,
    puzzle_of,
)
from access_chess.practice.puzzles import Puzzle

LONGEST_GAME = 160  # plies
LOT = 4  # plies at the beginning that are chosen by lot, so that no two games are alike
DEPTHS = (4, 7)
SKILLS = (8, 14)
BRANCHES = 4  # games with one first half, which is most of their time, and each its own second half
STEP = 2  # every second position is looked at
EVEN_NODES = 2_000
SPREAD_NODES = 12_000  # of all moves together: five plies or so
NATURAL = 0.6  # of the chance: what an error may seem worse than the best move at one ply
CHEAP_NODES = 8_000
CHEAP_PART = 0.8  # of what the deep look asks for
LEAST_MEN = 5
MOST_A_GAME = 3
APART = 6  # plies between two of one game
DECIDED_LOOKS = 6
COLUMNS = ("PuzzleId", "FEN", "Moves", "Source")


class Stockfish:
    """One process for analysis and for weak play; fulfils `Analyst`. Its lines are read without python-chess's loop of
    events, which takes as long as a short look does."""

    def __init__(self, path: str = "/usr/games/stockfish") -> None:
        self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._options: dict[str, int] = {}
        self._set(Threads=1, Hash=16)

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Variation, ...]:
        if board.is_game_over():
            return ()
        self._set(**{"Skill Level": 20, "MultiPV": count})
        if nodes > SCAN_NODES:
            self._tell("ucinewgame")  # what is found must not hang on what was looked at before
        return _lines_of(self._go(board, f"nodes {nodes}"))

    def spread(self, board: chess.Board, nodes: int) -> dict[chess.Move, tuple[int, int]]:
        """What every move is worth at one ply and at the last one that was reached, in hundredths of a pawn."""
        self._set(**{"Skill Level": 20, "MultiPV": board.legal_moves.count()})
        first: dict[chess.Move, int] = {}
        last: dict[chess.Move, int] = {}
        for told in self._go(board, f"nodes {nodes}"):
            if line := _line_of(told):
                move = line.moves[0]
                first.setdefault(move, line.score)
                last[move] = line.score
        return {move: (first[move], last[move]) for move in first}

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


def _lines_of(answer: list[str]) -> tuple[Variation, ...]:
    """The last line that was told of each place."""
    found: dict[int, Variation] = {}
    for told in answer:
        if line := _line_of(told):
            words = told.split()
            found[int(words[words.index("multipv") + 1])] = line
    return tuple(found[place] for place in sorted(found))


def _line_of(told: str) -> Variation | None:
    """What an `info` of UCI says, where it is a line with a score that is no mere bound."""
    words = told.split()
    if "pv" not in words or "upperbound" in words or "lowerbound" in words:
        return None
    kind, value = words[words.index("score") + 1 : words.index("score") + 3]
    mate = int(value) if kind == "mate" else None
    score = int(value) if mate is None else (MATE_SCORE - mate if mate > 0 else -MATE_SCORE - mate)
    return Variation(
        score=score, mate=mate, moves=tuple(chess.Move.from_uci(uci) for uci in words[words.index("pv") + 1 :])
    )


class Games:
    """Games that Stockfish plays at a few plies; of four numbers in a row the first half is the same."""

    def __init__(self, stockfish: Stockfish) -> None:
        self._stockfish = stockfish
        self._stem: tuple[int, list[chess.Move]] = (-1, [])

    def game(self, number: int) -> list[chess.Move]:
        """Its moves."""
        stem = number // BRANCHES
        chance = random.Random(stem)
        depth, skill = chance.randint(*DEPTHS), chance.randint(*SKILLS)
        if self._stem[0] != stem:
            self._stem = stem, self._played(chess.Board(), depth, skill, chance, MOST_MEN + 2)
        board = chess.Board()
        for move in self._stem[1]:
            board.push(move)
        return self._played(board, depth, skill, chance, 2)

    def _played(self, board: chess.Board, depth: int, skill: int, chance: random.Random, men: int) -> list[chess.Move]:
        """On from there, until so few men are left."""
        while len(board.move_stack) < LONGEST_GAME and not board.is_game_over(claim_draw=True):
            if chess.popcount(board.occupied) <= men:
                break
            by_lot = len(board.move_stack) < LOT
            move = chance.choice(list(board.legal_moves)) if by_lot else self._stockfish.weak_move(board, depth, skill)
            board.push(move)
        return list(board.move_stack)


def errors_near(moves: list[chess.Move], stockfish: Stockfish) -> Iterator[list[Error]]:
    """The errors that a player might have made in a game, those of one position together."""
    board, decided = chess.Board(), 0
    for move in moves:
        board.push(move)
        men = chess.popcount(board.occupied)
        if not LEAST_MEN <= men <= MOST_MEN + 1 or board.ply() % STEP or board.is_game_over():
            continue
        if not EVEN_FROM < stockfish.lines(board, nodes=EVEN_NODES)[0].chance < EVEN_TO:
            decided += 1
            if decided > DECIDED_LOOKS:
                return
            continue
        decided = 0
        yield list(_natural_errors(board.copy(stack=False), stockfish))


def _natural_errors(board: chess.Board, stockfish: Stockfish) -> Iterator[Error]:
    """The moves that seem good at one ply, and after which the opponent stands to win."""
    worth = stockfish.spread(board, SPREAD_NODES)
    seeming, best = (winning_chance(max(looks)) for looks in zip(*worth.values(), strict=True))
    for move, (first, last) in worth.items():
        his = winning_chance(-last)
        seems = seeming - winning_chance(first) < NATURAL
        if seems and his > WON and his + best >= GAIN and EVEN_FROM < best < EVEN_TO:
            error = Error(board=board, move=move)
            if _is_worth_a_look(error, stockfish):
                yield error


def _is_worth_a_look(error: Error, stockfish: Stockfish) -> bool:
    """Whether a cheap look nearly finds an only move after it, and one more after that."""
    board = error.board.copy(stack=False)
    board.push(error.move)
    if chess.popcount(board.occupied) > MOST_MEN:
        return False
    for count in range(1, LEAST_MOVES + 1):
        lines = stockfish.lines(board, nodes=CHEAP_NODES, count=2)
        if not lines or not _is_nearly_only(lines):
            return False
        board.push(lines[0].moves[0])
        replies = stockfish.lines(board, nodes=CHEAP_NODES) if count < LEAST_MOVES else ()
        if replies:
            board.push(replies[0].moves[0])
    return True


def _is_nearly_only(lines: tuple[Variation, ...]) -> bool:
    if lines[0].mate == 1:
        return True
    if lines[0].chance < CHEAP_PART * WON:
        return False
    return len(lines) == 1 or lines[0].chance - lines[1].chance > CHEAP_PART * ONLY_GAP


def found_in(moves: list[chess.Move], stockfish: Stockfish) -> Iterator[Puzzle]:
    """The puzzles near one game, one a position at most."""
    last, count = -APART, 0
    for errors in errors_near(moves, stockfish):
        if count == MOST_A_GAME or (errors and errors[0].board.ply() < last + APART):
            continue
        for error in errors:
            puzzle = puzzle_of(error, stockfish, name="")
            if puzzle is not None:
                last, count = error.board.ply(), count + 1
                yield puzzle
                break


def main(file: Path, until: int) -> None:
    done = file.with_suffix(".done")
    first = int(done.read_text()) + 1 if done.exists() else 0
    is_new = not file.exists()
    with closing(Stockfish()) as stockfish, file.open("a", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        if is_new:
            rows.writerow(COLUMNS)
        games, begun, count = Games(stockfish), time.monotonic(), 0
        for number in range(first, until):
            for puzzle in found_in(games.game(number), stockfish):
                count += 1
                moves = " ".join(move.uci() for move in puzzle.moves)
                rows.writerow((f"{number}-{puzzle.board.ply()}", puzzle.before, moves, f"near game {number}"))
                out.flush()
            done.write_text(str(number))
            print(f"game {number}: {count} puzzles, {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--until", type=int, default=1_000_000)
    chosen = parser.parse_args()
    main(chosen.file, chosen.until)
