"""What a page is told over its stream: the new lines, and how the board (64 squares with their names and men), the
clocks and the question stand.
"""

from typing import TYPE_CHECKING, Any

import chess
import msgspec
from msgspec import Struct

from access_chess.edge.packs.texts import Texts
from access_chess.hall.games.seat import HostedSeat
from access_chess.hall.games.seat_state import Answer, Line, SeatState
from access_chess.hall.rules.view import BoardView, ClockView
from access_chess.laws.commands import Result
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.announcement import Form
from access_chess.speech.language.voice_pack import VoicePack

if TYPE_CHECKING:
    from access_chess.wiring.lessons import PageLesson

IN_A_SECOND = 1_000  # milliseconds


def seat_frame(seat: "HostedSeat | PageLesson", texts: Texts, after: int) -> tuple[str, dict[str, Any]]:
    """The id of the last line, and all that the page shows; `after` is the last line that it has."""
    lines = seat.lines(after)
    state = seat.state()
    last = lines[-1].number if lines else after
    data = {
        "now": [said(line) for line in lines if not line.is_aside],
        "aside": [said(line) for line in lines if line.is_aside],
        "log": [log_line(line) for line in lines if said(line)],
        "earcons": [line.utterance.earcon.name.lower() for line in lines if line.utterance.earcon],
        **state_data(state, texts, seat.manner.language.form),
    }
    return f"{seat.birth}.{last}", data


def state_data(state: SeatState, texts: Texts, form: Form) -> dict[str, Any]:
    """The board, the clocks and the open question; moves are said in this form."""
    view = state.view
    return {
        "board": view.men,
        "last": [chess.square_name(square) for square in view.last or ()],
        "check": check_shown(view, form),
        "targets": [chess.square_name(square) for square in sorted(state.shown)],
        "turn": turn_shown(view),
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


def check_shown(view: BoardView, form: Form) -> str:
    """The square of the king that is in check; empty where none is, or where the form of the moves does not say so."""
    return "" if view.check is None or form in WITHOUT_CHECK else chess.square_name(view.check)


def turn_shown(view: BoardView) -> str:
    """The color of the player who is to move; empty where the game is over."""
    return chess.COLOR_NAMES[view.turn] if view.result is Result.NONE else ""


def log_line(line: Line) -> dict[str, Any]:
    """A line of the log; what is heard in several languages, or otherwise than it is read, in stretches of one each."""
    spoken: list[tuple[str, str]] = []
    for part in line.utterance.parts:
        if spoken and spoken[-1][0] == part.language:
            spoken[-1] = (part.language, f"{spoken[-1][1]} {part.spoken}")
        else:
            spoken.append((part.language, part.spoken))
    data: dict[str, Any] = {"n": line.number, "text": said(line), "lang": language_of(line)}
    return data if spoken == [(data["lang"], data["text"])] else data | {"spoken": spoken}


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


def answers_shown(state: SeatState, texts: Texts) -> list[tuple[str, str, str]]:
    """The buttons of a question: what each sends, what stands on it, and in which field that is sent; No is the first
    that the Tab key meets. What needs a square is taken `from` there, and goes to the square that is chosen next.

    After the end none is called Yes, which would be the answer to two things.
    """
    is_end = state.view.result is not Result.NONE
    yes, no = ("nav_new", "answer_quit") if is_end else ("yes", "no")
    labels = {RequestName.YES: texts.text(yes), RequestName.NO: texts.text(no)}

    def button(answer: Answer) -> tuple[str, str, str]:
        if answer.name is None:
            return answer.line, answer.words or answer.line, "from" if answer.takes_square else "answer"
        return answer.name.value, labels.get(answer.name, answer.words), "request"

    return [button(each) for each in sorted(state.answers, key=lambda answer: answer.name is not RequestName.NO)]


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
WITHOUT_CHECK = (Form.UCI, Form.ICCF)  # those in which a check is not said


class Square(Struct, frozen=True, kw_only=True):
    """One square: its name in the notation; the letter of the man there as in a FEN (empty: none); what both are called
    together, the square as in the moves that the visitor hears and the mark behind the man.

    `mark`: the player has chosen the man here (`selected`), a king stands in `check`, or the `last` move began or ended
    here; else empty.
    """

    name: str
    piece: str
    called: str
    mark: str


class Rank(Struct, frozen=True, kw_only=True):
    """One rank, counted from 1, with its squares from left to right."""

    number: int
    squares: tuple[Square, ...]


def rows_of(
    view: BoardView,
    words: dict[str, str],
    language: PlayerLanguage,
    *,
    seen_by: chess.Color = chess.WHITE,
    selected: chess.Square | None = None,
) -> tuple[Rank, ...]:
    """The ranks from top to bottom as a player of this color sees them: what is read is in the order of what is seen.

    Each tells its number, since a screen reader counts the rows of a table from the top.
    """
    check = None if language.form in WITHOUT_CHECK else view.check

    def square(at: chess.Square) -> Square:
        letter = view.men[chess.square_mirror(at)]
        mark = "selected" if at == selected else "check" if at == check else "last" if at in (view.last or ()) else ""
        told = (square_words(at, language), words[letter], mark and words.get(mark, ""))
        return Square(
            name=chess.square_name(at),
            piece=letter.strip("."),
            called=", ".join(filter(None, told)),
            mark=mark,
        )

    upward = range(8) if seen_by is chess.BLACK else range(7, -1, -1)
    return tuple(
        Rank(number=rank + 1, squares=tuple(square(chess.square(file, rank)) for file in reversed(upward)))
        for rank in upward
    )


def square_words(square: chess.Square, language: PlayerLanguage) -> str:
    """A square as it is called in moves: "Eva four" where these are said by names, else "e4"."""
    return language.pack.square(square).text if language.form in NAMES else chess.square_name(square)


def piece_words(pack: VoicePack, texts: Texts) -> dict[str, str]:
    """What each letter of a FEN is called, an empty square, and two marks: "white pawn", "empty", "last move"."""
    words = {".": texts.text("empty"), "last": texts.text("mark_last"), "check": texts.text("mark_check")}
    for color in chess.COLORS:
        for kind in chess.PIECE_TYPES:
            key = "white_piece" if color else "black_piece"
            words[chess.Piece(kind, color).symbol()] = texts.text(key, piece=pack.piece(kind).text)
    return words
