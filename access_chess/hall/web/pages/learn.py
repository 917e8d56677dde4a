"""Lessons at pages: the list with its stars, and one lesson with its task, its board and its field."""

from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import chess
from msgspec import Struct
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from access_chess.edge.packs.texts import Texts, load_web_texts
from access_chess.edge.packs.voice_packs import REFERENCE
from access_chess.hall.games.seat_state import Leaving, Outcome
from access_chess.hall.rules.view import COIN
from access_chess.hall.web.event_stream import NO_NEWS, STILL_HERE, News, answer, end, head, news_of, send_soon
from access_chess.hall.web.frames import answers_shown, encoded, language_of, piece_words, rows_of, said, seat_frame
from access_chess.hall.web.learners import Learner, new_key
from access_chess.hall.web.pages.files import spoken_line
from access_chess.hall.web.pages.play import LONGEST_KEY, LONGEST_LINE, told_done
from access_chess.hall.web.pages.play_page import SCRIPT_TEXTS
from access_chess.hall.web.place import visit_beside_games
from access_chess.hall.web.seat_stream import last_line
from access_chess.hall.web.tickets import ticket_of
from access_chess.hall.web.visit import Visit, form_of
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.request import Request as Asked
from access_chess.session.ports import StorageError

if TYPE_CHECKING:
    from access_chess.wiring.lessons import LessonsAtPages, PageLesson

#: What buttons and keys may ask for.
ASKED = frozenset(
    {
        RequestName.YES, RequestName.NO, *NUMBERS, RequestName.HINT, RequestName.NEW_GAME, RequestName.NEXT,
        RequestName.LAST_MOVE, RequestName.BOTH_CLOCKS, RequestName.BOARD, RequestName.REPEAT,
    }
)  # fmt: skip


class Desk(Struct, frozen=True, kw_only=True):
    """Who asks, and the lesson at which they are; None where it is another, or was forgotten."""

    here: Visit
    lessons: "LessonsAtPages"
    name: str
    learner: Learner | None
    lesson: "PageLesson | None"

    @property
    def path(self) -> str:
        """The address of the lesson's page."""
        return f"/learn/{self.name}"


async def index(request: Request) -> Response:
    """All lessons with their stars."""
    here, lessons = await _visit(request)
    learner = here.hall.learners.find(_key(here))
    if learner is not None and learner.lesson is not None and learner.lesson.view.is_over:
        here.hall.learners.sit(learner, None)  # it may be begun anew
    voices = _voices(here, lessons)
    if voices is None:
        return _offer(here)
    stars = await run_in_threadpool(_stars, here, lessons, learner)
    rows = await run_in_threadpool(lessons.rows, voices, stars)
    return here.page(
        "learn.html", title=here.text("learn_title"), rows=rows, written_in=load_web_texts(voices).language,
        goes_on=next(row for row in rows if row.is_next), asked_in=_asked_in(here, voices),
        is_of_visit=_is_of_visit(here, lessons),
    )  # fmt: skip


async def lesson(request: Request) -> Response:
    """The page of a lesson, which begins, or goes on where it stands."""
    at = await _desk(request)
    here, found = at.here, at.lesson
    voices = _voices(here, at.lessons)
    if voices is None and (found is None or found.manner.language.pack.name != REFERENCE):
        return _offer(here)
    look = replace(here.look, voices=voices or REFERENCE)
    if at.name not in at.lessons.names(look.voices):
        return here.refused(404, "error_missing")
    if at.learner is not None and found is not None and found.manner == look.manner:
        return _page(at, found, at.learner)
    client = here.request.client
    if not here.hall.new_lessons.takes(client.host if client else ""):
        return here.refused(429, "many_streams", after=30)
    is_known = here.visitor is not None or at.learner is not None
    key = _key(here) if is_known else new_key()  # one that was made here, and not by who comes
    learner = here.hall.learners.come(key)
    stars = await run_in_threadpool(_stars, here, at.lessons, learner)
    found = await run_in_threadpool(at.lessons.open, at.name, look.manner, stars)
    here.hall.learners.sit(learner, found)
    response = _page(at, found, learner)
    if here.visitor is None:
        response.set_cookie(
            _cookie(here), str(key), path="/", httponly=True, samesite="strict", secure=here.hall.is_secure
        )
    return response


async def sound(request: Request) -> Response:
    """A line in the program's own voice."""
    at = await _desk(request)
    return at.here.refused(404, "error_missing") if at.lesson is None else await spoken_line(at.here, at.lesson)


