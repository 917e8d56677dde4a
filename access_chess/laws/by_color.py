"""One value for each player."""

from typing import Generic, TypeVar

import chess
import msgspec

T = TypeVar("T")


class ByColor(msgspec.Struct, Generic[T], frozen=True):
    """A value for White and a value for Black.

    >>> minutes = ByColor(90, 90)
    >>> minutes.put(chess.BLACK, 85)
    ByColor(white=90, black=85)
    """

    white: T
    black: T

    def __getitem__(self, color: chess.Color) -> T:
        return self.white if color else self.black

    def put(self, color: chess.Color, value: T) -> "ByColor[T]":
        """The same pair with one player's value changed."""
        return ByColor(value, self.black) if color else ByColor(self.white, value)


def both(value: T) -> ByColor[T]:
    """The same value for both players."""
    return ByColor(value, value)
