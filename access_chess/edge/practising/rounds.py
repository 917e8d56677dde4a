"""The rounds of drills: what is due and what is new of puzzles, openings, mistakes and lessons; drills for the head.

They are made out of the file of practice, the puzzles of the program and those of the user.
"""

import random

from access_chess.edge.packs.lessons import LessonWords, load_course
from access_chess.edge.practising.puzzle_files import all_decisions, own_puzzles
from access_chess.edge.practising.store import PracticeStore, read_mistake
from access_chess.machine_clock import utc_now
from access_chess.practice import day
from access_chess.practice.blindfold.memory import QUESTIONS, blindfold_round, next_level
from access_chess.practice.day import chosen
from access_chess.practice.drill import Drill
from access_chess.practice.known_endings import Known, outcome
from access_chess.practice.lesson_drill import KIND as LESSONS
from access_chess.practice.lesson_drills import GameDrill, drills_of
from access_chess.practice.mistake_drill import KIND as MISTAKES
from access_chess.practice.puzzles import KIND as PUZZLES
from access_chess.practice.puzzles import PuzzleDrill
from access_chess.practice.repertoire import KIND as OPENINGS
from access_chess.practice.repertoire import of_the_day


def level_of(store: PracticeStore, kind: str) -> int:
    """The level of a drill for the head, by all the rounds of it so far."""
    past = [kept.attempt for kept in store.attempts() if kept.attempt.kind == kind]
    level = 1
    for first in range(0, len(past) - QUESTIONS + 1, QUESTIONS):
        attempts = past[first : first + QUESTIONS]
        times = [attempt.time for attempt in attempts if attempt.is_right]
        level = next_level(kind, level, [attempt.is_right for attempt in attempts], times)
    return level


def drill_round(store: PracticeStore, kind: str) -> tuple[Drill, ...]:
    """Ten questions for the head, as hard as the last ones went well."""
    return blindfold_round(kind, level_of(store, kind), random.random)


def puzzle_round(store: PracticeStore, *, most: int) -> tuple[Drill, ...]:
    """Puzzles that are due, then new ones: those of the user's files first, since they have chosen them."""
    own = {puzzle.name: PuzzleDrill(puzzle=puzzle, number=place) for place, puzzle in enumerate(own_puzzles(), start=1)}
    due = store.due(PUZZLES, utc_now())
    of_user = store.new_puzzles(most) | store.puzzles([name for name in due if name not in own])
    users = {puzzle.name: PuzzleDrill(puzzle=puzzle, number=len(own) + place) for place, puzzle in of_user.items()}
    known = store.known(PUZZLES)
    new = [name for name in (*users, *own) if name not in known]
    return chosen(due, new, (own | users).get, most=most)


def opening_round(store: PracticeStore, *, most: int) -> tuple[Drill, ...]:
    """Decisions of one's own openings that are due, then a few new ones."""
    due, known = store.due(OPENINGS, utc_now()), store.known(OPENINGS)
    return of_the_day(known, due, all_decisions(store), most=most, new=day.NEW_OPENINGS)


def mistake_round(store: PracticeStore, *, most: int, known: Known = outcome) -> tuple[Drill, ...]:
    """Mistakes of one's own that are due, then the latest that were found and never asked."""
    kept, asked = store.texts(MISTAKES), store.known(MISTAKES)
    new = [name for name in reversed(kept) if name not in asked]

    def made(name: str) -> Drill | None:
        return read_mistake(name, kept[name], known=known) if name in kept else None

    return chosen(store.due(MISTAKES, utc_now()), new, made, most=most)


def lesson_round(store: PracticeStore, words: LessonWords, *, most: int) -> tuple[Drill, ...]:
    """Tasks of lessons that are due, and that have words; a whole game is none for between."""

    def made(name: str) -> Drill | None:
        title, _, _ = name.rpartition(".")
        lesson = load_course().lesson(title) if title in words.titles else None
        tasks = {} if lesson is None else {each.name: each for each in drills_of(lesson)}
        drill = tasks.get(name)
        return None if isinstance(drill, GameDrill) else drill

    return chosen(store.due(LESSONS, utc_now()), (), made, most=most)
