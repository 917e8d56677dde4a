"""What a page is told over its stream: the new lines, and how the board, the clocks and the question stand."""

from typing import Any

import chess
import msgspec

from access_chess.edge.packs.texts import Texts
from access_chess.hall.view import BoardView, ClockView
from access_chess.laws.commands import Result
from access_chess.requests.names import RequestName
from access_chess.session.hosting.ports import Line, Seat, SeatState

IN_A_SECOND = 1_000  # milliseconds


def seat_frame(seat: Seat, texts: Texts, after: int) -> tuple[str, dict[str, Any]]:
    """The id of the last line, and all that the page shows; `after` is the last line that it has."""
    lines = seat.lines(after)
    state = seat.state()
    last = lines[-1].number if lines else after
    data = {
        "now": [said(line) for line in lines if not line.is_aside],
        "aside": [said(line) for line in lines if line.is_aside],
        "log": [{"n": line.number, "text": said(line), "lang": language_of(line)} for line in lines if said(line)],
        "earcons": [line.utterance.earcon.name.lower() for line in lines if line.utterance.earcon],
        **state_data(state, texts),
    }
    return f"{seat.birth}.{last}", data


def state_data(state: SeatState, texts: Texts) -> dict[str, Any]:
    """The board, the clocks and the open question."""
    view = state.view
    return {
        "board": view.men,
        "last": [chess.square_name(square) for square in view.last or ()],
        "clock": clock_data(view.clock),
        "mine": state.is_due,
        "over": view.result is not Result.NONE,
        "ply": view.plies,
        "title": headline(state, texts),
        "answers": answers_shown(state, texts),
        "asked": state.asked,
        "question": state.question,
        "by": state.asked_by,
        "sound": state.is_sound_on,
    }


def said(line: Line) -> str:
    """The words of a line."""
    return line.utterance.text


def language_of(line: Line) -> str:
    """The language of a line's words (BCP 47)."""
    parts = line.utterance.parts
    return parts[0].language if parts else ""


def clock_data(clock: ClockView | None) -> dict[str, Any] | None:
    """Both displays in milliseconds, and whose runs."""
    if clock is None:
        return None
    runs = None if clock.runs is None else chess.COLOR_NAMES[clock.runs]
    return {
        "white": _milliseconds(clock.white.total_seconds()),
        "black": _milliseconds(clock.black.total_seconds()),
        "runs": runs,
    }


def headline(state: SeatState, texts: Texts) -> str:
    """What a page's title begins with: whose move it is, or how the game ended."""
    view = state.view
    if view.result is not Result.NONE:
        return texts.text("title_over", result=view.result.value)
    if state.answers:
        return texts.text("title_question")
    return texts.text("title_your_move" if state.is_due else "title_waiting")


def answers_shown(state: SeatState, texts: Texts) -> list[tuple[str, str]]:
    """What is asked for by the buttons of a question, and what stands on them; No is the first that the Tab key meets.

    After the end none is called Yes, which would be the answer to two things.
    """
    is_end = state.view.result is not Result.NONE
    yes, no = ("nav_new", "answer_quit") if is_end else ("yes", "no")
    labels = {RequestName.YES: texts.text(yes), RequestName.NO: texts.text(no)}
    shown = sorted(state.answers, key=lambda answer: answer.name is not RequestName.NO)
    return [(answer.name.value, labels.get(answer.name, answer.words)) for answer in shown]


def encoded(name: str, data: dict[str, Any], number: str | None = None) -> bytes:
    """A server-sent event."""
    head = b"" if number is None else f"id: {number}\n".encode()
    return head + f"event: {name}\ndata: ".encode() + msgspec.json.encode(data) + b"\n\n"


def shown_time(view: BoardView, color: chess.Color) -> str:
    """A display as it is read on a page without a script: "4:59", "1:30:00"."""
    assert view.clock is not None
    seconds = max(0, int((view.clock.white if color else view.clock.black).total_seconds()))
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _milliseconds(seconds: float) -> int:
    return round(seconds * IN_A_SECOND)
