"""Wrong usage of the command line: one plain sentence on standard error, and exit status 2."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from access_chess import cli
from access_chess.cli import main
from access_chess.edge.storage.places import HOME_VARIABLE


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "There is no command 'chess'; see access-chess --help."),
        (["--loud"], "There is no option --loud; see access-chess --help."),
        (["games", "now"], "now is more than is expected; see access-chess games --help."),
        (["play", "--level", "11"], "--level is a whole number from 1 to 10; see access-chess play --help."),
        (["play", "--level", "high"], "--level is a whole number from 1 to 10; see access-chess play --help."),
        (["voices", "sing"], "There is no command 'sing'; see access-chess voices --help."),
        (["export", "9" * 30], "GAME is a whole number from 1 to 999999; see access-chess export --help."),
        (["export"], "GAME is missing; see access-chess export --help."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(main, arguments, prog_name="access-chess")
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"{said}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["zeig"], "Es gibt keinen Befehl 'zeig'; siehe access-chess --help."),
        (
            ["play", "--levle", "3"],
            "Es gibt keine Option --levle; am ähnlichsten ist --level; siehe access-chess play --help.",
        ),
        (["play", "--level"], "Die Option --level braucht einen Wert; siehe access-chess --help."),
        (["play", "e4", "e5"], "e4 e5 ist zu viel; siehe access-chess play --help."),
        (
            ["compare", "a", "none"],
            "Die Datei a kann nicht gelesen werden: Es gibt keine solche Datei und keinen solchen Ordner.",
        ),
        (
            ["winnable", "8/8/8/8/8/8/8/K6 w - -"],
            "Das ist keine FEN: Die Reihe 1 hat 7 Felder statt acht: 'K6'.",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage_is_told_in_the_language_of_the_system(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))  # where nobody has chosen a language
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    result = CliRunner().invoke(main, arguments, prog_name="access-chess")
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"{said}\n")


@pytest.mark.parametrize(("told", "threads"), [(None, "1"), ("4", "4")], ids=["not told", "told by the user"])
def test_numpy_gets_one_thread_unless_it_is_told(
    monkeypatch: pytest.MonkeyPatch, told: str | None, threads: str
) -> None:
    monkeypatch.setattr(cli, "main", lambda: None)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", told or "0")  # so that it is as before when the test is over
    if told is None:
        monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    cli.run()
    assert os.environ["OPENBLAS_NUM_THREADS"] == threads


def test_no_command_lists_the_commands() -> None:
    result = CliRunner().invoke(main, [], prog_name="access-chess")
    assert result.exit_code == 2
    assert "\n  play " in result.stderr
