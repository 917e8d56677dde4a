"""Everything that may be asked for: one name for what is typed, said, pressed or clicked."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

Option = TypeVar("Option")


class RequestName(StrEnum):
    """The values are the keys of the voice packs' tables of commands, and what `hear` prints.

    What only an arbiter or an assistant may ask for begins with their name, as does what only a chess clock answers.
    """

    MOVE = "move"
    PRESS = "press"

    OFFER_DRAW = "offer_draw"
    ACCEPT_DRAW = "accept_draw"
    DECLINE_DRAW = "decline_draw"
    RESIGN = "resign"
    TAKE_BACK = "take_back"
    TAKE_BACK_TO = "take_back_to"
    CLAIM_THREEFOLD = "claim_threefold"
    CLAIM_FIFTY = "claim_fifty"
    CLAIM_FLAG = "claim_flag"
    CLAIM_ILLEGAL = "claim_illegal"
    CLAIM_TOUCH = "claim_touch"
    CLAIM_MEANS = "claim_means"
    CLAIM_EFFORT = "claim_effort"
    EXTRA_TIME = "extra_time"
    APPEAL = "appeal"
    AGREE_CORRECTION = "agree_correction"
    WITHDRAW_OFFER = "withdraw_offer"
    WITHDRAW_CLAIM = "withdraw_claim"
    COMPLETE_SHEET = "complete_sheet"
    BORROW_SHEET = "borrow_sheet"
    RETURN_SHEET = "return_sheet"
    SHEET = "sheet"
    DICTATE_BACK = "dictate_back"
    SIGN = "sign"
    LEAVE = "leave"
    LEAVE_VENUE = "leave_venue"
    RETURN = "return"
    CALL_ARBITER = "call_arbiter"
    ABORT = "abort"
    CLAIM_VICTORY = "claim_victory"
    CLAIM_DRAW = "claim_draw"
    PAUSE = "pause"
    RESUME = "resume"

    ADJUST = "adjust"
    TOUCH = "touch"
    TOUCH_AT_ONCE = "touch_at_once"
    FEEL = "feel"
    TWO_HANDS = "two_hands"
    OTHER_HAND = "other_hand"
    AGAINST_RULES = "against_rules"
    PUT_BACK = "put_back"
    UNWRITTEN = "unwritten"
    BREACH = "breach"
    KNOCK_OVER = "knock_over"
    SET_UP = "set_up"
    ECHO = "echo"
    CORRECT = "correct"
    SEAL = "seal"
    CLOSE_ENVELOPE = "close_envelope"

    LAST_MOVE = "last_move"
    LAST_FIVE = "last_five"
    MOVES = "moves"
    LEGAL_MOVES = "legal_moves"
    MOVE_COUNT = "move_count"
    WHAT_IS_ON = "what_is_on"
    WHERE_IS = "where_is"
    WHOSE_TURN = "whose_turn"
    BOARD = "board"
    MATERIAL = "material"
    FEN = "fen"
    PIECE_VALUE = "piece_value"
    CHECK_BOARD = "check_board"
    WHY = "why"
    BOARD_BY_RANK = "board_by_rank"
    BOARD_BY_FILE = "board_by_file"
    BOARD_MINE_FIRST = "board_mine_first"
    BOARD_FROM_KING = "board_from_king"
    BOARD_NEW = "board_new"
    READ_ON = "read_on"
    EXPLORE = "explore"
    EXPLORE_END = "explore_end"
    EXPLORE_KEYS = "explore_keys"
    GO_TO = "go_to"
    GO_TO_LAST = "go_to_last"
    GO_TO_MARK = "go_to_mark"
    MARK = "mark"
    NEXT_MAN = "next_man"
    SQUARE_COLOR = "square_color"
    REACH = "reach"
    CAPTURES = "captures"
    ATTACKERS = "attackers"
    DEFENDERS = "defenders"
    FIGHT = "fight"
    HANGING = "hanging"
    PINS = "pins"
    READ_RANK = "read_rank"
    READ_FILE = "read_file"
    READ_DIAGONAL = "read_diagonal"
    CHANGED = "changed"
    PAWNS = "pawns"
    WHAT_IF = "what_if"
    HINT = "hint"
    LEVEL = "level"
    NEXT = "next"
    SOLUTION = "solution"
    GRAPH = "graph"
    GRAPH_IN_WORDS = "graph_in_words"
    GO_ON_FROM_HERE = "go_on_from_here"
    REVIEW = "review"
    TODAY = "today"
    EXPLAIN = "explain"
    COMPARE = "compare"
    DRILL_COLORS = "drill_colours"
    DRILL_DIAGONAL = "drill_diagonal"
    DRILL_KNIGHT = "drill_knight"
    DRILL_REACH = "drill_reach"
    DRILL_FOLLOW = "drill_follow"
    DRILL_RECALL = "drill_recall"

    MY_CLOCK = "my_clock"
    OPPONENT_CLOCK = "opponent_clock"
    BOTH_CLOCKS = "both_clocks"
    CLOCK_DIFFERENCE = "clock_difference"
    CLOCK_EXACT = "clock_exact"
    CLOCK_USED = "clock_used"
    CLOCK_TO_CONTROL = "clock_to_control"
    CLOCK_CONTROL = "clock_control"
    CLOCK_MOVES = "clock_moves"
    CLOCK_DIAL = "clock_dial"
    CLOCK_LINE = "clock_line"
    CLOCK_TOGGLE = "clock_toggle"
    CLOCK_SET = "clock_set"
    CLOCK_NEW = "clock_new"
    CLOCK_SCHEDULE = "clock_schedule"
    CLOCK_CALIBRATE = "clock_calibrate"
    CLOCK_ENTRY = "clock_entry"

    LANGUAGE = "language"
    LAWS = "laws"
    LEARN = "learn"
    HELP = "help"
    MORE = "more"
    WHAT_CAN_I_SAY = "what_can_i_say"
    REPEAT = "repeat"
    REPEAT_SLOWER = "repeat_slower"
    STOP = "stop"
    LISTEN = "listen"
    SOUND_ON = "sound_on"
    SOUND_OFF = "sound_off"
    NEW_GAME = "new_game"
    QUIT = "quit"

    YES = "yes"
    NO = "no"
    ONE = "one"
    TWO = "two"
    THREE = "three"
    FOUR = "four"

    ARBITER_PIN = "arbiter_pin"
    ARBITER_START = "arbiter_start"
    ARBITER_STOP = "arbiter_stop"
    ARBITER_RESUME = "arbiter_resume"
    ARBITER_ADJOURN = "arbiter_adjourn"
    ARBITER_OPEN_ENVELOPE = "arbiter_open_envelope"
    ARBITER_ENVELOPE_LOST = "arbiter_envelope_lost"
    ARBITER_ARRIVE = "arbiter_arrive"
    ARBITER_ACCEPT = "arbiter_accept"
    ARBITER_REJECT = "arbiter_reject"
    ARBITER_POSTPONE = "arbiter_postpone"
    ARBITER_ILLEGAL_MOVE = "arbiter_illegal_move"
    ARBITER_DISPLACED = "arbiter_displaced"
    ARBITER_WRONG_SETUP = "arbiter_wrong_setup"
    ARBITER_WRONG_CLOCK = "arbiter_wrong_clock"
    ARBITER_BOARD_TURNED = "arbiter_board_turned"
    ARBITER_COLORS_REVERSED = "arbiter_colors_reversed"
    ARBITER_BOARDS_DIFFER = "arbiter_boards_differ"
    ARBITER_COMPARE = "arbiter_compare"
    ARBITER_DICTATE = "arbiter_dictate"
    ARBITER_PROOF = "arbiter_proof"
    ARBITER_SET_CLOCK = "arbiter_set_clock"
    ARBITER_ADD_TIME = "arbiter_add_time"
    ARBITER_COUNTER = "arbiter_counter"
    ARBITER_COUNT_GAP = "arbiter_count_gap"
    ARBITER_PENALTY = "arbiter_penalty"
    ARBITER_GRANT_LEAVE = "arbiter_grant_leave"
    ARBITER_DEVICE = "arbiter_device"
    ARBITER_REFUSAL = "arbiter_refusal"
    ARBITER_APPEAL_UPHELD = "arbiter_appeal_upheld"
    ARBITER_APPEAL_DISMISSED = "arbiter_appeal_dismissed"
    ARBITER_RECONSTRUCT = "arbiter_reconstruct"
    ARBITER_RECONSTRUCT_IMPOSSIBLE = "arbiter_reconstruct_impossible"
    ARBITER_BOTH_RESIGN = "arbiter_both_resign"
    ARBITER_DECLARE = "arbiter_declare"

    ASSISTANT_TELL_TIMES = "assistant_tell_times"
    ASSISTANT_TELL_MOVES = "assistant_tell_moves"
    ASSISTANT_PRESS = "assistant_press"
    ASSISTANT_CLAIM_FLAG = "assistant_claim_flag"
    ASSISTANT_ANNOUNCE = "assistant_announce"
    ASSISTANT_WRITE = "assistant_write"
    ASSISTANT_PLAY = "assistant_play"

    LIGHT = "light"
    DARK = "dark"
    THIS_SQUARE = "this_square"
    THIS_NUMBER = "this_number"
    THIS_TIME = "this_time"
    THIS_MAN = "this_man"
    MAN_ON_SQUARE = "man_on_square"
    WHITE_MAN = "white_man"
    BLACK_MAN = "black_man"
    NOBODY = "nobody"
    THIS_LESSON = "this_lesson"


#: "one" to "four": the answers to a question between moves, in order.
NUMBERS = (RequestName.ONE, RequestName.TWO, RequestName.THREE, RequestName.FOUR)

#: What answers a drill aloud, or chooses from the list of lessons. It means something only there.
DRILL_ANSWERS = frozenset(
    {
        RequestName.LIGHT,
        RequestName.DARK,
        RequestName.THIS_SQUARE,
        RequestName.THIS_NUMBER,
        RequestName.THIS_TIME,
        RequestName.THIS_MAN,
        RequestName.MAN_ON_SQUARE,
        RequestName.WHITE_MAN,
        RequestName.BLACK_MAN,
        RequestName.NOBODY,
        RequestName.THIS_LESSON,
    }
)

#: The drills for the head, by the names of their kinds.
DRILLS = {name: name.value.removeprefix("drill_") for name in RequestName if name.startswith("drill_")}


def numbered(number: RequestName, options: Sequence[Option]) -> Option | None:
    """The one that "one" to "four" chooses; None beyond the last."""
    return dict(zip(NUMBERS, options, strict=False)).get(number)
