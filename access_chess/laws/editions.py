"""The editions of the Laws, and what differs between them: one table of parameters.

Procedures read the table; none asks which edition it is.
"""

from datetime import timedelta
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace


class Edition(Enum):
    """A text of the Laws. The value is its name on the command line and in stories."""

    FIDE_2009 = "fide-2009"
    FIDE_2018 = "fide-2018"
    FIDE_2023 = "fide-2023"
    FIDE_2005 = "fide-2005"
    SOVIET = "soviet"

    __hash__ = object.__hash__  # Enum's own is written in Python, and the rules are looked up six times a move


class UnfinishedPromotion(Enum):
    """A pawn left on the last rank with the clock pressed: taken back, or a queen."""

    UNDONE = "undone"
    QUEEN = "queen"


class ColorsReversed(Enum):
    """What follows when the game was begun with the wrong colors."""

    CONTINUE = "continue"
    NEW_GAME_BEFORE_TEN_MOVES = "ten moves"
    NEW_GAME_IN_FIRST_QUARTER = "first quarter"


class Quickplay(Enum):
    """Which form of the quickplay finish was announced (10.2, Guidelines III.4 and III.5)."""

    OFF = "off"
    CLAIM_2009 = "10.2"
    EXTRA_TIME = "III.4"
    CLAIM = "III.5"


def _minutes(*numbers: int) -> tuple[timedelta, ...]:
    return tuple(timedelta(minutes=number) for number in numbers)


class BySpeed(Struct, frozen=True, kw_only=True):
    """A parameter for standard, rapid and blitz games."""

    standard: timedelta
    rapid: timedelta
    blitz: timedelta


class Ladder(Struct, frozen=True, kw_only=True):
    """Penalties for a player's illegal moves: time for the opponent, one entry an offence; then the game is lost.

    `loses` is false where the code only takes the move back (Soviet P1).
    """

    times: tuple[timedelta, ...]
    loses: bool = True


class Rules(Struct, frozen=True, kw_only=True):
    """The parameters of one edition. Durations are timedeltas, counts are moves."""

    rapid_from: timedelta | None  # A.1: with less time it is blitz; None: the code knows only the standard game
    is_rapid_from_included: bool  # A25
    default_time: timedelta
    resumption_limit: timedelta | None  # None: the default time

    illegal_standard: Ladder
    illegal_rapid: Ladder
    illegal_blitz: Ladder
    illegal_without_supervision_needs_claim: bool  # A.4.c
    illegal_blitz_claim_wins: bool  # B.3.c
    unfinished_promotion: UnfinishedPromotion
    press_without_move_is_illegal: bool  # F18 7.5.3
    two_hands_is_illegal: bool  # F18 7.5.4
    illegal_position_draws: bool  # F18 A.4.4
    setup_claim_moves: int  # A.4.a
    wrong_rook_loses_castling: bool  # F18 A.4.1.3: found too late, not only a wrong king
    late_clock_fault_weighs_schedule: bool  # F18 A.4.1.1: put right after all where the schedule would suffer
    colors_reversed: ColorsReversed
    minimum_left: timedelta | None  # 13.5: time that a correction leaves to each player

    flag_without_supervision_needs_claim: bool  # A.4.d
    both_flags_draw: bool  # 6.11
    flag_draw_needs_bare_king: bool
    adjust_needs_own_clock: bool  # F18 6.2.5
    next_move_completes: bool  # F18 6.2.1.2: made, though the press was forgotten

    resignation_can_draw: bool  # F23 5.1.2
    draw_needs_moves: bool  # F18 5.2.3
    early_offer_is_refused: bool  # F18 9.1.1: the event may forbid offering, not only agreeing
    offer_to_thinker_is_warned: bool  # E6
    dead_by_material_only: bool  # E10
    fivefold: bool
    seventy_five: bool
    seventy_five_classes: bool  # E8
    touch_ends_claim: bool  # 9.4
    wrong_claim: BySpeed
    wrong_claim_costs_claimant: bool
    claim_is_offer: bool  # 9.1.b(3)
    claimed_move_is_written: bool  # 9.2.a
    doomed_castling_right_is_lost: bool  # 9.2 before 2009: a right that every legal move gives up

    quickplay: Quickplay  # what holds when the regulations are silent
    quickplay_appealable: bool
    refused_claim_appeal_risks_loss: bool

    stop_is_resignation: bool  # E3
    device_can_draw: bool  # 12.3.b
    deaf_opponent_needs_assistant: bool  # F18 D.2.11
    exemption_by_increment: bool  # 8.4: no freedom from recording with 30 seconds a move


