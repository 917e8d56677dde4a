"""An event as one line of text: JSON with a word for its kind, moves in UCI, durations in ISO 8601, enums as values.

The text is a format of its own, with a number that is kept beside it: what an earlier program wrote is first brought to
today's format (`UPCASTERS`). All fields are written, so that a default that changes later changes no game of the
past. The word of a kind stays the same, whatever the class is called tomorrow. A new kind of event gets a row; a row is
never changed or used again for something else.

>>> from access_chess.laws.events import ClockPressed
>>> write_event(ClockPressed(at=timedelta(seconds=90), color=chess.WHITE))
'{"event":"clock_pressed","color":true,"at":"PT90S"}'
"""

import functools
from collections.abc import Callable
from datetime import timedelta
from enum import Enum
from typing import Any, get_args, get_type_hints

import chess
import msgspec

from access_chess.laws import events as happened
from access_chess.laws.events import Event

#: word on disk -> kind of event
KINDS: dict[str, type[Event]] = {
    "game_set_up": happened.GameSetUp,
    "command_taken": happened.CommandTaken,
    "refused": happened.Refused,
    "player_arrived": happened.PlayerArrived,
    "player_left": happened.PlayerLeft,
    "player_returned": happened.PlayerReturned,
    "pieces_touched": happened.PiecesTouched,
    "piece_lifted": happened.PieceLifted,
    "piece_put_back": happened.PiecePutBack,
    "piece_brushed": happened.PieceBrushed,
    "pieces_adjusted": happened.PiecesAdjusted,
    "piece_removed": happened.PieceRemoved,
    "piece_released": happened.PieceReleased,
    "promotion_chosen": happened.PromotionChosen,
    "move_made": happened.MoveMade,
    "move_completed": happened.MoveCompleted,
    "move_announced": happened.MoveAnnounced,
    "slip_corrected": happened.SlipCorrected,
    "announcement_repeated": happened.AnnouncementRepeated,
    "move_written": happened.MoveWritten,
    "offer_written": happened.OfferWritten,
    "executed_on_other_board": happened.ExecutedOnOtherBoard,
    "question_asked": happened.QuestionAsked,
    "told": happened.Told,
    "clock_started": happened.ClockStarted,
    "clock_pressed": happened.ClockPressed,
    "clock_handed_back": happened.ClockHandedBack,
    "clocks_stopped": happened.ClocksStopped,
    "period_begun": happened.PeriodBegun,
    "flag_fell": happened.FlagFell,
    "time_set": happened.TimeSet,
    "move_counter_set": happened.MoveCounterSet,
    "time_added": happened.TimeAdded,
    "extra_delay_granted": happened.ExtraDelayGranted,
    "draw_offered": happened.DrawOffered,
    "draw_declined": happened.DrawDeclined,
    "draw_accepted": happened.DrawAccepted,
    "claim_made": happened.ClaimMade,
    "claim_accepted": happened.ClaimAccepted,
    "claim_rejected": happened.ClaimRejected,
    "claim_postponed": happened.ClaimPostponed,
    "arbiter_asked": happened.ArbiterAsked,
    "irregularity_found": happened.IrregularityFound,
    "position_restored": happened.PositionRestored,
    "promoted_to_queen": happened.PromotedToQueen,
    "warning_given": happened.WarningGiven,
    "penalty_imposed": happened.PenaltyImposed,
    "board_turned": happened.BoardTurned,
    "colors_stay": happened.ColorsStay,
    "boards_compared": happened.BoardsCompared,
    "correction_agreed": happened.CorrectionAgreed,
    "sealing_called": happened.SealingCalled,
    "move_sealed": happened.MoveSealed,
    "game_adjourned": happened.GameAdjourned,
    "game_resumed": happened.GameResumed,
    "envelope_opened": happened.EnvelopeOpened,
    "envelope_lost": happened.EnvelopeLost,
    "appeal_made": happened.AppealMade,
    "appeal_ruled": happened.AppealRuled,
    "moves_taken_back": happened.MovesTakenBack,
    "game_ended": happened.GameEnded,
    "pieces_knocked_over": happened.PiecesKnockedOver,
    "pieces_set_up": happened.PiecesSetUp,
    "scoresheet_completed": happened.ScoresheetCompleted,
    "leave_granted": happened.LeaveGranted,
    "result_signed": happened.ResultSigned,
    "clock_counter_set": happened.ClockCounterSet,
    "castling_right_lost": happened.CastlingRightLost,
    "sheet_handed_in": happened.SheetHandedIn,
    "completion_due": happened.CompletionDue,
    "sheet_borrowed": happened.SheetBorrowed,
    "sheet_returned": happened.SheetReturned,
    "reconstruction_begun": happened.ReconstructionBegun,
}

WORDS: dict[type[Event], str] = {kind: word for word, kind in KINDS.items()}

Fields = dict[str, Any]

