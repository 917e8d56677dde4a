"""What is entered at a place, by any thread, and how it is taken without turning a deaf ear to Control-C."""

import contextlib
import queue
from typing import TypeVar

import chess
from msgspec import Struct

from access_chess.conversation.state import Said
from access_chess.laws.clock import Instant
from access_chess.laws.game import Game
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.session.ports import Entered

T = TypeVar("T")

#: Seconds; the signal of Control-C may reach another thread, and is heeded only by one that is awake.
AWAKE = 0.2


class SpokenWords(Struct, frozen=True, kw_only=True):
    """What a voice has said, or a button asks for, while this board stood and this question waited for an answer.

    Without a `board` it is said of any. The command that follows from it gets its `ticket` for an id, if it bears one.
    """

    said: Said
    at: Instant
    board: chess.Board | None = None
    question: str | None = None
    seat: int = 0
    ticket: str = ""


def said_of_another_board(said: Said, board: chess.Board | None, game: Game) -> bool:
    """Whether it is a move that was said while another board stood: it may not be played on this one."""
    is_move = isinstance(said, Request) and said.name is RequestName.MOVE
    return is_move and board is not None and game.board != board and not game.is_over


#: What comes from an input: a line or a key, a voice, or None: the input has ended.
Entry = Entered | SpokenWords | None
Inbox = queue.SimpleQueue[Entry]


def line_of(entry: object) -> str | None:
    """The line that was entered; None where it was something else."""
    return entry.text if isinstance(entry, Entered) and not entry.is_key else None


def take(inbox: "queue.SimpleQueue[T]") -> T:
    """The next entry, waited for; looks up now and then."""
    while True:
        with contextlib.suppress(queue.Empty):
            return inbox.get(timeout=AWAKE)
