"""What the server says in its streams, line by line (public specification of Lichess, version 2.0.165).

Only what is needed has a field: the server may say more, and kinds of lines that are not known here are passed over.
"""

from typing import TypeAlias

import msgspec


class Variant(msgspec.Struct, frozen=True):
    """How is played: `key` is standard, chess960, fromPosition or a game of other rules."""

    key: str = "standard"


class Someone(msgspec.Struct, frozen=True):
    """A player; the computer has a level, from 1 to 8, and may lack a name. `username` is their name in some lines."""

    id: str | None = None
    name: str | None = None
    username: str | None = None
    ai_level: int | None = msgspec.field(default=None, name="aiLevel")
    ai: int | None = None

    @property
    def called(self) -> str:
        """The player's name, or the computer's."""
        level = self.ai_level or self.ai
        return self.name or self.username or self.id or (f"Stockfish {level}" if level else "")


class LichessClock(msgspec.Struct, frozen=True):
    """Initial time and increment, in milliseconds."""

    initial: int
    increment: int


class GameState(msgspec.Struct, frozen=True, tag_field="type", tag="gameState"):
    """How a game stands: all moves (UCI, blanks between), what both clocks show (milliseconds), offers, the end."""

    moves: str
    wtime: int
    btime: int
    status: str
    winner: str | None = None
    wdraw: bool = False
    bdraw: bool = False
    wtakeback: bool = False
    btakeback: bool = False


class GameFull(msgspec.Struct, frozen=True, tag_field="type", tag="gameFull"):
    """The first line of a game's stream: who plays, by what terms, and how it stands."""

    id: str
    variant: Variant
    white: Someone
    black: Someone
    state: GameState
    clock: LichessClock | None = None
    speed: str = ""
    rated: bool = False
    initial_fen: str = msgspec.field(default="startpos", name="initialFen")
    days: int | None = msgspec.field(default=None, name="daysPerTurn")


class OpponentGone(msgspec.Struct, frozen=True, tag_field="type", tag="opponentGone"):
    """Whether the opponent is away, and after how many seconds victory may be claimed."""

    gone: bool
    seconds: int | None = msgspec.field(default=None, name="claimWinInSeconds")


class ChatLine(msgspec.Struct, frozen=True, tag_field="type", tag="chatLine"):
    """Something that was written beside the game; `room` is player or spectator."""

    room: str
    username: str
    text: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game of the player, in the stream of events; `color` is theirs."""

    game: str = msgspec.field(name="gameId")
    color: str | None = None
    variant: Variant = Variant()
    has_moved: bool = msgspec.field(default=False, name="hasMoved")


class GameStart(msgspec.Struct, frozen=True, tag_field="type", tag="gameStart"):
    """A game has begun, or is going on when the stream is opened."""

    game: GameInfo


class ChallengeTime(msgspec.Struct, frozen=True):
    """By what time: `kind` is clock, with `show` such as 15+10, correspondence or unlimited."""

    kind: str = msgspec.field(default="", name="type")
    show: str = ""
    days: int | None = msgspec.field(default=None, name="daysPerTurn")


class Challenge(msgspec.Struct, frozen=True):
    """Somebody wants to play: `direction` is in, or out for one's own; absent in some lines."""

    id: str
    challenger: Someone
    dest: Someone | None = msgspec.field(default=None, name="destUser")
    variant: Variant = Variant()
    time: ChallengeTime = msgspec.field(default=ChallengeTime(), name="timeControl")
    rated: bool = False
    direction: str = ""
    reason: str = msgspec.field(default="", name="declineReason")


class Challenged(msgspec.Struct, frozen=True, tag_field="type", tag="challenge"):
    """A challenge, by somebody or to somebody."""

    challenge: Challenge


class ChallengeCanceled(msgspec.Struct, frozen=True, tag_field="type", tag="challengeCanceled"):
    """Who challenged has thought better of it."""

    challenge: Challenge


class ChallengeDeclined(msgspec.Struct, frozen=True, tag_field="type", tag="challengeDeclined"):
    """Who was challenged does not want to."""

    challenge: Challenge


#: In the stream of a game, and in that of all that reaches the player.
GameLine: TypeAlias = GameFull | GameState | OpponentGone | ChatLine
EventLine: TypeAlias = GameStart | Challenged | ChallengeCanceled | ChallengeDeclined

_GAME: msgspec.json.Decoder[GameLine] = msgspec.json.Decoder(GameLine)
_EVENT: msgspec.json.Decoder[EventLine] = msgspec.json.Decoder(EventLine)


def game_line(line: bytes) -> GameLine | None:
    """A line of a game's stream; None for a sign of life, half a line, and what is not known here.

    >>> game_line(b'{"type":"opponentGone","gone":true,"claimWinInSeconds":8}')
    OpponentGone(gone=True, seconds=8)
    >>> game_line(b'{"type":"opponentGone","go')
    """
    try:
        return _GAME.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def event_line(line: bytes) -> EventLine | None:
    """A line of the stream of events; None as above."""
    try:
        return _EVENT.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
