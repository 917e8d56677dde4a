"""Stories: scenarios that an arbiter can read, as values. One story is one TOML text (format.md), and may be told for
several editions of the Laws: it names them, and what holds in each.
"""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import chess
import msgspec
from msgspec import Struct

from access_chess.laws.by_color import ByColor, both
from access_chess.laws.editions import Edition, Quickplay
from access_chess.laws.position import moves_of_score, parse_san
from access_chess.laws.setup import ArbiterMode, Duty, Player, Regulations, Setup, Supervision
from access_chess.laws.time_control import (
    STANDARD_FROM,
    Period,
    PeriodAdd,
    TimeControl,
    TimeControlError,
    parse_time_control,
)
from access_chess.phrased_error import PhrasedError

_EDITIONS = frozenset(edition.value for edition in Edition)


def editions_of(written: Mapping[str, Any]) -> Sequence[str]:
    """The editions that `editions` or `edition` name; empty: the story names none. Raises StoryError when not both
    can be meant, or when the list is none.
    """
    wrong = StoryError("story_editions", known=", ".join(sorted(_EDITIONS)))
    if "editions" not in written:
        if not isinstance(written.get("edition", ""), str):
            raise wrong
        return (written["edition"],) if "edition" in written else ()
    named = written["editions"]
    if "edition" in written or not isinstance(named, list) or not named:
        raise wrong
    if not all(name in [*_EDITIONS] for name in named) or len(set(named)) < len(named):
        raise wrong
    return tuple(named)


