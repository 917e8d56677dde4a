"""`python -m tests.tools.walks [WALK...] [--show]`: which files and rooms a real sitting of `play` goes through.

Each walk begins where something comes in (a typed line, a lift, a spoken move, a press, a penalty, a line sent by a
page) and ends when nothing more is written or said. A file in which twelve lines or more run for it is a station,
another that it enters is a noun: a value that is only touched. A row tells further how many rooms it enters, how many
stays in them (each time that it comes into a room by a call or by its return, the same call being followed once), and
how often a call climbs to a higher floor: where something comes in at the edge and is handed to its listener, through a
port, as `session` reaches the disk and the ear, or otherwise. What a sitting that waits does by itself is left out.
`--show` prints each file with how many of its lines run, and the calls from file to file, both in the order in which
they are first made.
"""

import inspect
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
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
STATION = 12  # lines that run in a file
QUIET = 0.7  # seconds without anything new, and with every thread asleep, after which a walk is over
WORK = 1.5  # seconds of the processor without anything new, where threads are awake that have nothing new to do
BY_ITSELF = 3.0  # seconds for which a sitting that waits is watched, to leave out what it does then: a ping every two
PATIENCE = 240.0
GAME = ("--opponent", "human", "--voices", "en", "--sound")
TOURNAMENT = (*GAME, "--profile", "tournament", "--time", "90+30")
AT_A_BOARD = (*TOURNAMENT, "--board", "emulator", "--blind", "white")
BY_VOICE = (*GAME, "--input", "both")

Call = tuple[str, str, str]  # from which file into which, and the function there
Line = tuple[str, int]  # of a file


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


JOURNAL, EAR, PAGE = "edge/storage/journal.py", "edge/sound/mixer.py", "hall/web/frames.py"


@dataclass(frozen=True)
class Walk:
    """How the sitting is begun, what happens before, what is followed, and which file it comes to in the end.

    `ready` is the file that it comes to last before it waits for hands and mouth.
    """

    options: tuple[str, ...]
    before: tuple[str, ...]
    step: Callable[[Outside], None]
    reaches: str
    ready: str = EAR


WALKS = {
    "a typed line": Walk(GAME, (), lambda outside: outside.type("e4"), EAR),
    "a lift": Walk(AT_A_BOARD, (), lambda outside: outside.lift(chess.E2), JOURNAL),
    "a heard move": Walk(
        BY_VOICE, (), lambda outside: outside.say("knight gustav one felix three"), EAR, "recognition/phone_graph.py"
    ),
    "a press": Walk(TOURNAMENT, ("e2e4",), lambda outside: outside.type(""), JOURNAL),
    "a penalty": Walk(TOURNAMENT, (), lambda outside: outside.type("arbiter penalty black warning"), EAR),
}
#: A line that a player sends from a page, in a game of two people whose pages both listen; the hall serves here.
POSTED = "a post"
NAMES = (*WALKS, POSTED)


