"""`python -m tests.benchmarks.start [TIMES]`: from starting `access-chess play` or `learn` to its first word, and to
the first sound, and short commands from their start to their end.

Measured from outside, at a pseudo-terminal, with a journal of its own, beside a Python that only imports the two
libraries that every game needs. All take turns, so that a busy machine is busy for all alike; the seconds of the
processor are those of the program itself, whatever else runs. The first round may be cold and is left out.
"""

import fcntl
import os
import pty
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import dataclass
from pathlib import Path

from access_chess.edge.storage.places import HOME_VARIABLE

PEER = "import chess, click; print()"
PLAY = ("-m", "access_chess", "play", "--voices", "en")
WAYS = {
    "import chess, click": ("-c", PEER),
    "play, text alone": (*PLAY, "--no-sound", "--opponent", "human"),
    "learn, text alone": ("-m", "access_chess", "learn", "rook", "--no-sound", "--voices", "en"),
    "play, spoken": PLAY,
}
SPOKEN = "play, spoken"
SHORT = (("say", "e4"), ("games",), ("voices", "list"), ("--help",), ("--version",))
PATIENCE = 20.0  # seconds until a start without sound counts as failed
SIZE = (24, 80)  # rows and columns
FIRST = {
    "import chess, click": b"\n", "play, text alone": b"White: a player.", "learn, text alone": b"The rook",
    "play, spoken": b"White: you.",
}  # fmt: skip
POLL = 0.002  # seconds between looks for the first sound
MB = 1024  # ru_maxrss is in kilobytes


@dataclass(frozen=True, kw_only=True)
class Start:
    """One start: seconds to the first word and to the first sound, of the processor to the first word, its memory."""

    word: float
    sound: float | None
    processor: float
    megabytes: float


def start(home: str, way: str, *, heard: Path | None = None) -> Start:
    """One start; with `heard`, the sound goes into this file as a sound card would take it, until some is there.

    Raises ValueError where something else comes than the first word, such as a traceback.
    """
    environment = {**os.environ, HOME_VARIABLE: home}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
    environment["SDL_AUDIODRIVER"] = "dummy" if heard is None else "disk"
    environment["SDL_DISKAUDIOFILE"] = str(heard)
    terminal, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
    begun = time.perf_counter()
    program = subprocess.Popen(
        [sys.executable, *WAYS[way]], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )  # fmt: skip
    os.close(theirs)
    _read_until(terminal, FIRST[way])
    word = time.perf_counter() - begun
    sound = None if heard is None else _first_sound(heard, begun)
    os.kill(program.pid, signal.SIGKILL)
    _, _, used = os.wait4(program.pid, 0)
    program.returncode = 0
    os.close(terminal)
    return Start(word=word, sound=sound, processor=used.ru_utime + used.ru_stime, megabytes=used.ru_maxrss / MB)


def whole(home: str, *arguments: str) -> float:
    """Seconds of the processor that a short command takes to its end."""
    environment = {**os.environ, HOME_VARIABLE: home}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    program = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, env=environment)
    _, status, used = os.wait4(program.pid, 0)
    program.returncode = status
    if status:
        raise ValueError(f"expected {arguments} to end well, got {status}")
    return used.ru_utime + used.ru_stime


def _read_until(terminal: int, first: bytes) -> None:
    seen = b""
    while first not in seen:
        try:
            more = os.read(terminal, 4096)
        except OSError:  # the program has ended
            more = b""
        seen += more
        if not more or b"Traceback" in seen:
            raise ValueError(f"expected the first word {first!r}, got {seen!r}")


def _first_sound(file: Path, begun: float) -> float:
    """Seconds until the file holds anything but silence."""
    while time.perf_counter() < begun + PATIENCE:
        if file.exists() and file.read_bytes().strip(b"\0"):
            return time.perf_counter() - begun
        time.sleep(POLL)
    raise TimeoutError(f"expected sound within {PATIENCE} s, got none")


def main(times: int) -> None:
    """Print the medians of each way, and their ratios to the peer's."""
    starts: dict[str, list[Start]] = {way: [] for way in WAYS}
    short: dict[tuple[str, ...], list[float]] = {command: [] for command in ((), *SHORT)}
    sounds = []
    with tempfile.TemporaryDirectory() as home:
        heard = Path(home) / "heard.raw"
        for _ in range(times + 1):
            for way in WAYS:
                starts[way].append(start(home, way))
            heard.unlink(missing_ok=True)
            sounds.append(start(home, SPOKEN, heard=heard).sound or PATIENCE)
            short[()].append(whole(home, "-c", PEER))
            for command in SHORT:
                short[command].append(whole(home, "-m", "access_chess", *command))
    peer = _medians(next(iter(starts.values())))
    print(f"load of the machine {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    for way, found in starts.items():
        word, processor, megabytes = _medians(found)
        print(
            f"{way}: processor {processor:.2f} s ({processor / peer[1]:.1f} times the peer's), "
            f"first word after {word:.2f} s ({word / peer[0]:.1f}), {megabytes:.0f} MB"
        )
    print(f"{SPOKEN}: first sound after {statistics.median(sounds[1:]):.2f} s")
    ended = {command: statistics.median(found[1:]) for command, found in short.items()}
    for command in SHORT:
        seconds = ended[command]
        print(
            f"{' '.join(command)}, to its end: processor {seconds:.2f} s ({seconds / ended[()]:.1f} times the peer's)"
        )


def _medians(starts: list[Start]) -> tuple[float, float, float]:
    warm = starts[1:]
    columns = ([each.word for each in warm], [each.processor for each in warm], [each.megabytes for each in warm])
    word, processor, megabytes = map(statistics.median, columns)
    return word, processor, megabytes


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
