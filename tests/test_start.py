"""What a start loads and opens before its first word: each module and file more is a pause that every player hears."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import Struct

from access_chess.edge.storage.places import HOME_VARIABLE

#: Rooms and libraries that nobody has asked for yet.
LATER = (
    "access_chess.board.pegs", "access_chess.online", "access_chess.recognition", "access_chess.scoresheets",
    "access_chess.stories", "access_chess.hall.web", "access_chess.edge.sound.mixer",
    "asyncio", "babel", "concurrent", "csv", "importlib.metadata", "logging", "numpy", "pygame", "subprocess",
)  # fmt: skip
#: What is begun, how many modules of the package it takes, which may fall and do not rise, and what of `LATER` it asks
#: for.
BEGINNINGS = {
    ("play", "--opponent", "human"): (218, ()),
    ("learn", "rook"): (240, ("logging",)),
}
_BEGUN = """
import sys
opened, loaded = [], []

class Screen:
    def write(self, text):
        return len(text)
    def flush(self):
        pass

sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == "open" and not loaded else None)
told, sys.stdout = sys.stdout, Screen()
from access_chess.cli import main
from access_chess.session.announcer import Announcer
reply = Announcer.reply

def first_word(self, *given):
    if not loaded:
        loaded.extend(sys.modules)
    reply(self, *given)

Announcer.reply = first_word
try:
    main()
except SystemExit:
    pass
print(" ".join(loaded), file=told)
print(" ".join(name for name in opened if name.endswith(".toml")), file=told, flush=True)
"""


class Start(Struct, frozen=True, kw_only=True):
    """What a second start has loaded, and the TOML files that it opened: the first one keeps what it has read."""

    modules: list[str]
    files: list[str]
    most: int
    asked: tuple[str, ...]


@pytest.fixture(scope="module", params=BEGINNINGS, ids=" ".join)
def start(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Start:
    environment = {**os.environ, HOME_VARIABLE: str(tmp_path_factory.mktemp("home"))}
    command = [sys.executable, "-c", _BEGUN, *request.param, "--no-sound", "--voices", "en"]
    for _ in range(2):
        done = subprocess.run(command, input="quit\n", capture_output=True, text=True, env=environment, check=True)
    modules, _, files = done.stdout.rstrip("\n").partition("\n")
    most, asked = BEGINNINGS[request.param]
    return Start(modules=modules.split(), files=files.split(), most=most, asked=asked)


def test_few_modules_are_loaded(start: Start) -> None:
    own = [name for name in start.modules if name.split(".")[0] == "access_chess"]
    assert 0 < len(own) <= start.most


@pytest.mark.parametrize("later", LATER)
def test_what_nobody_has_asked_for_is_not_loaded(start: Start, later: str) -> None:
    found = [name for name in start.modules if name == later or name.startswith(f"{later}.")]
    assert not found or later in start.asked


def test_no_pack_is_read_again(start: Start) -> None:
    assert [Path(name).name for name in start.files if "voices" in Path(name).parts] == []
