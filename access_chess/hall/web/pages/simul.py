"""A simultaneous exhibition: the form that begins one, and the giver's list of boards."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from access_chess.hall.games.seat_state import Terms
from access_chess.hall.people.database import Role
from access_chess.hall.people.hall_file import Simul
from access_chess.hall.rules.codes import readable_name, spelled
from access_chess.hall.rules.simul import Going, SimulBoard, Style, asked, next_board
from access_chess.hall.web.pages.start import TIMES, Fields, FormFault, beginning, common_controls, form_page
from access_chess.hall.web.simul import COLORS, arrive, boards_of, simul_words, waiting_text
from access_chess.hall.web.tickets import form_key
from access_chess.hall.web.visit import Visit, form_of, visit
from access_chess.notation.typed_time import read_time_control

MOST_BOARDS = 40
LONGEST_LINE = 100


async def overview(request: Request) -> Response:
    """The giver's boards."""
    here = visit(request)
    simul = _own(here)
    return here.refused(404, "error_missing") if simul is None else await run_in_threadpool(_page, here, simul)


async def line(request: Request) -> Response:
    """Where the giver goes: `next`, `board 5`, `who waits`."""
    here = visit(request)
    simul = _own(here)
    if simul is None:
        return here.refused(404, "error_missing")
    fields = await form_of(here)
    if fields is None:
        return here.refused(403, "error_form")
    entry = fields.get("line", "")[:LONGEST_LINE].strip()
    key = form_key(request.url.path, fields)
    if "doubt" in fields:  # where the giver is now, the page shows
        return Response(status_code=204)

    async def gone() -> Response:
        return await _gone(here, simul, entry)

    return await here.hall.tickets.forms.once(key, gone)


async def _gone(here: Visit, simul: Simul, entry: str) -> Response:
    """Where a line of the list leads, or the list again with what was not understood."""
    words = simul_words(here.texts)
    wanted = asked(f"{words.board[0]} {entry}" if entry.isdecimal() else entry, words)
    if wanted is None or (isinstance(wanted, int) and wanted > len(simul.games)):
        if here.is_live:
            return PlainTextResponse(_misread(here, entry))
        return await run_in_threadpool(_page, here, simul, entry)
    return await run_in_threadpool(go, here, simul, wanted)


def go(here: Visit, simul: Simul, wanted: Going | int | None) -> Response:
    """The board that is wanted, or the list where there is none; the next one says what waits."""
    board = _wanted(here, simul, wanted)
    if board is None:
        return here.sent_on(f"/simul/{simul.number}")
    return here.sent_on(f"/game/{arrive(here.hall, simul, board)}")


def _wanted(here: Visit, simul: Simul, wanted: Going | int | None) -> int | None:
    giver = here.hall.database.simuls.giver(simul.number)
    if isinstance(wanted, int):
        return wanted if wanted <= len(simul.games) else None
    if wanted is Going.NEXT:
        found: SimulBoard | None = next_board(boards_of(here.hall, simul), giver.current, simul.style)
        return None if found is None else found.board
    return giver.before if wanted is Going.BACK else None


def _own(here: Visit) -> Simul | None:
    simul = here.hall.database.simuls.simul(int(here.request.path_params["simul"]))
    return simul if simul is not None and here.visitor is not None and simul.giver == here.visitor.person else None


def _fault(fields: Fields) -> FormFault | None:
    if readable_name(fields.get("name", "")) is None:
        return FormFault(key="error_name")
    count = fields.get("boards", "")
    if not (count.isascii() and count.isdecimal() and 2 <= int(count[:3]) <= MOST_BOARDS):
        return FormFault(key="error_boards")
    return None if fields.get("time", "") in ("", *TIMES) else FormFault(key="error_time")


def _begin(here: Visit, fields: Fields) -> Response:
    hall = here.hall
    name, color = readable_name(fields.get("name", "")) or "", COLORS.get(fields.get("side", ""), True)
    style = Style.CLOCK if fields.get("style") == Style.CLOCK else Style.WALK
    time = fields.get("time", "") if style is Style.CLOCK else ""
    terms = Terms(
        white=name if color else "",
        black="" if color else name,
        control=read_time_control(time) if time else None,
    )
    token = hall.database.sign_in(name) if here.visitor is None else hall.database.renew(here.visitor, name)
    visitor = hall.database.visitor(token)
    assert visitor is not None, "so it was signed in"
    games = []
    for _ in range(int(fields["boards"])):
        game = hall.games.begin(terms)
        hall.database.keep_game(game.number, terms.level, {color: visitor.person})
        game.seat(color, here.look.manner)  # so that a board begins when its opponent comes
        games.append(game.number)
    number = hall.database.simuls.begin(visitor.person, color, style, games)
    return here.signed_in(here.sent_on(f"/simul/{number}"), token)


def _form(here: Visit, fields: Fields, fault: FormFault | None) -> Response:
    named = {"boards": "20", "style": "walk", "side": "white", "time": TIMES[-1]} | fields
    return form_page(here, "simul_new.html", "simul_title", named, fault, common_controls())


#: The form; sent, it begins an exhibition.
begin = beginning(_form, _fault, _begin, lambda fields: int(fields["boards"]))


def _misread(here: Visit, entry: str) -> str:
    return here.look.manner.language.pack.phrase("unreadable_word", word=entry).text


def _page(here: Visit, simul: Simul, entry: str = "") -> Response:
    """The list; `entry` is what was not understood."""
    fault = _misread(here, entry) if entry else ""
    lines = []
    for each in boards_of(here.hall, simul):
        seated = here.hall.database.seated(each.game)
        opponent = None if seated is None else seated.person_of(not simul.color)
        name = (
            here.text("nobody") if opponent is None else here.hall.database.name_of(opponent) or here.text("somebody")
        )
        state = "simul_over" if each.is_over else "simul_waiting" if each.waits_since else "simul_thinking"
        state = "simul_open" if opponent is None else state
        code = (
            here.hall.database.new_code(Role.PLAYER, game=each.game, color=not simul.color) if opponent is None else ""
        )
        lines.append((each.board, name, here.text(state), code, spelled(code)))
    return here.page(
        "simul.html",
        title=here.text("simul_title"),
        number=simul.number,
        waits=waiting_text(here.hall, simul, here.texts),
        entry=entry,
        fault=fault,
        lines=lines,
        link=f"{here.hall.address}/in",
        address=here.hall.address,
    )
