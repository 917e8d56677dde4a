"""One browser for all tests of pages in a process, which takes a second to start, and visitors without one."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.hall_server import ServedHall
from tests.support.hall_visitor import Visitor
from tests.support.page_player import chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def _visiting(hall: ServedHall) -> Iterator[Visitor]:
    visitor = Visitor(hall)
    yield visitor
    visitor.client.close()


anna = pytest.fixture(_visiting, name="anna")
stranger = pytest.fixture(_visiting, name="stranger")
third = pytest.fixture(_visiting, name="third")
