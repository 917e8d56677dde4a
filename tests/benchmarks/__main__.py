"""`python -m tests.benchmarks [--write] NAME [ARGUMENT…]`: a benchmark, and its rows of `figures.md` written anew.

A benchmark prints what it measured; `FIGURES` says where in that a figure stands. The rows of other benchmarks, and
those that are taken from elsewhere, stay as they are. Without a name the benchmarks are listed.
"""

import datetime
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
TABLE = HERE / "figures.md"
_HEAD = "| figure | command | value | spread | machine | date |"


@dataclass(frozen=True, kw_only=True)
class Figure:
    """What is printed by the benchmark `of`, in one place: the groups `value` and `spread` of a pattern."""

    name: str
    of: str
    pattern: str

    def row(self, command: str, printed: str) -> str | None:
        """Its row of the table; None where the benchmark did not print it."""
        found = re.search(self.pattern, printed, re.MULTILINE)
        if found is None:
            return None
        spread = found.groupdict().get("spread") or ""
        cells = (self.name, f"`{command}`", found["value"], spread, machine(), str(datetime.date.today()))  # noqa: DTZ011
        return f"| {' | '.join(cells)} |"


def figure(name: str, of: str, pattern: str) -> Figure:
    """A row of the table below."""
    return Figure(name=name, of=of, pattern=pattern)


_TIMES = r"\((?P<value>[\d.]+ times) the peer's\)"
_P50 = r"p50 (?P<value>[\d.]+ ms), (?P<spread>p99 [\d.]+)"
FIGURES = (
    figure("start of `play` on text, by processor time", "start", rf"^play, text alone:.*{_TIMES}"),
    figure("start of `play` spoken, by processor time", "start", rf"^play, spoken:.*{_TIMES}"),
    figure("start of `play` to the first sound", "start", r"first sound after (?P<value>[\d.]+ s)"),
    figure("start of `voices list` to its end, by processor time", "start", rf"^voices list, to its end:.*{_TIMES}"),
    figure("start of `learn` on text, by processor time", "start", rf"^learn, text alone:.*{_TIMES}"),
    figure("memory at the first word of `learn`", "start", r"^learn, text alone:.* (?P<value>\d+ MB)"),
    figure(
        "an answer in a lesson, and all that is said to it",
        "lessons",
        r"^an answer in a lesson: p50 (?P<value>[\d.]+ ms), (?P<spread>p99 \d+, longest \d+; a move [^;]*)",
    ),
    figure("all cases to rule on, read", "lessons", r"^cases read: (?P<value>\d+ ms), (?P<spread>[^,]*)"),
    figure(
        "a case to rule on, told",
        "lessons",
        r"^a case told: p50 (?P<value>[\d.]+ ms), (?P<spread>longest \d+; .*)",
    ),
    figure("lessons, Laws and cases in a wheel", "lessons", r"^packed: (?P<value>[\d.]+ MB)"),
    figure("memory at the first word, on text", "start", r"^play, text alone:.* (?P<value>\d+ MB)"),
    figure("event to first sound, new words", "speech", r"^event to the mixer, new words +(?P<value>[\d.]+)"),
    figure("event to first sound, cached words", "speech", r"^event to the mixer, cached words +(?P<value>[\d.]+)"),
    figure("key to silence", "speech", r"^key to silence in the mixer +(?P<value>[\d.]+)"),
    figure(
        "contact of the board to the program",
        "board_latency",
        r"^pin to report in the program.*median (?P<value>[\d.]+ ms), 99th percentile (?P<spread>[\d.]+)",
    ),
    figure(
        "contact of the board to the journal, at the loop of a table",
        "board_game",
        r"^Pin to journalled touch: median (?P<value>[\d.]+ ms), 99th percentile (?P<spread>[\d.]+)",
    ),
    figure("errors in sheets named by their kind", "sheet_errors", r"^all: .* named, (?P<value>[\d.]+%)"),
    figure("first moves of shipped puzzles that Stockfish finds", "puzzles", r"^(?P<value>\d+ of \d+) first moves"),
    figure(
        "page of a game with script, style, pieces",
        "hall.page",
        r"^page, scripts, style and pieces: (?P<value>\d+ bytes), (?P<spread>packed \d+)",
    ),
    figure(
        "a page on a kept connection",
        "hall.page",
        r"^/\S+: p50 (?P<value>[\d.]+ ms), (?P<spread>longest [\d.]+; bare server [\d.]+)",
    ),
    figure(
        "first paint of the page of a game, nothing kept",
        "hall.page",
        r"^first paint: p50 (?P<value>\d+ ms), (?P<spread>longest \d+; layout shift [\d.]+)",
    ),
    figure(
        "Enter to the other browser's announcement",
        "hall.two_browsers",
        r"moves: p50 (?P<value>\d+ ms), (?P<spread>p99 \d+)",
    ),
    figure("300 games at pages, line to all that follows", "hall.hosted", rf"^line entered to all told: {_P50}"),
    figure(
        "1,000 stations at one hall, kept after",
        "hall.thousand_boards",
        r"kept after p50 (?P<value>[\d.]+), (?P<spread>p99 [\d.]+ ms)",
    ),
    figure(
        "processor time of an entry at the hall", "hall.thousand_boards", r"^hall: .*, (?P<value>[\d.]+ ms) an entry"
    ),
    figure("an event of 200 boards at the arbiter's desk", "hall.floor", r"floor (?P<value>\d+ µs) each"),
    figure("memory of a sitting with voice", "hearing.pace", r"^most memory: (?P<value>\d+ MB)"),
    figure(
        "what an answer takes after 2.3 s of speech",
        "hearing.pace",
        r"^when it is over: (?P<value>[\d.]+ s) of one core in the median, (?P<spread>95 % [\d.]+)",
    ),
    figure(
        "utterances of squares that come out whole, quiet",
        "hearing.endpointing",
        r"^loudness, squares, quiet, (?P<spread>of \d+): \{.*'whole': (?P<value>\d+)",
    ),
    figure("whole games through the referee", "replay", r"^whole games .*: (?P<value>.* python-chess)"),
    figure("sheets of legal moves read back, twelve packs", "sheet_round_trip", r"^all: (?P<value>\d+ of \d+ words)"),
    figure("texts of moves read wrongly, ten languages", "notation", r"^all: (?P<value>\d+ of \d+) texts"),
    figure(
        "winnability, answers that are wrong",
        "winnability",
        r"^all: (?P<value>\d+ of \d+) wrong, (?P<spread>\d+ open)",
    ),
    figure("winnability after a move, the quick look", "winnability", r"^all: .*; quick (?P<value>[\d.]+ ms)"),
    figure("each level of the engine against the one below", "practice", r"^steps: (?P<value>.*)$"),
    figure(
        "level 7 against Stockfish at UCI_Elo 1800",
        "practice",
        r"^level 7 against .*UCI_Elo 1800.*: (?P<value>[\d.]+ of \d+), \S+ Elo \((?P<spread>.*)\)",
    ),
    figure("rubbish for every reader", "fuzz", r"^all: (?P<value>\d+ faults in \d+ of each kind)"),
    figure(
        "switching to another position's sentences",
        "grammar",
        r"^games: switching: median (?P<value>[\d.]+), (?P<spread>99 % [\d.]+)",
    ),
    figure(
        "hall and station killed and cut off",
        "hall.stations",
        r"^(?P<spread>\d+ kills, \d+ cuts) in .*: (?P<value>\d+ entries at both, equal)",
    ),
    figure(
        "two stations killed and cut off",
        "hall.remote",
        r"^(?P<value>\d+ entries at both, equal) to the letter.*(?P<spread>equal again after [\d.]+ s)",
    ),
    figure("a commit with a hall", "hall.station_link", r"^hall: .*, (?P<value>[\d.]+ times) the peer's median"),
    figure(
        "move to a spectator of another hall",
        "hall.failover",
        r"^nothing: median (?P<value>\d+ ms), (?P<spread>longest [\d.]+ s)",
    ),
    figure("a delivery to one of 2,000 spectators", "hall.readers", r"^hall: .*; (?P<value>\d+ µs) of processor time"),
    figure("pages and states that axe finds clean", "hall.states", r"(?P<value>\d+ clean, \d+ not), so far\s*\Z"),
)  # fmt: skip


