"""A hall whose pages are served, and pages for spectators alone, beside the halls of a ledger.

What is only read needs no TLS. Who serves spectators alone keeps nothing: at the start they read the whole ledger.
"""

import contextlib
from datetime import timedelta
from functools import partial
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING

from msgspec import Struct
from uvicorn import Server

from access_chess.edge.packs.texts import load_web_texts
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import make_private_folder, pages_file, practice_file, user_folder
from access_chess.hall.games.running_games import RunningGames, not_reported
from access_chess.hall.people.database import Role
from access_chess.hall.web.address import HallAddress, hall_address
from access_chess.hall.web.app import hall_app, public_app
from access_chess.hall.web.hall import Hall, Life
from access_chess.hall.web.seated_guests import SeatedGuests
from access_chess.hall.web.server import beside, bound, bound_everywhere, search_seldom, server_of
from access_chess.hall.web.station_door import Door
from access_chess.laws.editions import Edition
from access_chess.machine_clock import utc_now
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.wiring.lessons import LessonsAtPages
from access_chess.wiring.opponents import OPPONENTS
from access_chess.wiring.practice import practising, robot
from access_chess.wiring.shared_hall import HALL_FILE, HallBoards, alone, shared

if TYPE_CHECKING:
    from access_chess.hall.games.boards import Stations
    from access_chess.hall.games.running_games import Reporting
    from access_chess.practice.analysis import Analyst
    from access_chess.session.ports import EventStore

HERE = "127.0.0.1"


class HallOptions(Struct, frozen=True, kw_only=True):
    """What was asked for of a hall.

    It is reached on this machine alone, or with `lan` in the network, by TLS with an own certificate or one made here.
    Without a `ledger` it has a file of its own. `public_http` is the port of pages for spectators without TLS.
    """

    port: int
    lan: bool
    public_delay: timedelta
    name: str
    ledger: str | None
    ledger_ca: Path | None
    voices: str
    cert: Path | None = None
    key: Path | None = None
    public_http: int | None = None
    closed: bool = False
    no_sound: bool = False
    edition: str = Edition.FIDE_2009.value


class Served(Struct, frozen=True, kw_only=True):
    """A hall at these sockets: its address, what is told of it, and the games that are played there."""

    address: str
    lines: tuple[str, ...]
    games: RunningGames
    server: Server
    sockets: tuple[socket, ...]

    def run(self) -> None:
        """Serve until Control-C."""
        search_seldom()
        with contextlib.suppress(KeyboardInterrupt):  # which uvicorn hands on after it has ended the pages
            self.server.run(sockets=list(self.sockets))

    def lost(self, pack: VoicePack) -> tuple[str, ...]:
        """Where the disk took nothing to the end: of which boards how many moves are not kept."""
        lost = self.games.lost.items()
        return tuple(
            pack.phrase("hall_moves_lost" if moves else "game_unkept", number=str(number), count=moves).text
            for number, moves in lost
        )


def opened_hall(options: HallOptions, pack: VoicePack, closing: contextlib.ExitStack) -> Served:
    """The hall, let go at the end. Raises StorageError, VoicePackError, PhrasedError."""
    make_private_folder(user_folder())
    sockets, where = _reached(options, pack, closing)
    hall, boards, journal = _hall(options, where.address, closing)
    guests = SeatedGuests(hall, journal, where.digest)
    app = hall_app(
        hall, hosts=where.hosts, hsts=options.cert is not None, door=Door(boards.stations, where.digest),
        guests=boards.seats(guests, guests.admit, where.digest), forwarding=boards.forwarding,
    )  # fmt: skip
    on_start = None if boards.forwarding is None else boards.forwarding.start
    plain = load_web_texts(options.voices).text("error_plain_http", address=f"{where.address}/")
    server = server_of(
        app, hall.closing.set, certificate=where.certificate, on_start=on_start, pack=pack, plain=plain
    )  # fmt: skip
    public = () if options.public_http is None else _public_pages(hall, options, where.hosts, pack, closing)
    late = pack.phrase("hall_delay", delay=pack.duration(options.public_delay)).text
    code = pack.phrase("hall_code_is", code=hall.database.new_code(Role.ARBITER)).text
    kept, ends = pack.phrase("hall_kept_in", folder=str(user_folder())).text, pack.phrase("hall_ends").text
    return Served(
        address=f"{where.address}/", lines=(*where.lines, *public, late, code, kept, ends), games=hall.games,
        server=server, sockets=sockets,
    )  # fmt: skip


