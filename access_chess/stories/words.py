"""What the words of a step stand for: players, times, results, questions."""

from datetime import timedelta

import chess

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    Question,
    Result,
)
from access_chess.stories.scene import Scene
from access_chess.stories.story import COLORS, seconds


def color_named(scene: Scene, word: str) -> chess.Color:
    """The player that this word names."""
    if word not in COLORS:
        raise scene.fail(f"a player is white or black, not {word!r}")
    return COLORS[word]


def question_asked(scene: Scene) -> Question:
    """What the assistant or the clock is asked."""
    try:
        return Question(scene.rest)
    except ValueError as error:
        raise scene.fail("asked are moves, times or my-time") from error


def times_noted(scene: Scene) -> ByColor[timedelta | None]:
    """What the step's `noted` says of the displays."""
    noted = scene.step.noted
    if noted is None:
        raise scene.fail("what is noted? (noted = {white = S, black = S})")
    times = [None if number is None else seconds(number) for number in (noted.white, noted.black)]
    return ByColor(times[0], times[1])


def result_named(scene: Scene) -> Result:
    """The result behind the verb."""
    try:
        return Result(scene.rest)
    except ValueError as error:
        raise scene.fail(f"a result is one of {', '.join(result.value for result in Result)}") from error
