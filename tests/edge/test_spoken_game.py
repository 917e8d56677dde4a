"""Games by voice, in a process of their own; what other tests leave in SDL and voices changes what is heard."""

from tests.edge.own_process import run_cases


def test_spoken_games() -> None:
    run_cases("spoken_game_cases.py")
