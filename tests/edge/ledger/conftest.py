"""Three real brokers for the tests of this folder, which take seconds to agree; each test is an event of its own."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from access_chess.edge.storage.places import HOME_VARIABLE
from tests.support.brokers import Brokers, SharedHall, brokers

Opened = Callable[[str], SharedHall]


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Brokers]:
    with brokers(tmp_path_factory.mktemp("brokers")) as found:
        yield found


@pytest.fixture
def opened(
    cluster: Brokers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Opened]:
    """Opens halls by name."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "station"))
    (tmp_path / "station").mkdir()
    event = re.sub("[^a-z]+", " ", request.node.name)
    with ExitStack() as closing:

        def hall(name: str) -> SharedHall:
            (tmp_path / name).mkdir(exist_ok=True)
            found = SharedHall(tmp_path / name, ledger=cluster.ledger, event=event)
            found.start()
            closing.callback(found.stop)
            return found

        yield hall
