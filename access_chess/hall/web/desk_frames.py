"""What the arbiter's page shows, and what it is told over its stream: the needs, and the boards line by line."""

from collections import Counter
from datetime import timedelta
from typing import Any

import chess

from access_chess.hall.games.desk import ArbiterDesk
from access_chess.hall.games.desk_words import DeskBoard, DeskNeed
from access_chess.hall.rules.codes import digested, plain_code
from access_chess.hall.rules.view import view_of
from access_chess.hall.web.frames import clock_data, shown_time
from access_chess.hall.web.pages.watch import state_words
from access_chess.hall.web.visit import Visit
from access_chess.machine_clock import utc_now
from access_chess.speech.language.durations import Precision

MINUTE = timedelta(minutes=1)


def desk_title(here: Visit, desk: ArbiterDesk) -> str:
    """How many boards there are, and how many need an arbiter."""
    needing = {need.board for need in desk.needs()}
    boards = here.text("count_of_boards", count=len(desk.boards()))
    return here.text("desk_title", boards=boards, needs=here.text("count_in_need", count=len(needing)))


def code_mark(code: str) -> str:
    """What stands for a code that is shown at the desk, so that it goes from there when it is used."""
    return digested(plain_code(code)).hex()[:16]


def people_shown(here: Visit) -> list[tuple[int, str]]:
    """Who is signed in beside the arbiter; who are called alike are told apart by their boards."""
    named = [(person, name or here.text("somebody")) for person, name in _others(here)]
    count = Counter(name for _, name in named)
    return [(person, name if count[name] == 1 else _with_board(here, person, name)) for person, name in named]


def _with_board(here: Visit, person: int, name: str) -> str:
    games = here.hall.database.games_of(person)
    return f"{name}, {here.text('board_number', number=games[0])}" if games else name


def _others(here: Visit) -> list[tuple[int, str]]:
    own = None if here.visitor is None else here.visitor.person
    return [(person, name) for person, name, _ in here.hall.database.signed_in() if person != own]


def lists_data(here: Visit) -> dict[str, Any]:
    """Who is signed in beside the arbiter, and the marks of the codes that are good still."""
    people = [person for person, _ in _others(here)]
    return {"people": people, "codes": sorted(digest.hex()[:16] for digest in here.hall.database.open_codes())}


def need_data(here: Visit, need: DeskNeed) -> dict[str, Any]:
    """One line of the list of what waits, with how long it has waited."""
    taken = "" if need.taken_by is None else here.text("need_taken", name=need.taken_by)
    waited = utc_now() - need.since
    age = here.look.manner.language.pack.duration(waited, precision=Precision.MINUTES).text if waited >= MINUTE else ""
    return {"board": need.board, "text": need.text, "taken": taken, "age": age}


def board_data(here: Visit, board: DeskBoard) -> dict[str, Any]:
    """One line of the table of boards, with the clocks as they are now."""
    view = view_of(board.game, board.at)
    names = (here.shown_name(view.names[color]) or here.text("somebody") for color in chess.COLORS)
    shown = () if view.clock is None else (shown_time(view, color) for color in chess.COLORS)
    return {
        "board": board.number,
        "players": " - ".join(names),
        "state": state_words(here, view),
        "clocks": " / ".join(shown),
        "clock": clock_data(view.clock) if board.is_there else None,
        "link": here.text("link_there" if board.is_there else "board_away"),
    }
