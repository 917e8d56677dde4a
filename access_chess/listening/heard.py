"""What a person was understood to ask for: values that the dialogue, the game and the command line share."""

from dataclasses import dataclass
from enum import StrEnum

import chess


class CommandName(StrEnum):
    """Everything but moves that may be said. The values are those of `grammar.toml` and of `hear`."""

    REPEAT = "repeat"
    REPEAT_SLOWER = "repeat_slower"
    LAST_MOVE = "last_move"
    LAST_FIVE = "last_five"
    MY_CLOCK = "my_clock"
    OPPONENT_CLOCK = "opponent_clock"
    BOTH_CLOCKS = "both_clocks"
    MOVE_COUNT = "move_count"
    WHAT_IS_ON = "what_is_on"
    WHERE_IS = "where_is"
    WHOSE_TURN = "whose_turn"
    OFFER_DRAW = "offer_draw"
    ACCEPT_DRAW = "accept_draw"
    DECLINE_DRAW = "decline_draw"
    RESIGN = "resign"
    CLAIM_THREEFOLD = "claim_threefold"
    CLAIM_FIFTY = "claim_fifty"
    ADJUST = "adjust"
    CALL_ARBITER = "call_arbiter"
    WHY = "why"
    STOP = "stop"
    YES = "yes"
    NO = "no"
    ONE = "one"
    TWO = "two"
    THREE = "three"
    FOUR = "four"
    TAKE_BACK = "take_back"
    NEW_GAME = "new_game"
    HELP = "help"
    WHAT_CAN_I_SAY = "what_can_i_say"
    LISTEN = "listen"


class Profile(StrEnum):
    """Who uses the program; each profile has its own list of commands."""

    PRACTICE = "practice"
    TOURNAMENT = "tournament"
    ASSISTED = "assisted"


#: Commands that change or end the game and cannot be taken back: doubt about them is never settled by a guess.
DESTRUCTIVE = frozenset(
    {
        CommandName.OFFER_DRAW,
        CommandName.ACCEPT_DRAW,
        CommandName.DECLINE_DRAW,
        CommandName.RESIGN,
        CommandName.CLAIM_THREEFOLD,
        CommandName.CLAIM_FIFTY,
        CommandName.TAKE_BACK,
        CommandName.NEW_GAME,
    }
)

#: "one" to "four": the answers to a numbered question, in order.
NUMBERS = (CommandName.ONE, CommandName.TWO, CommandName.THREE, CommandName.FOUR)

_ONLY_IN_PRACTICE = frozenset({CommandName.TAKE_BACK, CommandName.NEW_GAME})
# The board answers nothing about the position to a player in competition (11.3.a, E.2.9.d): only his own board does.
_NOT_IN_TOURNAMENT = _ONLY_IN_PRACTICE | {CommandName.WHAT_IS_ON, CommandName.WHERE_IS, CommandName.WHOSE_TURN}


def commands_of(profile: Profile) -> frozenset[CommandName]:
    """The commands that a profile listens for."""
    missing = {
        Profile.PRACTICE: frozenset[CommandName](),
        Profile.TOURNAMENT: _NOT_IN_TOURNAMENT,
        Profile.ASSISTED: _ONLY_IN_PRACTICE,
    }[profile]
    return frozenset(CommandName) - missing


@dataclass(frozen=True, kw_only=True)
class HeardMove:
    """One legal move was understood. `confidence` is the estimated chance that it is what was said, 0 to 1."""

    move: chess.Move
    confidence: float
    heard: str


@dataclass(frozen=True, kw_only=True)
class HeardCommand:
    """A command was understood; `square`, `piece` or `move` is set where the command names one."""

    name: CommandName
    confidence: float
    heard: str
    square: chess.Square | None = None
    piece: chess.PieceType | None = None
    move: chess.Move | None = None


@dataclass(frozen=True, kw_only=True)
class HeardChoice:
    """Several moves fit what was said, the likeliest first; they differ in what `asked` tells."""

    moves: tuple[chess.Move, ...]
    confidence: float
    heard: str


class Nothing(StrEnum):
    """Why nothing was understood."""

    SILENCE = "silence"
    NOISE = "noise"
    UNSURE = "unsure"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, kw_only=True)
class HeardNothing:
    """Nothing that may be acted on was understood. `heard` is the nearest reading, for tuning only."""

    reason: Nothing
    heard: str = ""


Asked = HeardMove | HeardCommand | HeardChoice | HeardNothing
