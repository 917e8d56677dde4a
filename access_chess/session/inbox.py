"""Taking what other threads put into an inbox, without turning a deaf ear to Control-C."""

import contextlib
import queue
from typing import TypeVar

T = TypeVar("T")

#: Seconds; the signal of Control-C may reach another thread, and is heeded only by one that is awake.
AWAKE = 0.2


def take(inbox: "queue.SimpleQueue[T]") -> T:
    """The next entry, waited for; looks up now and then."""
    while True:
        with contextlib.suppress(queue.Empty):
            return inbox.get(timeout=AWAKE)
