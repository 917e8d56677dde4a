"""What `--version` tells: the version and what is installed, in the user's language, without loading any of it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from access_chess import cli
from access_chess.cli import main
from access_chess.edge.packs.guides import load_guide

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


@pytest.mark.parametrize(("language", "word"), [("en_US.UTF-8", "Installed"), ("de_DE.UTF-8", "Installiert")])
def test_the_version_names_what_is_installed(language: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", language)
    monkeypatch.delenv("LC_ALL", raising=False)
    lines = CliRunner().invoke(main, ["--version"]).stdout.splitlines()
    assert lines[0] == f"access-chess {VERSION}"
    assert lines[1].startswith(f"{word}: ")
    assert re.search(r"pyttsx3 \d", lines[1])


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setattr(cli, "LIBRARIES", {"pyserial": "serial", "typst": "no_such_module"})
    monkeypatch.setattr(cli, "which_engine", lambda: None)
    *_, absent = cli.version_told()
    assert absent == "Not installed: typst, Stockfish."


def test_nothing_is_loaded_for_it() -> None:
    """Those who ask for the version wait for no voice and no recogniser."""
    code = (
        "import sys; from access_chess.cli import version_told, LIBRARIES; "
        "list(version_told()); print([name for name in LIBRARIES.values() if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("pack", ["en", "de"])
def test_the_changes_begin_with_the_version_that_is_built(pack: str) -> None:
    changes = next(topic for topic in load_guide(pack) if topic.name == "changes")
    assert changes.language == pack
    assert f" {VERSION}" in changes.parts[0]
