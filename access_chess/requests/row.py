"""What is known of a request: what follows it, in whose name it is asked for, when it can be of use as a game stands,
and whether it is asked about.
"""

from collections.abc import Callable
from enum import Enum, StrEnum, auto

import chess
from msgspec import Struct

from access_chess.laws.editions import Quickplay
from access_chess.laws.game import Game
from access_chess.profile import Profile


class Here(Struct, frozen=True, kw_only=True):
    """What there is at a place: who uses it and with what. `is_clock`: a chess clock alone, without a game of moves.
    `has_keys`: of a clock, each key is a request; else whole lines are typed.

    `has_arbiter`: a person rules on the game, wherever they are. `is_arbiters`: this is their place, not a player's.
    `is_assistants`: it is that of a player's assistant, in a game whose players have places of their own.
    `opponent_is_away`: at a machine of their own, so that what stops the game needs both.
    """

    profile: Profile
    has_board: bool = False
    has_microphone: bool = False
    has_languages: bool = False
    is_clock: bool = False
    has_keys: bool = False
    trains: bool = False
    has_arbiter: bool = False
    is_arbiters: bool = False
    is_assistants: bool = False
    opponent_is_away: bool = False


When = Callable[[Game, Here], bool]


def always(game: Game, here: Here) -> bool:
    """At any time."""
    return True


def playing(game: Game, here: Here) -> bool:
    """Until the game has ended."""
    return not game.is_over


def timed(game: Game, here: Here) -> bool:
    """There is a clock."""
    return game.clock.control is not None


def flag(game: Game, here: Here) -> bool:
    """A flag can fall."""
    return timed(game, here) and playing(game, here)


def take_backs(game: Game) -> bool:
    """Moves may be taken back."""
    return game.setup.regulations.take_backs


def elsewhere(game: Game) -> bool:
    """A server rules."""
    return game.setup.is_elsewhere


def blindfold(game: Game) -> bool:
    """The position is in the players' heads alone, until the game ends."""
    return game.setup.regulations.is_blindfold and not game.is_over


def moved(game: Game, here: Here) -> bool:
    """A move has been made."""
    return bool(game.plies)


def offered(game: Game, here: Here) -> bool:
    """A draw offer stands."""
    return game.offer is not None


def not_offered(game: Game, here: Here) -> bool:
    """None does."""
    return playing(game, here) and game.offer is None


def sealing(game: Game, here: Here) -> bool:
    """A move is to be sealed."""
    return game.adjournment is not None and not game.adjournment.closed


def envelope(game: Game, here: Here) -> bool:
    """A sealed move waits in its envelope."""
    return game.adjournment is not None and game.adjournment.closed


def pressing(game: Game, here: Here) -> bool:
    """A player presses their own clock."""
    return playing(game, here) and not all(game.setup.presses_for[color] for color in chess.COLORS)


def running(game: Game, here: Here) -> bool:
    """A clock runs."""
    return game.is_clock_on


def standing(game: Game, here: Here) -> bool:
    """The clocks were stopped."""
    return game.started and playing(game, here) and not game.is_clock_on


def claimed(game: Game, here: Here) -> bool:
    """A claim waits for its ruling."""
    return game.claim is not None


def claim_stands(game: Game, here: Here) -> bool:
    """A claim waits for its ruling, or is watched until it is ruled on."""
    return playing(game, here) and (game.claim is not None or game.watched is not None)


def ended(game: Game, here: Here) -> bool:
    """The game is over, and what came of it can be signed (8.7)."""
    return game.is_over


def unwritten(game: Game, here: Here) -> bool:
    """Moves are missing on a scoresheet."""
    return playing(game, here) and any(game.unwritten[color] for color in chess.COLORS)


def borrowed(game: Game, here: Here) -> bool:
    """A player has the other's scoresheet."""
    return playing(game, here) and game.borrowed is not None


