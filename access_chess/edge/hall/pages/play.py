"""A game at a page: what is shown, and what is done with what comes back."""

from typing import Any

import chess
import segno
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from access_chess.edge.hall.board_squares import piece_words, rows_of
from access_chess.edge.hall.database import Role, plain_code
from access_chess.edge.hall.frames import answer_label, headline, language_of, legal_data, placement, said, shown_time
from access_chess.edge.hall.place import Place, heading, is_open, place_of, player_name, robot_of, tell_aside
from access_chess.edge.hall.visit import Visit, form_of, visit
from access_chess.laws.commands import Result
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.request import Request as Asked
from access_chess.session.hosting.ports import Leaving, Outcome, Terms
from access_chess.speech.telling.time_controls import control_words

LONGEST_LINE = 500
#: What buttons and keys may ask for; `WHAT_IS_ON` and `LEGAL_MOVES` with a square.
ASKED = frozenset(
    {
        RequestName.YES, RequestName.NO, *NUMBERS, RequestName.OFFER_DRAW, RequestName.ACCEPT_DRAW,
        RequestName.DECLINE_DRAW, RequestName.RESIGN, RequestName.TAKE_BACK, RequestName.LAST_MOVE,
        RequestName.BOTH_CLOCKS, RequestName.MATERIAL, RequestName.REPEAT, RequestName.SOUND_ON, RequestName.SOUND_OFF,
    }
)  # fmt: skip
#: For the script: the texts that it says by itself.
SCRIPT_TEXTS = (
    "edge", "empty", "selected", "place_of", "no_such_piece", "dropped", "connection_lost", "connection_lost_untimed",
    "connected_again", "connected_again_with", "connected_again_many",
)  # fmt: skip


async def game(request: Request) -> Response:
    """The page of a game, for who plays it."""
    here = visit(request)
    place = await place_of(here)
    return here.refused(404, "error_missing") if place is None else _page(here, place)


async def line(request: Request) -> Response:
    """A typed line, or what a button asks for: the same console as at a terminal."""
    here = visit(request)
    place = await place_of(here)
    if place is None:
        return here.refused(404, "error_missing")
    fields = await form_of(here)
    if fields is None:
        return here.refused(403, "error_form")
    entry = fields.get("line", "")
    if len(entry) > LONGEST_LINE:
        return here.refused(400, "error_long")
    if "request" in fields:
        if fields["request"] not in ASKED:
            return here.refused(400, "error_missing")
        asked = Asked(name=RequestName(fields["request"]))
        outcome = await run_in_threadpool(place.seat.ask, asked)
    else:
        outcome = await run_in_threadpool(place.seat.enter, entry)
    return await _answered(here, place, outcome, entry)


async def square(request: Request) -> Response:
    """A square of the grid: the first chooses a man, the second its target."""
    here = visit(request)
    place = await place_of(here)
    if place is None:
        return here.refused(404, "error_missing")
    fields = await form_of(here)
    if fields is None:
        return here.refused(403, "error_form")
    named, chosen = fields.get("square", ""), fields.get("from", "")
    if named not in chess.SQUARE_NAMES or chosen not in ("", *chess.SQUARE_NAMES):
        return here.refused(400, "error_missing")
    if not chosen:
        piece = place.game.game.board.piece_at(chess.parse_square(named))
        is_own = piece is not None and piece.color is place.color
        return here.sent_on(f"/game/{place.game.number}{f'?from={named}' if is_own else ''}#board")
    if chosen == named:
        return here.sent_on(f"/game/{place.game.number}#board")
    outcome = await run_in_threadpool(place.seat.enter, chosen + named)
    return await _answered(here, place, outcome, "")


async def again(request: Request) -> Response:
    """Another game of the same two, with changed sides."""
    here = visit(request)
    place = await place_of(here)
    if place is None:
        return here.refused(404, "error_missing")
    if await form_of(here) is None:
        return here.refused(403, "error_form")
    if not place.game.game.is_over:
        return here.refused(409, "error_not_over")
    return await run_in_threadpool(_follow, here, place)


async def invite(request: Request) -> Response:
    """A code for the opponent's seat, as long as nobody sits there. It is shown at once, and stands in no address."""
    here = visit(request)
    place = await place_of(here)
    if place is None:
        return here.refused(404, "error_missing")
    if await form_of(here) is None:
        return here.refused(403, "error_form")
    if not is_open(here, place):
        return here.refused(409, "error_taken")
    code = here.hall.database.new_code(Role.PLAYER, game=place.game.number, color=not place.color)
    return _page(here, place, code=plain_code(code))


