"""Three real brokers and two halls for all tests of this folder, since they take seconds to begin.

Each test has boards of its own at them; what it ends it has opened itself.
"""

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


@pytest.fixture(autouse=True)
def _whole(request: pytest.FixtureRequest) -> None:
    """What a failing test has killed does not fail the next one."""
    if "cluster" in request.fixturenames:
        request.getfixturevalue("cluster").begin_dead()


def _serving(cluster: Brokers, folder: Path) -> SharedHall:
    found = SharedHall(folder, ledger=cluster.ledger, event="City Open")
    found.start()
    return found


def _shared(cluster: Brokers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedHall]:
    hall = _serving(cluster, tmp_path_factory.mktemp("hall"))
    yield hall
    hall.stop()


one = pytest.fixture(_shared, name="one", scope="session")
other = pytest.fixture(_shared, name="other", scope="session")


@pytest.fixture
def opened(cluster: Brokers, tmp_path: Path) -> Iterator[Opened]:
    """Opens one more hall."""
    with ExitStack() as closing:

        def hall(name: str) -> SharedHall:
            (tmp_path / name).mkdir()
            found = _serving(cluster, tmp_path / name)
            closing.callback(found.stop)
            return found

        yield hall


@pytest.fixture
def station(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a station keeps what it knows."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "station"))
    (tmp_path / "station").mkdir()
    return tmp_path / "station"