def in_doubt(game: Game, here: Here) -> bool:
    """What was played may have to be reconstructed: moves are missing on a scoresheet, or a flag has fallen (8.5.c)."""
    return unwritten(game, here) or (
        playing(game, here) and any(game.flags[color] is not None for color in chess.COLORS)
    )


def away(game: Game, here: Here) -> bool:
    """A player has left the playing area."""
    return playing(game, here) and any(game.away[color] for color in chess.COLORS)


def knocked_over(game: Game, here: Here) -> bool:
    """Pieces have still to be put back."""
    return playing(game, here) and any(game.knocked_over[color] for color in chess.COLORS)


def ruled(game: Game, here: Here) -> bool:
    """There has been a ruling."""
    return game.ruling is not None


def appealed(game: Game, here: Here) -> bool:
    """An appeal waits for its answer."""
    return game.appeal is not None


def absent(game: Game, here: Here) -> bool:
    """A player has still to come."""
    return not (game.present.white and game.present.black)


def started(game: Game, here: Here) -> bool:
    """The clock has been started."""
    return game.started


def not_started(game: Game, here: Here) -> bool:
    """The clock has not been started."""
    return not game.started


def by_key(game: Game, here: Here) -> bool:
    """Each key is a request."""
    return here.has_keys


def board_there(game: Game, here: Here) -> bool:
    """There is a sensor board."""
    return here.has_board


def microphone_there(game: Game, here: Here) -> bool:
    """There is a microphone."""
    return here.has_microphone


def languages_there(game: Game, here: Here) -> bool:
    """Another language may be chosen: while a game is played, and at a clock alone whenever it is there."""
    return here.has_languages and (here.is_clock or playing(game, here))


def training(game: Game, here: Here) -> bool:
    """A drill is asked."""
    return here.trains


def assisted(game: Game, here: Here) -> bool:
    """A player has an assistant."""
    return playing(game, here) and any(game.setup.players[color].assistant is not None for color in chess.COLORS)


def supervised(game: Game, here: Here) -> bool:
    """A clock runs, and an arbiter may be called, as which a player at home acts."""
    return running(game, here) and here.profile is not Profile.PRACTICE


def quickplay(game: Game, here: Here) -> bool:
    """A draw may be claimed in the quickplay finish of this game (10.2, Guideline III.5)."""
    return flag(game, here) and game.setup.quickplay in (Quickplay.CLAIM_2009, Quickplay.CLAIM)


def extra_time(game: Game, here: Here) -> bool:
    """Extra time may be asked for in the quickplay finish of this game (Guideline III.4)."""
    return flag(game, here) and game.setup.quickplay is Quickplay.EXTRA_TIME


class Topic(StrEnum):
    """What help is divided into; the values are the keys of `[topics]` in `terminal.toml`."""

    GAME = "game"
    CLOCK = "clock"
    CLAIMS = "claims"
    BOARD = "board"
    HANDS = "hands"
    EXPLORING = "exploring"
    PRACTICE = "practice"
    TRAINING = "training"
    PROGRAM = "program"
    ARBITER = "arbiter"
    ASSISTANT = "assistant"


class Slot(Enum):
    """What follows the words of a request."""

    SQUARE = auto()  # one or more squares
    SQUARES_IF_ANY = auto()
    SQUARE_IF_ANY = auto()  # one, and no more
    CONDITION_IF_ANY = auto()
    ANYWAY_IF_ANY = auto()
    PIECE = auto()
    PIECE_IF_ANY = auto()
    FILE_IF_ANY = auto()
    MOVE = auto()
    CLAIMED_MOVE_IF_ANY = auto()  # with it, whether it is unwritten, and whether only a display proves the claim
    ANY_MOVE = auto()  # from a square to a square, whether the Laws allow it or not
    WRITTEN_MOVE = auto()  # of a move that only a text must be kept of
    SQUARES_ASKED = auto()  # none, or it is the question what is on them
    NUMBER = auto()
    NUMBER_IF_ANY = auto()
    COLOR = auto()
    COLOR_OR_BOTH = auto()
    COLOR_TIME = auto()
    COLOR_TIMES = auto()  # of one player or of both; before them perhaps that the schedule would suffer
    COLOR_NUMBER = auto()
    NUMBER_COLOR = auto()
    NUMBER_COLOR_IF_ANY = auto()
    PENALTY = auto()
    RESULT = auto()
    SCORES = auto()
    STEPS = auto()
    TOPIC = auto()
    TEXT_IF_ANY = auto()  # to be kept as it stands


