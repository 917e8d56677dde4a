"""When the guest has heard that it is his turn: from the last sound of his opponent's move on, it is he who thinks."""

import threading
from collections.abc import Callable

import chess

from access_chess.hall.remote import turn_began
from access_chess.session.announcer import Announcer
from access_chess.session.ports import Loop, Recorded
from access_chess.session.remote.copied_game import CopiedGame
from access_chess.speech.utterance import Channel

TOLD = 1.0  # seconds that the announcer takes at most to put a move into words
LOOK = 0.05  # seconds between two looks whether it is still being said
LONGEST = 20.0  # seconds; no move is said for so long, and whatever else is said is the player's own affair


class Hearing:
    """A Companion of a game that is followed; `is_silent` tells whether nothing sounds in these ears."""

    def __init__(self, color: chess.Color, announcer: Announcer, is_silent: Callable[[Channel], bool]) -> None:
        self._color = color
        self._ears = Channel.WHITE if color else Channel.BLACK
        self._announcer = announcer
        self._is_silent = is_silent
        self._closing = threading.Event()
        self._game: CopiedGame | None = None

    def join(self, session: Loop) -> None:
        """Listen along in this game."""
        assert isinstance(session, CopiedGame), "whoever decides on a game measures nobody's hearing"
        self._game = session

    def on_event(self, recorded: Recorded) -> None:
        """Wait until the move has been said, if it is the player's turn by it. In a thread of its own."""
        began = turn_began(recorded.after, self._color)
        if self._game is None or began is None or began == turn_began(recorded.before, self._color):
            return
        told = threading.Event()
        self._game.once_told(self._announcer, told.set)
        told.wait(TOLD)
        looks = round(LONGEST / LOOK)
        while looks and not self._is_silent(self._ears) and not self._closing.wait(LOOK):
            looks -= 1
        self._game.hear(began)

    def close(self) -> None:
        """Listen no more."""
        self._closing.set()
