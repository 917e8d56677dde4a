"""A game at a page: what is shown of it."""

from typing import Any

import chess
import segno
from starlette.responses import Response

from access_chess.edge.packs.texts import load_web_texts
from access_chess.edge.packs.voice_packs import REFERENCE
from access_chess.hall.games.seat_state import SeatState
from access_chess.hall.rules.codes import plain_code, spelled
from access_chess.hall.web.beside_board import pairs_of, strips_of, written
from access_chess.hall.web.frames import answers_shown, headline, language_of, piece_words, rows_of, said
from access_chess.hall.web.place import Place, heading, invitation, is_open, missing_words, player_name, robot_of
from access_chess.hall.web.simul import simul_of
from access_chess.hall.web.visit import Visit
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Result
from access_chess.laws.setup import ArbiterMode
from access_chess.speech.answers.clock import control_words
from access_chess.speech.answers.position import last_moves

#: For the script: the texts that it says by itself.
SCRIPT_TEXTS = ("edge", "selected", "place_of", "no_such_piece", "dropped")


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
        code = invitation(here, place)
    return here.page(
        "game.html",
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
        is_over=state.view.result is not Result.NONE,
        is_code_assistants=is_assistants,
        simul=_given(here, place),
        waits=missing_words(here, place),
        entry=entry,
        fault=fault,
        seen=len(place.game.game.plies),
        status=status,
        script=texts.for_script(SCRIPT_TEXTS) | _own_texts(here, place),
        **_standing(here, place),
        **_board(here, place, state),
        **_invitation(here, code),
    )


def _own_texts(here: Visit, place: Place) -> dict[str, object]:
    """What the script says at the beginning, what may be typed for the board alone, and of a voice that lacks."""
    both = (here.texts, load_web_texts(REFERENCE))
    words = {word: None for each in both for word in each.text("alone_words").split(", ")}
    told: dict[str, object] = {"opening": _opening(here, place), "alone_words": [*words]}
    return told | ({"sound_no_voice": here.text("sound_no_voice")} if here.look.sound == "browser" else {})


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


def _board(here: Visit, place: Place, state: SeatState) -> dict[str, Any]:
    """The squares and what stands beside them, and what a script needs to show them by itself."""
    named = here.request.query_params.get("from")
    selected = chess.parse_square(named) if named in chess.SQUARE_NAMES else None
    view, language, color = state.view, here.look.manner.language, place.color
    words = piece_words(language.pack, here.texts)
    names = ByColor(player_name(here, place, chess.WHITE), player_name(here, place, chess.BLACK))
    plies = () if state.is_blindfold else place.game.game.plies
    return {
        "rows": rows_of(view, words, language, seen_by=color, selected=selected),
        "strips": strips_of(view, names, seen_by=color),
        "pairs": pairs_of(written(ply.before, ply.move, language.pack) for ply in plies),
        "chosen": "" if selected is None else named,
        "is_blindfold": state.is_blindfold,
        "board": view.men,
        "words": words,
    }


def _invitation(here: Visit, code: str) -> dict[str, Any]:
    """A code for the opponent: by letters, as a link whose end no server sees, and as a picture for a phone."""
    link = f"{here.hall.address}/in#{plain_code(code)}"
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
