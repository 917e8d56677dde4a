"""A game at a page: what is shown of it."""

from typing import Any

import chess
import segno
from starlette.responses import Response

from access_chess.edge.hall.frames import answers_shown, headline, language_of, piece_words, rows_of, said, shown_time
from access_chess.edge.hall.missing import invitation, missing_words
from access_chess.edge.hall.place import Place, heading, is_open, player_name, robot_of
from access_chess.edge.hall.simul import simul_of
from access_chess.edge.hall.visit import Visit
from access_chess.hall.codes import plain_code, spelled
from access_chess.hall.view import BoardView
from access_chess.laws.commands import Result
from access_chess.laws.setup import ArbiterMode
from access_chess.session.hosting.ports import SeatState
from access_chess.speech.answers.position import last_moves
from access_chess.speech.telling.time_controls import control_words

#: For the script: the texts that it says by itself.
SCRIPT_TEXTS = (
    "edge", "empty", "selected", "place_of", "no_such_piece", "dropped",
)  # fmt: skip


def play_page(
    here: Visit,
    place: Place,
    *,
    entry: str = "",
    fault: str = "",
    code: str = "",
    is_assistants: bool = False,
    status: int = 200,
) -> Response:
    """The page of a game, with an entry that was wrong, or with a code for the opponent or the player's assistant."""
    seat, texts = place.seat, here.texts
    lines, state = seat.lines(), seat.state()
    title = heading(here, place)
    if not code and is_open(here, place) and not place.is_assistants:
        code = plain_code(invitation(here, place))
    return here.page(
        "play.html",
        title=f"{headline(state, texts)} - {title}",
        headline=headline(state, texts),
        heading=title,
        number=place.game.number,
        color=chess.COLOR_NAMES[place.color],
        log=[(line.number, said(line), language_of(line)) for line in lines if said(line)],
        after=f"{seat.birth}.{lines[-1].number if lines else 0}",
        answers=answers_shown(state, texts),
        asked=state.asked,
        question=state.question,
        clocks=_clocks(here, place, state.view),
        is_over=state.view.result is not Result.NONE,
        is_code_assistants=is_assistants,
        simul=_given(here, place),
        waits=missing_words(here, place),
        entry=entry,
        fault=fault,
        seen=len(place.game.game.plies),
        status=status,
        script=texts.for_script(SCRIPT_TEXTS) | {"opening": _opening(here, place)},
        **_standing(here, place),
        **_board(here, state),
        **_invitation(here, code),
    )


def _standing(here: Visit, place: Place) -> dict[str, Any]:
    """Who takes part in the game, and who may come to it or look on."""
    setup = place.game.game.setup
    return {
        "has_robot": robot_of(place) is not None,
        "is_assistants": place.is_assistants,
        "has_assistant": not place.is_assistants and setup.players[place.color].assistant is not None,
        "has_arbiter": setup.arbiter is ArbiterMode.HUMAN,
        "following": place.seated.following,
        "is_open": is_open(here, place) and not place.is_assistants,
        "is_public": place.seated.is_public,
    }


def _board(here: Visit, state: SeatState) -> dict[str, Any]:
    """The squares, and what a script needs to show them by itself."""
    named = here.request.query_params.get("from")
    selected = chess.parse_square(named) if named in chess.SQUARE_NAMES else None
    view, words = state.view, piece_words(here.look.manner.language.pack, here.texts)
    return {
        "rows": rows_of(view.men, words, here.look.manner.language, last=view.last or (), selected=selected),
        "chosen": "" if selected is None else named,
        "is_blindfold": state.is_blindfold,
        "board": view.men,
        "words": words,
    }


def _invitation(here: Visit, code: str) -> dict[str, Any]:
    """A code for the opponent: by letters, as a link whose end no server sees, and as a picture for a phone."""
    link = f"{here.hall.address}/in#{code}"
    picture = segno.make(link, micro=False).svg_inline(scale=4, lineclass=None, omitsize=True) if code else ""
    address = here.hall.address
    return {"invitation": code, "spelled": spelled(code), "link": link, "qr": picture, "address": address}


def _opening(here: Visit, place: Place) -> str:
    """What is said when the page has been opened, before whose move it is."""
    setup, pack = place.game.game.setup, here.look.manner.language.pack
    color, opponent = here.text(chess.COLOR_NAMES[place.color]), player_name(here, place, not place.color)
    text = here.text("opening", number=place.game.number, color=color, opponent=opponent)
    of_simul = _of_simul(here, place)
    if place.is_assistants or of_simul is not None:
        text = f"{heading(here, place)}."
    time = [] if setup.time is None else [f"{control_words(setup.time, pack).text.rstrip('.')}."]
    rule = [pack.phrase("blindfold").text] if setup.regulations.is_blindfold else []
    return " ".join((text, *(of_simul or ()), *time, *rule))


def _given(here: Visit, place: Place) -> int | None:
    """The exhibition that the visitor gives, by its number; None where the game belongs to none of theirs."""
    found = simul_of(here, place)
    return found[0].number if found is not None and found[1] else None


def _of_simul(here: Visit, place: Place) -> tuple[str, ...] | None:
    """What the giver of an exhibition hears first at a board: the last move there; None where it belongs to none."""
    found = simul_of(here, place)
    if found is None:
        return None
    _, is_giver = found
    language = here.look.manner.language
    last = last_moves(place.game.game, 1, language.pack, language.form) if is_giver else ()
    return tuple(part.text for part in last)


def _clocks(here: Visit, place: Place, view: BoardView) -> list[tuple[str, str, str, bool]]:
    """Color, its name, what it shows, whether it runs; nothing in a game without clocks."""
    clock = view.clock
    if clock is None:
        return []
    return [
        (chess.COLOR_NAMES[color], here.text(chess.COLOR_NAMES[color]), shown_time(view, color), clock.runs is color)
        for color in (not place.color, place.color)
    ]
