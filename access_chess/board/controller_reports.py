"""What a game controller reports: its triggers are levers, its buttons those of a board."""

from dataclasses import dataclass
from typing import TypeAlias

from access_chess.board.wire.reports import ButtonPressed, LeverPressed, LeverReleased


@dataclass(frozen=True, kw_only=True)
class ControllerFound:
    """A game controller was plugged in."""

    name: str


@dataclass(frozen=True, kw_only=True)
class ControllerLost:
    """A game controller is gone."""

    name: str


ControllerReport: TypeAlias = LeverPressed | LeverReleased | ButtonPressed | ControllerFound | ControllerLost
