"""Looks at a game as soon as it has ended, beside all else: a review need not wait then, and its mistakes are known."""

import threading
from contextlib import closing

from access_chess.command_line.practising.games import played
from access_chess.command_line.practising.practice_file import practice_store
from access_chess.command_line.practising.remembering import remember
from access_chess.edge.practising.analyst import FAILURES, open_analyst
from access_chess.edge.practising.kept_analyst import KeptAnalyst
from access_chess.edge.practising.store import PracticeStoreError
from access_chess.laws.game import Game
from access_chess.practice.review import judge
from access_chess.session.ports import Loop, Recorded


class ReviewAhead:
    """A companion of games in the journal. What it has found is in the file of practice, however early it is stopped.

    Its failures are silent: nobody has asked for this, and who does later is told.
    """

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
        try:
            analyst = open_analyst()
            if analyst is None:
                return
            with closing(analyst), closing(practice_store()) as store:
                kept, judged, looked_at = KeptAnalyst(analyst, store), [], played(game, str(self._number))
                for each in judge(looked_at.start, looked_at.moves, kept):
                    judged.append(each)
                    if self._is_closing.is_set():
                        return
                remember(store, looked_at, judged, kept)
        except (*FAILURES, PracticeStoreError):
            return
