"""What `train` can be told: one function for each word."""

from collections.abc import Callable

from access_chess.command_line.practising.rounds import drill_round, level_of, puzzle_round
from access_chess.command_line.practising.sitting import Sitting
from access_chess.practice import day
from access_chess.practice.day import Day
from access_chess.practice.sentence import Listed, Sentence, sentence

Training = Callable[[Sitting, int | None], None]

USUAL = 10  # puzzles in a row, where nobody says how many


def _today(sitting: Sitting, count: int | None) -> None:
    """What is due and a little that is new, of fixed length."""
    today = Day(puzzles=puzzle_round(sitting.store, most=count or day.PUZZLES), openings=(), mistakes=())
    if not today.drills:
        sitting.say(sentence("drill_nothing_due"))
        return
    sitting.run(today.drills, preface=(_told(today), sentence("today_begin")))


def _puzzles(sitting: Sitting, count: int | None) -> None:
    drills = puzzle_round(sitting.store, most=count or USUAL)
    if drills:
        sitting.run(drills)
    else:
        sitting.say(sentence("drill_nothing_due"))


def drill(sitting: Sitting, kind: str) -> None:
    """A round of questions for the head; a new level is told."""
    level = level_of(sitting.store, kind)
    sitting.say(sentence("drill_level", level=level))
    sitting.run(drill_round(sitting.store, kind))
    if (now := level_of(sitting.store, kind)) != level:
        sitting.say(sentence("drill_level_next", level=now))


def _told(today: Day) -> Sentence:
    """ "Today: eight puzzles, five opening moves. About twelve minutes."."""
    counted = (
        ("today_puzzles", today.puzzles),
        ("today_openings", today.openings),
        ("today_mistakes", today.mistakes),
    )
    parts = tuple(sentence(key, count=len(drills)) for key, drills in counted if drills)
    return sentence("today", parts=Listed(parts), time=sentence("today_minutes", count=today.minutes))


TRAININGS: dict[str, Training] = {"today": _today, "puzzles": _puzzles}
