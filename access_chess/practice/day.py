"""A day of practice: what is due comes first, then what is new, and never more than fit.

When a drill is due again is said by spaced repetition (FSRS), a day at the least between two times. How practice goes
is told in short lines, out of all attempts that are kept: days in a row, what was right, how fast.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta

from fsrs import Card, Rating, Scheduler
from msgspec import Struct

from access_chess.practice.drill import Drill
from access_chess.practice.round import Attempt, Grade
from access_chess.practice.sentence import Part, Sentence, sentence

PUZZLES = 8
OPENINGS = 5
MISTAKES = 1
LESSONS = 3
NEW_OPENINGS = 2  # of these, read through before they are asked

MINUTES = {"lessons": 0.4, "puzzles": 1.0, "openings": 0.4, "mistakes": 1.5}  # what one of them takes, as a first guess


class Day(Struct, frozen=True, kw_only=True):
    """What today's round is made of."""

    lessons: tuple[Drill, ...]
    puzzles: tuple[Drill, ...]
    openings: tuple[Drill, ...]
    mistakes: tuple[Drill, ...]

    @property
    def drills(self) -> tuple[Drill, ...]:
        """All of them, in the order in which they are asked."""
        return (*self.lessons, *self.puzzles, *self.openings, *self.mistakes)

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


_RATINGS = {Grade.AGAIN: Rating.Again, Grade.HARD: Rating.Hard, Grade.GOOD: Rating.Good, Grade.EASY: Rating.Easy}

#: No steps of minutes: a round is played once a day. No chance either: the same answers make the same days.
_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def reviewed(card: str | None, grade: Grade, at: datetime) -> tuple[str, datetime]:
    """The card of a drill after an attempt, as FSRS writes it, and when it is due; `card` is None at the first time.

    Instants are in UTC. Raises ValueError where the card is none.
    """
    try:
        before = Card(card_id=0, due=at) if card is None else Card.from_json(card)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"expected a card as FSRS writes it, got {card!r}") from error
    after, _ = _SCHEDULER.review_card(before, _RATINGS[grade], at)
    return after.to_json(), after.due


LAST_GAMES = 10
LAST = 20  # attempts of a kind: what one can do now, not what one could do once

Dated = tuple[date, Attempt]


def statistics(
    attempts: Sequence[Dated], today: date, *, openings_due: int, blunders: Sequence[int] = ()
) -> tuple[Sentence, ...]:
    """One line each; what was never tried has none. `blunders` are those of each game that was looked at, in order."""
    if not attempts and not blunders:
        return (sentence("statistics_nothing"),)
    lines = [sentence("statistics_days", count=days_in_a_row([day for day, _ in attempts], today))]
    for kind in dict.fromkeys(attempt.kind for _, attempt in attempts):
        of_kind = [attempt for _, attempt in attempts if attempt.kind == kind]
        last = of_kind[-LAST:]
        right = [attempt for attempt in last if attempt.is_right]
        slots: dict[str, Part] = {"kind": sentence(f"statistics_kind_{kind}"), "count": len(of_kind), "last": len(last)}
        if right:
            times = sorted(attempt.time for attempt in right)
            slots["time"] = times[len(times) // 2]
            lines.append(sentence("statistics_line", right=len(right), **slots))
        else:
            lines.append(sentence("statistics_line_none", **slots))
    if blunders:
        last_games = blunders[-LAST_GAMES:]
        lines.append(sentence("statistics_blunders", count=len(last_games), blunders=sum(last_games)))
    if openings_due:
        lines.append(sentence("statistics_openings_due", count=openings_due))
    return tuple(lines)


def days_in_a_row(days: Sequence[date], today: date) -> int:
    """How many days up to today, or to yesterday where today is still to come, each have something."""
    there = set(days)
    day = today if today in there else today - timedelta(days=1)
    count = 0
    while day in there:
        count, day = count + 1, day - timedelta(days=1)
    return count
