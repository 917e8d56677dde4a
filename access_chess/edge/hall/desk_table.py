"""The arbiter's table of boards, in the order and with the boards that he asks for by its links."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import chess

from access_chess.edge.hall.desk_frames import board_data
from access_chess.edge.hall.visit import Visit
from access_chess.session.hosting.desk_ports import Desk, DeskBoard


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One link of the table: its key in the address, its words, and whether the table stands so now."""

    key: str
    text: str
    link: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True)
class DeskTable:
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


def desk_table(here: Visit, desk: Desk) -> DeskTable:
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


def _chosen(desk: Desk, show: str) -> Sequence[DeskBoard]:
    boards = desk.boards()
    if show == "needs":
        needing = {need.board for need in desk.needs()}
        return [board for board in boards if board.number in needing]
    if show == "away":
        return [board for board in boards if not board.is_there]
    return [board for board in boards if board.game.is_over] if show == "ended" else boards


def _least_time(board: DeskBoard) -> timedelta:
    """The time of who has the least, where clocks count: there the arbiter is wanted first."""
    if board.game.clock.control is None or board.game.is_over:
        return timedelta.max
    return min(board.game.remaining(color, board.at) for color in chess.COLORS)
