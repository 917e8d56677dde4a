"""Whole games by keyboard only in a real browser: what the live regions say is what stands in the transcript.

Never silent, never twice: the lists are equal, not only contained in each other. After a change that is meant,
`python -m tests.support.write_golden` writes them anew.
"""

from pathlib import Path

from playwright.sync_api import Browser

from tests.support.golden import GOLDEN
from tests.support.hall_games import grid_game, two_players, typed_game


def golden(name: str) -> list[str]:
    return (GOLDEN / "hall" / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_a_game_by_typing_against_the_robot(browser: Browser, tmp_path: Path) -> None:
    assert typed_game(browser, tmp_path) == golden("typed.en")


def test_a_game_on_the_grid_against_the_robot(browser: Browser, tmp_path: Path) -> None:
    assert grid_game(browser, tmp_path) == golden("grid.en")


def test_two_people_hear_each_move_once(browser: Browser, tmp_path: Path) -> None:
    white, black = two_players(browser, tmp_path)
    assert white == golden("two.white.en")
    assert black == golden("two.black.de")
