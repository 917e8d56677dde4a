"""The documents: each figure stands once, and what they say of files and commands is there."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from access_chess.edge.storage.places import HOME_VARIABLE
from tests.benchmarks.__main__ import FIGURES, TABLE, written

ROOT = Path(__file__).parents[1]
DOCUMENTS = {
    "README.md": 150,
    "access_chess/contributing.md": 180, "tests/README.md": 120, "tests/benchmarks/hearing/results.md": 120,
}  # fmt: skip


def rows() -> list[list[str]]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines
        if line.startswith("| ") and "---" not in line
    ][1:]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_short(name: str) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= DOCUMENTS[name]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_a_document_names_is_there(name: str) -> None:
    """A path from the root, from the document's folder, or from the package."""
    text = (ROOT / name).read_text(encoding="utf-8")
    named = re.findall(r"`([\w./-]+/[\w./-]*)`", text)
    folders = (ROOT, (ROOT / name).parent, ROOT / "access_chess", ROOT / "tests")
    missing = [
        each for each in named if not each.startswith(".venv") and not any((at / each).exists() for at in folders)
    ]
    assert missing == []


def test_each_figure_stands_once_with_its_command_and_its_day() -> None:
    found = rows()
    assert len({row[0] for row in found}) == len(found)
    assert all(len(row) == 6 and re.fullmatch(r"\d{4}-\d\d-\d\d", row[5]) for row in found)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_the_command_of_a_figure_is_there(row: list[str]) -> None:
    command = row[1].strip("`").removeprefix("python -m ").split()[0]
    names = (command, f"tests.benchmarks.{command}")
    assert any(name.startswith("tests") and importlib.util.find_spec(name) is not None for name in names)


def test_a_figure_that_is_measured_again_takes_its_row() -> None:
    table = "| figure | command |\n| a | `x` |\n| b | `y` |\n"
    assert (
        written(table, ["| b | `z` |", "| c | `w` |"])
        == "| figure | command |\n| a | `x` |\n| b | `z` |\n| c | `w` |\n"
    )


def test_a_figure_is_found_in_what_its_benchmark_prints() -> None:
    printed = {
        "start": "play, text alone: processor 0.25 s (5.4 times the peer's), first word after 0.27 s (5.1), 37 MB\n"
        "play, spoken: processor 0.29 s (5.8 times the peer's), first word after 0.31 s (5.8), 47 MB\n"
        "play, spoken: first sound after 0.34 s\n",
        "hall.page": "page, script, style and pieces: 42100 bytes, packed 10400; script 9000\n"
        "answer p50 1.8 ms, longest 3.0; bare server, same bytes: 0.4 ms\n",
    }
    for figure in FIGURES:
        if figure.of in printed:
            assert figure.row(figure.of, printed[figure.of]) is not None, figure.name


README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_is_read_aloud_in_minutes() -> None:
    assert len(README.encode()) <= 12_000


def commands() -> list[str]:
    """What the README tells to type that begins with the program's name, each once."""
    return list(dict.fromkeys(re.findall(r"`(access-chess [^`]+)`", README)))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of somebody who is new here, and has played the first game."""
    return tmp_path_factory.mktemp("home")


@pytest.mark.parametrize("command", commands())
def test_each_command_of_the_readme_does_what_it_says(command: str, home: Path) -> None:
    """As it stands, in a shell of its own, typed in the order of the README."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command, shell=True, input="e4\nquit\n", capture_output=True, text=True, timeout=120, cwd=home,
        env={**os.environ, "PATH": path, HOME_VARIABLE: str(home), "LANG": "en_US.UTF-8", "LC_ALL": ""},
    )  # fmt: skip
    assert done.returncode == (1 if command == "access-chess doctor" and done.returncode else 0), done.stderr
    assert done.stdout
    assert "Traceback" not in done.stderr
