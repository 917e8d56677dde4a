"""A host who has invited somebody."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from access_chess.edge.station.remote import host_link
from access_chess.edge.storage.places import HOME_VARIABLE
from tests.support.remote_host import RemoteHost


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RemoteHost]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(host_link, "SLOWER", 0.0)
    host = RemoteHost(tmp_path)
    yield host
    host.close()
