"""What earlier programs wrote, brought up to the next format, one step at a time.

Each step works on plain fields and holds its own tables, so that it stays right whatever the classes become.
"""

from collections.abc import Callable, Mapping
from typing import Any

import chess

Fields = dict[str, Any]

#: Format 1 was msgspec's own rendering of the classes: their names as tags, python-chess's dataclasses, no defaults.
_WORDS_1 = {
    "GameSetUp": "game_set_up", "Refused": "refused", "PlayerArrived": "player_arrived", "PlayerLeft": "player_left",
    "PlayerReturned": "player_returned", "PiecesTouched": "pieces_touched", "PieceLifted": "piece_lifted",
    "PiecePutBack": "piece_put_back", "PieceBrushed": "piece_brushed", "PiecesAdjusted": "pieces_adjusted",
    "PieceRemoved": "piece_removed", "PieceReleased": "piece_released", "PromotionChosen": "promotion_chosen",
    "MoveMade": "move_made", "MoveCompleted": "move_completed", "MoveAnnounced": "move_announced",
    "SlipCorrected": "slip_corrected", "AnnouncementRepeated": "announcement_repeated", "MoveWritten": "move_written",
    "OfferWritten": "offer_written", "ExecutedOnOtherBoard": "executed_on_other_board",
    "QuestionAsked": "question_asked", "Told": "told", "ClockStarted": "clock_started",
    "ClockPressed": "clock_pressed", "ClockHandedBack": "clock_handed_back", "ClocksStopped": "clocks_stopped",
    "PeriodBegun": "period_begun", "FlagFell": "flag_fell", "TimeSet": "time_set",
    "MoveCounterSet": "move_counter_set", "TimeAdded": "time_added", "ExtraDelayGranted": "extra_delay_granted",
    "DrawOffered": "draw_offered", "DrawDeclined": "draw_declined", "DrawAccepted": "draw_accepted",
    "ClaimMade": "claim_made", "ClaimAccepted": "claim_accepted", "ClaimRejected": "claim_rejected",
    "ClaimPostponed": "claim_postponed", "ArbiterAsked": "arbiter_asked", "IrregularityFound": "irregularity_found",
    "PositionRestored": "position_restored", "PromotedToQueen": "promoted_to_queen", "WarningGiven": "warning_given",
    "PenaltyImposed": "penalty_imposed", "BoardTurned": "board_turned", "ColorsStay": "colors_stay",
    "BoardsCompared": "boards_compared", "CorrectionAgreed": "correction_agreed", "SealingCalled": "sealing_called",
    "MoveSealed": "move_sealed", "GameAdjourned": "game_adjourned", "GameResumed": "game_resumed",
    "EnvelopeOpened": "envelope_opened", "EnvelopeLost": "envelope_lost", "AppealMade": "appeal_made",
    "AppealRuled": "appeal_ruled", "MovesTakenBack": "moves_taken_back", "GameEnded": "game_ended",
}  # fmt: skip

_NO_TIME = "P0D"

_DEFAULTS_1: Mapping[str, Fields] = {
    "pieces_touched": {"in_order": True},
    "move_made": {
        "legal": True, "two_hands": False, "written": True, "announced": True, "castling_intended": False,
    },
    "move_announced": {"matches": True},
    "move_written": {"in_advance": False},
    "clocks_stopped": {"color": None},
    "claim_made": {"move": None, "square": None, "ground": None},
    "claim_rejected": {"must_play": None},
    "irregularity_found": {"color": None, "counted": False},
    "position_restored": {"touches": [], "released": None, "castling_intended": False, "times": None},
    "penalty_imposed": {"time": _NO_TIME},
    "sealing_called": {"resumption": ""},
    "move_sealed": {"played": False},
    "game_ended": {"color": None, "reason": None},
}  # fmt: skip
_PLAYER_1 = {"name": "", "is_blind": False, "is_hearing_impaired": False, "assistant": None}
_REGULATIONS_1 = {
    "default_time": None, "resumption_limit": None, "min_moves_draw": None, "draws_need_consent": False,
    "quickplay": None, "scoring": [1.0, 0.5, 0.0], "session_end": None, "written_claims": True, "take_backs": False,
}  # fmt: skip
_SETUP_1 = {
    "edition": "fide-2009", "fen": chess.STARTING_FEN, "is_chess960": False, "moves": [], "time": None,
    "times": {"white": None, "black": None}, "supervision": "adequate", "arbiter": "program",
    "players": {"white": {}, "black": {}}, "absent": {"white": False, "black": False}, "regulations": {},
    "is_clock_alone": False,
}  # fmt: skip
_PERIOD_1 = {"moves": None, "increment": _NO_TIME, "delay": _NO_TIME, "sandglass": False}


def _from_format_1(fields: Fields) -> Fields:
    word = _WORDS_1.get(str(fields.get("type")), "")
    given = {name: _uci_1(value) for name, value in fields.items() if name != "type"}
    if word == "game_set_up":
        given = given | {"setup": _setup_1(given.get("setup"))}
    return {"event": word, **_DEFAULTS_1.get(word, {}), **given}


def _setup_1(given: Any) -> Any:
    if not isinstance(given, dict):
        return given
    setup = _SETUP_1 | given
    setup["regulations"] = _filled(setup["regulations"], _REGULATIONS_1)
    is_practice = isinstance(setup["regulations"], dict) and setup["regulations"]["take_backs"]
    setup["presses_for"] = {"white": is_practice, "black": is_practice}  # a hand beside the Laws did it in practice
    if isinstance(setup["players"], dict):
        setup["players"] = {color: _filled(player, _PLAYER_1) for color, player in setup["players"].items()}
    if isinstance(control := setup["time"], dict):
        periods = control.get("periods")
        if isinstance(periods, list):
            control = control | {"periods": [_filled(period, _PERIOD_1) for period in periods]}
        setup["time"] = {"period_add": "on_zero", **control}
    return setup


def _filled(given: Any, defaults: Fields) -> Any:
    return {**defaults, **given} if isinstance(given, dict) else given


def _uci_1(value: Any) -> Any:
    """Moves of python-chess as UCI; anything else as it is."""
    if isinstance(value, list):
        return [_uci_1(each) for each in value]
    if not isinstance(value, dict) or value.keys() != {"from_square", "to_square", "promotion", "drop"}:
        return value
    squares, pieces = (value["from_square"], value["to_square"]), (value["promotion"], value["drop"])
    if not all(type(square) is int and square in chess.SQUARES for square in squares):
        raise ValueError(f"a move has squares from 0 to 63, got: {str(squares)[:40]}")
    if not all(piece is None or (type(piece) is int and piece in chess.PIECE_TYPES) for piece in pieces):
        raise ValueError(f"a promotion is a number from 1 to 6, got: {str(pieces)[:40]}")
    return chess.Move(**value).uci()


#: format -> the step to the next one. Each raises ValueError.
UPCASTERS: Mapping[int, Callable[[Fields], Fields]] = {1: _from_format_1}
