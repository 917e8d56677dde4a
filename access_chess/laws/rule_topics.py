"""Under which topics rules are found, and of which parameters of an edition each of them speaks.

The words for a topic are those of a language; they stand in `voices/<pack>/laws.toml` under `[index]`.
"""

from access_chess.laws.articles import Article
from access_chess.laws.told_articles import Rule, ToldArticle

A, T = Article, ToldArticle

#: A topic -> its rules, the most asked for first.
TOPICS: dict[str, tuple[Rule, ...]] = {
    "turns": (T.TURNS, A.HAVING_THE_MOVE),
    "aim": (T.AIM, T.KING_STAYS, T.NO_MATE_POSSIBLE),
    "board": (T.BOARD, T.LINES, A.BOARD_TURNED, T.SQUARES_NAMED),
    "setup": (T.INITIAL_POSITION, T.MEN, A.WRONG_SETUP, A.TOO_LATE_FOR_SETUP),
    "king": (T.KING, T.KING_STAYS, T.CASTLING, T.CHECK, T.NO_SELF_CHECK),
    "queen": (T.QUEEN, T.NO_JUMPING),
    "rook": (T.ROOK, T.NO_JUMPING, T.CASTLING),
    "bishop": (T.BISHOP, T.NO_JUMPING),
    "knight": (T.KNIGHT,),
    "pawn": (T.PAWN_STEP, T.PAWN_DOUBLE_STEP, T.PAWN_CAPTURE, T.EN_PASSANT, T.EN_PASSANT_AT_ONCE, A.PROMOTION_PIECE),
    "castling": (
        T.CASTLING, T.CASTLING_LOST, T.CASTLING_ATTACKED, T.CASTLING_BLOCKED, A.TOUCHED_KING_AND_ROOK,
        A.TOUCHED_ROOK_AND_KING, A.CASTLING_IMPOSSIBLE, A.RELEASED_IN_CASTLING,
    ),
    "en_passant": (T.EN_PASSANT, T.EN_PASSANT_AT_ONCE),
    "promotion": (
        A.PROMOTION_PIECE, T.ANY_NEW_PIECE, T.NEW_PIECE_ACTS, T.PROMOTING, A.PROMOTION_CHOSEN, A.RELEASED_IN_PROMOTION,
        A.UNFINISHED_PROMOTION,
    ),
    "capture": (T.CAPTURE, T.OWN_PIECE_THERE, T.PAWN_CAPTURE, T.EN_PASSANT, T.CAPTURE_MADE),
    "check": (T.CHECK, T.NO_SELF_CHECK),
    "pin": (T.PINNED_ATTACKS, T.NO_SELF_CHECK),
    "mate": (A.MATE, T.AIM, A.END_OF_GAME),
    "stalemate": (A.STALEMATE, A.END_OF_GAME),
    "dead_position": (A.DEAD_POSITION, T.NO_MATE_POSSIBLE, T.DEAD_DRAW),
    "resignation": (A.RESIGNATION,),
    "legal": (A.LEGAL_MOVE, T.ATTACK, T.OWN_PIECE_THERE, T.NO_JUMPING, T.NO_SELF_CHECK),
    "touch": (
        A.TOUCHED_OWN, A.TOUCHED_ENEMY, A.TOUCHED_BOTH, A.ACCIDENTAL, A.FREE_CHOICE, A.TOUCHED_KING_AND_ROOK,
        A.TOUCHED_ROOK_AND_KING, A.COMPLAINT_LOST, T.RAPID_TOUCH, A.BLIND_TOUCH, T.SIGHTED_TOUCH,
    ),
    "adjust": (A.ADJUST, T.ADJUST_IN_OWN_TIME),
    "release": (A.RELEASED, T.CAPTURE_MADE, A.RELEASED_IN_CASTLING, A.RELEASED_IN_PROMOTION, A.PROMOTION_CHOSEN),
    "hands": (A.ONE_HAND, A.TWO_HANDS, A.PRESS_HAND, T.MOVING_ASSISTANT),
    "complaint": (A.COMPLAINT_LOST, A.ILLEGAL_MOVE, A.TOO_LATE_FOR_ILLEGAL),
    "clock": (
        T.CHESS_CLOCK, A.CLOCK_START, T.CLOCK_PLACE, T.CLOCK_HANDLING, A.CLOCK_DEFECT, A.CLOCK_SETTING,
        T.DISPLAYS_ALLOWED, A.DISPLAYS, T.TACTILE_CLOCK, A.ASSISTANT_OF_DISABLED, A.TIMES_CORRECTED,
    ),
    "press": (
        A.PRESS, T.COMPLETED, T.ALWAYS_PRESS, A.PRESS_HAND, T.FORGOTTEN_PRESS, A.PRESS_WITHOUT_MOVE, T.CLOCK_HANDLING,
    ),
    "flag": (
        A.FLAG_FALLEN, A.FLAG_LOSS, A.FLAG_BARE_KING, A.BOTH_FLAGS, A.FLAG_RAPID_CLAIM, A.FLAG_RAPID_CALL,
        A.FLAG_RAPID_BOTH,
    ),
    "time_control": (T.PERIODS, T.SAVED_TIME, A.NEXT_PERIOD, A.OVERSTEPPING_UNPROVED),
    "late": (A.DEFAULT_TIME, T.BOTH_LATE, A.LATE_RESUMPTION, T.BOTH_LATE_AGAIN),
    "stopping": (A.PLAYER_STOPS, A.ARBITER_STOPS, A.RESTART, A.STOP_WITHOUT_REASON),
    "illegal": (
        A.ILLEGAL_MOVE, A.ILLEGAL_PENALTY, T.ILLEGAL_MEANS, A.TOO_LATE_FOR_ILLEGAL, A.AGREED_CORRECTION,
        A.BLITZ_ILLEGAL_CLAIM, A.ILLEGAL_POSITION, T.ILLEGAL_POSITION_MEANS,
    ),
    "wrong_start": (A.WRONG_SETUP, A.BOARD_TURNED, A.COLORS_REVERSED, A.TOO_LATE_FOR_SETUP),
    "displaced": (A.DISPLACED, T.LEFT_ITS_SQUARE),
    "scoresheet": (
        A.RECORDING, T.REPLY_BEFORE_WRITING, A.WRITING_IN_ADVANCE, T.SHEET_USE, T.SHEET_VISIBLE, T.SHEET_OWNER,
        T.FREE_FROM_RECORDING, A.SHEETS_OF_BOTH, A.SHEET_AFTER_FLAG, A.RECONSTRUCTION, T.WRITING_ASSISTANT,
        T.RAPID_RECORDING, T.RAPID_SHEET_SEEN, A.SIGNATURES, T.BLIND_SHEET, T.RECONSTRUCTION_HELP,
    ),
    "notation": (
        T.ALGEBRAIC, T.PIECE_LETTERS, T.OWN_LETTERS, T.PAWNS_UNNAMED, T.FILES_NAMED, T.RANKS_NUMBERED, T.SQUARES_NAMED,
        T.MOVE_WRITTEN, T.CAPTURE_WRITTEN, T.TWO_PIECES_WRITTEN, T.TWO_PAWNS_WRITTEN, T.PROMOTION_WRITTEN,
        T.OFFER_WRITTEN, T.SIGNS_WRITTEN,
    ),
    "agreement": (
        A.AGREEMENT, A.DRAW_OFFER, T.OFFER_LASTS, A.OFFER_TO_THINKER, A.DRAW_RESTRICTED, T.OFFER_RECORDED,
        A.OFFER_AFTER_SEALING,
    ),
    "claim": (
        A.CLAIM_STANDS, A.CLAIM_CORRECT, A.CLAIM_WRONG, A.CLAIM_LOST, A.CLAIM_IS_OFFER, T.CLAIM_CHECKED,
        A.THREEFOLD, A.FIFTY,
    ),
    "threefold": (A.THREEFOLD, A.THREEFOLD_INTENDED, T.SAME_POSITION, A.FIVEFOLD, T.THREEFOLD_MAY_END),
    "fifty": (A.FIFTY, A.FIFTY_INTENDED, A.SEVENTY_FIVE, T.FIFTY_MAY_END),
    "draw": (A.STALEMATE, A.DEAD_POSITION, A.AGREEMENT, A.THREEFOLD, A.FIFTY, A.FIVEFOLD, A.SEVENTY_FIVE),
    "quickplay": (
        T.QUICKPLAY_MEANS, A.QUICKPLAY, A.QUICKPLAY_ANNOUNCED, A.QUICKPLAY_DRAW, A.QUICKPLAY_POSTPONED,
        A.QUICKPLAY_REJECTED, A.QUICKPLAY_FINAL, A.QUICKPLAY_BLITZ, A.QUICKPLAY_WITHOUT_ARBITER, A.EXTRA_TIME,
    ),
    "points": (T.POINTS, T.POINTS_TOGETHER, A.BOTH_GUILTY),
    "conduct": (A.OFFER_TO_THINKER, T.ADVICE, T.DISREPUTE, T.CONDUCT_PENALTY, A.REFUSAL, A.BOTH_GUILTY, T.SEARCH),
    "leaving": (A.LEAVING, A.LEAVING_VENUE),
    "telephone": (A.DEVICE, T.TELEPHONES_AROUND, T.SEARCH),
    "smoking": (T.SMOKING,),
    "spectators": (T.SPECTATORS, T.FINISHED_PLAYERS, T.TELEPHONES_AROUND),
    "penalty": (A.PENALTY, A.ILLEGAL_PENALTY, T.CONDUCT_PENALTY, T.RAPID_PENALTIES, T.BLITZ_PENALTIES, A.REFUSAL),
    "appeal": (A.APPEAL, A.QUICKPLAY_FINAL, T.EXPLANATION),
    "arbiter": (
        A.ARBITER, T.BEST_INTEREST, T.ARBITER_WATCHES, A.NO_INTERVENTION, A.ADDITIONAL_TIME, T.EXPLANATION, T.PREFACE,
        T.FEDERATIONS_ASK,
    ),
    "disability": (
        T.SPECIAL_MEASURES, T.MOVING_ASSISTANT, A.ASSISTANT_OF_DISABLED, T.WRITING_ASSISTANT, A.DEAF_OPPONENT,
    ),
    "assistant": (A.ASSISTANT, A.ASSISTANT_TELLS, A.SIGHTED_ASSISTANT, A.DEAF_OPPONENT),
    "blind": (
        T.TWO_BOARDS, T.BLIND_BOARD, A.BLIND_TOUCH, A.BLIND_MADE, A.BLIND_ANNOUNCEMENT, T.SIGHTED_TOUCH,
        T.TACTILE_CLOCK, T.BLIND_SHEET, A.BOARDS_DIFFER, A.SCORES_DIFFER, A.ASSISTANT,
    ),
    "announcing": (A.BLIND_ANNOUNCEMENT, A.SLIP, A.BLIND_MADE),
    "rapid": (
        T.RAPID_MEANS, T.RAPID_RECORDING, T.RAPID_PENALTIES, T.RAPID_SUPERVISED, T.RAPID_SHEET_SEEN, T.RAPID_OTHERWISE,
        A.TOO_LATE_FOR_SETUP, T.RAPID_TOUCH, A.TOO_LATE_FOR_ILLEGAL, A.ILLEGAL_POSITION, A.FLAG_RAPID_CALL,
        A.FLAG_RAPID_CLAIM, T.RAPID_ANNOUNCED,
    ),
    "blitz": (
        T.BLITZ_MEANS, T.BLITZ_PENALTIES, T.BLITZ_SUPERVISED, T.BLITZ_OTHERWISE, A.BLITZ_ILLEGAL_CLAIM,
        A.QUICKPLAY_BLITZ, T.BLITZ_ANNOUNCED,
    ),
    "chess960": (T.CHESS960, T.CHESS960_POSITION, T.CHESS960_CASTLING, T.CHESS960_WAYS, T.CHESS960_EMPTY),
    "adjournment": (
        A.SEALING, A.SEALING_EARLY, T.ENVELOPE_NOTED, T.ENVELOPE_KEPT, A.OFFER_AFTER_SEALING, A.SET_UP_FOR_RESUMPTION,
        A.ENDED_BEFORE_RESUMPTION, A.ENVELOPE_NEEDS_REPLIER, A.SEALED_MOVE_BAD, A.REPLIER_PRESENT, A.REPLIER_ABSENT,
        A.SEALER_ABSENT, A.LATE_RESUMPTION, T.LATE_SEALER, T.BOTH_LATE_AGAIN, A.ENVELOPE_LOST, T.POSITION_LOST,
        A.TIMES_AT_RESUMPTION, T.SESSION_LENGTH,
    ),
}  # fmt: skip

