"""One rig for all tests in a terminal, and one for those at pages: a screen reader takes its time to start."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.screen_readers.reading import Reader
from tests.screen_readers.rig import Rig, missing
from tests.support.programs_of_others import leave_out

REQUIRED = "REQUIRE_SCREEN_READER"  # with this variable a machine that lacks one fails, instead of skipping


@pytest.fixture(scope="session")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """In a terminal BRLTTY shows the screen itself."""
    with contextlib.closing(_rig(tmp_path_factory, is_felt_by_reader=False)) as rig:
        yield rig


@pytest.fixture(scope="session")
def page_rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """At a page the screen reader tells the display what to show."""
    with contextlib.closing(_rig(tmp_path_factory, is_felt_by_reader=True)) as rig:
        yield rig


def _rig(folders: pytest.TempPathFactory, *, is_felt_by_reader: bool) -> Rig:
    if lacking := missing():
        leave_out(f"no screen reader can run here, for want of {', '.join(lacking)}", REQUIRED)
    return Rig(folders.mktemp("rig"), is_felt_by_reader=is_felt_by_reader)


@pytest.fixture
def read(rig: Rig, tmp_path: Path) -> Iterator[Callable[..., Reader]]:
    """Runs `access-chess` with these arguments in a terminal, and listens to it from the words `first` on."""
    with contextlib.ExitStack() as closing:

        def begin(*arguments: str, first: str, **more: Any) -> Reader:
            closing.close()
            rig.open_terminal()
            closing.callback(rig.close_window)
            return Reader(rig, tmp_path, *arguments, first=first, **more)

        yield begin