async def act(request: Request) -> Response:
    """A line, a square, or the wish for the next lesson: what bears a ticket is done once, and what it won is kept."""
    at = await _desk(request)
    here, found, how = at.here, at.lesson, request.path_params["act"]
    fields = await form_of(here)
    if how not in ("line", "square", "again"):
        return here.refused(404, "error_missing")
    if fields is None:
        return here.refused(403, "error_form")
    if found is None:  # it was forgotten, or another was begun since
        return here.sent_on(at.path)
    if len(fields.get("line", "")) > LONGEST_LINE:
        return here.refused(400, "error_long")
    ticket, book = ticket_of(fields), here.hall.tickets.at(found)
    if "doubt" in fields:
        return told_done(here.text("was_done")) if book.known(ticket) else Response(status_code=204)

    async def done() -> Response:
        outcome = await run_in_threadpool(_done, at, how, fields)
        if outcome is None:
            return here.refused(400, "error_missing")
        if outcome.leaving is Leaving.QUIT or (outcome.leaving is Leaving.NEW_GAME and found.following is None):
            return here.sent_on("/learn")
        if outcome.leaving is Leaving.NEW_GAME and found.following is not None:
            return here.sent_on(f"/learn/{found.following.name}")
        return Response(status_code=204) if here.is_live else here.sent_on(_with_choice(at, fields))

    return await book.once(ticket, done)


def _done(at: Desk, how: str, fields: dict[str, str]) -> Outcome | None:
    """What comes of it; None: it asks for what is not here."""
    if how == "again":
        return Outcome(leaving=Leaving.NEW_GAME)
    outcome = _line(at, fields) if how == "line" else _square(at, fields)
    _keep(at)
    return outcome


def _line(at: Desk, fields: dict[str, str]) -> Outcome | None:
    assert at.lesson is not None, "so it was found"
    named = fields.get("square")
    if "key" in fields and named in chess.SQUARE_NAMES:
        return at.lesson.press(fields["key"][:LONGEST_KEY], chess.parse_square(named))
    if "request" in fields:
        if fields["request"] not in ASKED:
            return None
        return at.lesson.ask(Asked(name=RequestName(fields["request"]), question=fields.get("question")))
    if "answer" in fields:
        return at.lesson.answer(fields["answer"], fields.get("question"))
    return at.lesson.enter(fields.get("line", ""), fields.get("question"))


def _square(at: Desk, fields: dict[str, str]) -> Outcome | None:
    assert at.lesson is not None, "so it was found"
    named, chosen = fields.get("square", ""), fields.get("from", "")
    if chosen in _held(at.lesson):
        return at.lesson.answer(chosen, fields.get("question"), named) if named in chess.SQUARE_NAMES else Outcome()
    if named not in chess.SQUARE_NAMES or chosen not in ("", *chess.SQUARE_NAMES):
        return None
    if at.lesson.view.takes_square:
        return at.lesson.enter(named)
    return at.lesson.enter(chosen + named) if chosen not in ("", named) else Outcome()


def _held(lesson: "PageLesson") -> frozenset[str]:
    """What may be taken in the hand, to be brought to a square."""
    return frozenset(each.line for each in lesson.view.state.answers if each.takes_square)


def _with_choice(at: Desk, fields: dict[str, str]) -> str:
    """Without a script the page shows which man was chosen."""
    named, chosen = fields.get("square", ""), fields.get("from", "")
    if at.lesson is not None and not named and chosen in _held(at.lesson):
        return f"{at.path}?{urlencode({'from': chosen})}#board"
    if at.lesson is None or not named or chosen or at.lesson.view.takes_square:
        return at.path
    letter = at.lesson.view.state.view.men[chess.square_mirror(chess.parse_square(named))]
    is_own = letter.isalpha() and letter != COIN and letter.isupper() is at.lesson.view.color
    return f"{at.path}?from={named}#board" if is_own else f"{at.path}#board"


def _keep(at: Desk) -> None:
    """What was won belongs to a name, or to this visit, where it is not in the file of the machine."""
    assert at.lesson is not None and at.learner is not None, "so they were found"
    won, visitor = at.lessons.keep(at.lesson), at.here.visitor
    if not won or at.lessons.is_own:
        return
    if visitor is None or not visitor.name:
        at.learner.stars.update(won)
        return
    try:
        at.here.hall.database.lessons.keep(visitor.name, won)
    except StorageError:
        at.lesson.tell_unkept()


def _stars(here: Visit, lessons: "LessonsAtPages", learner: Learner | None) -> dict[str, str]:
    if lessons.is_own:
        return dict(lessons.own_stars())
    if _is_of_visit(here, lessons):
        return {} if learner is None else learner.stars
    assert here.visitor is not None, "somebody has signed in"
    return here.hall.database.lessons.stars(here.visitor.name)


def _is_of_visit(here: Visit, lessons: "LessonsAtPages") -> bool:
    """Whether nobody knows to whom the stars belong when the visit is over."""
    return not lessons.is_own and (here.visitor is None or not here.visitor.name)


async def _visit(request: Request) -> "tuple[Visit, LessonsAtPages]":
    here = await visit_beside_games(request)
    if here.hall.lessons is None:
        raise HTTPException(404)
    return here, here.hall.lessons


async def _desk(request: Request) -> Desk:
    here, lessons = await _visit(request)
    name, learner = request.path_params["lesson"], here.hall.learners.find(_key(here))
    found = None if learner is None else learner.lesson
    is_it = found is not None and found.lesson.name == name
    return Desk(here=here, lessons=lessons, name=name, learner=learner, lesson=found if is_it else None)


