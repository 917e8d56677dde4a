"""One browser for all tests of pages in a process: it takes a second to start."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.page_player import chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running
