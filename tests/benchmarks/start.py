"""`python -m tests.benchmarks.start [TIMES]`: from starting `access-chess play` to its first word, in seconds.

Measured from outside, at a pseudo-terminal, with a journal of its own; the first run may be cold, the others are warm.
"""

import os
import pty
import statistics
import subprocess
import sys
import tempfile
import time

from access_chess.edge.storage.places import HOME_VARIABLE

BUDGET = 1.5  # seconds, warm


def seconds_to_first_word(home: str, *arguments: str) -> float:
    """One start; what is written is said at the same time."""
    terminal, theirs = pty.openpty()
    environment = {**os.environ, HOME_VARIABLE: home}
    begun = time.perf_counter()
    program = subprocess.Popen(
        [sys.executable, "-m", "access_chess", "play", *arguments],
        stdin=theirs, stdout=theirs, stderr=theirs, env=environment,
    )  # fmt: skip
    os.close(theirs)
    os.read(terminal, 1)
    seconds = time.perf_counter() - begun
    program.kill()
    program.wait()
    os.close(terminal)
    return seconds


def main(times: int) -> None:
    """Print each way to start with its median and its slowest warm start."""
    for arguments in ((), ("--no-sound",), ("--opponent", "human", "--no-sound")):
        with tempfile.TemporaryDirectory() as home:
            first, *warm = (seconds_to_first_word(home, *arguments) for _ in range(times + 1))
        middle = statistics.median(warm)
        name = " ".join(("play", *arguments))
        print(
            f"{name}: first {first:.2f} s, warm {middle:.2f} to {max(warm):.2f} s, {middle / BUDGET:.0%} of the budget"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
