"""Emulated boards for tests."""

from collections.abc import Iterator

import pytest

from tests.support.board_sim import BoardSim, LockstepHost, built


@pytest.fixture
def board_sim() -> Iterator[BoardSim]:
    """A board with the start position, just switched on, in lockstep."""
    with BoardSim() as sim:
        yield sim


@pytest.fixture
def host(board_sim: BoardSim) -> LockstepHost:
    """The host's link to that board, alive."""
    host = LockstepHost(board_sim)
    host.run_until_live()
    return host


@pytest.fixture(scope="session", autouse=True)
def _tools() -> None:
    """What compiles the firmware is asked for once; where it lacks, all of this is left out."""
    built()
