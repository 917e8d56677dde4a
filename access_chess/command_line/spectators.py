"""`access-chess serve readers`: a process for spectators alone, beside the halls of a ledger.

It can only be read from it, as by `serve --public-http`, and it keeps nothing: at its start it reads the whole ledger.
"""

import contextlib
import sys
from datetime import timedelta
from pathlib import Path

import click

from access_chess.command_line.options.defaults import spoken_pack
from access_chess.command_line.serve import HERE, hosted_games
from access_chess.command_line.shared_hall import shared
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import user_folder
from access_chess.hall.web.address import hall_address
from access_chess.hall.web.app import public_app
from access_chess.hall.web.hall import Hall
from access_chess.hall.web.server import bound, bound_everywhere, search_seldom, server_of


def serve_spectators(
    port: int,
    *,
    is_lan: bool,
    delay: timedelta,
    name: str,
    ledger: str,
    authorities: Path | None,
    voices: str,
) -> None:
    """Serve until Control-C. Raises StorageError, VoicePackError."""
    pack = spoken_pack()
    sockets = bound_everywhere(port) if is_lan else (bound(HERE, port),)
    with contextlib.ExitStack() as closing:
        for socket in sockets:
            closing.enter_context(contextlib.closing(socket))
        port = sockets[0].getsockname()[1]
        where = hall_address(port, is_lan=is_lan, own=(None, None), folder=user_folder(), pack=pack)
        found = shared(ledger, authorities, name, None, None, closing)
        journal = closing.enter_context(contextlib.closing(Journal(None)))
        games = closing.enter_context(contextlib.closing(hosted_games(journal, found.floor)))
        hall = Hall(
            games=games, database=found.database, entries=journal.entries, default_voices=voices,
            name=name, public_delay=delay, stations=found.stations, elsewhere=found.elsewhere,
        ).for_public()  # fmt: skip
        server = server_of(public_app(hall, hosts=where.hosts), hall.closing.set, pack=pack)
        click.echo(f"{where.address.replace('https:', 'http:')}/")  # alone on the first line, for programs
        click.echo(pack.phrase("hall_ends").text)
        sys.stdout.flush()
        search_seldom()
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=list(sockets))
