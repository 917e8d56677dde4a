"""The boards of a hall: alone, in its own file, or shared with others in a ledger at brokers."""

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from access_chess.command_line.options.errors import wrong
from access_chess.hall.records import event_token

if TYPE_CHECKING:
    from access_chess.edge.hall.database import HallDatabase
    from access_chess.edge.hall.forwarding import Forwarding
    from access_chess.edge.hall.shared_people import SharedPeople
    from access_chess.edge.hall.stations import HallStations
    from access_chess.edge.storage.journal import Journal
    from access_chess.session.hosting.hosted_games import Reporting
    from access_chess.session.hosting.station_ports import Stations

SCHEMES = ("nats", "tls")


class _Closes(Protocol):
    def close(self) -> None: ...


Closing = TypeVar("Closing", bound=_Closes)


@dataclass(frozen=True, kw_only=True)
class Boards:
    """Who is signed in and all boards that report; of which of them an arbiter's desk here is told beside the games
    that are played here; how these are reported. `elsewhere` are other halls' games, where there are other halls,
    and `forwarding` leads to them.
    """

    database: "HallDatabase"
    stations: "HallStations"
    floor: "Stations"
    reporting: "Reporting"
    elsewhere: "SharedPeople | None" = None
    forwarding: "Forwarding | None" = None


def addresses(ledger: str) -> list[str]:
    """The brokers' addresses; the user stands before the first.

    >>> addresses("nats://hall:secret@one,two:4223")
    ['nats://hall:secret@one', 'nats://two:4223']
    """
    scheme, _, rest = ledger.partition("://")
    hosts = rest.split(",")
    if scheme not in SCHEMES or not all(hosts):
        raise wrong("ledger_address", ledger=repr(ledger))
    return [f"{scheme}://{host}" for host in hosts]


def alone(name: str, own: Path, closing: contextlib.ExitStack) -> Boards:
    """A hall without others, in its own file. Raises StorageError."""
    from access_chess.edge.hall.database import HallDatabase
    from access_chess.edge.hall.station_store import StationStore
    from access_chess.edge.hall.stations import HallStations
    from access_chess.session.hosting.hosted_games import not_reported
    from access_chess.session.hosting.public_board import PublicBoard

    store = closing.enter_context(contextlib.closing(StationStore(own)))
    stations = closing.enter_context(contextlib.closing(HallStations(store, PublicBoard, name=name)))
    database = closing.enter_context(contextlib.closing(HallDatabase(own)))
    return Boards(database=database, stations=stations, floor=stations, reporting=not_reported)


def shared(
    ledger: str,
    authorities: Path | None,
    name: str,
    own: Path | None,
    journal: "Journal | None",
    closing: contextlib.ExitStack,
) -> Boards:
    """Join the halls at these brokers; `own` is the file of this one, in whose journal its games are. None: all of it
    is in memory, and no games are begun.

    Raises StorageError.
    """
    try:
        from access_chess.edge.ledger.broker import Broker
    except ImportError as error:
        raise wrong("cluster_package", name=error.name) from error
    from access_chess.command_line.hosted_reports import HostedReports
    from access_chess.edge.hall.bucket import Bucket
    from access_chess.edge.hall.forwarding import Forwarding
    from access_chess.edge.hall.ledger_book import LedgerBook
    from access_chess.edge.hall.ledger_copy import LedgerCopy
    from access_chess.edge.hall.other_boards import OtherBoards
    from access_chess.edge.hall.other_halls import OtherHalls
    from access_chess.edge.hall.shared_people import SharedPeople
    from access_chess.edge.hall.shared_tokens import SharedTokens
    from access_chess.edge.hall.station_store import StationStore
    from access_chess.edge.hall.stations import HallStations
    from access_chess.edge.ledger.jetstream import PEOPLE, JetStreamLedger, hall_stream, people_bucket
    from access_chess.session.hosting.hosted_games import not_reported
    from access_chess.session.hosting.public_board import PublicBoard

    def kept(it: Closing) -> Closing:
        closing.callback(it.close)
        return it

    event = event_token(name)
    broker = kept(Broker(addresses(ledger), authorities=authorities))
    keys = f"{PEOPLE}{event}."
    bucket = Bucket(kept(JetStreamLedger(broker, people_bucket(), f"{keys}>")), keys)
    tokens = SharedTokens(bucket, kept(StationStore(own)))
    copy = kept(LedgerCopy(None if own is None else own.with_name(f"ledger-{event}.sqlite"), tokens))
    stream = kept(JetStreamLedger(broker, hall_stream(), f"hall.{event}.>"))
    book = kept(LedgerBook(stream, copy, event))
    people = kept(SharedPeople(own, bucket, None if journal is None else journal.name))
    stations = kept(HallStations(copy, PublicBoard, book=book, name=name))
    book.owns = stations.way
    others = kept(OtherHalls(broker, f"hall.{event}.alive", people.hall, stations))
    reporting: Reporting = not_reported
    if journal is not None:
        journal.first = people.first_game
        reports = kept(HostedReports(journal, stations))
        reports.catch_up(people.own_games())
        reporting = reports.of
    return Boards(
        database=people, stations=stations, floor=OtherBoards(stations, people.hall), reporting=reporting,
        elsewhere=people, forwarding=kept(Forwarding(people, others, broker, event)),
    )  # fmt: skip
