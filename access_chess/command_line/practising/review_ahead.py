"""Looks at a game that has ended: a review of it need not wait then, and its mistakes are known."""

from collections.abc import Callable
from contextlib import closing

from access_chess.command_line.practising.games import played, practice_store, remember
from access_chess.edge.practising.analysts import open_analyst
from access_chess.edge.practising.store import KeptAnalyst, PracticeStoreError
from access_chess.laws.game import Game
from access_chess.practice.analysis import AnalystError
from access_chess.practice.review import judge


def look_at(game: Game, number: int, is_stopped: Callable[[], bool]) -> None:
    """Look at a game of the journal. What was found is in the file of practice, however early it is stopped.

    Its failures are silent: nobody has asked for this, and who does later is told.
    """
    try:
        analyst = open_analyst()
        if analyst is None:
            return
        with closing(analyst), closing(practice_store()) as store:
            kept, judged, looked_at = KeptAnalyst(analyst, store), [], played(game, str(number))
            for each in judge(looked_at.start, looked_at.moves, kept):
                judged.append(each)
                if is_stopped():
                    return
            remember(store, looked_at, judged, kept)
    except (AnalystError, PracticeStoreError):
        return
