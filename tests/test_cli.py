"""Wrong usage of the command line: one plain sentence on standard error, and exit status 2."""

import pytest
from click.testing import CliRunner

from access_chess.cli import main


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "No such command 'chess'; see access-chess --help."),
        (["--loud"], "No such option '--loud'; see access-chess --help."),
        (["games", "now"], "Got unexpected extra argument (now); see access-chess games --help."),
        (["play", "--level", "11"], "--level is a whole number from 1 to 10; see access-chess play --help."),
        (["play", "--level", "high"], "--level is a whole number from 1 to 10; see access-chess play --help."),
        (["voices", "sing"], "No such command 'sing'; see access-chess voices --help."),
        (["export", "9" * 30], "GAME is a whole number from 1 to 999999; see access-chess export --help."),
        (["export"], "Missing argument 'GAME'; see access-chess export --help."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(main, arguments, prog_name="access-chess")
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"{said}\n")


def test_no_command_lists_the_commands() -> None:
    result = CliRunner().invoke(main, [], prog_name="access-chess")
    assert result.exit_code == 2
    assert "\n  play " in result.stderr
