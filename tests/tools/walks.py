"""`python -m tests.tools.walks [WALK...] [--show]`: which files and rooms a real sitting of `play` goes through.

Each walk begins where something comes in (a typed line, a lift, a spoken move, a press, a penalty) and ends when
nothing more is written or said. A row tells how many files it enters, how many rooms, how many stays in them (each
time that it comes into a room by a call or by its return, the same call being followed once), and how often a call
climbs to a higher floor: where something comes in at the edge and is handed to its listener, through a port, as
`session` reaches the disk and the ear, or otherwise. What a sitting that waits does by itself is left out. `--show`
prints the calls from file to file in the order in which they are first made.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import chess
import pytest

import access_chess
from access_chess.edge.boards.in_process import in_process_board
from access_chess.edge.microphone.capture import CaptureStream, Microphone
from tests.support.recorded_microphone import CHUNK, RecordedMicrophone
from tests.support.spoken import RECOGNISER_RATE, sound_of

PACKAGE = Path(access_chess.__file__).parent
ROOT = PACKAGE.parent
#: From the top, as in pyproject.toml; what stands on none is a leaf that all may ask, such as the clock.
FLOORS = (
    ("command_line",), ("edge",), ("session",), ("conversation",), ("recognition",), ("listening",),
    ("requests", "scoresheets", "hall", "online"), ("speech",), ("notation", "practice", "stories", "board"), ("laws",),
)  # fmt: skip
STAND_INS = ("edge/boards/in_process.py", "board/wire/simulated_board.py")  # they play the board, which is outside
QUIET = 1.5  # seconds without anything new, after which a walk is over
SLOW = 20.0  # where a sentence is looked for, under eyes that make everything slow
PATIENCE = 90.0
GAME = ("--opponent", "human", "--voices", "en", "--sound")
TOURNAMENT = (*GAME, "--profile", "tournament", "--time", "90+30")
AT_A_BOARD = (*TOURNAMENT, "--board", "emulator", "--blind", "white")
BY_VOICE = (*GAME, "--input", "both")

Call = tuple[str, str, str]  # from which file into which, and the function there


@dataclass
class Outside:
    """The hands and the mouth at a sitting: they type, move pegs and speak."""

    keys: int
    boards: list[Any]
    microphone: "LiveMicrophone"

    def type(self, line: str) -> None:
        """A line, and Enter."""
        os.write(self.keys, f"{line}\n".encode())

    def lift(self, square: chess.Square) -> None:
        """A peg leaves its aperture."""
        self.boards[0].hand.lift(square)

    def say(self, text: str) -> None:
        """A sentence, and silence after it."""
        self.microphone.said.append(sound_of(text, "en"))


class LiveMicrophone(RecordedMicrophone):
    """A microphone that hears silence, and what is said, as time goes by."""

    def __init__(self) -> None:
        super().__init__([])
        self.said: list[bytes] = []

    def __enter__(self) -> Microphone:
        microphone = super().__enter__()
        assert self.stream is not None
        threading.Thread(target=self._hear, args=(self.stream,), daemon=True).start()
        return microphone

    def _hear(self, stream: CaptureStream) -> None:
        while True:
            sound = self.said.pop(0) if self.said else bytes(CHUNK)
            for start in range(0, len(sound), CHUNK):
                stream._chunks.put((sound[start : start + CHUNK], False, False))
                time.sleep(CHUNK / 2 / RECOGNISER_RATE)


@dataclass(frozen=True)
class Walk:
    """How the sitting is begun, what happens before, and what is followed."""

    options: tuple[str, ...]
    before: tuple[str, ...]
    step: Callable[[Outside], None]
    quiet: float = QUIET


WALKS = {
    "a typed line": Walk(GAME, (), lambda outside: outside.type("e4")),
    "a lift": Walk(
        (*TOURNAMENT, "--board", "emulator", "--blind", "white"), (), lambda outside: outside.lift(chess.E2)
    ),
    "a heard move": Walk(
        (*GAME, "--input", "both"), (), lambda outside: outside.say("knight gustav one felix three"), SLOW
    ),
    "a press": Walk(TOURNAMENT, ("e2e4",), lambda outside: outside.type("")),
    "a penalty": Walk(TOURNAMENT, (), lambda outside: outside.type("arbiter penalty black warning")),
}


class Trace:
    """Every call into a function of the program, in the order of time, each once."""

    def __init__(self) -> None:
        self.calls: dict[Call, None] = {}
        self.outside = 0  # the thread of the hands and the mouth

    def begin(self) -> None:
        """Watch this thread and all that begin."""
        threading.setprofile(self._watch)
        sys.setprofile(self._watch)

    def anew(self) -> dict[Call, None]:
        """Forget what was called; what that was."""
        before, self.calls = self.calls, {}
        return before

    def _watch(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or threading.get_ident() == self.outside:
            return
        into = _file(frame)
        if into is None:
            return
        caller = frame.f_back
        while caller is not None and _file(caller) is None:
            caller = caller.f_back
        out_of = into if caller is None else str(_file(caller))
        self.calls.setdefault((out_of, into, frame.f_code.co_qualname))


def _file(frame: FrameType) -> str | None:
    name = frame.f_code.co_filename
    if not name.startswith(f"{PACKAGE}{os.sep}") or frame.f_code.co_name == "<module>":
        return None
    return name[len(str(PACKAGE)) + 1 :].replace(os.sep, "/")


def room(file: str) -> str:
    """The room of a file: at the edge and below the command line the folder, elsewhere the floor's part."""
    parts = file.split("/")
    return "/".join(parts[:2]) if parts[0] == "edge" and len(parts) > 2 else parts[0]