def written_for(written: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """The story as that edition has it: a table whose keys are editions gives its value, or nothing, where it stands.

    >>> written_for({"article": {"fide-2009": "7.4.b", "fide-2018": "7.5.5"}, "time": "5400"}, "fide-2018")
    {'article': '7.5.5', 'time': '5400'}
    """
    mine = {}
    for key, value in written.items():
        if not _is_by_edition(value):
            mine[key] = _inside(value, edition)
        elif edition in value:
            mine[key] = _inside(value[edition], edition)
    return mine


def unnamed_editions(written: Any, editions: Sequence[str]) -> frozenset[str]:
    """Editions that some value is given for, though the story is not told for them."""
    if isinstance(written, list):
        return frozenset().union(*(unnamed_editions(each, editions) for each in written))
    if not isinstance(written, dict):
        return frozenset()
    here = frozenset(written) - frozenset(editions) if _is_by_edition(written) else frozenset()
    return here.union(*(unnamed_editions(each, editions) for each in written.values()))


def _inside(value: Any, edition: str) -> Any:
    if isinstance(value, dict):
        return written_for(value, edition)
    if isinstance(value, list):
        return [_inside(each, edition) for each in value]
    return value


def _is_by_edition(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and value.keys() <= _EDITIONS


COLORS = {"white": chess.WHITE, "black": chess.BLACK}

#: The verbs that make a legal move.
MOVING = frozenset({"play", "move", "two-hands", "play-unwritten", "move-unwritten", "breach"})
#: What some editors put before a text.
_BYTE_ORDER_MARK = "\ufeff"
#: A hundred years: no game and no clock has more seconds.
_MOST_SECONDS = 3_200_000_000.0


class StoryError(PhrasedError, ValueError):
    """This text is no story."""


class SeatText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[white]` or `[black]`."""

    blind: bool = False
    hearing_impaired: bool = False
    disabled: bool = False
    assistant: list[Duty] | None = None


class RegulationsText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[regulations]`; times in seconds."""

    default_time: float | None = None
    min_moves_draw: int | None = None
    draws_need_consent: bool = False
    quickplay: Quickplay | None = None
    resumption_limit: float | None = None
    period_add: PeriodAdd = PeriodAdd.ON_ZERO
    scoring: tuple[float, float, float] = (1, 0.5, 0)
    session_end: float | None = None
    written_claims: bool = True


class PairText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each player; either may be left out."""

    white: float | None = None
    black: float | None = None


class ScoresText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moves on the two scoresheets."""

    white: str
    black: str


class StepText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[step]]`: what is done, when, by whom, and what holds after it (absent: not checked)."""

    do: str
    at: float | None = None
    by: str | None = None
    noted: PairText | None = None
    scores: ScoresText | None = None
    legal: list[str] | None = None
    to_move: str | None = None
    running: str | None = None
    clock: PairText | None = None
    result: str | None = None
    ending: str | None = None
    points: PairText | None = None
    article: str | None = None
    refused: bool | None = None
    board: str | None = None
    phase: str | None = None
    offer: str | None = None
    illegal_count: PairText | None = None
    warnings: PairText | None = None
    says: str | None = None


class StoryText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole story as it is written."""

    title: str = ""
    source: str = ""
    edition: Edition = Edition.FIDE_2009
    position: str = chess.STARTING_FEN
    chess960: bool = False
    moves: str = ""
    time: str = ""
    clock: PairText = PairText()
    supervision: Supervision = Supervision.ADEQUATE
    arbiter: ArbiterMode = ArbiterMode.PROGRAM
    white: SeatText = SeatText()
    black: SeatText = SeatText()
    regulations: RegulationsText = RegulationsText()
    step: list[StepText] = []


class Story(Struct, frozen=True, kw_only=True):
    """A story that has been read: the setup of the game, and its steps. `source` names where the case was published."""

    title: str
    setup: Setup
    steps: tuple[StepText, ...]
    source: str = ""


def read_story(text: str, *, title: str) -> Story:
    """Read a story of one edition; `title` stands in where the text has none. Raises StoryError when it is none."""
    stories = read_stories(text, title=title)
    if len(stories) > 1:
        raise StoryError("story_editions", known=", ".join(each.setup.edition.value for each in stories))
    return stories[0]


def read_stories(text: str, *, title: str) -> tuple[Story, ...]:
    """Read a story, once for each edition that it is told for. Raises StoryError when it is none.

    Where there are several, each title names its edition.
    """
    try:
        written = tomllib.loads(text.removeprefix(_BYTE_ORDER_MARK))
    except (ValueError, RecursionError) as error:  # of a number without end, of nesting without end
        raise StoryError("story_no_toml", error=error) from error
    editions = editions_of(written)
    if unnamed := unnamed_editions(written, editions):
        raise StoryError("story_edition_unnamed", editions=", ".join(sorted(unnamed)))
    if not editions:
        return (story_of(written, title=title),)
    several = len(editions) > 1
    return tuple(
        story_of({**written_for(written, edition), "edition": edition}, title=title, edition=edition if several else "")
        for edition in editions
    )


def story_of(written: Mapping[str, Any], *, title: str, edition: str = "") -> Story:
    """A story of one edition from its tables; `edition` is put behind the title. Raises StoryError when it is none."""
    try:
        story = msgspec.convert({key: value for key, value in written.items() if key != "editions"}, StoryText)
    except msgspec.ValidationError as error:
        raise StoryError("story_key_wrong", error=_located(error)) from error
    name = story.title or title
    return Story(
        title=f"{name} [{edition}]" if edition else name,
        setup=_setup(story),
        steps=tuple(story.step),
        source=story.source,
    )


def _located(error: msgspec.ValidationError) -> str:
    """The message of a wrong key or value, with steps counted from one as readers do."""
    message = str(error)
    head, _, index = message.partition("$.step[")
    if not index:
        return message.replace("$.", "").replace(" - at `$`", "")
    number, _, rest = index.partition("]")
    return f"step {int(number) + 1}{rest.replace('.', ' ', 1)}: {head}".replace("`", "").replace(" - at ", "")


def _setup(written: StoryText) -> Setup:
    board = _board(written)
    rules = written.regulations
    return Setup(
        edition=written.edition,
        fen=written.position,
        is_chess960=written.chess960,
        moves=_moves(board, written.moves),
        time=_time(written),
        times=_times(written),
        supervision=written.supervision,
        arbiter=written.arbiter,
        players=ByColor(_player(written.white), _player(written.black)),
        absent=_absent(written.step, board.turn),
        regulations=Regulations(
            default_time=_seconds(rules.default_time),
            resumption_limit=_seconds(rules.resumption_limit),
            min_moves_draw=rules.min_moves_draw,
            draws_need_consent=rules.draws_need_consent,
            quickplay=rules.quickplay,
            scoring=rules.scoring,
            session_end=_seconds(rules.session_end),
            written_claims=rules.written_claims,
        ),
    )


def _board(written: StoryText) -> chess.Board:
    try:
        return chess.Board(written.position, chess960=written.chess960)
    except ValueError as error:
        raise StoryError("story_position", position=repr(written.position)) from error


def _moves(board: chess.Board, text: str) -> tuple[str, ...]:
    moves = []
    for san in moves_of_score(text):
        move = parse_san(board, san)
        if move is None:
            raise StoryError("story_move_illegal", fen=board.fen(), move=san)
        board.push(move)
        moves.append(move.uci())
    return tuple(moves)


def _time(written: StoryText) -> TimeControl | None:
    if written.time:
        try:
            return parse_time_control(written.time, written.regulations.period_add)
        except TimeControlError as error:
            raise StoryError(error.phrase, **error.slots) from error
    if written.clock == PairText():
        return None
    return TimeControl(periods=(Period(time=STANDARD_FROM),))  # displays alone make no rapid or blitz game


def _times(written: StoryText) -> ByColor[timedelta | None]:
    """The displays that a story names; without a time control one display stands for both."""
    white, black = _seconds(written.clock.white), _seconds(written.clock.black)
    if written.time:
        return ByColor(white, black)
    return ByColor(black if white is None else white, white if black is None else black)


def seconds(number: float) -> timedelta:
    """A duration as a story writes it. Raises StoryError for one that no clock shows."""
    if not abs(number) <= _MOST_SECONDS:
        raise StoryError("story_seconds", number=str(number))
    return timedelta(seconds=number)


def _seconds(number: float | None) -> timedelta | None:
    return None if number is None else seconds(number)


def _player(seat: SeatText) -> Player:
    duties = None if seat.assistant is None else tuple(seat.assistant)
    return Player(
        is_blind=seat.blind,
        is_hearing_impaired=seat.hearing_impaired,
        is_disabled=seat.disabled,
        assistant=duties,
    )


def _absent(steps: list[StepText], turn: chess.Color) -> ByColor[bool]:
    """Away until an `arrive` that stands later; after a sealed move everybody arrives anew."""
    absent = both(False)
    for step in steps:
        match step.do.split():
            case ["stop-clocks", "sealed"]:
                break
            case ["arrive"]:
                color = COLORS.get(step.by, turn) if step.by else turn
                absent = absent.put(color, True)
            case [verb, *_] if verb in MOVING:
                turn = not turn
    return absent
