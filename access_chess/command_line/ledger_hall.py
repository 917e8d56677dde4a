"""A hall that shares its boards with others in a ledger at brokers; for this the package of the brokers is needed."""

from contextlib import ExitStack, closing
from pathlib import Path

from access_chess.command_line.shared_hall import HallBoards
from access_chess.edge.storage.journal import Journal
from access_chess.hall.cluster.broker import Broker
from access_chess.hall.cluster.forwarded_lines import ForwardedLines
from access_chess.hall.cluster.forwarding import Forwarding
from access_chess.hall.cluster.hosted_reports import HostedReports
from access_chess.hall.cluster.jetstream import PEOPLE, Bucket, JetStreamLedger, hall_stream, people_bucket
from access_chess.hall.cluster.ledger_store import LedgerStore
from access_chess.hall.cluster.other_halls import OtherBoards, OtherHalls
from access_chess.hall.cluster.shared_people import SharedPeople
from access_chess.hall.cluster.shared_tokens import SharedTokens
from access_chess.hall.games.running_games import Reporting, not_reported
from access_chess.hall.rules.records import event_token
from access_chess.hall.stations.stations import HallStations
from access_chess.hall.stations.store import StationStore


def joined(
    addresses: list[str],
    authorities: Path | None,
    name: str,
    own: Path | None,
    journal: Journal | None,
    stack: ExitStack,
) -> HallBoards:
    """The boards of all halls at these brokers, as `shared_hall.shared` has them. Raises StorageError."""
    event, kept = event_token(name), stack.enter_context
    broker = kept(closing(Broker(addresses, authorities=authorities)))
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
    reporting: Reporting = not_reported
    if journal is not None:
        journal.first = people.first_game
        reports = kept(closing(HostedReports(journal, stations)))
        reports.catch_up(people.own_games())
        reporting = reports.of
    return HallBoards(
        database=people, stations=stations, floor=OtherBoards(stations, people.hall), reporting=reporting,
        elsewhere=people, forwarding=kept(closing(Forwarding(people, others, broker, event))),
        seats=lambda here, admit, fingerprint: kept(closing(ForwardedLines(here, admit, fingerprint, broker, event))),
    )  # fmt: skip
