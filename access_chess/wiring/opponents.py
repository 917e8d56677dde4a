"""Whom `play --opponent NAME` meets: one row for each opponent.

A new one is what opens its engine, and a row here.
"""

from collections.abc import Callable

from msgspec import Struct

from access_chess.profile import Profile
from access_chess.session.ports import Engine


class Opponent(Struct, frozen=True, kw_only=True):
    """An opponent: the profiles in which it may be met, its name in the record, and what it is.

    `name` has the slot {level}. `opened` gives the engine of a level, and None where the built-in one plays it; a
    person, who types, speaks or moves as the player does, has none. It `is_named` by the player, or the program's own.
    """

    profiles: frozenset[Profile]
    name: str = ""
    opened: Callable[[int], Engine | None] | None = None
    is_named: bool = False


def _program(level: int) -> Engine | None:
    from access_chess.edge.engines.uci import open_engine  # the built-in one needs none

    return open_engine(level)


#: A person at another machine.
REMOTE = "remote"
OPPONENTS = {
    "engine": Opponent(profiles=frozenset({Profile.PRACTICE}), name="access-chess, level {level}", opened=_program),
    "human": Opponent(profiles=frozenset(Profile)),
    REMOTE: Opponent(profiles=frozenset(Profile)),
}


def usual_opponent(profile: Profile) -> str:
    """The first that may be met in this profile: who practises meets the engine, all others a person."""
    return next(name for name, opponent in OPPONENTS.items() if profile in opponent.profiles)
