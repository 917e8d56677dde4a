"""`access-chess learn`: the course from zero, one lesson after the other, each at the place where it was left."""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from access_chess.command_line.options.errors import InputError
from access_chess.command_line.options.talking import sound_options, talking_options, window_options
from access_chess.command_line.options.told import language_with_text
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.packs.lessons import has_lessons
from access_chess.wiring.sound import SoundOptions

if TYPE_CHECKING:
    from access_chess.wiring.sitting import Sitting


@click.command(cls=ToldCommand)
@click.argument("what", nargs=-1, metavar="[LESSON|list]")
@window_options
@click.option("--board", default="none", show_default=True)
@talking_options
@sound_options
def learn(what: tuple[str, ...], sound: SoundOptions, voices: str, **options: Any) -> None:
    """Learn chess from zero, by ear."""
    from access_chess.wiring.sitting import PracticeOptions, sit_down  # they take their time

    language = language_with_text(
        voices, sound, has_text=has_lessons(voices), offer="lessons_not_here", refusal="lessons_only"
    )
    if language is not None:
        asked = PracticeOptions(voices=language, sound=sound, tablebases=None, **options)
        sit_down(asked, partial(_teach, " ".join(what)))


def _teach(what: str, sitting: "Sitting") -> None:
    from access_chess.wiring.teacher import NoLessonError, Teacher

    try:
        Teacher(sitting).teach(what)
    except NoLessonError as error:
        raise InputError(str(error)) from error
