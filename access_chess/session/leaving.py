"""How a player leaves the game."""

from enum import Enum, auto


class Leaving(Enum):
    """How a player leaves a game."""

    NEW_GAME = auto()
    QUIT = auto()
    MOVED_ON = auto()  # to the next drill
    REVIEW = auto()  # to look at the game that is over
    TODAY = auto()  # to the round of the day
    LESSON = auto()  # to lessons
    LANGUAGE = auto()  # to come back in another one