class Trace:
    """Every call into a function of the program, and every line of it that runs, in the order of time, each once."""

    def __init__(self) -> None:
        self.calls: dict[Call, None] = {}
        self.lines: dict[Line, None] = {}
        self.outside: set[int] = set()  # the threads of the hands and the mouth
        self._files: dict[CodeType, str | None] = {}

    def begin(self) -> None:
        """Watch all threads that begin from now on; `sys.settrace` with `entered` watches this one."""
        threading.settrace(self.entered)

    def anew(self) -> tuple[dict[Call, None], dict[Line, None]]:
        """Forget what was called and what ran; what that was."""
        before = self.calls, self.lines
        self.calls, self.lines = {}, {}
        return before

    def entered(self, frame: FrameType, event: str, _: Any) -> Any:
        """Somewhere a function is called."""
        into = self._file(frame)
        if into is None or threading.get_ident() in self.outside:
            return None
        caller = frame.f_back
        while caller is not None and self._file(caller) is None:
            caller = caller.f_back
        out_of = into if caller is None else str(self._file(caller))
        self.calls.setdefault((out_of, into, frame.f_code.co_qualname))

        def ran(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line":
                self.lines.setdefault((into, frame.f_lineno))
            return ran

        return ran

    def _file(self, frame: FrameType) -> str | None:
        """Which file of the program it is, if it is a function's: modules and classes that are loaded are none."""
        code = frame.f_code
        if code not in self._files:
            name = code.co_filename
            is_own = name.startswith(f"{PACKAGE}{os.sep}") and bool(code.co_flags & inspect.CO_OPTIMIZED)
            self._files[code] = name[len(str(PACKAGE)) + 1 :].replace(os.sep, "/") if is_own else None
        return self._files[code]


@dataclass(frozen=True)
class Walked:
    """What a walk has called, and what has run of each file, in the order in which it came there."""

    calls: list[Call]
    lines: Counter[str]

    @property
    def stations(self) -> int:
        """Files that do something for it."""
        return sum(count >= STATION for count in self.lines.values())

    @property
    def nouns(self) -> int:
        """Files that it only touches."""
        return len(self.lines) - self.stations


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


def told(name: str, walked: Walked, *, in_full: bool) -> Iterator[str]:
    """What is told of a walk."""
    stays: list[str] = []
    for out_of, into, _ in walked.calls:
        for each in (room(out_of), room(into)):
            if not stays or stays[-1] != each:
                stays.append(each)
    up = [(out_of.split("/")[0], into.split("/")[0]) for out_of, into, _ in climbs(walked.calls)]
    heard = sum(out_of == "edge" for out_of, _ in up)
    ports = sum(out_of == "session" for out_of, _ in up)
    yield (
        f"{name}: {walked.stations} stations, {walked.nouns} nouns; {len(set(map(room, walked.lines)))} rooms, "
        f"{len(stays)} stays; climbs: {heard} to a listener, {ports} through ports, {len(up) - heard - ports} otherwise"
    )
    if in_full:
        yield from (f"  {count:4} {file}" for file, count in walked.lines.items())
        between = dict.fromkeys((out_of, into) for out_of, into, _ in walked.calls if out_of != into)
        yield from (f"  {out_of} -> {into}" for out_of, into in between)


def followed(trace: Trace, step: Callable[[], None], reaches: str) -> Walked:
    """One step of a sitting that waits, from its beginning until nothing more follows."""
    trace.anew()
    time.sleep(BY_ITSELF)
    calls, lines = trace.anew()
    step()
    _until_quiet(trace, reaches)
    called, ran = trace.anew()
    return Walked(
        [call for call in called if call not in calls and call[1] not in STAND_INS],
        Counter(file for file, line in ran if (file, line) not in lines and file not in STAND_INS),
    )


def sat(walk: Walk) -> Walked:
    """A sitting in this process; what its step has gone through."""
    from access_chess.cli import main
    from access_chess.edge.boards import registry
    from access_chess.edge.microphone import capture
    from access_chess.edge.sound.mixer import Mixer

    boards: list[Any] = []
    microphone = LiveMicrophone()

    def opened(name: str, listener: Any, occupied: chess.SquareSet) -> Any:
        boards.append(in_process_board(listener, occupied))
        return boards[-1]

    monkey = pytest.MonkeyPatch()
    monkey.setattr(registry, "open_board", opened)
    monkey.setattr(capture, "Microphone", lambda device: microphone)
    monkey.setattr(Mixer, "is_playing", lambda self, channel: False)  # the ear that listens is quick
    trace = Trace()
    found: list[Walked] = []
    with _own_keys() as keys:
        outside = Outside(keys, boards, microphone)

        def hands() -> None:
            trace.outside.add(threading.get_ident())
            try:
                _until_quiet(trace, walk.ready)
                for line in walk.before:
                    trace.anew()
                    outside.type(line)
                    _until_quiet(trace, EAR)
                found.append(followed(trace, lambda: walk.step(outside), walk.reaches))
            finally:
                outside.type("quit")

        threading.Thread(target=hands, daemon=True).start()
        trace.begin()
        sys.settrace(trace.entered)
        main(["play", *walk.options], standalone_mode=False)
        sys.settrace(None)
    return found[0]


def posted() -> Walked:
    """A hall in this process, and what a line goes through that a page sends; its answer and both pages included."""
    from tests.support.hall_server import served
    from tests.support.hall_visitor import Visitor

    trace = Trace()
    trace.outside.add(threading.get_ident())
    trace.begin()
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as hall:
        anna, boris = Visitor(hall), Visitor(hall)
        anna.client.timeout = boris.client.timeout = PATIENCE
        game = anna.begin(name="Anna", opponent="person", time="5+0")
        code = anna.client.get(game).text.partition('<strong id="code">')[2].partition("<")[0]
        boris.post("/in", code=code, name="Boris")
        for each in (anna, boris):
            threading.Thread(target=_listening, args=(each, each.stream_of(game)), daemon=True).start()
        _until_quiet(trace)
        form = {"csrf": anna.csrf, "line": "e4"}

        def send() -> None:
            anna.client.post(f"{game}/line", data=form, headers={"x-live": "1"})

        return followed(trace, send, PAGE)


def _listening(visitor: Any, stream: str) -> None:
    with suppress(Exception), visitor.client.stream("GET", stream, timeout=None) as answer:
        for _ in answer.iter_lines():
            pass


def _until_quiet(trace: Trace, reaches: str = "") -> None:
    """Wait until this file has been entered, then for a time in which nothing runs that did not run before.

    Where a machine is busy, a thread whose turn has not come is not taken for one that sleeps. Where a microphone is
    listened to, threads are awake all the time: then they must have worked for a while without anything new.
    """
    give_up = time.monotonic() + PATIENCE
    seen, since, worked, looks, sleeps = 0, time.monotonic(), _worked(), 0, 0
    while time.monotonic() < give_up:
        time.sleep(0.02)
        looks, sleeps = looks + 1, sleeps + _all_sleep()
        if len(trace.lines) != seen:
            seen, since, worked, looks, sleeps = len(trace.lines), time.monotonic(), _worked(), 0, 0
        is_quiet = time.monotonic() > since + QUIET and sleeps * 4 >= looks
        is_over = is_quiet or _worked() > worked + WORK
        if seen and is_over and (not reaches or any(file == reaches for file, _ in trace.lines)):
            return
    raise TimeoutError(f"never quiet, or never in {reaches}")


def _worked() -> float:
    """Seconds of the processor that all other threads have had."""
    return time.process_time() - time.thread_time()


def _all_sleep() -> bool:
    """Whether every other thread, and every program that was begun, waits for neither the processor nor the disk."""
    own = str(threading.get_native_id())
    tasks = [task for task in Path("/proc/self/task").glob("*") if task.name != own]
    with suppress(OSError):  # who has ended meanwhile is asleep
        begun = [child for task in tasks for child in (task / "children").read_text().split()]
        for task in (*tasks, *(task for child in begun for task in Path(f"/proc/{child}/task").glob("*"))):
            if (task / "stat").read_text().rpartition(")")[2].split()[0] in "RD":
                return False
    return True


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


def printed(name: str, *, in_full: bool = False) -> str:
    """What is told of a walk, which is gone in a process and a home of its own: threads and settings outlive it."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "ACCESS_CHESS_HOME": home, "SDL_AUDIODRIVER": "dummy", "LC_ALL": "C.UTF-8"}
        command = [sys.executable, "-c", f"from tests.tools.walks import alone; alone({name!r}, {in_full})"]
        return subprocess.run(command, env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def counted(name: str) -> tuple[int, int]:
    """How many stations and how many nouns a walk has."""
    found = re.match(rf"{name}: (\d+) stations, (\d+) nouns", printed(name))
    assert found is not None
    return int(found[1]), int(found[2])


def alone(name: str, in_full: bool) -> None:
    """One walk in this process; what is told of it."""
    walked = posted() if name == POSTED else sat(WALKS[name])
    print("\n".join(told(name, walked, in_full=in_full)), flush=True)


if __name__ == "__main__":
    for each in [each for each in sys.argv[1:] if each != "--show"] or NAMES:
        print(printed(each, in_full="--show" in sys.argv), end="", flush=True)
