"""The boards of a hall: alone, in its own file, or shared with others in a ledger at brokers."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from access_chess.edge.diagnosis import installing
from access_chess.phrased_error import PhrasedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from access_chess.edge.storage.journal import Journal
    from access_chess.hall.cluster.broker import Broker
    from access_chess.hall.cluster.forwarded_lines import Admit
    from access_chess.hall.cluster.forwarding import Forwarding
    from access_chess.hall.cluster.shared_people import SharedPeople
    from access_chess.hall.games.boards import Stations
    from access_chess.hall.games.running_games import Reporting
    from access_chess.hall.people.database import HallDatabase
    from access_chess.hall.stations.stations import HallStations
    from access_chess.hall.web.relay import StationGuests

HALL_FILE = "hall.sqlite"
SCHEMES = ("nats", "tls")


class HallBoards(Struct, frozen=True, kw_only=True):
    """Who is signed in and all boards that report; of which of them an arbiter's desk here is told beside the games
    that are played here; how these are reported. `elsewhere` are other halls' games, where there are other halls,
    and `forwarding` leads to them; `seats` makes of the stations' seats here those of all halls.
    """

    database: "HallDatabase"
    stations: "HallStations"
    floor: "Stations"
    reporting: "Reporting"
    elsewhere: "SharedPeople | None" = None
    forwarding: "Forwarding | None" = None
    seats: "Callable[[StationGuests, Admit, bytes], StationGuests]" = lambda own, admit, fingerprint: own


def addresses(ledger: str) -> list[str]:
    """The brokers' addresses; the user stands before the first.

    >>> addresses("nats://hall:secret@one,two:4223")
    ['nats://hall:secret@one', 'nats://two:4223']
    """
    scheme, _, rest = ledger.partition("://")
    hosts = rest.split(",")
    if scheme not in SCHEMES or not all(hosts):
        raise PhrasedError("ledger_address", ledger=repr(ledger))
    return [f"{scheme}://{host}" for host in hosts]


def alone(name: str, own: Path, closing: contextlib.ExitStack) -> HallBoards:
    """A hall without others, in its own file. Raises StorageError."""
    from access_chess.hall.games.running_games import not_reported
    from access_chess.hall.people.database import HallDatabase
    from access_chess.hall.stations.stations import HallStations
    from access_chess.hall.stations.store import StationStore

    store = closing.enter_context(contextlib.closing(StationStore(own)))
    stations = closing.enter_context(contextlib.closing(HallStations(store, name=name)))
    database = closing.enter_context(contextlib.closing(HallDatabase(own)))
    return HallBoards(database=database, stations=stations, floor=stations, reporting=not_reported)


def shared(
    ledger: str,
    authorities: Path | None,
    name: str,
    own: Path | None,
    journal: "Journal | None",
    closing: contextlib.ExitStack,
) -> HallBoards:
    """Join the halls at these brokers; `own` is the file of this one, in whose journal its games are. None: all of it
    is in memory, and no games are begun.

    Raises StorageError; PhrasedError where the package of brokers is not installed.
    """
    try:
        from access_chess.hall.cluster.broker import Broker
    except ImportError as error:
        raise PhrasedError("cluster_package", name=error.name, install=installing(extra="cluster")) from error
    broker = closing.enter_context(contextlib.closing(Broker(addresses(ledger), authorities=authorities)))
    return _joined(broker, name, own, journal, closing)


def _joined(
    broker: "Broker", name: str, own: Path | None, journal: "Journal | None", stack: contextlib.ExitStack
) -> HallBoards:
    """The boards of all halls at these brokers. Raises StorageError."""
    from access_chess.hall.cluster.forwarded_lines import ForwardedLines
    from access_chess.hall.cluster.forwarding import Forwarding
    from access_chess.hall.cluster.jetstream import PEOPLE, Bucket, JetStreamLedger, hall_stream, people_bucket
    from access_chess.hall.cluster.ledger_store import LedgerStore
    from access_chess.hall.cluster.other_halls import OtherBoards, OtherHalls
    from access_chess.hall.cluster.shared_people import SharedPeople
    from access_chess.hall.cluster.shared_tokens import SharedTokens
    from access_chess.hall.rules.records import event_token
    from access_chess.hall.stations.stations import HallStations
    from access_chess.hall.stations.store import StationStore

    closing, kept, event = contextlib.closing, stack.enter_context, event_token(name)
    keys = f"{PEOPLE}{event}."
    bucket = Bucket(kept(closing(JetStreamLedger(broker, people_bucket(), f"{keys}>"))), keys)
    tokens = SharedTokens(bucket, kept(closing(StationStore(own))))
    file = None if own is None else own.with_name(f"ledger-{event}.sqlite")
    stream = JetStreamLedger(broker, hall_stream(), f"hall.{event}.>")
    store = kept(closing(LedgerStore(file, stream, tokens, event)))
    people = kept(closing(SharedPeople(own, bucket, None if journal is None else journal.name)))
    stations = kept(closing(HallStations(store, name=name)))
    store.owns = stations.way
    others = kept(closing(OtherHalls(broker, f"hall.{event}.alive", people.hall, stations)))
    return HallBoards(
        database=people, stations=stations, floor=OtherBoards(stations, people.hall),
        reporting=_reporting(journal, people, stations, stack), elsewhere=people,
        forwarding=kept(closing(Forwarding(people, others, broker, event))),
        seats=lambda here, admit, fingerprint: kept(closing(ForwardedLines(here, admit, fingerprint, broker, event))),
    )  # fmt: skip


def _reporting(
    journal: "Journal | None", people: "SharedPeople", stations: "HallStations", stack: contextlib.ExitStack
) -> "Reporting":
    """How the games that are played here are reported: from the journal, in which they have numbers of their own."""
    from access_chess.hall.cluster.hosted_reports import HostedReports
    from access_chess.hall.games.running_games import not_reported

    if journal is None:
        return not_reported
    journal.first = people.first_game
    reports = stack.enter_context(contextlib.closing(HostedReports(journal, stations)))
    reports.catch_up(people.own_games())
    return reports.of
