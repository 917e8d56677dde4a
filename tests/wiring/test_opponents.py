"""Whom a player meets, by profile: outside practice there is no engine, whatever is asked for."""

import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.profile import AT_THIS_MACHINE, Profile
from access_chess.wiring.opponents import OPPONENTS, usual_opponent


@pytest.mark.parametrize("profile", Profile)
def test_everybody_meets_somebody(profile: Profile) -> None:
    assert profile in OPPONENTS[usual_opponent(profile)].profiles
    assert (usual_opponent(profile) == "engine") is (profile is Profile.PRACTICE)


@pytest.mark.parametrize("profile", [profile for profile in AT_THIS_MACHINE if profile is not Profile.PRACTICE])
def test_where_an_opponent_may_not_be_met_it_is_said(profile: Profile) -> None:
    result = CliRunner().invoke(main, ["play", "--no-sound", "--profile", str(profile), "--opponent", "engine"])
    sentence = f"There is no engine in the profile {profile}; leave out --opponent engine.\n"
    assert (result.exit_code, result.output) == (2, sentence)
