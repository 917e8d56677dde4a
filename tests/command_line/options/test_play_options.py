"""How a game is played that goes on: as it was begun, but for what is said anew."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.command_line.options.play_options import PlayOptions
from access_chess.command_line.play import as_played, play
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.laws.by_color import ByColor
from access_chess.laws.setup import Player, Setup
from access_chess.profile import Profile

PERSON, PROGRAM = Player(), Player(is_program=True)


@pytest.mark.parametrize(
    ("line", "players", "opponent", "color"),
    [
        pytest.param("", ByColor(PERSON, PROGRAM), None, "white", id="White against the engine"),
        pytest.param("", ByColor(PROGRAM, PERSON), None, "black", id="Black against the engine"),
        pytest.param("--opponent engine", ByColor(PROGRAM, PERSON), "engine", "black", id="that is said again"),
        pytest.param("--opponent human", ByColor(PROGRAM, PERSON), "human", "white", id="a person instead of it"),
        pytest.param("", ByColor(PERSON, PERSON), "human", "white", id="two persons"),
        pytest.param(
            "--opponent engine --color black", ByColor(PERSON, PERSON), "engine", "black", id="the engine for one"
        ),
        pytest.param("--engine other", ByColor(PERSON, PERSON), None, "white", id="another engine for one"),
    ],
)
def test_who_plays_on(
    line: str, players: ByColor[Player], opponent: str | None, color: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[PlayOptions] = []
    monkeypatch.setattr("access_chess.command_line.play.play_here", taken.append)
    play.main(line.split(), standalone_mode=False)
    options = as_played(taken[0], Setup(players=players, profile=Profile.PRACTICE))
    assert (options.opponent, options.color) == (opponent, color)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--color black --opponent human", "Two players share the keyboard; leave out --color."),
        ("--listen push-to-talk", '--listen needs "--input voice" or "--input both".'),
        ("--chess960 960", "--chess960 is a whole number from 0 to 959; see main play --help."),
    ],
)
def test_what_would_do_nothing_is_refused(
    line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    result = CliRunner().invoke(main, ["play", "--no-sound", "--voices", "en", *line.split()])
    assert (result.exit_code, result.stderr.strip()) == (2, said)


def test_any_of_the_initial_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.randrange", lambda count: 518 if count == 960 else 0)
    assert play.make_context("play", ["--chess960", "Any"]).params["chess960"] == 518
