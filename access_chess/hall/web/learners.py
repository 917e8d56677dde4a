"""Who is at a lesson just now, each at one.

What nobody has touched for a while is forgotten, and so is the oldest where there are too many: the stars are kept, and
a lesson goes on at the first task that has none.
"""

import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from access_chess.wiring.lessons import PageLesson

MOST = 200  # lessons at once, each of some 70 kB
IDLE = 1800.0  # seconds until a lesson is forgotten at which nobody looks
MOST_VISITS = 5_000  # whose stars are remembered, though nobody has signed in


@dataclass
class Learner:
    """Somebody who learns; `stars` are those of the visit, where they are kept nowhere else, and that `is_told`."""

    lesson: "PageLesson | None" = None
    stars: dict[str, str] = field(default_factory=dict)
    is_told: bool = False
    seen: float = 0.0


@dataclass
class Learners:
    """All of them by their keys, who was seen last at the end. For the server's own thread."""

    by_key: OrderedDict[object, Learner] = field(default_factory=OrderedDict)

    def find(self, key: object) -> Learner | None:
        """Who has this key, seen just now; None: nobody."""
        learner = self.by_key.get(key)
        if learner is not None:
            self.by_key.move_to_end(key)
            learner.seen = time.monotonic()
        return learner

    def come(self, key: object) -> Learner:
        """Who has this key, or somebody new."""
        learner = self.find(key)
        if learner is None:
            learner = self.by_key[key] = Learner(seen=time.monotonic())
            self._tidy()
        return learner

    def sit(self, learner: Learner, lesson: "PageLesson | None") -> None:
        """Be at another lesson from now on, or at none; pages of the former one go to the list."""
        former, learner.lesson = learner.lesson, lesson
        if former is not None:
            former.wake()
        self._tidy()

    def _tidy(self) -> None:
        now = time.monotonic()
        at_lessons = [each for each in self.by_key.values() if each.lesson is not None]
        for place, learner in enumerate(at_lessons):
            lesson = learner.lesson
            is_idle = now - learner.seen > IDLE and lesson is not None and not lesson.is_watched
            if lesson is not None and (is_idle or place < len(at_lessons) - MOST):
                learner.lesson = None
                lesson.wake()
        while len(self.by_key) > MOST_VISITS:
            self.by_key.popitem(last=False)


def new_key() -> str:
    """A key that nobody guesses."""
    return secrets.token_urlsafe(32)
