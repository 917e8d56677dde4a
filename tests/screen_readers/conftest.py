"""One rig for all tests of this room: a screen reader takes its time to start."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.screen_readers.reading import Reader
from tests.screen_readers.rig import Rig, missing
from tests.support.programs_of_others import leave_out

REQUIRED = "REQUIRE_SCREEN_READER"  # with this variable a machine that lacks one fails, instead of skipping


@pytest.fixture(scope="session")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    if lacking := missing():
        said = f"no screen reader can run here, for want of {', '.join(lacking)}"
        leave_out(said, REQUIRED)
    rig = Rig(tmp_path_factory.mktemp("rig"))
    yield rig
    rig.close()


@pytest.fixture
def read(rig: Rig, tmp_path: Path) -> Iterator[Callable[..., Reader]]:
    """Runs `access-chess` with these arguments in a terminal, and listens to it from the words `first` on."""
    with contextlib.ExitStack() as closing:

        def begin(*arguments: str, first: str, has_sound: bool = False) -> Reader:
            closing.close()
            rig.open_terminal()
            closing.callback(rig.close_window)
            return Reader(rig, tmp_path, *arguments, first=first, has_sound=has_sound)

        yield begin
