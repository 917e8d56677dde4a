"""What the first word of `play` waits for: nothing is imported that this sitting does not need."""

import subprocess
import sys
from pathlib import Path

from access_chess.edge.storage.places import HOME_VARIABLE

#: after a sitting at the keys, the modules that are there, one a line
SITTING = """
import sys
from access_chess.cli import main
main(["play", "--no-sound", "--voices", "en", "--opponent", "human"], standalone_mode=False)
print(*sorted(sys.modules), sep="\\n")
"""


def test_a_sitting_at_the_keys_imports_no_board_no_hearing_and_no_sound(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", SITTING],
        input="quit\n", env={HOME_VARIABLE: str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    modules = set(run.stdout.splitlines())
    assert "access_chess.play.loop" in modules
    libraries = {"numpy", "pocketsphinx", "pygame", "serial", "speech_recognition", "chess.engine", "asyncio"}
    assert not modules & libraries
    unused = ("board.wire", "edge.boards", "edge.microphone", "edge.recognisers", "edge.window.window", "recognition")
    rooms = tuple(f"access_chess.{room}" for room in unused)
    light = {
        "access_chess.edge.recognisers",
        "access_chess.edge.recognisers.registry",
    }  # the options
    assert [module for module in modules - light if module.startswith(rooms)] == []
    assert "access_chess.listening.short_answers" not in modules


#: the same with the TOML files that were opened until its end, in one line
WATCHED = """
import sys
opened = []
sys.addaudithook(lambda event, about: event == "open" and opened.append(str(about[0])))
from access_chess.cli import main
main(["play", "--no-sound", "--voices", "en", "--opponent", "human"], standalone_mode=False)
print("opened", *(file for file in opened if "voices" in file and file.endswith(".toml")))
"""


def test_the_packs_are_read_at_the_first_start_alone(tmp_path: Path) -> None:
    first, second = [
        subprocess.run(
            [sys.executable, "-c", WATCHED],
            input="quit\n", env={HOME_VARIABLE: str(tmp_path)}, capture_output=True, text=True, check=True,
        ).stdout.splitlines()[-1]
        for _ in range(2)
    ]  # fmt: skip
    assert "phrases.toml" in first
    assert second == "opened"
