"""What a start loads and opens before its first word: each module and file more is a pause that every player hears."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from access_chess.edge.storage.places import HOME_VARIABLE

#: Modules of the package until the first line of a game on text: it may fall, and does not rise.
MOST = 218
#: Rooms and libraries that nobody has asked for yet.
LATER = (
    "access_chess.board.pegs", "access_chess.online", "access_chess.recognition", "access_chess.scoresheets",
    "access_chess.stories", "access_chess.hall.web", "access_chess.edge.sound.mixer",
    "asyncio", "babel", "concurrent", "csv", "importlib.metadata", "logging", "numpy", "pygame", "subprocess",
)  # fmt: skip
_PLAY = """
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
from access_chess.wiring import playing
playing.first_word_is_out = lambda: loaded.extend(sys.modules)
try:
    main(["play", "--no-sound", "--opponent", "human", "--voices", "en"])
except SystemExit:
    pass
print(" ".join(loaded), file=told)
print(" ".join(name for name in opened if name.endswith(".toml")), file=told)
"""


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], list[str]]:
    """The modules and the TOML files of a second start: the first one keeps what it has read."""
    environment = {**os.environ, HOME_VARIABLE: str(tmp_path_factory.mktemp("home"))}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", _PLAY], input="quit\n", capture_output=True, text=True, env=environment, check=True
        )
    modules, files = done.stdout.rstrip("\n").split("\n") if done.stdout.count("\n") > 1 else (done.stdout, "")
    return modules.split(), files.split()


def test_few_modules_are_loaded(start: tuple[list[str], list[str]]) -> None:
    own = [name for name in start[0] if name.split(".")[0] == "access_chess"]
    assert 0 < len(own) <= MOST


@pytest.mark.parametrize("later", LATER)
def test_what_nobody_has_asked_for_is_not_loaded(start: tuple[list[str], list[str]], later: str) -> None:
    assert [name for name in start[0] if name == later or name.startswith(f"{later}.")] == []


def test_no_pack_is_read_again(start: tuple[list[str], list[str]]) -> None:
    assert [Path(name).name for name in start[1] if "voices" in Path(name).parts] == []
