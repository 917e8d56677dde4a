"""What an arbiter asks at a desk about the scoresheets of a board: as at the board itself, answered there alone."""

import chess
from msgspec import Struct

from access_chess.laws.clock import Instant
from access_chess.laws.commands import BeginReconstruction
from access_chess.laws.decide import decide
from access_chess.laws.events import Refused
from access_chess.laws.game import Game
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.sheet_desk import SheetDesk
from access_chess.speech.utterance import SpokenPart

Parts = tuple[SpokenPart, ...]


class _Standing(Struct, frozen=True):
    """A game as it stands, at an instant."""

    game: Game
    at: Instant

    def now(self) -> Instant:
        """That instant."""
        return self.at


class DeskSheets:
    """Answers about one board after another; while moves are read, an empty line reads the next pair."""

    def __init__(self, language: PlayerLanguage) -> None:
        self._language = language
        self._said: list[SpokenPart] = []
        self._reader: SheetDesk | None = None
        self._board = 0

    def answer(self, request: Request, game: Game, at: Instant) -> Parts:
        """Where the two sheets part, or after which moves the position stood."""
        sheets = self._at(game, at)
        if request.name is RequestName.ARBITER_COMPARE:
            sheets.compare(request, None)
        else:
            sheets.prove(None)
        return self._taken()

    def by_the_sheets(self, request: Request, game: Game, at: Instant) -> tuple[Request | None, Parts]:
        """The request to set the boards by the sheets, and what is heard of them; None where one cannot be read."""
        return self._at(game, at).by_the_sheets(request, None), self._taken()

    def dictate(self, board: int, game: Game, at: Instant) -> Parts:
        """Begin to read the moves that are missing on the sheets of this board, where the Laws allow it."""
        gaps = sorted({*game.gaps[chess.WHITE], *game.gaps[chess.BLACK]})
        events = decide(game, BeginReconstruction(), at=at)
        if not gaps or any(isinstance(event, Refused) for event in events):
            return ()
        self._board, self._reader = board, self._at(game, at)
        self._reader.dictate(gaps, None)
        return self._taken()

    def next(self) -> tuple[int, Parts] | None:
        """The board and its next pair of moves; None where nothing is being read, or all has been."""
        if self._reader is None or not self._reader.next():
            return None
        return self._board, self._taken()

    def back(self) -> tuple[int, Parts] | None:
        """The same, one pair before the last; None where nothing was read."""
        if self._reader is None:
            return None
        self._reader.answer(Request(name=RequestName.DICTATE_BACK), None)
        return self._board, self._taken()

    def _at(self, game: Game, at: Instant) -> SheetDesk:
        language = self._language
        return SheetDesk(
            _Standing(game, at), language.pack, language.form, lambda part, listener: self._said.append(part)
        )

    def _taken(self) -> Parts:
        said, self._said[:] = tuple(self._said), ()
        return said
