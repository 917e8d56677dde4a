"""How far somebody is in the course, by the stars of its tasks: which lesson comes next, and where it goes on."""

from collections.abc import Mapping
from datetime import timedelta

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.practice.course import Group, Lesson, TellTask
from access_chess.practice.lesson_drill import said
from access_chess.practice.lesson_drills import GameDrill, round_of_lesson
from access_chess.practice.round import MOST_STARS, Round
from access_chess.practice.sentence import Sentence, sentence


class CourseProgress(Struct, frozen=True, kw_only=True):
    """`lessons` are those that there are in a language, in their order.

    `stars` are kept as texts under the names of tasks ("rook.3"); a tale that was told has its own name there, and a
    game that was left its moves.
    """

    lessons: tuple[Lesson, ...]
    stars: Mapping[str, str]

    @property
    def next(self) -> Lesson:
        """The first lesson that has a task without a star; where none has, the first of all."""
        open_ones = (each for each in self.lessons if any(name not in self.stars for name in _names(each)))
        return next(open_ones, self.lessons[0])

    def following(self, lesson: Lesson) -> Lesson | None:
        """The lesson after this one; None after the last."""
        after = self.lessons.index(lesson) + 1
        return self.lessons[after] if after < len(self.lessons) else None

    def place(self, lesson: Lesson) -> int:
        """The first task without a star, and what is told before it; from the beginning where there is none."""
        left = [place for place, _ in lesson.questions if f"{lesson.name}.{place}" not in self.stars]
        if not left or len(left) == len(lesson.questions):
            return 0
        place = left[0] - 1
        while place and isinstance(lesson.tasks[place - 1], TellTask):
            place -= 1
        return place

    def round(self, lesson: Lesson, *, place: int) -> Round:
        """The lesson from this place on; a game in it goes on where it was left."""
        state = round_of_lesson(lesson, place=place)
        drills = tuple(
            replace(drill, played=tuple(map(chess.Move.from_uci, self.stars.get(_game(drill), "").split())))
            if isinstance(drill, GameDrill)
            else drill
            for drill in state.drills
        )
        return replace(state, drills=drills, drill=drills[place])

    def games_left(self, state: Round) -> dict[str, str]:
        """What has changed of the games in a lesson: their moves, each under its name; none where it was done."""
        games = (each for each in state.drills if isinstance(each, GameDrill))
        now = {_game(each): " ".join(map(chess.Move.uci, each.played)) for each in games}
        return {name: moves for name, moves in now.items() if moves != self.stars.get(name, "")}

    def begins(self, lesson: Lesson, time: timedelta) -> Sentence:
        """What is said first, before it begins or goes on; it takes about that time."""
        title, place = sentence(f"{lesson.name}.title"), self.place(lesson)
        if not place:
            return said("begins", title=title, count=len(lesson.questions), time=time)
        number = sum(each <= place for each, _ in lesson.questions) + 1
        return said("goes_on", title=title, number=number, most=len(lesson.questions))

    def state(self, lesson: Lesson) -> Sentence:
        """ "seven stars of fifteen", without an end: a part of a sentence."""
        had = [self.stars[name] for name in _names(lesson) if name in self.stars]
        if not had:
            return said("not_begun")
        if lesson.group is Group.OLD_TALES:
            return said("heard_before")
        return said("stars_of", count=sum(map(int, had)), most=MOST_STARS * len(lesson.questions))


def _game(drill: GameDrill) -> str:
    return f"{drill.name} game"


def _names(lesson: Lesson) -> tuple[str, ...]:
    """The names under which stars are kept; a tale has its own alone."""
    if lesson.group is Group.OLD_TALES:
        return (lesson.name,)
    return tuple(f"{lesson.name}.{place}" for place, _ in lesson.questions)
