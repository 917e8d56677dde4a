"""How practice goes, in short lines: days in a row, what was right, how fast. Out of all attempts that are kept."""

from collections.abc import Sequence
from datetime import date, timedelta

from access_chess.practice.round import Attempt
from access_chess.practice.sentence import Part, Sentence, sentence

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
