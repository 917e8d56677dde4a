"""Tickets: each line and each form of a page bears one, by which it is done once, however often it is sent.

A line whose answer was lost on its way is sent again, and gets the answer of before. What follows from a line at a game
bears its ticket in the journal, too, so that it is known after a restart.
"""

import asyncio
import hashlib
import itertools
import re
import uuid
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from starlette.responses import Response

KEPT = 64  # lines of a place that are known again: more than anybody sends in the minute in which a page tries again
KEPT_FORMS = 256  # of the whole hall
#: Characters of an answer that is kept: a sentence to our script, and a page only where it has codes that it alone has.
LONGEST, LONGEST_OF_FORMS = 1_000, 50_000
_TICKET = re.compile(r"[A-Za-z0-9-]{8,64}")


def page_tickets() -> Iterator[str]:
    """A ticket for each form of a page that is shown now: they begin alike, which packs well."""
    page = uuid.uuid4()
    return (f"{page}-{place}" for place in itertools.count(1))


def ticket_of(fields: Mapping[str, str]) -> str:
    """The ticket among the fields of a form; empty where it bears none."""
    named = fields.get("ticket", "")
    return named if _TICKET.fullmatch(named) else ""


def form_key(path: str, fields: Mapping[str, str]) -> str:
    """By what a form is known that is sent again: its ticket, and all that was filled in, for it may be sent from a
    page to which somebody has gone back. Empty without a ticket.
    """
    ticket = ticket_of(fields)
    rest = "\0".join(f"{name}={value}" for name, value in sorted(fields.items()) if name != "csrf")
    return ticket and f"{ticket} {hashlib.sha256(f'{path} {rest}'.encode()).hexdigest()}"


class Tickets:
    """The last tickets of one place with their answers. For the server's own thread."""

    def __init__(self, kept: int = KEPT, longest: int = LONGEST) -> None:
        self._kept = kept
        self._longest = longest
        self._answers: OrderedDict[str, asyncio.Future[Response]] = OrderedDict()

    def known(self, ticket: str) -> bool:
        """Whether what bears this ticket was done, or is being done."""
        return ticket in self._answers

    async def once(self, ticket: str, do: Callable[[], Awaitable[Response]]) -> Response:
        """The answer to what bears a ticket: `do` is called for the first that does. Without one it is always called.

        What was refused by its status has changed nothing, and is looked at again.
        """
        if not ticket:
            return await do()
        if (given := self._answers.get(ticket)) is not None:
            return await asyncio.shield(given)
        answer = self._answers[ticket] = asyncio.ensure_future(do())
        answer.add_done_callback(lambda done: self._keep(ticket, done))
        while len(self._answers) > self._kept:
            self._answers.popitem(last=False)
        return await asyncio.shield(answer)

    def _keep(self, ticket: str, done: "asyncio.Future[Response]") -> None:
        is_whole = not done.cancelled() and done.exception() is None
        if not is_whole or done.result().status_code >= 400 or len(done.result().body) > self._longest:
            self._answers.pop(ticket, None)


@dataclass
class TicketBooks:
    """The tickets of all places: those of a game or of a desk are let go with it."""

    forms: Tickets = field(default_factory=lambda: Tickets(KEPT_FORMS, LONGEST_OF_FORMS))
    _places: WeakKeyDictionary[object, dict[object, Tickets]] = field(default_factory=WeakKeyDictionary)

    def at(self, owner: object, place: object = None) -> Tickets:
        """Those of a place that belongs to a game, a desk or whatever else goes some day."""
        return self._places.setdefault(owner, {}).setdefault(place, Tickets())
