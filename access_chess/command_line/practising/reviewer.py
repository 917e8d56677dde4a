"""A companion that has a game of practice looked at as soon as it has ended, beside all else."""

import threading

from access_chess.laws.game import Game
from access_chess.session.ports import Loop, Recorded


class Reviewer:
    """Fulfils `Companion` for games in the journal."""

    def __init__(self) -> None:
        self._number = 0
        self._is_closing = threading.Event()
        self._thread: threading.Thread | None = None

    def join(self, session: Loop) -> None:
        """Know which game it is."""
        self._number = session.number

    def on_event(self, recorded: Recorded) -> None:
        """Begin when the game ends; one that goes on after a take-back is looked at again at its new end."""
        if recorded.after.is_over and not recorded.before.is_over and self._thread is None:
            self._thread = threading.Thread(target=self._look, args=(recorded.after,), name="review", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop after the position that is being looked at."""
        self._is_closing.set()
        if self._thread is not None:
            self._thread.join()

    def _look(self, game: Game) -> None:
        from access_chess.command_line.practising.review_ahead import look_at  # the first word need not wait for it

        look_at(game, self._number, self._is_closing)
