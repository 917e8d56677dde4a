"""A hall that shares its boards with others: the ledger at the brokers, and this hall's copy of it."""

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from access_chess.command_line.options.errors import wrong
from access_chess.hall.records import event_token

if TYPE_CHECKING:
    from access_chess.edge.hall.shared_people import SharedPeople
    from access_chess.edge.hall.stations import HallStations

SCHEMES = ("nats", "tls")


class _Closes(Protocol):
    def close(self) -> None: ...


Closing = TypeVar("Closing", bound=_Closes)


def addresses(ledger: str) -> list[str]:
    """The brokers' addresses: those after the first may leave out what they have in common with it.

    >>> addresses("nats://hall:secret@one,two:4223")
    ['nats://hall:secret@one', 'nats://hall:secret@two:4223']
    """
    scheme, _, rest = ledger.partition("://")
    user, at, hosts = rest.rpartition("@")
    if scheme not in SCHEMES or not all(hosts.split(",")):
        raise wrong("ledger_address", ledger=repr(ledger))
    return [f"{scheme}://{user}{at}{host}" for host in hosts.split(",")]


@dataclass(frozen=True)
class Shared:
    """What a hall has in common with others: who is signed in, and all boards."""

    people: "SharedPeople"
    stations: "HallStations"


def shared(ledger: str, authorities: Path | None, name: str, own: Path, closing: contextlib.ExitStack) -> Shared:
    """Join the halls at these brokers; `own` is the file of this one. Raises StorageError."""
    try:
        from access_chess.edge.ledger.broker import Broker
    except ImportError as error:
        raise wrong("cluster_package", name=error.name) from error
    from access_chess.edge.hall.bucket import Bucket
    from access_chess.edge.hall.ledger_book import LedgerBook
    from access_chess.edge.hall.ledger_copy import LedgerCopy
    from access_chess.edge.hall.shared_people import SharedPeople
    from access_chess.edge.hall.shared_tokens import SharedTokens
    from access_chess.edge.hall.station_store import StationStore
    from access_chess.edge.hall.stations import HallStations
    from access_chess.edge.ledger.jetstream import PEOPLE, JetStreamLedger, hall_stream, people_bucket
    from access_chess.session.hosting.public_board import PublicBoard

    def kept(it: Closing) -> Closing:
        closing.callback(it.close)
        return it

    event = event_token(name)
    broker = kept(Broker(addresses(ledger), authorities=authorities))
    bucket = Bucket(kept(JetStreamLedger(broker, people_bucket(), f"{PEOPLE}>")), PEOPLE)
    tokens = SharedTokens(bucket, kept(StationStore(own)))
    copy = kept(LedgerCopy(own.with_name(f"ledger-{event}.sqlite"), tokens))
    stream = kept(JetStreamLedger(broker, hall_stream(), f"hall.{event}.>"))
    book = kept(LedgerBook(stream, copy, event))
    stations = kept(HallStations(copy, PublicBoard, book=book, name=name))
    book.owns = stations.way
    return Shared(kept(SharedPeople(own, bucket)), stations)
