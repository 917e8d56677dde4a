"""`access-chess serve`: the hall: pages on which games are played, for this machine or for all of a network."""

import contextlib
import re
import signal
import sys
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct
from msgspec.structs import replace

from access_chess.command_line.options.defaults import spoken_pack
from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.told_help import ToldGroup
from access_chess.edge.diagnosis import installing
from access_chess.edge.packs.voice_packs import REFERENCE, voice_pack_names
from access_chess.edge.storage.places import make_private_folder, pages_file, practice_file, user_folder
from access_chess.edge.storage.settings import hall_settings
from access_chess.hall.rules.codes import readable_name
from access_chess.laws.editions import Edition
from access_chess.machine_clock import utc_now

if TYPE_CHECKING:
    from access_chess.command_line.shared_hall import HallBoards
    from access_chess.edge.storage.journal import Journal
    from access_chess.hall.games.boards import Stations
    from access_chess.hall.games.running_games import Reporting, RunningGames
    from access_chess.hall.people.database import HallDatabase
    from access_chess.hall.stations.store import StationStore
    from access_chess.hall.web.hall import Hall
    from access_chess.practice.analysis import Analyst
    from access_chess.session.ports import EventStore

PORT = 8064
HERE = "127.0.0.1"
COLORS = {"white": True, "black": False}
#: For whom codes are, and whether a number and a color are given with them.
WHOSE = {
    "arbiter": (False, False), "assistant": (True, True), "display": (False, False), "player": (True, True),
    "station": (True, False),
}  # fmt: skip
HALL_FILE = "hall.sqlite"
BOARDS = range(1, 10_000)
SQLITE = "sqlite"
SHARED = "nats://HOST,HOST,HOST"