def _cookie(here: Visit) -> str:
    return "__Host-learner" if here.hall.is_secure else "learner"


def _key(here: Visit) -> object:
    """By what a learner is known: their session, or the cookie of this visit; None: by nothing yet."""
    if here.visitor is not None:
        return here.visitor.session
    return here.request.cookies.get(_cookie(here))


def _voices(here: Visit, lessons: "LessonsAtPages") -> str | None:
    """The pack in whose language the lessons are; None where there are none, and nobody has asked for English."""
    if lessons.names(here.look.voices):
        return here.look.voices
    return REFERENCE if here.request.query_params.get("in") == REFERENCE else None


def _asked_in(here: Visit, voices: str) -> str:
    return "" if voices == here.look.voices else f"?in={voices}"


def _offer(here: Visit) -> Response:
    english, sentence = f"{here.request.url.path}?in={REFERENCE}", here.text("learn_not_here")
    return here.page("in_english.html", title=here.text("learn_title"), sentence=sentence, english=english)


def _page(at: Desk, lesson: "PageLesson", learner: Learner) -> Response:
    here, texts = at.here, load_web_texts(lesson.manner.language.pack.name)
    view, lines, words = lesson.view, lesson.lines(), _words(lesson, texts)
    named = here.request.query_params.get("from")
    selected = chess.parse_square(named) if named in chess.SQUARE_NAMES else None
    opening = " ".join(said(each) for each in lines) if lesson.is_new else view.goal
    is_of_visit = _is_of_visit(here, at.lessons)
    if is_of_visit and not learner.is_told:  # once, and the lesson first
        learner.is_told = True
        opening += f" {texts.text('learn_visit_only')}"
    return here.page(
        "lesson.html",
        title=lesson.title(lesson.lesson),
        path_here=at.path,
        view=view,
        color=chess.COLOR_NAMES[view.color],
        log=[(each.number, said(each), language_of(each)) for each in lines if said(each)],
        after=f"{lesson.birth}.{view.last}",
        answers=answers_shown(view.state, texts),
        men=_men(lesson, texts),
        rows=rows_of(view.state.view, words, lesson.manner.language, seen_by=view.color, selected=selected),
        chosen=named if selected is not None or named in _held(lesson) else "",
        words=words,
        following=""
        if lesson.following is None
        else texts.text("learn_following", title=lesson.title(lesson.following)),
        script=texts.for_script((*SCRIPT_TEXTS, "sound_no_voice")) | {"opening": opening, "alone_words": []},
        written_in=texts.language,
        is_of_visit=is_of_visit,
    )


def _words(lesson: "PageLesson", texts: Texts) -> dict[str, str]:
    return piece_words(lesson.manner.language.pack, texts) | {COIN: texts.text("coin")}


def _men(lesson: "PageLesson", texts: Texts) -> list[str]:
    """Who stands where, and what is to be reached."""
    targets = lesson.view.targets
    told = [*lesson.view.men, *([texts.text("learn_targets", squares=targets)] if targets else [])]
    return told or [texts.text("empty")]


class LessonStream:
    """The stream of a lesson: what is said there, and how its board stands."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the reader goes, the lesson is another, or the server stops."""
        at = await _desk(Request(scope, receive))
        await answer(at.here, partial(self._stream, at), scope, receive, send)

    async def _stream(self, at: Desk, receive: Receive, send: Send) -> None:
        found = at.lesson
        after = None if found is None else last_line(at.here.request, found.birth, found.lines())
        if not await head(send, can_go_on=after is not None) or found is None or after is None:
            return
        with news_of(at.here, receive, [found.listen]) as news:
            await self._send_news(at, found, after, news, send)

    async def _send_news(self, at: Desk, found: "PageLesson", after: int, news: News, send: Send) -> None:
        texts, seen = load_web_texts(found.manner.language.pack.name), None
        while not news.is_over:
            if at.learner is None or at.learner.lesson is not found:
                await send_soon(send, encoded("reload", {"to": "/learn"}))
                break
            number, data = lesson_frame(found, texts, after)
            if (number, data) != seen:
                after, seen = int(number.rpartition(".")[2]), (number, data)
                await send_soon(send, encoded("said", data, number))
            if not await news.come(STILL_HERE):
                await send_soon(send, NO_NEWS)
        await end(send)


def lesson_frame(lesson: "PageLesson", texts: Texts, after: int) -> tuple[str, dict[str, Any]]:
    """The id of the last line, and all that the page of a lesson shows; `after` is the last line that it has."""
    view = lesson.view
    number, data = seat_frame(lesson, texts, after)
    more = {
        "title": view.stars, "heading": lesson.title(lesson.lesson), "over": view.is_over, "moves": [], "next": 0,
        "goal": view.goal, "men": _men(lesson, texts), "color": chess.COLOR_NAMES[view.color],
        "square": view.takes_square,
    }  # fmt: skip
    return number, data | more
