"""A round of ten questions of one kind, and the level of the next one by how the last went."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from statistics import median_low

from access_chess.practice.blindfold import memory, squares
from access_chess.practice.blindfold.question import BlindfoldQuestion
from access_chess.practice.blindfold.squares import Chance

QUESTIONS = 10
HIGHEST, LONGEST_FOLLOWED = 5, 11  # levels; games are followed for 24 plies at the most

_SINGLE: dict[str, Callable[[int, Chance], BlindfoldQuestion]] = {
    squares.COLORS: squares.color,
    squares.DIAGONAL: squares.diagonal,
    squares.KNIGHT: squares.knight,
    squares.REACH: squares.reach,
    memory.FOLLOW: memory.follow,
}
#: Every kind of drill, by the name under which it is kept.
KINDS = (*_SINGLE, memory.RECALL)

#: Seconds of thought at the median within which a drill has become easy. Ways and moves take longer to say.
EASY = {
    squares.COLORS: timedelta(seconds=4),
    squares.DIAGONAL: timedelta(seconds=6),
    squares.KNIGHT: timedelta(seconds=20),
    squares.REACH: timedelta(seconds=10),
    memory.FOLLOW: timedelta(seconds=45),
    memory.RECALL: timedelta(seconds=30),
}


def blindfold_round(kind: str, level: int, chance: Chance) -> tuple[BlindfoldQuestion, ...]:
    """Ten questions of a kind, none of them twice; recall asks five about each of two positions."""
    if kind == memory.RECALL:
        return (*memory.recall(level, chance), *memory.recall(level, chance))
    found: dict[str, BlindfoldQuestion] = {}
    while len(found) < QUESTIONS:
        question = _SINGLE[kind](level, chance)
        found.setdefault(question.name, question)
    return tuple(found.values())


def next_level(kind: str, level: int, rights: Sequence[bool], times: Sequence[timedelta]) -> int:
    """One up after nine of ten right in an easy time, one down after five or fewer; `times` are of the right ones."""
    if not rights:
        return level
    share = sum(rights) / len(rights)
    if share >= 0.9 and times and median_low(times) <= EASY[kind]:
        return min(level + 1, LONGEST_FOLLOWED if kind == memory.FOLLOW else HIGHEST)
    return max(level - 1, 1) if share <= 0.5 else level