def machine() -> str:
    """What stands beside a value: the cores, and the load where they had other work."""
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} cores" + (f", load {load:.1f}" if load >= 1 else "")


def written(table: str, rows: Iterable[str]) -> str:
    """The table with these rows in the place of those of the same figures; new ones come last."""
    lines = table.rstrip().splitlines()
    for row in rows:
        name = row.split(" | ")[0]
        places = [place for place, line in enumerate(lines) if line.split(" | ")[0] == name]
        if places:
            lines[places[0]] = row
        else:
            lines.append(row)
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Run a benchmark; its exit status, or 1 where none of its figures was found."""
    is_kept = "--write" in arguments
    name, *given = [each for each in arguments if each != "--write"] or [""]
    if not name:
        own = (path for path in HERE.rglob("*.py") if path.name != "__main__.py")
        files = sorted(path for path in own if "__main__" in path.read_text(encoding="utf-8"))
        print("\n".join(".".join(path.relative_to(HERE).with_suffix("").parts) for path in files))
        return 0
    load = machine()
    command = [sys.executable, "-m", f"tests.benchmarks.{name}", *given]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout, end="")
    if not is_kept or done.returncode:
        return done.returncode
    found = [each.row(" ".join((name, *given)), done.stdout) for each in FIGURES if each.of == name]
    rows = [row.replace(f"| {machine()} |", f"| {load} |") for row in found if row is not None]
    TABLE.write_text(written(TABLE.read_text(encoding="utf-8"), rows), encoding="utf-8")
    print(f"{len(rows)} rows of {TABLE.name} were written.")
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
