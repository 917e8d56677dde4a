"""The real firmware, in the emulator, does what it must."""

from collections.abc import Callable

import chess
import pytest

from tests.hardware.scenarios import MS, SCENARIOS, every_contact_is_told_as_itself, frames, snapshot
from tests.support.board_sim import BoardSim


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_firmware(board_sim: BoardSim, scenario: Callable[[BoardSim], None]) -> None:
    scenario(board_sim)


def test_without_diodes_three_corners_fake_the_fourth(board_sim: BoardSim) -> None:
    """Why the matrix has 64 of them, and that the emulated matrix would show it."""
    board_sim.tell("squares 0000000000000000", "diodes 0", "place b2", "place b6", "place g2")
    frames(board_sim.run(100 * MS))
    assert snapshot(board_sim).squares == chess.BB_B2 | chess.BB_B6 | chess.BB_G2 | chess.BB_G6


def test_slow_wires_are_borne(board_sim: BoardSim) -> None:
    """A rank's line may take nearly the whole 125 microseconds that it is held."""
    board_sim.tell("settle 115")
    every_contact_is_told_as_itself(board_sim)
