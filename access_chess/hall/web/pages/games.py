"""The games of the person who is signed in: first those that wait for them."""

from collections.abc import Iterator
from datetime import timedelta

import chess
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from access_chess.hall.web.visit import Visit, visit
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.machine_clock import utc_now
from access_chess.session.ports import Entry
from access_chess.speech.language.durations import Precision

#: The headings, in their order.
KINDS = ("games_your_move", "games_waiting", "games_ended")
SHOWN = 50  # games; those who have played more find the rest in the journal


async def games(request: Request) -> Response:
    """Your move, Waiting, Ended."""
    here = visit(request)
    if here.visitor is None:
        return here.refused(403, "error_missing")
    return await run_in_threadpool(games_page, here)


class OwnGame(Struct, frozen=True, kw_only=True):
    """A game of a person: under which heading it stands, its line there, how many moves were made, its last entry."""

    number: int
    kind: str
    line: str
    plies: int
    last: Entry


def games_page(here: Visit, feed: str = "") -> Response:
    """The page; `feed` is the address of a feed that has just been made."""
    assert here.visitor is not None, "so it was asked"
    found = own_games(here, here.visitor.person)
    kinds = {kind: [(each.number, each.line) for each in found if each.kind == kind] for kind in KINDS}
    return here.page("games.html", title=here.text("games_title"), kinds=kinds, feed=feed)


def own_games(here: Visit, person: int) -> list[OwnGame]:
    """A person's games, here and at other halls, in the visitor's words."""
    return [_told(here, *each) for each in (*_own(here, person), *_elsewhere(here, person))[:SHOWN]]


def _told(here: Visit, number: int, color: chess.Color | None, entries: tuple[Entry, ...]) -> OwnGame:
    game = replay(entry.event for entry in entries)
    kind = "games_ended" if game.is_over else "games_your_move" if game.turn is color else "games_waiting"
    line = _line(here, number, game, entries[-1])
    return OwnGame(number=number, kind=kind, line=line, plies=len(game.plies), last=entries[-1])


def _own(here: Visit, person: int) -> Iterator[tuple[int, chess.Color | None, tuple[Entry, ...]]]:
    """The games that are played here, with the person's color, or that of the player whom they assist."""
    for number in here.hall.database.games_of(person)[:SHOWN]:
        seated = here.hall.database.seated(number)
        color = None if seated is None else seated.color_of(person)
        assisted = here.hall.database.assisted_by(person, number) if color is None else color
        yield number, assisted, here.hall.entries(number)


def _elsewhere(here: Visit, person: int) -> Iterator[tuple[int, chess.Color | None, tuple[Entry, ...]]]:
    """Those that other halls play, as far as they have reported them."""
    others, stations = here.hall.elsewhere, here.hall.stations
    for number, color in () if others is None else others.games_elsewhere(person)[:SHOWN]:
        board = None if stations is None else stations.board(number)
        if board is not None and board.entries:
            yield number, color, board.entries


def _line(here: Visit, number: int, game: Game, last: Entry) -> str:
    names = here.hall.database.names_at(number)
    shown = {
        chess.COLOR_NAMES[color]: here.shown_name(game.setup.players[color].name)
        or names[color]
        or here.text("somebody")
        for color in chess.COLORS
    }
    if game.end is not None:
        return here.text("games_line_ended", number=number, result=game.end.result.value, **shown)
    if game.setup.days_per_move is not None and game.started:
        since = max(timedelta(), utc_now() - last.wall)
        left = max(timedelta(), game.remaining(game.turn, last.at + since))
        time = here.look.manner.language.pack.duration(left, precision=Precision.MINUTES)
        return here.text("games_line_days", number=number, time=time.text, **shown)
    return here.text("games_line", number=number, **shown)