class RequestAuthor(Enum):
    """In whose name something is asked for."""

    PLAYER = auto()
    ARBITER = auto()
    ASSISTANT = auto()


class Asker(Enum):
    """Which player it is at a keyboard that both share."""

    ON_MOVE = auto()
    NOT_ON_MOVE = auto()
    MOVER = auto()  # who has moved last, and not yet pressed the clock (9.1)
    LAST_MOVER = auto()
    HAVING_MOVE = auto()  # the player whose clock runs
    OFFERED = auto()  # to whom a draw is offered
    OFFERER = auto()
    CLAIMANT = auto()
    BORROWER = auto()  # who has the opponent's scoresheet
    RECORDER = auto()  # on whose scoresheet moves are missing
    SIGNER = auto()  # who has not signed, White first
    AWAY = auto()
    RESTORER = auto()  # who has to put pieces back
    ANNOUNCER = auto()
    REPEATER = auto()  # who has heard the announcement
    SEALER = auto()


class Confirmed(Enum):
    """Whether it is asked about before it is done."""

    NEVER = auto()
    HEARD = auto()  # where it was heard, which may have been something else
    ALWAYS = auto()


class Unspoken(Enum):
    """Why a request has no words for a microphone."""

    ITSELF = auto()  # a move is said by its names, not by a command
    BY_HAND = auto()  # a hand does it at the board, and it is typed when what it did is written down
    ANOTHER_BOARD = auto()  # what is named is a move of the position before; an echo is heard as the move itself
    SECRET = auto()  # what is sealed must not be heard by the opponent
    IN_WRITING = auto()  # a signature is no spoken word, and a FEN is there to be copied
    NUMBER = auto()  # a number alone is heard too seldom
    KEYS = auto()  # it is about the keys
    AWAITED = auto()  # it is listened for where a drill has asked for it
    OTHER_LANGUAGE = auto()  # its name is no word of one that is listened for


class RequestRow(Struct, frozen=True, kw_only=True):
    """One request: its topic of help; what follows it; who asks, when and where.

    `is_at_clock`: the chess clock alone knows it; `is_at_game`: a game does.
    `is_hidden` ones are not told by help. `key` asks for it at any time, where keys have names of their own; it is one
    that types nothing. `exploring` is the key that asks for it while a position is explored key by key.
    `unspoken` tells why it cannot be said. What `shows` something of the position is withheld in blindfold play.
    What `is_judged` is known in every profile where a person rules on the game; what `is_agreed_on` wherever each
    player has a machine of their own, so that one alone can ask for it, and both do it.
    `agreed` tells in which games there is such a thing.
    What `is_assistants` may be asked for by a player's assistant at a place of their own.
    """

    topic: Topic
    slot: Slot | None = None
    author: RequestAuthor = RequestAuthor.PLAYER
    asker: Asker = Asker.ON_MOVE
    profiles: frozenset[Profile] = frozenset(Profile)
    when: When
    confirmed: Confirmed = Confirmed.NEVER
    is_at_game: bool = True
    is_at_clock: bool = False
    is_hidden: bool = False
    key: str | None = None
    exploring: str | None = None
    unspoken: Unspoken | None = None
    shows: bool = False
    is_judged: bool = False
    is_agreed_on: bool = False
    is_assistants: bool = False
    agreed: Callable[[Game], bool] = lambda game: True