#: A rule -> the fields of `laws/editions.py::Rules` that decide what it says.
PARAMETERS: dict[Rule, tuple[str, ...]] = {
    T.ADJUST_IN_OWN_TIME: ("adjust_needs_own_clock",),
    A.AGREEMENT: ("draw_needs_moves",),
    A.APPEAL: ("refused_claim_appeal_risks_loss",),
    A.BLITZ_ILLEGAL_CLAIM: ("illegal_blitz_claim_wins",),
    T.BLITZ_MEANS: ("rapid_from", "is_rapid_from_included"),
    T.BLITZ_PENALTIES: ("illegal_blitz", "illegal_standard"),
    A.BOTH_FLAGS: ("both_flags_draw",),
    A.CLAIM_IS_OFFER: ("claim_is_offer",),
    A.CLAIM_LOST: ("touch_ends_claim",),
    A.CLAIM_WRONG: ("wrong_claim", "wrong_claim_costs_claimant"),
    A.COLORS_REVERSED: ("colors_reversed",),
    A.DEAD_POSITION: ("dead_by_material_only",),
    A.DEAF_OPPONENT: ("deaf_opponent_needs_assistant",),
    A.DEFAULT_TIME: ("default_time",),
    A.DEVICE: ("device_can_draw",),
    A.DRAW_RESTRICTED: ("early_offer_is_refused",),
    A.FIFTY: ("seventy_five_classes",),
    A.FIFTY_INTENDED: ("claimed_move_is_written",),
    A.FIVEFOLD: ("fivefold",),
    A.FLAG_BARE_KING: ("flag_draw_needs_bare_king",),
    A.FLAG_RAPID_CALL: ("flag_without_supervision_needs_claim",),
    T.FORGOTTEN_PRESS: ("next_move_completes",),
    T.FREE_FROM_RECORDING: ("exemption_by_increment",),
    A.ILLEGAL_PENALTY: ("illegal_standard", "illegal_rapid", "illegal_blitz"),
    A.ILLEGAL_POSITION: ("illegal_position_draws",),
    A.LATE_RESUMPTION: ("resumption_limit",),
    A.OFFER_TO_THINKER: ("offer_to_thinker_is_warned",),
    A.PRESS_WITHOUT_MOVE: ("press_without_move_is_illegal",),
    A.QUICKPLAY: ("quickplay",),
    A.QUICKPLAY_FINAL: ("quickplay_appealable",),
    T.RAPID_MEANS: ("rapid_from", "is_rapid_from_included"),
    T.RAPID_PENALTIES: ("illegal_rapid", "illegal_standard", "wrong_claim"),
    A.RESIGNATION: ("resignation_can_draw",),
    T.SAME_POSITION: ("doomed_castling_right_is_lost",),
    A.SEVENTY_FIVE: ("seventy_five",),
    A.STOP_WITHOUT_REASON: ("stop_is_resignation",),
    A.THREEFOLD_INTENDED: ("claimed_move_is_written",),
    A.TIMES_CORRECTED: ("minimum_left",),
    A.TOO_LATE_FOR_ILLEGAL: ("illegal_without_supervision_needs_claim",),
    A.TOO_LATE_FOR_SETUP: ("setup_claim_moves", "wrong_rook_loses_castling", "late_clock_fault_weighs_schedule"),
    A.TWO_HANDS: ("two_hands_is_illegal",),
    A.UNFINISHED_PROMOTION: ("unfinished_promotion",),
}
