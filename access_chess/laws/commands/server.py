"""What a server says that rules a game elsewhere."""

from datetime import timedelta

import chess

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands.base import PROGRAM, Author, Given
from access_chess.laws.commands.terms import ServerEnding


class FollowServer(Given, frozen=True):
    """How a game stands on the server that rules it: here it is made to stand so.

    `moves` (UCI) are all since the initial position, `times` both displays. `offer`: whose draw offer stands. With an
    `outcome` it is over, and `winner` has won, if anybody. The last move of the `sender`, who plays here, may be
    on its way; where it `is_settled` it is not, and what the server does not have is taken back.
    """

    moves: tuple[str, ...] = ()
    times: ByColor[timedelta] | None = None
    offer: chess.Color | None = None
    outcome: ServerEnding | None = None
    winner: chess.Color | None = None
    sender: chess.Color | None = None
    is_settled: bool = False

    @property
    def given_by(self) -> Author:
        """Who gives it: the program, which listens to the server."""
        return PROGRAM
