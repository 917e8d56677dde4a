"""The shape of a change: the game before, the event, the game after."""

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar, cast

from access_chess.laws.events import Event
from access_chess.laws.game import Game

Change: TypeAlias = Callable[[Game, Event], Game]
#: For each type of event, what it makes of the game.
Changes: TypeAlias = Mapping[type, Change]
E = TypeVar("E", bound=Event)


def change(kind: type[E], function: Callable[[Game, E], Game]) -> tuple[type, Change]:
    """A row of changes; that the function fits the event is checked here, since a mapping forgets it."""
    return kind, cast(Change, function)
