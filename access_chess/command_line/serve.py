"""`access-chess serve`: the hall: pages on which games are played, for this machine or for all of a network."""

import contextlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from access_chess.command_line.options.errors import InputError
from access_chess.edge.packs.voice_packs import DEFAULT, VoicePackError, voice_pack_names
from access_chess.edge.storage.places import journal_file, user_folder
from access_chess.session.ports import StorageError

if TYPE_CHECKING:
    from access_chess.edge.hall.hall import Hall
    from access_chess.session.hosting.hosted_games import RunningGames
    from access_chess.session.ports import EventStore

PORT = 8064
HERE = "127.0.0.1"
HALL_FILE = "hall.sqlite"
GAMES_FILE = "hall-games.sqlite"
EXTRA = "The pages need more than is installed; install them with: pip install 'access-chess[hall]'"


@dataclass(frozen=True, kw_only=True)
class Options:
    """What was asked for on the command line."""

    port: int
    voices: str
    no_sound: bool


@click.group(invoke_without_command=True)
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0: any that is free.")
@click.option("--voices", default=DEFAULT, show_default=True, help="The language of pages for who has chosen none.")
@click.option("--no-sound", is_flag=True, help="Without the program's own voice; browsers' voices are there anyway.")
@click.pass_context
def serve(context: click.Context, /, **options: Any) -> None:
    """Serve pages to play chess on, in a browser on this machine. Control-C ends it; all games are kept."""
    if context.invoked_subcommand is None:
        chosen = Options(**options)
        if chosen.voices not in voice_pack_names():
            raise InputError(f"There is no voice pack {chosen.voices!r}. There are: {', '.join(voice_pack_names())}.")
        try:
            _serve(chosen)
        except (StorageError, VoicePackError) as error:
            raise InputError(str(error)) from error


def _serve(options: Options) -> None:
    try:
        from access_chess.edge.hall.app import hall_app
        from access_chess.edge.hall.guards import LOOPBACK
        from access_chess.edge.hall.server import PortTakenError, bound, server_of
    except ImportError as error:
        raise InputError(f"{EXTRA} ({error.name} is not there).") from error
    try:
        socket = bound(HERE, options.port)
    except PortTakenError as error:
        raise InputError(str(error)) from error
    with contextlib.ExitStack() as closing:
        closing.enter_context(contextlib.closing(socket))
        address = f"http://{HERE}:{socket.getsockname()[1]}"
        hall = _hall(options, address, closing)
        server = server_of(hall_app(hall, hosts=LOOPBACK), hall.closing.set)
        for line in (
            f"{address}/ is the address of the start page.",
            "Only browsers on this machine reach it.",
            f"Games and who plays them are kept in {user_folder()}.",
            "Control-C ends the hall.",
        ):
            click.echo(line)
        sys.stdout.flush()
        server.run(sockets=[socket])


def _hall(options: Options, address: str, closing: contextlib.ExitStack) -> "Hall":
    from access_chess.edge.hall.database import HallDatabase
    from access_chess.edge.hall.hall import Hall
    from access_chess.edge.storage.journal import Journal

    user_folder().mkdir(parents=True, exist_ok=True)
    journal = closing.enter_context(contextlib.closing(Journal(games_file())))
    database = closing.enter_context(contextlib.closing(HallDatabase(user_folder() / HALL_FILE)))
    games = closing.enter_context(contextlib.closing(hosted_games(journal)))
    aloud = None
    if not options.no_sound:
        from access_chess.command_line.seat.said_aloud import SaidAloud

        aloud = closing.enter_context(contextlib.closing(SaidAloud()))
    return Hall(
        games=games, database=database, entries=journal.entries, default_voices=options.voices, aloud=aloud,
        address=address,
    )  # fmt: skip


def games_file() -> Path:
    """The journal of the games that are played at pages, beside that of this machine's own games."""
    return journal_file().with_name(GAMES_FILE)


def hosted_games(journal: "EventStore") -> "RunningGames":
    """Games at pages, with the engine and what who practises may ask."""
    from access_chess.command_line.seat.opponents import OPPONENTS
    from access_chess.command_line.seat.practice_place import practice_extras
    from access_chess.session.hosting.hosted_games import RunningGames

    engine = OPPONENTS["engine"]
    assert engine.seated is not None, "the engine takes a seat"
    return RunningGames(journal, robot=engine.seated, robot_name=engine.name, practised=practice_extras)
