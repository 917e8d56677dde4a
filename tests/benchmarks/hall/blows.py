"""Blows to two real programs that talk to each other: kills, and a wire between two networks that is cut."""

import contextlib
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Protocol, TypeVar

from tests.support.station_process import NotComingError

NETWORK, WIRE, FAR = "achesstest", "achess0", "achess1"
HERE, THERE = "10.87.12.1", "10.87.12.2"
LONGEST_CUT = 8.0  # seconds


@contextlib.contextmanager
def network() -> Iterator[None]:
    """A second network, and a wire to it."""
    run("ip", "netns", "add", NETWORK)
    try:
        run("ip", "link", "add", WIRE, "type", "veth", "peer", "name", FAR, "netns", NETWORK)
        run("ip", "addr", "add", f"{HERE}/24", "dev", WIRE)
        run("ip", "link", "set", WIRE, "up")
        for command in (("addr", "add", f"{THERE}/24", "dev", FAR), ("link", "set", FAR, "up")):
            run("ip", "netns", "exec", NETWORK, "ip", *command)
        run("ip", "netns", "exec", NETWORK, "ip", "link", "set", "lo", "up")
        yield
    finally:
        run("ip", "netns", "del", NETWORK)


def run(*command: str) -> None:
    """Run it; it has to succeed."""
    subprocess.run(command, check=True, capture_output=True)


class Trial(Protocol):
    """Two programs that play; each blow is a method of its own. `back`: seconds until both had the same again."""

    back: list[float]

    def last_words(self) -> str:
        """What both have said last."""
        ...

    def end(self) -> None:
        """End both."""
        ...


T = TypeVar("T", bound=Trial)


def are_wires() -> bool:
    """Whether a wire can be cut on this machine."""
    return shutil.which("ip") is not None


@contextlib.contextmanager
def struck(
    trial_of: Callable[[Path, bool, random.Random], T], blows: Sequence[str], *, is_wired: bool, seed: int
) -> Iterator[T]:
    """A trial that has got these blows, in an order by chance; each is told. It is ended."""
    chance = random.Random(seed)
    with contextlib.ExitStack() as closing:
        if is_wired:
            closing.enter_context(network())
        folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        trial = trial_of(folder, is_wired, chance)
        closing.callback(trial.end)
        for place, blow in enumerate(chance.sample(blows, len(blows)), 1):
            try:
                getattr(trial, blow)()
            except NotComingError:
                print(f"{place}: {blow}, and then it did not go on.\n{trial.last_words()}")
                raise
            print(f"{place}: {blow}, equal {trial.back[-1]:.1f} s after it", flush=True)
        yield trial


def shown(values: Sequence[float]) -> str:
    """The median and the longest."""
    return f"{median(values):.1f} s, longest {max(values):.1f} s" if values else "nothing was measured"
