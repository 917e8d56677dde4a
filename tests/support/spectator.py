"""A spectator who never gives up: he comes back to one hall or another, and counts what he has heard."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx


def moves_listed(page: str, said: str) -> int:
    """How many moves whose words begin so stand on a spectator's page, among what was said."""
    return page.partition('id="log"')[2].count(f"<li>{said}")


@dataclass
class Reader:
    """A spectator of a board, who comes back by the number of the last event whenever his line is cut."""

    board: int
    addresses: list[str]
    after: str = "0"
    ids: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    at: list[float] = field(default_factory=list)
    reloads: int = 0
    is_over: bool = False

    def read(self) -> None:
        """Read until it is over; `at` is when each thing came that was said."""
        while not self.is_over:
            try:
                self._read(self.addresses[0])
            except httpx.HTTPError:
                time.sleep(0.05)
                self.addresses.append(self.addresses.pop(0))

    def _read(self, address: str) -> None:
        headers = {"last-event-id": self.after}
        with httpx.stream("GET", f"{address}/stream?boards={self.board}", headers=headers, timeout=1) as answer:
            for line in answer.iter_lines():
                if self.is_over:
                    return
                if line.startswith("id: "):
                    self.after = line.removeprefix("id: ")
                    self.ids.append(self.after)
                elif line.startswith("event: reload"):
                    self.reloads += 1
                elif line.startswith('data: {"board"'):
                    for words in json.loads(line.removeprefix("data: "))["say"]:
                        self.said.append(words)
                        self.at.append(time.monotonic())


@contextmanager
def reading(board: int, *addresses: str, after: str = "0") -> Iterator[Reader]:
    """A reader in a thread of his own; he begins at the first hall."""
    found = Reader(board, list(addresses), after)
    thread = threading.Thread(target=found.read, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        found.is_over = True
        thread.join()
