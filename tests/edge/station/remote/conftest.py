"""A host who has invited somebody."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from access_chess.edge.station import line
from access_chess.edge.station.remote import host_link, lines
from access_chess.edge.storage.places import HOME_VARIABLE
from tests.support.remote_host import PATIENCE, RemoteHost


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RemoteHost]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(host_link, "SLOWER", 0.0)
    for module in (line, lines):  # a busy machine is no broken network
        monkeypatch.setattr(module, "OPENED", PATIENCE)
        monkeypatch.setattr(module, "PING", PATIENCE)
    monkeypatch.setattr(host_link, "GREETED", PATIENCE)
    host = RemoteHost(tmp_path)
    yield host
    host.close()
