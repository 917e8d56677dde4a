"""A hall that shares its boards with others in a ledger at brokers; for this the package of the brokers is needed."""

from contextlib import ExitStack, closing
from pathlib import Path

from access_chess.command_line.hosted_reports import HostedReports
from access_chess.command_line.shared_hall import HallBoards
from access_chess.edge.hall.bucket import Bucket
from access_chess.edge.hall.forwarded_lines import ForwardedLines
from access_chess.edge.hall.forwarding import Forwarding
from access_chess.edge.hall.ledger_book import LedgerBook
from access_chess.edge.hall.ledger_copy import LedgerCopy
from access_chess.edge.hall.other_boards import OtherBoards
from access_chess.edge.hall.other_halls import OtherHalls
from access_chess.edge.hall.shared_people import SharedPeople
from access_chess.edge.hall.shared_tokens import SharedTokens
from access_chess.edge.hall.station_store import StationStore
from access_chess.edge.hall.stations import HallStations
from access_chess.edge.ledger.broker import Broker
from access_chess.edge.ledger.jetstream import PEOPLE, JetStreamLedger, hall_stream, people_bucket
from access_chess.edge.storage.journal import Journal
from access_chess.hall.records import event_token
from access_chess.session.hosting.hosted_games import Reporting, not_reported


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
    copy = kept(closing(LedgerCopy(None if own is None else own.with_name(f"ledger-{event}.sqlite"), tokens)))
    stream = kept(closing(JetStreamLedger(broker, hall_stream(), f"hall.{event}.>")))
    book = kept(closing(LedgerBook(stream, copy, event)))
    people = kept(closing(SharedPeople(own, bucket, None if journal is None else journal.name)))
    stations = kept(closing(HallStations(copy, book=book, name=name)))
    book.owns = stations.way
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
