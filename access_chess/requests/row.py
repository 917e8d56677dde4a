"""What is known of a request: what follows it, in whose name it is asked for, when, and whether it is asked about."""

from collections.abc import Callable
from enum import Enum, StrEnum, auto

from msgspec import Struct

from access_chess.laws.game import Game
from access_chess.profile import Profile
from access_chess.requests.phases import When


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
