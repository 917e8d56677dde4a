"""What all events are, and why they happen: endings, offences, refusals and kinds of claims."""

from enum import Enum

import msgspec

from access_chess.laws.clock import Instant


class Ending(Enum):
    """How a result came about."""

    MATE = "mate"
    RESIGNATION = "resignation"
    RESIGNATION_DRAW = "resignation_draw"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead_position"
    AGREEMENT = "agreement"
    THREEFOLD = "threefold"
    FIVEFOLD = "fivefold"
    FIFTY = "fifty"
    SEVENTY_FIVE = "seventyfive"
    FLAG = "flag"
    FLAG_DRAW = "flag_draw"
    BOTH_FLAGS = "both_flags"
    QUICKPLAY_CLAIM = "quickplay_claim"
    ILLEGAL_MOVES = "illegal_moves"
    ILLEGAL_MOVES_DRAW = "illegal_moves_draw"
    ILLEGAL_MOVE_CLAIM = "illegal_move_claim"
    ILLEGAL_MOVE_CLAIM_DRAW = "illegal_move_claim_draw"
    ILLEGAL_POSITION = "illegal_position"
    DEVICE = "device"
    REFUSAL = "refusal"
    DEFAULT_TIME = "default_time"
    LATE_RESUMPTION = "late_resumption"
    SEALED_MOVE_BAD = "sealed_move_bad"
    ARBITER_PENALTY = "arbiter_penalty"
    DOUBLE_LOSS = "double_loss"
    SIGNED = "signed"
    BOTH_RESIGNED = "both_resigned"
    ANNULLED = "annulled"
    LEFT = "left"  # of a game on a server, which rules so when a player was gone
    ELSEWHERE = "elsewhere"  # decided by a server, for reasons of its own
    RECORDED = "recorded"  # of an imported game nothing else is known


class Offence(Enum):
    """What a finding or a warning is about."""

    ILLEGAL_MOVE = "illegal_move"
    KING_CAPTURED = "king_captured"
    UNFINISHED_PROMOTION = "unfinished_promotion"
    PRESS_WITHOUT_MOVE = "press_without_move"
    TWO_HANDS = "two_hands"
    STOPPED_WITHOUT_REASON = "stopped_without_reason"
    OFFER_TO_THINKER = "offer_to_thinker"
    ADJUSTED_OUT_OF_TURN = "adjusted_out_of_turn"
    NOT_RECORDED = "not_recorded"
    WRITTEN_AHEAD = "written_ahead"
    DISPLACED_PIECES = "displaced_pieces"
    OTHER_HAND = "other_hand"
    LEFT_WITHOUT_LEAVE = "left_without_leave"
    BY_ARBITER = "by_arbiter"


class Refusal(Enum):
    """Why a request is out of place. It changes nothing; the reason is spoken to the one who asked."""

    GAME_OVER = "game_over"
    NOT_OVER = "not_over"
    ALREADY_SIGNED = "already_signed"
    ONLY_THE_ARBITER = "only_the_arbiter"
    ONLY_THE_PLAYER = "only_the_player"
    ONLY_FOR_ONESELF = "only_for_oneself"
    NO_SPECTATORS = "no_spectators"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    ABSENT = "absent"
    ADJOURNED = "adjourned"
    ENVELOPE_WAITS = "envelope_waits"
    ALREADY_PRESENT = "already_present"
    NOT_YOUR_MOVE = "not_your_move"
    HAS_THE_MOVE = "has_the_move"
    NEEDS_LEAVE = "needs_leave"
    ILLEGAL = "illegal"
    NOT_ILLEGAL = "not_illegal"
    LEGAL = "legal"
    BOUND_BY_TOUCH = "bound_by_touch"
    BOUND_BY_SEALING = "bound_by_sealing"
    NO_PIECE_THERE = "no_piece_there"
    NOTHING_IN_HAND = "nothing_in_hand"
    NOT_PROMOTING = "not_promoting"
    PROMOTION_FINAL = "promotion_final"
    WRONG_COLOR = "wrong_color"
    PIECES_DISPLACED = "pieces_displaced"
    NOTHING_DISPLACED = "nothing_displaced"
    CANNOT_BE_PUT_BACK = "cannot_be_put_back"
    CLOCK_NOT_RUNNING = "clock_not_running"
    CLOCKS_STOPPED = "clocks_stopped"
    BOTH_LEVERS = "both_levers"
    NO_SUCH_TIME = "no_such_time"
    NO_SUCH_COUNT = "no_such_count"
    NOT_ANNOUNCED = "not_announced"
    NOT_MADE = "not_made"
    CAPTURED_PIECE_STANDS = "captured_piece_stands"
    NOTHING_TO_ANNOUNCE = "nothing_to_announce"
    NOTHING_TO_CORRECT = "nothing_to_correct"
    NOTHING_TO_REPEAT = "nothing_to_repeat"
    NOT_UNDERSTOOD = "not_understood"
    NOTHING_TO_WRITE = "nothing_to_write"
    OFFER_STANDS = "offer_stands"
    NO_OFFER = "no_offer"
    NO_CONDITIONS = "no_conditions"
    CANNOT_WITHDRAW = "cannot_withdraw"
    DRAW_RESTRICTED = "draw_restricted"
    BOTH_MUST_HAVE_MOVED = "both_must_have_moved"
    CLAIM_LOST = "claim_lost"
    CLAIM_PENDING = "claim_pending"
    NO_CLAIM = "no_claim"
    NOT_WRITTEN = "not_written"
    ONLY_DISPLAY = "only_display"
    COMPLAINT_LOST = "complaint_lost"
    TOO_LATE = "too_late"
    NO_FLAG = "no_flag"
    NOTHING_TO_COMPLETE = "nothing_to_complete"
    NO_COMPLETE_SHEET = "no_complete_sheet"
    SHEET_BORROWED = "sheet_borrowed"
    NO_SHEET_BORROWED = "no_sheet_borrowed"
    NOTHING_TO_RECONSTRUCT = "nothing_to_reconstruct"
    NO_QUICKPLAY = "no_quickplay"
    TIME_LEFT = "time_left"
    NO_APPEAL = "no_appeal"
    NO_ASSISTANT = "no_assistant"
    NOT_A_DUTY = "not_a_duty"
    NOT_ASKED = "not_asked"
    ASSISTANT_MISSING = "assistant_missing"
    MAY_NOT_BE_TOLD = "may_not_be_told"
    NOT_ADJOURNED = "not_adjourned"
    NOTHING_SEALED = "nothing_sealed"
    REPLIER_ABSENT = "replier_absent"
    NO_SUCH_MOVE = "no_such_move"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    NOT_IN_THIS_GAME = "not_in_this_game"


class ClaimKind(Enum):
    """What is claimed, when a ruling has to wait."""

    THREEFOLD = "threefold"
    FIFTY = "fifty"
    QUICKPLAY = "quickplay"
    EXTRA_TIME = "extra_time"
    ILLEGAL_MOVE = "illegal_move"
    TOUCH = "touch"
    FLAG = "flag"
    AGREEMENT = "agreement"
    RESULT = "result"


class Untimed(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Something that happened; nothing of it changes any more."""


class Timed(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """An event that bears the instant at which it happened."""

    at: Instant
