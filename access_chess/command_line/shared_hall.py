"""The boards of a hall: alone, in its own file, or shared with others in a ledger at brokers."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from access_chess.command_line.options.errors import wrong
from access_chess.edge.diagnosis import installing

if TYPE_CHECKING:
    from collections.abc import Callable

    from access_chess.edge.storage.journal import Journal
    from access_chess.hall.cluster.forwarded_lines import Admit
    from access_chess.hall.cluster.forwarding import Forwarding
    from access_chess.hall.cluster.shared_people import SharedPeople
    from access_chess.hall.games.boards import Stations
    from access_chess.hall.games.running_games import Reporting
    from access_chess.hall.people.database import HallDatabase
    from access_chess.hall.stations.stations import HallStations
    from access_chess.hall.web.relay import StationGuests

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
        raise wrong("ledger_address", ledger=repr(ledger))
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

    Raises StorageError; InputError where the package of brokers is not installed.
    """
    try:
        from access_chess.command_line.ledger_hall import joined
    except ImportError as error:
        raise wrong("cluster_package", name=error.name, install=installing(extra="cluster")) from error
    return joined(addresses(ledger), authorities, name, own, journal, closing)