_FIDE_2009 = Rules(
    rapid_from=timedelta(minutes=15),
    is_rapid_from_included=True,
    default_time=timedelta(),
    resumption_limit=timedelta(hours=1),
    illegal_standard=Ladder(times=_minutes(2, 2)),
    illegal_rapid=Ladder(times=_minutes(2, 2)),
    illegal_blitz=Ladder(times=_minutes(2, 2)),
    illegal_without_supervision_needs_claim=True,
    illegal_blitz_claim_wins=True,
    unfinished_promotion=UnfinishedPromotion.UNDONE,
    press_without_move_is_illegal=False,
    two_hands_is_illegal=False,
    illegal_position_draws=False,
    setup_claim_moves=3,
    wrong_rook_loses_castling=False,
    late_clock_fault_weighs_schedule=False,
    colors_reversed=ColorsReversed.CONTINUE,
    minimum_left=None,
    flag_without_supervision_needs_claim=True,
    both_flags_draw=True,
    flag_draw_needs_bare_king=False,
    adjust_needs_own_clock=False,
    next_move_completes=False,
    resignation_can_draw=False,
    draw_needs_moves=False,
    early_offer_is_refused=False,
    offer_to_thinker_is_warned=False,
    dead_by_material_only=False,
    fivefold=False,
    seventy_five=False,
    seventy_five_classes=False,
    touch_ends_claim=True,
    wrong_claim=BySpeed(standard=timedelta(minutes=3), rapid=timedelta(minutes=3), blitz=timedelta(minutes=3)),
    wrong_claim_costs_claimant=False,
    claim_is_offer=True,
    claimed_move_is_written=True,
    doomed_castling_right_is_lost=False,
    quickplay=Quickplay.CLAIM_2009,
    quickplay_appealable=False,
    refused_claim_appeal_risks_loss=False,
    stop_is_resignation=False,
    device_can_draw=True,
    deaf_opponent_needs_assistant=False,
    exemption_by_increment=True,
)

_FIDE_2018 = replace(
    _FIDE_2009,
    rapid_from=timedelta(minutes=10),
    is_rapid_from_included=False,
    resumption_limit=None,
    illegal_standard=Ladder(times=_minutes(2)),
    illegal_rapid=Ladder(times=_minutes(2)),
    illegal_blitz=Ladder(times=_minutes(1)),
    illegal_without_supervision_needs_claim=False,
    illegal_blitz_claim_wins=False,
    unfinished_promotion=UnfinishedPromotion.QUEEN,
    press_without_move_is_illegal=True,
    two_hands_is_illegal=True,
    illegal_position_draws=True,
    setup_claim_moves=10,
    wrong_rook_loses_castling=True,
    late_clock_fault_weighs_schedule=True,
    colors_reversed=ColorsReversed.NEW_GAME_BEFORE_TEN_MOVES,
    flag_without_supervision_needs_claim=False,
    both_flags_draw=False,
    adjust_needs_own_clock=True,
    next_move_completes=True,
    draw_needs_moves=True,
    early_offer_is_refused=True,
    fivefold=True,
    seventy_five=True,
    wrong_claim=BySpeed(standard=timedelta(minutes=2), rapid=timedelta(minutes=2), blitz=timedelta(minutes=1)),
    quickplay=Quickplay.OFF,
    quickplay_appealable=True,
    device_can_draw=False,
    deaf_opponent_needs_assistant=True,
)

_SOVIET = replace(
    _FIDE_2009,
    rapid_from=None,
    default_time=timedelta(hours=1),
    illegal_standard=Ladder(times=(), loses=False),
    illegal_without_supervision_needs_claim=False,
    colors_reversed=ColorsReversed.NEW_GAME_IN_FIRST_QUARTER,
    minimum_left=timedelta(minutes=5),
    flag_draw_needs_bare_king=True,
    offer_to_thinker_is_warned=True,
    dead_by_material_only=True,
    seventy_five_classes=True,
    touch_ends_claim=False,
    wrong_claim=BySpeed(standard=timedelta(minutes=5), rapid=timedelta(minutes=5), blitz=timedelta(minutes=5)),
    wrong_claim_costs_claimant=True,
    claim_is_offer=False,
    claimed_move_is_written=False,
    quickplay=Quickplay.OFF,
    quickplay_appealable=True,
    refused_claim_appeal_risks_loss=True,
    stop_is_resignation=True,
    exemption_by_increment=False,
)

RULES: dict[Edition, Rules] = {
    Edition.FIDE_2009: _FIDE_2009,
    Edition.FIDE_2018: _FIDE_2018,
    Edition.FIDE_2023: replace(
        _FIDE_2018,
        illegal_rapid=Ladder(times=_minutes(1)),
        resignation_can_draw=True,
        wrong_claim=BySpeed(standard=timedelta(minutes=2), rapid=timedelta(minutes=1), blitz=timedelta(minutes=1)),
    ),
    Edition.FIDE_2005: replace(_FIDE_2009, default_time=timedelta(hours=1), doomed_castling_right_is_lost=True),
    Edition.SOVIET: _SOVIET,
}
