"""The shape of a change: the game before, the event, the game after."""

from collections.abc import Callable, Mapping
from typing import Any

from access_chess.laws.game import Game

#: For each type of event, what it makes of the game.
Changes = Mapping[type, Callable[[Game, Any], Game]]
