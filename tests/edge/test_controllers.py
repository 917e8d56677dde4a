"""Game controllers, in a process of their own; SDL has one joystick system a process, and other tests end SDL."""

from tests.support.own_process import run_cases


def test_game_controllers() -> None:
    run_cases("controller_cases.py")
