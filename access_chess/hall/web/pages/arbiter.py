"""The arbiter's pages: what needs them, a line for rulings, and the table of boards, in the order and with the boards
that they ask for by its links; one board with all that has happened there.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import chess
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response

from access_chess.hall.games.desk import ArbiterDesk
from access_chess.hall.games.desk_words import DeskBoard
from access_chess.hall.games.seat_state import Terms
from access_chess.hall.people.database import Role
from access_chess.hall.rules.codes import readable_name, spelled
from access_chess.hall.rules.view import view_of
from access_chess.hall.web.beside_board import strips_of
from access_chess.hall.web.desk_frames import board_data, code_mark, desk_title, need_data, people_shown
from access_chess.hall.web.frames import piece_words, rows_of
from access_chess.hall.web.pages.start import FormFault, common_controls, control_of, told_times
from access_chess.hall.web.place import done_by_arbiter, read_by_arbiter
from access_chess.hall.web.tickets import form_key, ticket_of
from access_chess.hall.web.visit import Visit
from access_chess.laws.by_color import ByColor


class Choice(Struct, frozen=True, kw_only=True):
    """One link of the table: its key in the address, its words, and whether the table stands so now."""

    key: str
    text: str
    link: str
    is_chosen: bool


class DeskTable(Struct, frozen=True, kw_only=True):
    """The boards as the page shows them, the links that sort (one a column) and those that choose among them.

    With `is_whole` boards that begin later are to be added.
    """

    boards: tuple[dict[str, Any], ...]
    columns: tuple[Choice, ...]
    filters: tuple[Choice, ...]
    is_whole: bool


#: The columns, by the key of their heading, with what a board is sorted by.
_COLUMNS: dict[str, Callable[[Visit, DeskBoard], Any]] = {
    "board": lambda here, board: board.number,
    "players": lambda here, board: board_data(here, board)["players"].casefold(),
    "state": lambda here, board: (board.game.is_over, -len(board.game.plies)),
    "clocks": lambda here, board: _least_time(board),
    "link": lambda here, board: board.is_there,
}
_FILTERS = {"all": "all_boards", "needs": "needs_title", "away": "board_away", "ended": "games_ended"}


def desk_table(here: Visit, desk: ArbiterDesk) -> DeskTable:
    """The table that the address asks for: `sort` by a column, `show` some of the boards."""
    query = here.request.query_params
    sort = query.get("sort") if query.get("sort") in _COLUMNS else "board"
    show = query.get("show") if query.get("show") in _FILTERS else "all"
    assert sort is not None and show is not None, "there is a default"
    shown = sorted(_chosen(desk, show), key=lambda board: (_COLUMNS[sort](here, board), board.number))
    return DeskTable(
        boards=tuple(board_data(here, each) for each in shown),
        columns=tuple(_choice(here, key, key, sort, f"sort={key}&show={show}") for key in _COLUMNS),
        filters=tuple(_choice(here, key, text, show, f"sort={sort}&show={key}") for key, text in _FILTERS.items()),
        is_whole=show == "all",
    )


def _choice(here: Visit, key: str, text: str, chosen: str, query: str) -> Choice:
    return Choice(key=key, text=here.text(text), link=f"/arbiter?{query}#boards-title", is_chosen=key == chosen)


def _chosen(desk: ArbiterDesk, show: str) -> Sequence[DeskBoard]:
    boards = desk.boards()
    if show == "needs":
        needing = {need.board for need in desk.needs()}
        return [board for board in boards if board.number in needing]
    if show == "away":
        return [board for board in boards if not board.is_there]
    return [board for board in boards if board.game.is_over] if show == "ended" else boards


def _least_time(board: DeskBoard) -> timedelta:
    """The time of the player who has the least, where clocks count: there the arbiter is wanted first."""
    if board.game.clock.control is None or board.game.is_over:
        return timedelta.max
    return min(board.game.remaining(color, board.at) for color in chess.COLORS)


LONGEST_LINE = 500
#: For whom an arbiter makes codes alone; a player's is for a seat, and comes with the game.
FOR_WHOM = (Role.ARBITER, Role.DISPLAY)


@read_by_arbiter
async def arbiter(here: Visit, desk: ArbiterDesk) -> Response:
    """The desk."""
    return await run_in_threadpool(_desk_page, here, desk)


@done_by_arbiter
async def line(here: Visit, desk: ArbiterDesk, fields: dict[str, str]) -> Response:
    """A line at the desk. `seen` is what the page had seen that it comes from."""
    entry = fields.get("line", "")
    if len(entry) > LONGEST_LINE:
        return here.refused(400, "error_long")
    book, ticket = here.hall.tickets.at(desk), ticket_of(fields)
    if "doubt" in fields:
        is_done = book.known(ticket) or await run_in_threadpool(_was_ruled, desk, ticket)
        text = here.text("was_done")
        return PlainTextResponse(text, headers={"x-done": "1"}) if is_done else Response(status_code=204)

    async def done() -> Response:
        return await _entered(here, desk, fields, ticket)

    return await book.once(ticket, done)


def _was_ruled(desk: ArbiterDesk, ticket: str) -> bool:
    """Whether the journal of any board has a ruling of this ticket."""
    return any(ticket in each.game.taken for each in desk.boards())


async def _entered(here: Visit, desk: ArbiterDesk, fields: dict[str, str], ticket: str) -> Response:
    entry, seen, board = fields.get("line", ""), fields.get("seen", ""), fields.get("board", "")
    is_of_board = board.isascii() and board.isdecimal() and len(board) < 10
    if is_of_board and entry.strip() and not entry.lstrip()[0].isdecimal():
        entry = f"{board} {entry}"  # what is typed at the page of a board is for that board
    seen = seen if seen.isascii() and seen.isdecimal() and len(seen) < 10 else "0"
    is_understood = await run_in_threadpool(partial(desk.enter, seen=int(seen), ticket=ticket), entry)
    fault = "" if is_understood else next(line.text for line in reversed(desk.lines()) if not line.is_aside)
    if here.is_live:
        return PlainTextResponse(fault) if fault else Response(status_code=204)
    if is_understood:
        return here.sent_on(f"/arbiter/board/{board}" if is_of_board else "/arbiter")
    number = int(board) if is_of_board else None
    return await run_in_threadpool(_page_again, here, desk, number, fields.get("line", ""), fault)


def _page_again(here: Visit, desk: ArbiterDesk, number: int | None, entry: str, fault: str) -> Response:
    """The page on which a line was typed that was not done, with the line in its field."""
    found = None if number is None else _board_of(desk, number)
    if found is None:
        return _desk_page(here, desk, entry=entry, fault=fault)
    return _board_page(here, desk, found, entry=entry, fault=fault)


@read_by_arbiter
async def board(here: Visit, desk: ArbiterDesk) -> Response:
    """One board: the position, the clocks, and every event, whosever ear it was for."""
    found = await run_in_threadpool(_board_of, desk, int(here.request.path_params["board"]))
    if found is None:
        return here.refused(404, "error_missing")
    return await run_in_threadpool(_board_page, here, desk, found)


def _board_of(desk: ArbiterDesk, number: int) -> DeskBoard | None:
    return next((each for each in desk.boards() if each.number == number), None)


@read_by_arbiter
async def log(here: Visit, desk: ArbiterDesk) -> Response:
    """What has happened on all boards that an arbiter has to know, the newest first."""
    news = [(each.board, _time(each.wall), each.text) for each in await run_in_threadpool(desk.log)]
    return here.page("arbiter_log.html", title=here.text("log_title"), news=news)


@done_by_arbiter
async def recall(here: Visit, desk: ArbiterDesk, fields: dict[str, str]) -> Response:
    """Take an order back; back to its board, which tells what became of it."""
    order = await run_in_threadpool(desk.recall, here.request.path_params["order"])
    return here.sent_on("/arbiter" if order is None else f"/arbiter/board/{order.board}#orders-title")


@done_by_arbiter
async def codes(here: Visit, desk: ArbiterDesk, fields: dict[str, str]) -> Response:
    """A code for another arbiter, or for a large screen. It is shown at once, and stands in no address."""
    role = next((role for role in FOR_WHOM if role.value == fields.get("role")), None)
    if role is None:
        return here.refused(400, "error_missing")
    shown = [(here.text(f"role_{role.value}"), here.hall.database.new_code(role))]
    return await run_in_threadpool(_desk_page, here, desk, codes=shown)


@done_by_arbiter
async def pairing(here: Visit, desk: ArbiterDesk, fields: dict[str, str]) -> Response:
    """A game of two under the arbiter; their codes and those of their assistants are shown at once."""
    names = {color: readable_name(fields.get(color, "")) for color in chess.COLOR_NAMES}
    if any(name is None for name in names.values()):
        return await run_in_threadpool(_desk_page, here, desk, form_fault=FormFault(key="error_name"), filled=fields)
    control = control_of((fields.get("time") or "").strip())
    if isinstance(control, FormFault):
        return await run_in_threadpool(_desk_page, here, desk, form_fault=control, filled=fields)
    assisted = frozenset(color for color in chess.COLORS if fields.get(f"assisted_{chess.COLOR_NAMES[color]}") == "yes")
    white, black = names["white"] or "", names["black"] or ""
    terms = Terms(white=white, black=black, control=control, has_arbiter=True, assisted=assisted)

    async def paired() -> Response:
        return await run_in_threadpool(_pair, here, desk, terms, is_public=fields.get("watched") == "yes")

    return await here.hall.tickets.forms.once(form_key(here.request.url.path, fields), paired)


@done_by_arbiter
async def end(here: Visit, desk: ArbiterDesk, fields: dict[str, str]) -> Response:
    """Sign somebody out everywhere; their pages hear no more at once."""
    for session in here.hall.database.end_sessions(int(here.request.path_params["person"])):
        here.hall.streams.wake(session)
    return here.sent_on("/arbiter")


def _pair(here: Visit, desk: ArbiterDesk, terms: Terms, *, is_public: bool) -> Response:
    game = here.hall.games.begin(terms)
    database = here.hall.database
    database.keep_game(game.number, terms.level, {}, is_public=is_public, is_ruled=True, assisted=terms.assisted)
    seats = [("code_for", Role.PLAYER, color) for color in chess.COLORS]
    seats += [("code_for_assistant", Role.ASSISTANT, color) for color in chess.COLORS if color in terms.assisted]
    shown = [
        (
            here.text(key, number=game.number, color=here.text(chess.COLOR_NAMES[color])),
            database.new_code(role, game=game.number, color=color, takes_over=role is Role.ASSISTANT),
        )
        for key, role, color in seats
    ]
    return _desk_page(here, desk, codes=shown)


#: The form of a pairing as it is before anybody has filled it in.
_NOT_PAIRED = dict.fromkeys(("white", "black", "time", "assisted_white", "assisted_black", "watched"), "")


def _desk_page(
    here: Visit,
    desk: ArbiterDesk,
    *,
    entry: str = "",
    fault: str = "",
    form_fault: FormFault | None = None,
    filled: dict[str, str] | None = None,
    codes: list[tuple[str, str]] | None = None,
) -> Response:
    lines = desk.lines()
    last = lines[-1].number if lines else 0
    return here.page(
        "arbiter.html",
        title=desk_title(here, desk),
        status=400 if form_fault else 200,
        log=[line.text for line in lines],
        after=f"{desk.birth}.{last}.{last}",
        seen=desk.seen,
        needs=[need_data(here, need) for need in desk.needs()],
        table=desk_table(here, desk),
        entry=entry,
        fault=fault,
        form_fault=form_fault.told(here) if form_fault else "",
        filled={**_NOT_PAIRED, **(filled or {})},
        codes=[(text, code, spelled(code), code_mark(code)) for text, code in codes or ()],
        roles=[(role.value, here.text(f"role_{role.value}")) for role in FOR_WHOM],
        times=told_times(here, common_controls()),
        people=people_shown(here),
    )


def _board_page(here: Visit, desk: ArbiterDesk, found: DeskBoard, *, entry: str = "", fault: str = "") -> Response:
    view = view_of(found.game, found.at)
    words = piece_words(here.look.manner.language.pack, here.texts)
    data: dict[str, Any] = board_data(here, found)
    names = _names(here, found)
    lines = desk.lines()
    last = lines[-1].number if lines else 0
    return here.page(
        "arbiter_board.html",
        title=here.text("board_title", number=found.number, **names),
        board=data,
        entry=entry,
        fault=fault,
        log=[line.text for line in lines],
        after=f"{desk.birth}.{last}.{last}",
        seen=desk.seen,
        needs=[need_data(here, need) for need in desk.needs() if need.board == found.number],
        rows=rows_of(view, words, here.look.manner.language),
        strips=strips_of(view, ByColor(names["white"], names["black"])),
        events=[(event.number, _time(event.wall), event.text) for event in desk.history(found.number)],
        orders=[
            {
                "id": order.id,
                "text": f"{_time(order.issued)}, {order.by}",
                "words": order.words,
                "fate": here.text(f"order_{order.state.value}"),
                "events": ", ".join(map(str, order.numbers)),
                "is_open": order.is_open or order.waits_for_arbiter,
            }
            for order in desk.orders(found.number)
        ],
    )


def _time(wall: datetime) -> str:
    return wall.astimezone().strftime("%H:%M:%S")


def _names(here: Visit, found: DeskBoard) -> dict[str, str]:
    players = found.game.setup.players
    return {chess.COLOR_NAMES[color]: players[color].name or here.text("somebody") for color in chess.COLORS}
