"""What stations say, gathered for a moment, so that the disk is asked once for all that came meanwhile.

A station that waits for its answer loses nothing: its own journal has what it reports. So a few milliseconds cost
nobody anything, and spare the hall most of the work of writing where many boards play.
"""

import asyncio
from typing import Any

from access_chess.edge.hall.connected import Answered, Link
from access_chess.edge.hall.stations import HallStations
from access_chess.hall import wire

GATHERED = 0.01  # seconds: as long as a write takes on a busy disk


class Intake:
    """Where all stations of a server are heard, by its loop; one thread at a time writes for all of them."""

    def __init__(self, stations: HallStations) -> None:
        self._stations = stations
        self._waiting: list[tuple[Link, wire.FromStation, asyncio.Future[wire.FromHall | None]]] = []
        self._is_busy = False

    async def hear(self, link: Link, message: wire.FromStation) -> wire.FromHall | None:
        """What a station says, and what it is answered. Raises NonsenseError, StorageError."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[wire.FromHall | None] = loop.create_future()
        self._waiting.append((link, message, answer))
        if not self._is_busy:
            self._is_busy = True
            loop.call_later(GATHERED, self._hand_on)
        return await answer

    def _hand_on(self) -> None:
        heard, self._waiting = self._waiting, []
        said = [(link, message) for link, message, _ in heard]
        done = asyncio.get_running_loop().run_in_executor(None, self._stations.hear_all, said)
        done.add_done_callback(lambda done: self._answer([answer for _, _, answer in heard], done))

    def _answer(self, answers: "list[asyncio.Future[wire.FromHall | None]]", done: "asyncio.Future[Any]") -> None:
        error = done.exception()
        found: list[Answered] = [error] * len(answers) if isinstance(error, Exception) else done.result()
        for answer, what in zip(answers, found, strict=True):
            if answer.cancelled():
                continue
            if isinstance(what, Exception):
                answer.set_exception(what)
            else:
                answer.set_result(what)
        self._is_busy = bool(self._waiting)
        if self._is_busy:
            asyncio.get_running_loop().call_later(GATHERED, self._hand_on)