def _follow(here: Visit, place: Place) -> Response:
    """The game that follows; whoever of the two asks first, there is one."""
    seated = here.hall.database.seated(place.game.number)
    assert seated is not None, "so it was found"
    if seated.following is not None:
        return here.sent_on(f"/game/{seated.following}")
    setup = place.game.game.setup
    robot = robot_of(place)
    terms = Terms(
        white=setup.players.black.name,
        black=setup.players.white.name,
        robot=None if robot is None else not robot,
        level=place.game.next_level,
        control=setup.time,
    )
    new = here.hall.games.begin(terms)
    seats = {not color: person for color in chess.COLORS if (person := seated.person_of(color)) is not None}
    here.hall.database.keep_game(new.number, terms.level, seats, after=place.game.number, is_public=seated.is_public)
    path = f"/game/{new.number}"
    if robot is None:
        other = place.game.seat_at(not place.color)
        if other is not None:
            tell_aside(other, here.text("again_wanted", path=path), here.texts.language)
    return here.sent_on(path)


async def _answered(here: Visit, place: Place, outcome: Outcome, entry: str) -> Response:
    if outcome.leaving is Leaving.QUIT:
        return here.sent_on("/games")
    if outcome.leaving is Leaving.NEW_GAME:
        return await run_in_threadpool(_follow, here, place)
    if here.is_live:
        return PlainTextResponse(outcome.fault) if outcome.fault else Response(status_code=204)
    if outcome.fault:
        return _page(here, place, entry=entry, fault=outcome.fault)
    return here.sent_on(f"/game/{place.game.number}")


def _page(here: Visit, place: Place, *, entry: str = "", fault: str = "", code: str = "") -> Response:
    seat, texts = place.seat, here.texts
    pack = here.look.manner.language.pack
    lines, state = seat.lines(), seat.state()
    opponent = player_name(here, place, not place.color)
    selected = here.request.query_params.get("from")
    words = piece_words(pack, texts)
    title = heading(here, place)
    return here.page(
        "play.html",
        title=f"{headline(state, texts)} - {title}",
        headline=headline(state, texts),
        heading=title,
        number=place.game.number,
        color=chess.COLOR_NAMES[place.color],
        log=[(line.number, said(line), language_of(line)) for line in lines if said(line)],
        after=f"{seat.birth}.{lines[-1].number if lines else 0}",
        rows=rows_of(
            state.view.fen, place.color, words, texts, last=state.view.last or (),
            selected=chess.parse_square(selected) if selected in chess.SQUARE_NAMES else None,
        ),
        chosen=selected if selected in chess.SQUARE_NAMES else "",
        answers=[(answer.name.value, answer_label(answer, texts)) for answer in state.answers],
        asked=state.asked,
        clocks=_clocks(here, place),
        is_over=state.view.result is not Result.NONE,
        has_robot=_has_robot(place),
        legal=legal_data(state),
        board=placement(state.view.fen),
        following=_following(here, place),
        **_invitation(here, code),
        is_open=is_open(here, place),
        is_public=place.seated.is_public,
        entry=entry,
        fault=fault,
        words=words,
        script={key: texts.texts[key] for key in SCRIPT_TEXTS} | {"opening": opening(here, place, opponent)},
    )  # fmt: skip


def _invitation(here: Visit, code: str) -> dict[str, Any]:
    """A code for the opponent: by letters, as a link whose end no server sees, and as a picture for a phone."""
    link = f"{here.hall.address}/in#{code}"
    picture = segno.make(link, micro=False).svg_inline(scale=4, lineclass=None, omitsize=True) if code else ""
    return {"invitation": code, "spelled": ", ".join(code), "link": link, "qr": picture}


def opening(here: Visit, place: Place, opponent: str) -> str:
    """What is said when the page has been opened, before whose move it is."""
    setup, pack = place.game.game.setup, here.look.manner.language.pack
    color = here.text(chess.COLOR_NAMES[place.color])
    text = here.text("opening", number=place.game.number, color=color, opponent=opponent)
    return text if setup.time is None else f"{text} {control_words(setup.time, pack).text.rstrip('.')}."


def _has_robot(place: Place) -> bool:
    return robot_of(place) is not None


def _following(here: Visit, place: Place) -> int | None:
    seated = here.hall.database.seated(place.game.number)
    return None if seated is None else seated.following


def _clocks(here: Visit, place: Place) -> list[tuple[str, str, str, bool]]:
    """Color, its name, what it shows, whether it runs; nothing in a game without clocks."""
    view = place.seat.state().view
    if view.clock is None:
        return []
    return [
        (
            chess.COLOR_NAMES[color],
            here.text(chess.COLOR_NAMES[color]),
            shown_time(view, color),
            view.clock.runs is color,
        )
        for color in (not place.color, place.color)
    ]