def opened_pages_of_spectators(options: HallOptions, pack: VoicePack, closing: contextlib.ExitStack) -> Served:
    """Pages without TLS, of the boards of all halls at a ledger. Raises StorageError, VoicePackError, PhrasedError."""
    sockets, where = _reached(options, pack, closing)
    assert options.ledger is not None, "there are halls"
    found = shared(options.ledger, options.ledger_ca, options.name, None, None, closing)
    journal = closing.enter_context(contextlib.closing(Journal(None)))
    games = closing.enter_context(contextlib.closing(hosted_games(journal, found.floor)))
    hall = Hall(
        games=games, database=found.database, entries=journal.entries, default_voices=options.voices,
        name=options.name, public_delay=options.public_delay, stations=found.stations, elsewhere=found.elsewhere,
    ).for_public()  # fmt: skip
    server = server_of(public_app(hall, hosts=where.hosts), hall.closing.set, pack=pack)
    return Served(
        address=f"{where.address.replace('https:', 'http:')}/", lines=(pack.phrase("hall_ends").text,), games=games,
        server=server, sockets=sockets,
    )  # fmt: skip


def _reached(
    options: HallOptions, pack: VoicePack, closing: contextlib.ExitStack
) -> tuple[tuple[socket, ...], HallAddress]:
    """The sockets at which it is reached, and their address."""
    sockets = tuple(bound_everywhere(options.port) if options.lan else (bound(HERE, options.port),))
    for each in sockets:
        closing.enter_context(contextlib.closing(each))
    port, own = sockets[0].getsockname()[1], (options.cert, options.key)
    return sockets, hall_address(port, is_lan=options.lan, own=own, folder=user_folder(), pack=pack)


def _public_pages(
    hall: Hall, options: HallOptions, hosts: frozenset[str], pack: VoicePack, closing: contextlib.ExitStack
) -> tuple[str, ...]:
    """The pages of spectators without TLS, from now on; what is told of them."""
    port = options.public_http or 0
    listening = bound_everywhere(port) if options.lan else (bound(HERE, port),)
    public = hall.for_public()
    server = server_of(public_app(public, hosts=hosts), public.closing.set, pack=pack)
    host = hall.address.partition("//")[2].rpartition(":")[0]
    for each in listening:
        closing.enter_context(contextlib.closing(each))
    closing.enter_context(beside(server, listening))
    address = f"http://{host}:{listening[0].getsockname()[1]}/"
    return (pack.phrase("hall_public_at", address=address).text,)


def _hall(options: HallOptions, address: str, closing: contextlib.ExitStack) -> tuple[Hall, HallBoards, Journal]:
    """Who is signed in, who plays, and the boards elsewhere, with what was kept of them."""
    journal = closing.enter_context(contextlib.closing(Journal(pages_file())))
    found = _boards(options, journal, closing)
    running = hosted_games(journal, found.floor, found.reporting, edition=Edition(options.edition))
    games = closing.enter_context(contextlib.closing(running))
    aloud = None
    if not options.no_sound:
        from access_chess.edge.sound.said_aloud import SaidAloud

        aloud = closing.enter_context(contextlib.closing(SaidAloud()))
    hall = Hall(
        games=games, database=found.database, entries=journal.entries, default_voices=options.voices,
        aloud=aloud, address=address, is_secure=options.lan, public_delay=options.public_delay, name=options.name,
        stations=found.stations, elsewhere=found.elsewhere, is_closed=options.closed,
        lessons=LessonsAtPages(_judge, None if options.lan else practice_file()),
    )  # fmt: skip
    hall.take_up_ruled()
    hall.take_up_days(utc_now())
    closing.enter_context(contextlib.closing(Life(found.database, running.let_go)))
    return hall, found, journal


def _boards(options: HallOptions, journal: Journal, closing: contextlib.ExitStack) -> HallBoards:
    file = user_folder() / HALL_FILE
    if options.ledger is None:
        return alone(options.name, file, closing)
    return shared(options.ledger, options.ledger_ca, options.name, file, journal, closing)


def hosted_games(
    journal: "EventStore",
    stations: "Stations | None" = None,
    reporting: "Reporting | None" = None,
    *,
    edition: Edition = Edition.FIDE_2009,
) -> RunningGames:
    """Games at pages, with the engine and what who practises may ask, by the Laws of this edition."""
    engine = OPPONENTS["engine"]
    return RunningGames(
        journal, robots=partial(robot, engine.opened), robot_name=engine.name, practised=practising(_judge),
        stations=stations, reporting=reporting or not_reported, edition=edition,
    )  # fmt: skip


def _judge(_: object) -> "Analyst":
    """Imported when somebody asks: a hall that begins again is missed by all its pages."""
    from access_chess.edge.practising.judge import judge_of_the_hall

    return judge_of_the_hall()
