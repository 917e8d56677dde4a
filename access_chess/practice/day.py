"""Which drills make a round: what is due comes first, then what is new, and never more than fit."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from access_chess.practice.drill import Drill

PUZZLES = 8
OPENINGS = 5
MISTAKES = 1
NEW_OPENINGS = 2  # of these, read through before they are asked

MINUTES = {"puzzles": 1.0, "openings": 0.4, "mistakes": 1.5}  # what one of them takes, as a first guess


@dataclass(frozen=True, kw_only=True)
class Day:
    """What today's round is made of."""

    puzzles: tuple[Drill, ...]
    openings: tuple[Drill, ...]
    mistakes: tuple[Drill, ...]

    @property
    def drills(self) -> tuple[Drill, ...]:
        """All of them, in the order in which they are asked."""
        return (*self.puzzles, *self.openings, *self.mistakes)

    @property
    def minutes(self) -> int:
        """About how long it takes; one at the least."""
        guess = sum(MINUTES.get(drill.kind, 1.0) for drill in self.drills)
        return max(1, round(guess))


def chosen(
    due: Sequence[str], new: Iterable[str], made: Callable[[str], Drill | None], *, most: int
) -> tuple[Drill, ...]:
    """So many drills at most, by their names: those that are due, then new ones; a name that is gone is passed over."""
    drills: list[Drill] = []
    for name in (*due, *new):
        if len(drills) == most:
            break
        drill = made(name)
        if drill is not None:
            drills.append(drill)
    return tuple(drills)
