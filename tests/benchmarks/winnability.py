"""How often and how fast is "can this side still mate?" answered? `python -m tests.benchmarks.winnability FILE.tsv`

A row of the file is a FEN, the intended winner, "winnable" or "unwinnable", and the class of the position. Each is
asked in quick mode and in full mode; the peer is python-chess's `has_insufficient_material`.
Times are of the processor.
"""

import argparse
import csv
import random
import statistics
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import chess

from access_chess.laws.winnability import Winnability, WinnabilityVerdict, full, quick

EXPECTED = {"winnable": Winnability.CAN, "unwinnable": Winnability.CANNOT}


@dataclass
class Tally:
    """Counts and milliseconds of one kind of question for one class of positions."""

    counts: Counter[str] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)

    def add(self, verdict: WinnabilityVerdict, expected: Winnability, start: float) -> None:
        self.milliseconds.append((time.process_time() - start) * 1000)
        outcome = (
            "unknown" if verdict.answer is Winnability.UNKNOWN else "right" if verdict.answer is expected else "wrong"
        )
        self.counts[outcome] += 1
        self.nodes.append(verdict.nodes)

    def __str__(self) -> str:
        times, nodes = sorted(self.milliseconds), sorted(self.nodes)
        tail = len(times) * 99 // 100
        counts = " ".join(f"{outcome} {self.counts[outcome]:5}" for outcome in ("right", "unknown", "wrong"))
        return (
            f"{counts}   ms: median {statistics.median(times):7.2f} p99 {times[tail]:8.1f} worst {times[-1]:8.1f}"
            f"   nodes: median {statistics.median(nodes):6.0f} p99 {nodes[tail]:7}"
        )


def ask_full(board: chess.Board, winner: chess.Color, seconds: float) -> WinnabilityVerdict:
    deadline = time.process_time() + seconds
    return full(board, winner, nodes=10**9, keep_going=lambda: time.process_time() < deadline)


def main() -> None:
    """Ask every row, or a sample, and print the tallies."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--sample", type=int, help="ask only so many rows, drawn at random")
    parser.add_argument("--seconds", type=float, default=5.0, help="time allowed for a row in full mode")
    parser.add_argument("--list", action="store_true", help="print the rows that stay unknown or come out wrong")
    options = parser.parse_args()
    with options.file.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file, delimiter="\t") if row and not row[0].startswith("#")]
    if options.sample:
        rows = random.Random(0).sample(rows, options.sample)
    tallies: dict[tuple[str, str, str], Tally] = defaultdict(Tally)
    peer: Counter[str] = Counter()
    for fen, side, label, kind, *_ in rows:
        board, winner, expected = chess.Board(f"{fen} 0 1"), side == "white", EXPECTED[label]
        group = kind.split(":")[0]
        start = time.process_time()
        tallies["quick", group, label].add(quick(board, winner), expected, start)
        start = time.process_time()
        verdict = ask_full(board, winner, options.seconds)
        tallies["full", group, label].add(verdict, expected, start)
        if options.list and verdict.answer is not expected:
            print(verdict.answer.value, fen, side, label, kind, verdict.nodes, flush=True)
        if expected is Winnability.CANNOT:
            peer[f"{group}: {'seen' if board.has_insufficient_material(winner) else 'missed'}"] += 1
    for (mode, group, label), tally in sorted(tallies.items()):
        print(f"{mode:6}{group:10}{label:11}{tally}")
    whole = sum((tally.counts for (mode, *_), tally in tallies.items() if mode == "full"), Counter[str]())
    quickly = [each for (mode, *_), tally in tallies.items() if mode == "quick" for each in tally.milliseconds]
    quick_look = f"quick {statistics.median(quickly):.2f} ms"
    print(f"all: {whole['wrong']} of {whole.total()} wrong, {whole['unknown']} open; {quick_look}")
    print("has_insufficient_material on unwinnable rows:", dict(sorted(peer.items())))


if __name__ == "__main__":
    main()