class ServeOptions(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    port: int
    lan: bool
    cert: Path | None
    key: Path | None
    public_delay: timedelta
    public_http: int | None
    name: str
    closed: bool
    ledger: str
    ledger_ca: Path | None
    voices: str
    no_sound: bool
    edition: str


LONGEST_DELAY = timedelta(hours=2)
_DELAY = re.compile(r"(\d{1,4})([smh])")
_UNITS = {"s": timedelta(seconds=1), "m": timedelta(minutes=1), "h": timedelta(hours=1)}


def _delay(_context: click.Context, _parameter: click.Parameter, text: str) -> timedelta:
    """A delay as "15m"."""
    match = _DELAY.fullmatch(text)
    delay = None if match is None else int(match[1]) * _UNITS[match[2]]
    if delay is None or delay > LONGEST_DELAY:
        raise wrong("usage_delay", name="--public-delay")
    return delay


_FILE = click.Path(dir_okay=False, exists=True, path_type=Path)


class _Hall(ToldGroup):
    """A group whose options may stand in `hall.toml`, under their names; what is typed counts more."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments."""
        kept: dict[str, Any] = {}
        known = {name.lstrip("-"): each.name for each in self.params for name in each.opts}
        for name, value in hall_settings().items():
            if name not in known:
                raise click.NoSuchOption(f"--{name}")
            kept[str(known[name])] = value
        parent = extra.get("parent")
        remembered = {} if parent is None else (parent.default_map or {}).get(self.name) or {}
        return super().make_context(*args, **{**extra, "default_map": _of_halls(remembered) | kept})

    def remembered_below(self, remembered: dict[str, Any]) -> dict[str, Any]:
        """The language alone: the organiser has written down the rest for the hall itself."""
        own = {key: remembered[key] for key in remembered.keys() & {"voices"}}
        return dict.fromkeys(self.commands, own)


def _of_halls(remembered: dict[str, Any]) -> dict[str, Any]:
    """What is remembered, without the name, which is the player's and not the event's."""
    return {key: value for key, value in remembered.items() if key != "name"}


@click.group(invoke_without_command=True, cls=_Hall)
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option("--lan", is_flag=True)
@click.option("--cert", type=_FILE)
@click.option("--key", type=_FILE)
@click.option("--public-delay", default="0s", show_default=True, callback=_delay)
@click.option(
    "--public-http",
    metavar="PORT",
    type=click.IntRange(0, 65535),
)
@click.option("--closed", is_flag=True)
@click.option("--name", default="")
@click.option(
    "--ledger",
    metavar=SHARED,
    default=SQLITE,
    show_default=True,
)
@click.option("--ledger-ca", type=_FILE)
@click.option("--voices", default=REFERENCE, show_default=True)
@click.option("--no-sound", is_flag=True)
@click.option(
    "--edition",
    type=click.Choice([edition.value for edition in Edition]),
    default=Edition.FIDE_2009.value,
    show_default=True,
)
@click.pass_context
def serve(context: click.Context, /, **options: Any) -> None:
    """Serve pages to play chess on, in a browser on this machine. Control-C ends it; all games are kept."""
    if context.invoked_subcommand is not None:
        return
    chosen = ServeOptions(**options)
    if chosen.voices not in voice_pack_names():
        raise wrong("no_voice_pack", name=repr(chosen.voices), known=", ".join(voice_pack_names()))
    if (chosen.cert is None) is not (chosen.key is None) or (chosen.cert is not None and not chosen.lan):
        raise wrong("certificate_pair")
    if (name := readable_name(chosen.name)) is None:
        raise wrong("hall_name")
    chosen = replace(chosen, name=name)
    _serve(chosen)


@serve.command()
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option("--lan", is_flag=True)
@click.option("--public-delay", default="0s", show_default=True, callback=_delay)
@click.option("--name", default="")
@click.option("--ledger", metavar=SHARED, required=True)
@click.option("--ledger-ca", type=_FILE)
@click.option("--voices", default=REFERENCE, show_default=True)
def readers(
    port: int, *, lan: bool, public_delay: timedelta, name: str, ledger: str, ledger_ca: Path | None, voices: str
) -> None:
    """Serve pages for spectators alone, of the boards of all halls at a ledger."""
    try:
        from access_chess.command_line.spectators import serve_spectators
    except ImportError as error:
        raise wrong("hall_package", name=error.name, install=installing(extra="hall")) from error
    if voices not in voice_pack_names():
        raise wrong("no_voice_pack", name=repr(voices), known=", ".join(voice_pack_names()))
    if (readable := readable_name(name)) is None:
        raise wrong("hall_name")
    serve_spectators(
        port, is_lan=lan, delay=public_delay, name=readable, ledger=ledger, authorities=ledger_ca, voices=voices
    )  # fmt: skip


@serve.command()
@click.argument("role", type=click.Choice(list(WHOSE)))
@click.argument("number", type=click.IntRange(1, 99_999_999), required=False)
@click.argument("side", type=click.Choice(list(COLORS)), required=False)
@click.option("--names", "is_named", is_flag=True)
@click.option("--only", is_flag=True)
@click.pass_context
def code(
    context: click.Context, /, role: str, number: int | None, side: str | None, *, is_named: bool, only: bool
) -> None:
    """Print one more code to sign in with: for the arbiter, for a large screen that shows boards without delay, for the
    player of a COLOR in the game NUMBER, for that player's assistant, or for the station of the board NUMBER.
    """
    if (number is not None, side is not None) != WHOSE[role] or (role == "station" and number not in BOARDS):
        raise wrong("code_whose")
    given = {} if context.parent is None else context.parent.params
    with contextlib.ExitStack() as closing:
        found = _kept(given["ledger"], given["ledger_ca"], given["name"], closing)
        click.echo(
            _station_code(found.stations.store, number, is_named=is_named, only=only)
            if role == "station" and number
            else _code(found.database, role, number, side)
        )


def _kept(ledger: str, authorities: Path | None, name: str, closing: contextlib.ExitStack) -> "HallBoards":
    """What the hall of this folder keeps, or all halls at this ledger do."""
    from access_chess.command_line.shared_hall import alone, shared

    file = user_folder() / HALL_FILE
    if ledger != SQLITE:
        return shared(ledger, authorities, name, None, None, closing)
    if not file.exists():
        raise wrong("no_hall")
    return alone(name, file, closing)


def _code(database: "HallDatabase", role: str, game: int | None, color: str | None) -> str:
    from access_chess.hall.people.database import Role

    if game is not None and not database.has_game(game):
        raise wrong("hall_no_game", game=game)
    seat = None if color is None else COLORS[color]
    if role == "assistant":
        assert game is not None and color is not None and seat is not None, "so it was checked"
        if not database.has_assistant(game, seat):
            raise wrong("hall_no_assistant", game=game, color=spoken_pack().phrase(color).text)
    return database.new_code(Role(role), game=game, color=seat, takes_over=True)


def _station_code(store: "StationStore", board: int, *, is_named: bool, only: bool) -> str:
    if only:
        store.end_tokens(board)
    return store.new_code(board, is_named=is_named)


def _serve(options: ServeOptions) -> None:
    try:
        from access_chess.edge.packs.texts import load_web_texts
        from access_chess.hall.people.database import Role
        from access_chess.hall.web.address import hall_address
        from access_chess.hall.web.app import hall_app
        from access_chess.hall.web.seated_guests import SeatedGuests
        from access_chess.hall.web.server import bound, bound_everywhere, search_seldom, server_of
        from access_chess.hall.web.station_door import Door
    except ImportError as error:
        raise wrong("hall_package", name=error.name, install=installing(extra="hall")) from error
    sockets = bound_everywhere(options.port) if options.lan else (bound(HERE, options.port),)
    make_private_folder(user_folder())
    pack = spoken_pack()
    with contextlib.ExitStack() as closing:
        for socket in sockets:
            closing.enter_context(contextlib.closing(socket))
        port, own = sockets[0].getsockname()[1], (options.cert, options.key)
        where = hall_address(port, is_lan=options.lan, own=own, folder=user_folder(), pack=pack)
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
        public = closing.enter_context(_public_pages(hall, options, where.hosts))
        code = pack.phrase("hall_code_is", code=hall.database.new_code(Role.ARBITER)).text
        kept, ends = pack.phrase("hall_kept_in", folder=str(user_folder())).text, pack.phrase("hall_ends").text
        click.echo(f"{where.address}/")  # alone on the first line, for programs that start this one
        late = pack.phrase("hall_delay", delay=pack.duration(options.public_delay)).text
        click.echo("\n".join((*where.lines, *public, late, code, kept, ends)))
        sys.stdout.flush()
        search_seldom()
        with contextlib.suppress(KeyboardInterrupt):  # which uvicorn hands on after it has ended the pages
            signal.signal(signal.SIGTERM, signal.default_int_handler)  # else that is handed on before games are kept
            server.run(sockets=list(sockets))


@contextlib.contextmanager
def _public_pages(hall: "Hall", options: ServeOptions, hosts: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """The pages of spectators without TLS, where they are asked for; what is told of them."""
    from access_chess.hall.web.app import public_app
    from access_chess.hall.web.server import beside, bound, bound_everywhere, server_of

    if options.public_http is None:
        yield ()
        return
    port = options.public_http
    listening = bound_everywhere(port) if options.lan else (bound(HERE, port),)
    public = hall.for_public()
    server = server_of(public_app(public, hosts=hosts), public.closing.set, pack=spoken_pack())
    host = hall.address.partition("//")[2].rpartition(":")[0]
    with contextlib.ExitStack() as closing:
        for each in listening:
            closing.enter_context(contextlib.closing(each))
        closing.enter_context(beside(server, listening))
        address = f"http://{host}:{listening[0].getsockname()[1]}/"
        yield (spoken_pack().phrase("hall_public_at", address=address).text,)


def _hall(options: ServeOptions, address: str, closing: contextlib.ExitStack) -> "tuple[Hall, HallBoards, Journal]":
    """Who is signed in, who plays, and the boards elsewhere, with what was kept of them."""
    from access_chess.edge.storage.journal import Journal
    from access_chess.hall.web.hall import Hall, Life
    from access_chess.wiring.lessons import LessonsAtPages

    journal = closing.enter_context(contextlib.closing(Journal(pages_file())))
    found = _boards(options, journal, closing)
    running = hosted_games(journal, found.floor, found.reporting, edition=Edition(options.edition))
    closing.callback(_tell_lost, running)
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


def _tell_lost(running: "RunningGames") -> None:
    """Where the disk took nothing to the end: of which boards how many moves are not kept."""
    for number, moves in running.lost.items():
        key = "hall_moves_lost" if moves else "game_unkept"
        click.echo(spoken_pack().phrase(key, number=str(number), count=moves).text, err=True)


def _boards(options: ServeOptions, journal: "Journal", closing: contextlib.ExitStack) -> "HallBoards":
    from access_chess.command_line.shared_hall import alone, shared

    file = user_folder() / HALL_FILE
    if options.ledger == SQLITE:
        return alone(options.name, file, closing)
    return shared(options.ledger, options.ledger_ca, options.name, file, journal, closing)


def hosted_games(
    journal: "EventStore",
    stations: "Stations | None" = None,
    reporting: "Reporting | None" = None,
    *,
    edition: Edition = Edition.FIDE_2009,
) -> "RunningGames":
    """Games at pages, with the engine and what who practises may ask, by the Laws of this edition."""
    from access_chess.hall.games.running_games import RunningGames, not_reported
    from access_chess.wiring.opponents import OPPONENTS
    from access_chess.wiring.practice import practising, robot

    engine = OPPONENTS["engine"]
    return RunningGames(
        journal, robots=partial(robot, engine.opened), robot_name=engine.name, practised=practising(_judge),
        stations=stations, reporting=reporting or not_reported, edition=edition,
    )  # fmt: skip


def _judge(_: object) -> "Analyst":
    """Imported when somebody asks: a hall that begins again is missed by all its pages."""
    from access_chess.edge.practising.judge import judge_of_the_hall

    return judge_of_the_hall()
