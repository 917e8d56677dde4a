"""A seat's stream of server-sent events, as a bare ASGI answer: what was said is sent once, and can be taken up again.

The id of an event is the seat's birth and the number of its last line. A reader who comes back with an id that cannot
be gone on from is told to load the page anew, where all lines stand.
"""

import asyncio
import contextlib
from collections.abc import Sequence

import chess
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from access_chess.edge.packs.texts import load_web_texts
from access_chess.hall.games.seat_state import Line
from access_chess.hall.web.beside_board import WrittenMove, next_ply, written
from access_chess.hall.web.event_stream import (
    NO_NEWS,
    RELOAD,
    STILL_HERE,
    News,
    answer,
    end,
    head,
    news_of,
    send_body,
    send_soon,
)
from access_chess.hall.web.frames import encoded, seat_frame
from access_chess.hall.web.place import Place, heading, is_open, is_still_his, place_of, player_name, tell_aside
from access_chess.hall.web.visit import Visit, visit
from access_chess.laws.game import Ply
from access_chess.requests.row import blindfold

AWAY = 10.0  # seconds without a stream after which the opponent hears of it


class SeatStream:
    """The endpoint: an ASGI application, since a framework's stream costs a task group a reader."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what happens at the visitor's place until they go, the session ends or the server stops."""
        here = visit(Request(scope, receive))
        place = await place_of(here)

        async def begin(receive: Receive, send: Send) -> None:
            if place is not None:
                await self._stream(here, place, receive, send)

        await answer(here, None if place is None else begin, scope, receive, send)

    async def _stream(self, here: Visit, place: Place, receive: Receive, send: Send) -> None:
        after = last_line(here.request, place.seat.birth, place.seat.lines())
        if not await head(send, can_go_on=after is not None) or after is None:
            return
        with news_of(here, receive, [place.seat.listen]) as news:
            _arrived(here, place)
            try:
                with contextlib.suppress(OSError):
                    await self._send_news(here, place, after, news, send)
            finally:
                _left(here, place)

    async def _send_news(self, here: Visit, place: Place, after: int, news: News, send: Send) -> None:
        seen: object = None
        told: tuple[Ply, ...] = ()
        while not news.is_over:
            if not is_still_his(here, place):  # or another language was chosen on another page
                await send_body(send, RELOAD)
                break
            number, data = seat_frame(place.seat, here.texts, after)
            data |= {"heading": heading(here, place), "open": is_open(here, place), "waits": bool(place.game.awaited)}
            data["names"] = {chess.COLOR_NAMES[color]: player_name(here, place, color) for color in chess.COLORS}
            standing = {key: value for key, value in data.items() if key != "clock"}
            shown = (number, standing, data["clock"] and data["clock"]["runs"])
            if shown != seen:
                after, seen = int(number.rpartition(".")[2]), shown
                game = place.game.game
                plies = () if blindfold(game) else game.plies
                data |= {"moves": _new_moves(plies, told, here), "next": next_ply(game.board)}
                told = plies
                await send_soon(send, encoded("said", data, number))
            if not await news.come(STILL_HERE):
                await send_soon(send, NO_NEWS)
        await end(send)


def _new_moves(plies: tuple[Ply, ...], told: tuple[Ply, ...], here: Visit) -> list[WrittenMove]:
    """What the list of moves lacks; what was taken back goes from it by itself."""
    same = next((at for at, (new, old) in enumerate(zip(plies, told, strict=False)) if new is not old), len(told))
    return [written(ply.before, ply.move, here.look.manner.language.pack) for ply in plies[same:]]


def last_line(request: Request, birth: str, lines: Sequence[Line]) -> int | None:
    """The last line that the page has; None where it cannot be gone on from: it is of another birth, or too old."""
    named = request.headers.get("last-event-id") or request.query_params.get("after", "")
    named_birth, _, number = named.rpartition(".")
    if named_birth != birth or not (number.isascii() and number.isdecimal()) or len(number) > 9:
        return None
    newest = lines[-1].number if lines else 0
    oldest = lines[0].number if lines else 1
    return int(number) if oldest - 1 <= int(number) <= newest else None


def _arrived(here: Visit, place: Place) -> None:
    """The opponent hears of a player who comes back, if they have heard of the going."""
    if place.is_assistants:
        return
    key = (place.game.number, place.color)
    presence = here.hall.presence
    presence.streams[key] += 1
    if key in presence.missed:
        presence.missed.discard(key)
        _tell_opponent(here, place, "person_back")


def _left(here: Visit, place: Place) -> None:
    if place.is_assistants:
        return
    key = (place.game.number, place.color)
    here.hall.presence.streams[key] -= 1
    if not here.hall.closing.is_set():
        asyncio.get_running_loop().call_later(AWAY, _missed, here, place)


def _missed(here: Visit, place: Place) -> None:
    key = (place.game.number, place.color)
    presence = here.hall.presence
    simul = here.hall.database.simuls.of_game(place.game.number)
    if simul is not None and simul.color is place.color:  # who gives an exhibition is at another board
        return
    if not presence.streams[key] and key not in presence.missed and not place.game.game.is_over:
        presence.missed.add(key)
        _tell_opponent(here, place, "person_away")


def _tell_opponent(here: Visit, place: Place, key: str) -> None:
    other = place.game.seat_at(not place.color)
    if other is not None:
        texts = load_web_texts(other.manner.language.pack.name)
        tell_aside(other, texts.text(key, name=player_name(here, place, place.color)), texts.language)