FORMAT = 2
#: What an earlier program wrote, by its format: the step to the next one. It works on plain fields, so that it stays
#: right whatever the classes become, and raises ValueError. (Nothing of format 1 was ever released.)
UPCASTERS: dict[int, Callable[[Fields], Fields]] = {}

#: No game and no display lasts as long; beyond it sums of instants would leave what a date can hold.
LONGEST = timedelta(days=36_500)

LARGEST = 1_000_000  # no move, ply or period has a higher number, and these fit into every program's integers

_DURATIONS = ("at", "time", "waived")
_SQUARES = ("square", "squares", "touches")


class EventTextError(ValueError):
    """A text that is no event, with what is wrong in it."""


def write_event(event: Event) -> str:
    """The text of an event, in today's format."""
    return msgspec.json.encode(_fields(event)).decode()


def read_event(text: str, form: int = FORMAT) -> Event:
    """The event that a text of this format tells. Raises EventTextError."""
    try:
        fields = _upcast(_object(text), form)
        kind = _kind(fields)
        values = {name: _checked(name, value) for name, value in fields.items() if name != "event"}
        for name in _move_fields(kind) & values.keys():
            values[name] = _moves(values[name])
        event = msgspec.convert(values, kind)
        _compare(fields, msgspec.json.decode(write_event(event)))
    except (ValueError, RecursionError, OverflowError) as error:  # msgspec's and python-chess's are ValueErrors
        raise EventTextError(str(error)) from error
    return event


def _fields(event: Event) -> Fields:
    return {"event": WORDS[type(event)], **{name: _plain(getattr(event, name)) for name in event.__struct_fields__}}


def _plain(value: Any) -> Any:
    """The value without our types, and without python-chess's; msgspec writes the durations."""
    match value:
        case chess.Move():
            return value.uci()
        case Enum():
            return value.value
        case msgspec.Struct():
            return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
        case tuple():
            return [_plain(each) for each in value]
        case _:
            return value


def _object(text: str) -> Fields:
    fields = msgspec.json.decode(text)
    if not isinstance(fields, dict):
        raise EventTextError(f"an event is a JSON object, got: {text[:40]!r}")
    return fields


def _upcast(fields: Fields, form: int) -> Fields:
    if form != FORMAT and form not in UPCASTERS:
        raise EventTextError(f"format {form} is not known, this program reads formats up to {FORMAT}")
    for earlier in range(form, FORMAT):
        fields = UPCASTERS[earlier](fields)
    return fields


def _kind(fields: Fields) -> type[Event]:
    word = fields.get("event")
    if not isinstance(word, str) or word not in KINDS:
        raise EventTextError(f"no kind of event is called {str(word)[:40]!r}")
    return KINDS[word]


@functools.cache
def _move_fields(kind: type[Event]) -> frozenset[str]:
    """The fields that hold moves."""
    return frozenset(name for name, hint in get_type_hints(kind).items() if _holds_moves(hint))


def _holds_moves(hint: object) -> bool:
    return hint is chess.Move or any(_holds_moves(part) for part in get_args(hint))


def _moves(value: Any) -> Any:
    """Moves of their texts; whatever is none is left for msgspec to find."""
    if isinstance(value, str):
        return chess.Move.from_uci(value)
    return [_moves(each) for each in value] if isinstance(value, list) else value


def _checked(name: str, value: Any) -> Any:
    """What the types do not say: squares lie on the board, pieces are pieces, counts are counts."""
    for number in value if isinstance(value, list) else [value]:
        if name in _SQUARES and number is not None and number not in chess.SQUARES:
            raise EventTextError(f"{name} are numbers from 0 to 63, got: {str(number)[:40]!r}")
        if name == "piece_type" and number not in chess.PIECE_TYPES:
            raise EventTextError(f"{name} is a number from 1 to 6, got: {str(number)[:40]!r}")
        if isinstance(number, int) and abs(number) > LARGEST:
            raise EventTextError(f"{name} is a small number, got: {str(number)[:40]!r}")
    if name in _DURATIONS and isinstance(value, str) and abs(time := msgspec.convert(value, timedelta)) > LONGEST:
        raise EventTextError(f"{name} is {time.days} days")
    return value


def _compare(read: Any, understood: Any) -> None:
    """Whether all that was read was understood: msgspec passes over fields that it does not know."""
    if isinstance(read, dict) and isinstance(understood, dict):
        for name, value in read.items():
            if name not in understood:
                raise EventTextError(f"the field {name[:40]!r} is not known")
            _compare(value, understood[name])
    elif isinstance(read, list) and isinstance(understood, list) and len(read) == len(understood):
        for one, other in zip(read, understood, strict=True):
            _compare(one, other)
    elif read != understood or isinstance(read, bool) is not isinstance(understood, bool):
        raise EventTextError(f"{str(read)[:40]!r} was read as {str(understood)[:40]!r}")
