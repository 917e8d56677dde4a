"""A hall that serves, and a station's place to keep its sign-in in."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from access_chess.edge.storage.places import HOME_VARIABLE
from tests.support.hall_server import ServedHall, served


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedHall]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "station"))
    (tmp_path / "hall").mkdir()
    (tmp_path / "station").mkdir()
    with served(tmp_path / "hall") as hall:
        yield hall
