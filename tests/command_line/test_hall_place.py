"""A place that is a station: what is said of the hall, and who rules there."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.profile import Profile
from tests.support.hall_server import served

NOBODY = "http://127.0.0.1:9"  # the port at which everything is thrown away; nobody serves there


def play(home: Path, *arguments: str, typed: str = "quit\n") -> Result:
    command = ["play", "--no-sound", "--voices", "en", "--opponent", "human", *arguments]
    return CliRunner(env={HOME_VARIABLE: str(home), "LC_ALL": "en_GB.UTF-8"}).invoke(main, command, input=typed)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--hall", "hall.local"], "looks like https://"),
        (["--hall", NOBODY], "not signed in"),
        (["--hall", NOBODY, "--join", "ABCDE-FGHJK"], "cannot be reached"),
        (["--join", "ABCDE-FGHJK"], "belong to --hall"),
        (["--rulings", "both"], "belong to --hall"),
    ],
)
def test_what_cannot_be_is_one_sentence_before_anything_is_begun(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    result = play(tmp_path, *arguments)
    assert result.exit_code == 2
    assert said in result.stderr and result.stderr.count("\n") == 1
    assert not (tmp_path / "station.toml").exists()


@pytest.mark.parametrize("profile", [Profile.PRACTICE, Profile.ASSISTED, Profile.TOURNAMENT])
def test_a_code_is_needed_once_and_the_arbiter_rules_at_the_hall(tmp_path: Path, profile: Profile) -> None:
    with served(tmp_path) as hall:
        options = ("--profile", profile.value, "--hall", hall.address)
        code = hall.store.new_code(7, is_named=False)
        first = play(tmp_path / "station", *options, "--join", code, typed="arbiter stop\nquit\n")
        assert first.exit_code == 0, first.output
        assert "Only the arbiter may do that" in first.stdout
        again = play(tmp_path / "station", *options, "--rulings", "both", typed="arbiter stop\nquit\n")
    assert again.exit_code == 0, again.output
    stopped = "The game is paused" if profile is Profile.PRACTICE else "The clocks are stopped"
    assert stopped in again.stdout
    away = play(tmp_path / "station", *options)
    assert away.exit_code == 0, away.output
