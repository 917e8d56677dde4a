"""What is kept of a game that was looked at: the mistakes, to be asked again, and how many blunders the player made."""

from collections.abc import Sequence

from access_chess.command_line.practising.games import PlayedGame
from access_chess.edge.practising.kept_mistakes import keep_mistake
from access_chess.edge.practising.store import PracticeStore
from access_chess.practice.analysis import Analyst
from access_chess.practice.known_endings import Known, outcome
from access_chess.practice.mistake_drill import MistakeDrill
from access_chess.practice.review import Judged, Severity, good_moves, worst

BLUNDERS = "blunders"  # the kind of text under which their number is kept


def remember(
    store: PracticeStore,
    game: PlayedGame,
    judged: Sequence[Judged],
    analyst: Analyst,
    *,
    known: Known = outcome,
) -> tuple[MistakeDrill, ...]:
    """Keep them; the drills that the mistakes make."""
    if game.color is not None:
        own = [each for each in judged if each.board.turn is game.color and each.severity is Severity.BLUNDER]
        store.keep_text(BLUNDERS, game.name, str(len(own)))
    return tuple(
        keep_mistake(
            store,
            f"{game.name}-{each.ply}",
            game.start,
            game.moves[: each.ply],
            each,
            good_moves(each, analyst),
            known=known,
        )
        for each in worst(judged, game.color)
    )
