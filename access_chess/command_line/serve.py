"""`access-chess serve`: the hall: pages on which games are played, for this machine or for all of a network."""

import contextlib
import re
import signal
import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from access_chess.command_line.options.defaults import spoken_pack
from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.told_help import ToldGroup
from access_chess.edge.diagnosis import installing
from access_chess.edge.packs.voice_packs import REFERENCE, voice_pack_names
from access_chess.edge.storage.places import user_folder
from access_chess.edge.storage.settings import hall_settings
from access_chess.hall.rules.codes import readable_name
from access_chess.laws.editions import Edition

if TYPE_CHECKING:
    from access_chess.hall.people.database import HallDatabase
    from access_chess.hall.stations.store import StationStore
    from access_chess.wiring.shared_hall import HallBoards

PORT = 8064
COLORS = {"white": True, "black": False}
#: For whom codes are, and whether a number and a color are given with them.
WHOSE = {
    "arbiter": (False, False), "assistant": (True, True), "display": (False, False), "player": (True, True),
    "station": (True, False),
}  # fmt: skip
BOARDS = range(1, 10_000)
SQLITE = "sqlite"
SHARED = "nats://HOST,HOST,HOST"


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
    has_certificate = options["cert"] is not None
    if has_certificate is not (options["key"] is not None) or (has_certificate and not options["lan"]):
        raise wrong("certificate_pair")
    _serve(options, is_read_only=False)


@serve.command()
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option("--lan", is_flag=True)
@click.option("--public-delay", default="0s", show_default=True, callback=_delay)
@click.option("--name", default="")
@click.option("--ledger", metavar=SHARED, required=True)
@click.option("--ledger-ca", type=_FILE)
@click.option("--voices", default=REFERENCE, show_default=True)
def readers(**options: Any) -> None:
    """Serve pages for spectators alone, of the boards of all halls at a ledger."""
    _serve(options, is_read_only=True)


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
    from access_chess.wiring.shared_hall import HALL_FILE, alone, shared

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


def _serve(options: dict[str, Any], *, is_read_only: bool) -> None:
    """Tell where it is, and serve. Raises InputError, StorageError."""
    try:
        from access_chess.wiring.serving import HallOptions, opened_hall, opened_pages_of_spectators
    except ImportError as error:
        raise wrong("hall_package", name=error.name, install=installing(extra="hall")) from error
    if options["voices"] not in voice_pack_names():
        raise wrong("no_voice_pack", name=repr(options["voices"]), known=", ".join(voice_pack_names()))
    if (name := readable_name(options["name"])) is None:
        raise wrong("hall_name")
    ledger = None if options["ledger"] == SQLITE else options["ledger"]
    wanted, pack, served = HallOptions(**options | {"name": name, "ledger": ledger}), spoken_pack(), None
    try:
        with contextlib.ExitStack() as closing:
            served = (opened_pages_of_spectators if is_read_only else opened_hall)(wanted, pack, closing)
            click.echo(served.address)  # alone on the first line, for programs that start this one
            click.echo("\n".join(served.lines))
            sys.stdout.flush()
            if not is_read_only:
                signal.signal(signal.SIGTERM, signal.default_int_handler)  # else it is handed on before games are kept
            served.run()
    finally:
        for line in () if served is None else served.lost(pack):
            click.echo(line, err=True)
