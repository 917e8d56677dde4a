"""One step of a story while it is read: its words, what they stand for (players, times, results, questions), and the
game before it.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta

import chess
from msgspec import Struct

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    Question,
    Result,
)
from access_chess.laws.game import Game
from access_chess.stories.story import COLORS, StepText, StoryError, seconds

#: Reads what was said or written into the legal moves that it can mean; the spoken forms live outside the Laws.
Reader = Callable[[str, chess.Board], Sequence[chess.Move]]


class Scene(Struct, frozen=True, kw_only=True):
    """One step being read: the game before it, and whether the opponent's acceptance follows at the same instant."""

    step: StepText
    game: Game
    reader: Reader
    is_accepted_at_once: bool = False

    @property
    def words(self) -> list[str]:
        """The step's `do`, word by word."""
        return self.step.do.split()

    @property
    def rest(self) -> str:
        """All that stands behind the verb."""
        return self.step.do.strip().partition(" ")[2].strip()

    def unlike(self, *forms: str) -> StoryError:
        """This step is not written in one of these forms, which are words of the format in every language."""
        return StoryError("story_form", like="; ".join(forms))

    def square(self, index: int) -> chess.Square:
        """The square at this place of the step."""
        return self.squares(index)[0]

    def squares(self, start: int = 1) -> tuple[chess.Square, ...]:
        """All squares from this place on."""
        try:
            squares = tuple(chess.parse_square(word) for word in self.words[start:])
        except ValueError as error:
            raise self.unlike(f"{self.words[0]} e4") from error
        if not squares:
            raise self.unlike(f"{self.words[0]} e4")
        return squares


def color_named(scene: Scene, word: str) -> chess.Color:
    """The player that this word names."""
    if word not in COLORS:
        raise scene.unlike(*chess.COLOR_NAMES)
    return COLORS[word]


def question_asked(scene: Scene) -> Question:
    """What the assistant or the clock is asked."""
    try:
        return Question(scene.rest)
    except ValueError as error:
        raise scene.unlike(*(f"{scene.words[0]} {each.value}" for each in Question)) from error


def times_noted(scene: Scene) -> ByColor[timedelta | None]:
    """What the step's `noted` says of the displays."""
    noted = scene.step.noted
    if noted is None:
        raise scene.unlike("noted = {white = 600, black = 600}")
    times = [None if number is None else seconds(number) for number in (noted.white, noted.black)]
    return ByColor(times[0], times[1])


def result_named(scene: Scene) -> Result:
    """The result behind the verb."""
    try:
        return Result(scene.rest)
    except ValueError as error:
        raise scene.unlike(*(f"{scene.words[0]} {result.value}" for result in Result)) from error
