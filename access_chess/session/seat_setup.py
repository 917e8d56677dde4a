"""Who sits at a place, and with what: what is made anew for each game that is played there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import chess

from access_chess.conversation.rights import HIS_OWN, ArbiterRights
from access_chess.laws.game import Game
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.ports import Boards, Companion, OnTrouble
from access_chess.session.session import Session

Extra = Callable[[Request], None]  # a request of one profile only


@dataclass(frozen=True, kw_only=True)
class SeatSetup:
    """Who plays here and how: `color` is None where both players share the keyboard.

    With `presses` the players press the clock themselves. `rights` tells whether an arbiter may rule from here.
    `companions` and the `boards` that moves are made on are made anew for each game, `extras` add the requests of one
    profile.
    """

    profile: Profile
    color: chess.Color | None
    presses: bool
    rights: ArbiterRights = HIS_OWN
    companions: Callable[[OnTrouble], Sequence[Companion]] = lambda on_trouble: ()
    extras: Callable[[Session], Mapping[RequestName, Extra]] = lambda session: {}
    boards: Callable[[Game, OnTrouble], Boards] | None = None
