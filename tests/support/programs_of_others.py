"""Programs of others that some tests need: where one lacks they are left out, which the end of the run tells."""

import os
import re
from functools import cache
from pathlib import Path
from typing import NoReturn

import pytest

from access_chess.edge.engines.uci import found_path

ROOT = Path(__file__).parents[2]
OF_ALL = ROOT / "tests" / "conftest.py"  # it tells this file's answers, and starts nothing
#: Rooms and files that reach what starts programs, and whose tests start none but Python's own; each is watched for it.
START_NONE = tuple(
    ROOT / "tests" / place
    for place in (
        "conversation", "edge/microphone", "edge/station", "edge/terminal", "hall", "play",
        "practice", "command_line/test_archive.py", "command_line/test_clock.py",
        "command_line/test_demo.py", "command_line/test_guide.py", "command_line/test_help.py",
        "command_line/test_import.py", "command_line/test_laws.py", "command_line/test_lichess.py",
        "command_line/test_openings.py", "command_line/test_rare_requests.py", "command_line/test_review.py",
        "command_line/test_sealed_move.py", "command_line/test_settings.py", "command_line/test_taking_over.py",
        "edge/recognisers/test_learned.py", "edge/sound/test_headsets.py", "edge/storage/test_damage.py",
        "play/test_golden_training.py", "session/test_voice_input.py", "test_walks.py",
    )
)  # fmt: skip
REQUIRED = "REQUIRE_PROGRAMS"  # with this variable a machine that lacks one fails, in place of skipping
#: by program, the package of Debian that brings it
PACKAGES = {
    "ffprobe": "ffmpeg", "lou_translate": "liblouis-bin", "pgn-extract": "pgn-extract", "stockfish": "stockfish",
}  # fmt: skip

_LOOKS = re.compile(r"\bwhich\(|\bpopen\b(?!\()")
_STARTS = re.compile(r"\bsubprocess\.(?:run|Popen|check_\w+)\b")
_PYTHON = "sys.executable"
_IMPORT = re.compile(r"^ *(?:from ((?:access_chess|tests)[\w.]*) import |import ((?:access_chess|tests)[\w.]*))", re.M)
_COMMANDS = re.compile(r"\baccess_chess\.cli\b|\"-m\", \"access_chess\"")  # each is imported when it is called


def needed(program: str) -> str:
    """Where the program is; the test is left out where it is not here."""
    where = found_path(program)
    if where is None:
        leave_out(f"there is no {program} here: apt-get install {PACKAGES[program]}", REQUIRED)
    return where


def leave_out(reason: str, required: str) -> NoReturn:
    """Leave the test out for this reason; with the variable `required` that is a failure."""
    if os.environ.get(required):
        pytest.fail(f"{required} is set, but {reason}")
    pytest.skip(reason)


@cache
def may_start_programs(file: Path) -> bool:
    """Whether a test could look for a program: what starts one is somewhere in what it imports, late or early."""
    return not starts_none(file) and any(_starts_others(_text(each)) for each in _reached(file))


@cache
def starts_none(file: Path) -> bool:
    """Whether this file, or the room that it is in, is watched."""
    return any(place in (file, *file.parents) for place in START_NONE)


@cache
def _starts_others(text: str) -> bool:
    """Whether something else than Python is looked for or started."""
    return bool(_LOOKS.search(text) or (_STARTS.search(text) and _PYTHON not in text))


@cache
def _reached(file: Path) -> frozenset[Path]:
    """The file, and all of this checkout that it may come to import."""
    reached, waiting = set(), [file]
    while waiting:
        each = waiting.pop()
        if each not in reached:
            reached.add(each)
            waiting.extend(_imported(each))
    return frozenset(reached)


@cache
def _imported(file: Path) -> tuple[Path, ...]:
    names = {name for pair in _IMPORT.findall(_text(file)) for name in pair if name}
    files = [*file.parent.glob("conftest.py"), *map(_file_of, names)]
    files = [each for each in files if each != OF_ALL]
    if _COMMANDS.search(_text(file)):
        files += (ROOT / "access_chess" / "command_line").glob("*.py")
    return tuple(each for each in files if each.exists() and each != file)


def _file_of(name: str) -> Path:
    place = ROOT.joinpath(*name.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


@cache
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
