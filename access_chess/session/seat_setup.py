"""Who sits at a place, and with what: what is made anew for each game that is played there."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import chess
from msgspec import Struct, field

from access_chess.conversation.rights import HIS_OWN, ArbiterRights
from access_chess.conversation.state import Said
from access_chess.laws.commands import Author, player
from access_chess.laws.game import Game
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.game_in_play import GameInPlay, Record
from access_chess.session.leaving import Leaving
from access_chess.session.ports import Boards, Companion, EventStore, Gap, Loop, OnTrouble, Output
from access_chess.session.session import Session
from access_chess.speech.utterance import SpokenPart

#: A request of one profile only; how the player leaves by it, if they do.
Extra = Callable[[Request], Leaving | None]


class Extras(Struct, frozen=True, kw_only=True):
    """What one profile adds: its requests."""

    requests: Mapping[RequestName, Extra] = field(default_factory=dict)


class Answerer(Protocol):
    """What has asked the player something that is no part of the game: a drill, or an opponent on a server.

    It hears of all before the game.
    """

    def takes(self, line: str, /) -> bool:
        """Whether a typed line was meant for it; it has been dealt with then."""
        ...

    def does(self, said: Said, /) -> bool:
        """Whether something that is no move was meant for it."""
        ...

    def plays(self, request: Request, /) -> bool:
        """Whether a legal move was an answer, and not to be played in the game."""
        ...

    @property
    def question(self) -> str:
        """The number of what yes or no would answer; empty: it waits for neither."""
        ...

    @property
    def asked(self) -> tuple[SpokenPart, ...]:
        """What it has asked, in its own words."""
        ...

    @property
    def answers(self) -> frozenset[RequestName]:
        """What would answer it aloud, beside moves, yes and no."""
        ...

    @property
    def wants_to_leave(self) -> bool:
        """Whether it is done with this game."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether it is done with all games."""
        ...


class Playing(Protocol):
    """Makes the game that is played here of what the journal has of it."""

    def __call__(
        self,
        record: Record,
        journal: EventStore,
        /,
        *,
        outputs: Sequence[Output],
        on_trouble: OnTrouble,
        on_gap: Callable[[Loop, Gap], None],
    ) -> GameInPlay:
        """Where it is decided on here, a session."""
        ...


class SeatSetup(Struct, frozen=True, kw_only=True):
    """Who plays here and how: `color` is None where both players share the keyboard.

    `rights` tells whether an arbiter may rule from here. `companions` and the `boards` that moves are made on are made
    anew for each game, `extras` add the requests of one profile. An `answerer` asks here, and the game
    is only where it does so. `level` is that of the program as an opponent, in the next game. `playing` makes the game;
    where the `opponent_is_away` the opponent sits at another machine.
    """

    profile: Profile
    color: chess.Color | None
    rights: ArbiterRights = HIS_OWN
    companions: Callable[[OnTrouble], Sequence[Companion]] = lambda on_trouble: ()
    extras: Callable[[GameInPlay], Extras] = lambda session: Extras()
    boards: Callable[[Game, OnTrouble], Boards] | None = None
    answerer: Callable[[GameInPlay], Answerer] | None = None
    level: Callable[[], int] = lambda: 0
    playing: Playing = Session
    opponent_is_away: bool = False

    @property
    def author(self) -> Author | None:
        """Who gives what is done at a place of one's own; None where both players share it."""
        return None if self.color is None else player(self.color)
