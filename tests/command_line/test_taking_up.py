"""A game that is taken up goes on in the profile in which it was begun, and what was typed against that is told."""

import contextlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.command_line.play import profile_of
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file
from access_chess.edge.storage.settings import ToldOnce
from access_chess.laws.by_color import both
from access_chess.laws.setup import Duty, Player, Regulations, Setup
from access_chess.profile import Profile
from access_chess.session.record import begin_game

ONLINE = Setup(presses_for=both(True))
PRACTICE = Setup(presses_for=both(True), regulations=Regulations(take_backs=True))
SERVER = Setup(presses_for=both(True), regulations=Regulations(take_backs=True), is_elsewhere=True)
ASSISTED = Setup(players=both(Player(is_blind=True, assistant=(Duty.ANNOUNCE,))))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    for name in ("board", "help", "review"):
        ToldOnce().add(name)


def run(*arguments: str, typed: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["play", "--no-sound", "--voices", "en", *arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("setup", "profile"),
    [
        (PRACTICE, Profile.PRACTICE),
        (ONLINE, Profile.ONLINE),
        (SERVER, Profile.ONLINE),
        (ASSISTED, Profile.ASSISTED),
        (Setup(), Profile.TOURNAMENT),
        (Setup(profile=Profile.ASSISTED), Profile.ASSISTED),
        (Setup(profile=Profile.TOURNAMENT, presses_for=both(True)), Profile.TOURNAMENT),
    ],
)
def test_what_was_agreed_tells_the_profile(setup: Setup, profile: Profile) -> None:
    assert profile_of(setup) is profile


REFUSED = "That is not available in this game."
COMPETITION = ("--white", "Anna", "--black", "Ben", "--time", "5400+30")


@pytest.mark.parametrize(
    ("profile", "blind", "typed"),
    [
        ("tournament", "white", "hint"),
        ("tournament", "none", "what if d4"),
        ("assisted", "white", "back"),
        ("assisted", "none", "hint"),
    ],
)
def test_a_game_of_competition_is_never_taken_up_as_practice(profile: str, blind: str, typed: str) -> None:
    assert run("--profile", profile, "--blind", blind, *COMPETITION, typed="quit\n")[0] == 0
    code, written, error = run("--resume", typed=f"{typed}\nquit\n")
    assert (code, error) == (0, "")
    assert REFUSED in written.splitlines()


@pytest.mark.parametrize(
    ("begun", "more", "told"),
    [
        ((), (), None),
        ((), ("--profile", "practice"), None),
        ((), ("--profile", "tournament"), "practice"),
        (("--profile", "tournament", *COMPETITION), ("--profile", "tournament"), None),
        (("--profile", "tournament", *COMPETITION), ("--profile", "practice"), "tournament"),
        (("--profile", "tournament", *COMPETITION), ("--profile", "assisted"), "tournament"),
        (("--profile", "assisted", *COMPETITION), ("--profile", "practice"), "assisted"),
    ],
)
def test_another_profile_is_told_and_not_obeyed(
    begun: tuple[str, ...], more: tuple[str, ...], told: str | None
) -> None:
    assert run("--opponent", "human", *begun, typed="quit\n")[0] == 0
    code, written, _ = run("--resume", *more, typed="hint\nquit\n")
    said = f"Game one was begun in the profile {told}, and goes on in it."
    assert code == 0
    assert written.count("was begun in the profile") == written.count(said) == (0 if told is None else 1)
    assert (REFUSED in written) is (begun != ())


def test_what_is_no_such_profiles_is_refused_in_a_sentence() -> None:
    run("--profile", "tournament", *COMPETITION, typed="quit\n")
    assert run("--resume", "--opponent", "engine", typed="") == (
        2, "", "There is no engine in the profile tournament; leave out --opponent engine.\n"
    )  # fmt: skip
    code, _, error = run("--resume", "--engine", "other", typed="")
    assert (code, error) == (2, "An engine plays only in practice, as the opponent; leave out --engine.\n")


def test_games_with_somebody_elsewhere_are_passed_over_and_told() -> None:
    run("--opponent", "human", typed="e4\nquit\n")
    with contextlib.closing(Journal(journal_file())) as journal:
        for setup in (ONLINE, ONLINE, SERVER):
            begin_game(journal, setup)
    code, written, _ = run("--resume", typed="quit\n")
    assert code == 0
    assert written.splitlines()[:2] == [
        "Game four is played with somebody elsewhere; access-chess lichess play --resume goes on with it.",
        "Game three is played with somebody elsewhere; access-chess play --opponent remote --resume goes on with it.",
    ]
    assert "one White: pawn Eva two Eva four." in written


def test_where_all_are_played_elsewhere_that_is_told_beside_the_refusal() -> None:
    with contextlib.closing(Journal(journal_file())) as journal:
        begin_game(journal, SERVER)
    code, written, error = run("--resume", typed="quit\n")
    assert (code, written) == (2, "")
    assert error == (
        "Game one is played with somebody elsewhere; access-chess lichess play --resume goes on with it.\n"
        "There is no unfinished game in the journal; leave out --resume.\n"
    )