def floor(file: str) -> int | None:
    """Which floor a file is on, 0 at the top; None where it is on none."""
    top = file.split("/")[0]
    return next((number for number, names in enumerate(FLOORS) if top in names), None)


def climbs(calls: list[Call]) -> Iterator[Call]:
    """The calls that go to a higher floor."""
    for out_of, into, function in calls:
        before, after = floor(out_of), floor(into)
        if before is not None and after is not None and after < before:
            yield out_of, into, function


def told(name: str, calls: list[Call], *, in_full: bool) -> Iterator[str]:
    """What is told of a walk."""
    files = list(dict.fromkeys(into for _, into, _ in calls))
    stays: list[str] = []
    for out_of, into, _ in calls:
        for each in (room(out_of), room(into)):
            if not stays or stays[-1] != each:
                stays.append(each)
    up = [(out_of.split("/")[0], into.split("/")[0]) for out_of, into, _ in climbs(calls)]
    heard = sum(out_of == "edge" for out_of, _ in up)
    ports = sum(out_of == "session" for out_of, _ in up)
    yield (
        f"{name}: {len(files)} files, {len(set(map(room, files)))} rooms, {len(stays)} stays; "
        f"climbs: {heard} to a listener, {ports} through ports, {len(up) - heard - ports} otherwise"
    )
    if in_full:
        between = dict.fromkeys((out_of, into) for out_of, into, _ in calls if out_of != into)
        yield from (f"  {out_of} -> {into}" for out_of, into in between)


def walked(walk: Walk) -> list[Call]:
    """A sitting in this process; the calls of the step that is followed."""
    from access_chess.cli import main
    from access_chess.command_line.seat import board_place
    from access_chess.edge.microphone import capture

    boards: list[Any] = []
    microphone = LiveMicrophone()

    def opened(name: str, listener: Any, occupied: chess.SquareSet) -> Any:
        boards.append(in_process_board(listener, occupied))
        return boards[-1]

    monkey = pytest.MonkeyPatch()
    monkey.setattr(board_place, "open_board", opened)
    monkey.setattr(capture, "Microphone", lambda device: microphone)
    trace = Trace()
    found: list[Call] = []
    with _own_keys() as keys:
        outside = Outside(keys, boards, microphone)

        def followed() -> None:
            trace.outside = threading.get_ident()
            _until_quiet(trace, walk.quiet)
            for line in walk.before:
                trace.anew()
                outside.type(line)
                _until_quiet(trace, walk.quiet)
            trace.anew()
            time.sleep(2 * QUIET)
            by_itself = trace.anew()
            walk.step(outside)
            _until_quiet(trace, walk.quiet)
            found.extend(call for call in trace.anew() if call not in by_itself and call[1] not in STAND_INS)
            outside.type("quit")

        threading.Thread(target=followed, daemon=True).start()
        trace.begin()
        main(["play", *walk.options], standalone_mode=False)
        sys.setprofile(None)
    return found


def _until_quiet(trace: Trace, quiet: float) -> None:
    """Wait until something has been called, and then nothing for so many seconds that was not called before."""
    give_up = time.monotonic() + PATIENCE
    count, last = 0, time.monotonic()
    while time.monotonic() < give_up and (not count or time.monotonic() - last < quiet):
        time.sleep(0.1)
        if len(trace.calls) > count:
            count, last = len(trace.calls), time.monotonic()


@contextmanager
def _own_keys() -> Iterator[int]:
    """The standard input is a pipe, whose other end is here; what is written goes nowhere."""
    reads, writes = os.pipe()
    os.dup2(reads, 0)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    kept = os.dup(1)
    os.dup2(nowhere, 1)
    try:
        yield writes
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)


def main(names: list[str], *, in_full: bool) -> None:
    """Each walk in a process and a home of its own, since threads and settings outlive a sitting."""
    for name in names or WALKS:
        with tempfile.TemporaryDirectory() as home:
            environment = {**os.environ, "ACCESS_CHESS_HOME": home, "SDL_AUDIODRIVER": "dummy", "LC_ALL": "C.UTF-8"}
            command = [sys.executable, "-c", f"from tests.tools.walks import alone; alone({name!r}, {in_full})"]
            subprocess.run(command, env=environment, cwd=ROOT, check=True)


def alone(name: str, in_full: bool) -> None:
    """One walk in this process; what is told of it."""
    calls = walked(WALKS[name])
    print("\n".join(told(name, calls, in_full=in_full)), flush=True)


if __name__ == "__main__":
    main([each for each in sys.argv[1:] if each != "--show"], in_full="--show" in sys.argv)
