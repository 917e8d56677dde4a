"""What a page is told over its stream: the new lines, and how the board (64 squares with their names and men), the
clocks and the question stand.
"""

from typing import Any

import chess
import msgspec
from msgspec import Struct

from access_chess.edge.packs.texts import Texts
from access_chess.hall.view import BoardView, ClockView
from access_chess.laws.commands import Result
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.session.hosting.hosted_seat import HostedSeat
from access_chess.session.hosting.ports import Line, SeatState
from access_chess.speech.announcement import Form
from access_chess.speech.language.voice_pack import VoicePack

IN_A_SECOND = 1_000  # milliseconds


def seat_frame(seat: HostedSeat, texts: Texts, after: int) -> tuple[str, dict[str, Any]]:
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


NAMES = (Form.FIDE, Form.BRIEF)  # the forms in which moves are said by names


class Square(Struct, frozen=True, kw_only=True):
    """One square: its name in the notation; as it is `named` in the moves that the visitor hears; the letter of the man
    there as in a FEN (empty: none); what both are called together.

    `is_last`: the last move began or ended here. `is_selected`: the player has chosen the man here.
    """

    name: str
    named: str
    piece: str
    called: str
    is_dark: bool
    is_last: bool
    is_selected: bool


def rows_of(
    men: str,
    words: dict[str, str],
    language: PlayerLanguage,
    *,
    last: tuple[chess.Square, ...] = (),
    selected: chess.Square | None = None,
) -> tuple[tuple[Square, ...], ...]:
    """The ranks from the first, each with its squares from file a; `men` as a `BoardView` has them.

    A screen reader tells the row and the column of a table: so they are rank and file. The style sheet turns the board.
    """

    def square(at: chess.Square) -> Square:
        symbol = men[chess.square_mirror(at)].strip(".")
        named = square_words(at, language)
        return Square(
            name=chess.square_name(at),
            named=named,
            piece=symbol,
            called=f"{named}, {words[symbol]}",
            is_dark=(chess.square_file(at) + chess.square_rank(at)) % 2 == 0,
            is_last=at in last,
            is_selected=at == selected,
        )

    return tuple(tuple(square(chess.square(file, rank)) for file in range(8)) for rank in range(8))


def square_words(square: chess.Square, language: PlayerLanguage) -> str:
    """A square as it is called in moves: "Eva four" where these are said by names, else "e4"."""
    return language.pack.square(square).text if language.form in NAMES else chess.square_name(square)


def piece_words(pack: VoicePack, texts: Texts) -> dict[str, str]:
    """What each letter of a FEN is called, and an empty square: "white pawn", "empty"."""
    words = {"": texts.text("empty")}
    for color in chess.COLORS:
        for kind in chess.PIECE_TYPES:
            key = "white_piece" if color else "black_piece"
            words[chess.Piece(kind, color).symbol()] = texts.text(key, piece=pack.piece(kind).text)
    return words
