"""Whom `play --opponent NAME` meets: one row for each opponent.

A new one is a file with a `Companion` that plays one color of a session, and a row here.
"""

from collections.abc import Callable
from pathlib import PurePath

import chess
from msgspec import Struct

from access_chess.command_line.options.errors import readable
from access_chess.profile import Profile
from access_chess.session.ports import Companion, Engine, OnTrouble

#: takes a seat: its color, the level from 1 to 10, who is told of trouble
Seated = Callable[[chess.Color, int, OnTrouble], Companion]


class Opponent(Struct, frozen=True, kw_only=True):
    """An opponent: the profiles in which it may be met, its name in the record, and what it is.

    `name` has the slot {level}. `opened` gives the engine of a level, and None where the built-in one plays it; a
    person, who types, speaks or moves as the player does, has none. It `is_named` by the player, or the program's own.
    `seated` is the program's own at a session.
    """

    profiles: frozenset[Profile]
    name: str = ""
    seated: Seated | None = None
    opened: Callable[[int], Engine | None] | None = None
    is_named: bool = False


def _opened(level: int) -> Engine | None:
    from access_chess.edge.engines.uci import open_engine  # the built-in one needs none

    return open_engine(level)


def _engine(color: chess.Color, level: int, on_trouble: OnTrouble) -> Companion:
    from access_chess.edge.engines.uci import open_engine
    from access_chess.session.engine_opponent import EngineOpponent  # absent from all other profiles

    return EngineOpponent(color, level, on_trouble, open_engine)


def named_engine(command: tuple[str, ...]) -> Opponent:
    """The UCI engine of this command line, at any level."""

    def opened(level: int) -> Engine | None:
        from access_chess.edge.engines.uci import open_named

        return open_named(command, level)

    name = readable(PurePath(command[0]).name).replace("{", "").replace("}", "")
    return Opponent(
        profiles=OPPONENTS["engine"].profiles, name=f"{name}, level {{level}}", opened=opened,
        is_named=True,
    )  # fmt: skip


#: A person at another machine.
REMOTE = "remote"
OPPONENTS = {
    "engine": Opponent(
        profiles=frozenset({Profile.PRACTICE}), name="access-chess, level {level}", seated=_engine, opened=_opened
    ),
    "human": Opponent(profiles=frozenset(Profile)),
    REMOTE: Opponent(profiles=frozenset(Profile)),
}


def usual_opponent(profile: Profile) -> str:
    """The first that may be met in this profile: who practises meets the engine, all others a person."""
    return next(name for name, opponent in OPPONENTS.items() if profile in opponent.profiles)
