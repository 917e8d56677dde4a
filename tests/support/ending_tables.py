"""The table of bishop and knight, which takes ten seconds, is worked out once for all processes of a run."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from access_chess.practice import bishop_and_knight
from access_chess.practice.bishop_and_knight import BishopAndKnight
from tests.support.once_a_run import made_once

_WORKED_OUT = bishop_and_knight.table  # the program's own, however many folders have put another in its place


@pytest.fixture(scope="session", autouse=True)
def _one_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """For the tests of each folder whose conftest imports it."""

    def keep(folder: Path) -> None:
        folder.mkdir()
        np.savez(folder / "table.npz", to_win=_WORKED_OUT().to_win, to_lose=_WORKED_OUT().to_lose)

    @cache
    def table() -> BishopAndKnight:
        with np.load(made_once(tmp_path_factory, "bishop_and_knight", keep) / "table.npz") as kept:
            return BishopAndKnight(to_win=kept["to_win"], to_lose=kept["to_lose"])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bishop_and_knight, "table", table)
        yield
