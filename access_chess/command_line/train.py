"""`access-chess train`, `learn` and `exam`: practice without an opponent, by ear.

Trained are the daily round, puzzles, drills, openings and endings; learnt is chess from zero, one lesson after the
other, each at the place where it was left; ruled on are cases, each with its article.
"""

import errno
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from access_chess.command_line.options.errors import InputError, wrong
from access_chess.command_line.options.talking import sound_options, talking_options, window_options
from access_chess.command_line.options.told import language_with_text
from access_chess.command_line.options.told_help import KIND, ToldCommand
from access_chess.edge.packs.lessons import has_lessons
from access_chess.laws.editions import Edition
from access_chess.phrased_error import not_written
from access_chess.wiring.sound import SoundOptions

if TYPE_CHECKING:
    from access_chess.wiring.sitting import Sitting

_controllers_option = click.option("--controllers/--no-controllers", default=False)
WHAT = ("today", "puzzles", "drill", "review", "openings", "endings", "statistics")
#: options that only some of these have
_OF_SOME = {
    "count": ("today", "puzzles", "drill", "openings", "endings"),
    "game": ("review",),
    "graph": ("review",),
    "graph_in_words": ("review",),
    "tablebases": ("endings",),
}


class _Training(ToldCommand):
    """The command, each kind of which has a help of its own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; the help may be asked for before or behind the kind."""
        ctx.meta[KIND] = next((each for each in args if each in WHAT), None)
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What stands behind it; the kind is named already, if it is."""
        first = int(bool(ctx.meta.get(KIND)))
        return [piece for place, piece in enumerate(super().collect_usage_pieces(ctx)) if place != first or not first]

    def below(self, ctx: click.Context) -> list[str]:
        """The kinds."""
        return [] if ctx.meta.get(KIND) else list(WHAT)

    def tells_of(self, option: click.Option, ctx: click.Context) -> bool:
        """Whether this kind has the option."""
        kind = ctx.meta.get(KIND)
        return super().tells_of(option, ctx) and (kind is None or kind in _OF_SOME.get(str(option.name), WHAT))


@click.command(cls=_Training)
@click.argument("what", type=click.Choice(WHAT), default="today", metavar="[WHAT]")
@click.argument("items", nargs=-1, metavar="[NAME]...")
@click.option("--count", type=click.IntRange(1, 100), metavar="N")
@click.option("--game", type=click.IntRange(1), metavar="N")
@click.option(
    "--graph",
    type=click.Path(dir_okay=False, path_type=Path),
)
@click.option("--graph-in-words", is_flag=True)
@click.option(
    "--tablebases",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    metavar="FOLDER",
)
@window_options
@click.option("--board", default="none", show_default=True)
@talking_options
@sound_options
def train(
    what: str,
    items: tuple[str, ...],
    count: int | None,
    game: int | None,
    graph: Path | None,
    graph_in_words: bool,
    **options: Any,
) -> None:
    """Practise by ear: today's round, if nothing else is named."""
    from access_chess.wiring.sitting import PracticeOptions, sit_down  # they take their time
    from access_chess.wiring.trainings import TRAININGS, TrainingOptions

    asked = TrainingOptions(names=items, count=count, game=game, graph=graph, graph_in_words=graph_in_words)
    sit_down(PracticeOptions(**options), lambda sitting: TRAININGS[what](sitting, asked))


@click.command(cls=ToldCommand)
@click.argument("what", nargs=-1, metavar="[LESSON|list]")
@window_options
@click.option("--board", default="none", show_default=True)
@_controllers_option
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


USUAL = 20  # cases
#: What concerns whom; an arbiter is asked everything.
_PLAYERS = ("basics", "touch", "clock", "draws", "ending", "conduct")
CONCERNS = {"player": _PLAYERS, "blind": (*_PLAYERS, "blind", "says", "adjournment"), "arbiter": ()}
#: What the cases are about: the folders of their stories.
TOPICS = (
    "adjournment", "arbiter", "basics", "blind", "blitz", "cases", "clock", "conduct", "draws", "ending",
    "irregularity", "old", "quickplay", "rapid", "says", "scoresheet", "soviet", "soviet_draws", "touch",
    "winnability",
)  # fmt: skip


@click.command(cls=ToldCommand)
@click.option("--for", "whom", type=click.Choice(list(CONCERNS)), default="arbiter", show_default=True)
@click.option("--edition", type=click.Choice([each.value for each in Edition]), default=Edition.FIDE_2009.value,
              show_default=True)  # fmt: skip
@click.option("--topic", type=click.Choice(TOPICS))
@click.option("--count", type=click.IntRange(1, 100), default=USUAL, show_default=True, metavar="N")
@click.option("--strict", is_flag=True)
@click.option("--to", "file", type=click.Path(dir_okay=False, path_type=Path))
@window_options
@_controllers_option
@talking_options
@sound_options
def exam(
    whom: str, edition: str, topic: str | None, count: int, strict: bool, file: Path | None, voices: str, **options: Any
) -> None:  # fmt: skip
    """Rule on cases, by ear."""
    from access_chess.edge.packs.cases import has_cases, load_cases  # they take their time
    from access_chess.wiring.examiner import Examiner
    from access_chess.wiring.sitting import PracticeOptions, sit_down

    if not has_cases(voices) and not sys.stdin.isatty():
        raise wrong("cases_only")
    place = None if file is None else file if file.exists() else file.parent
    if place is not None and not os.access(place, os.W_OK):
        raise not_written(OSError(errno.EACCES if place.exists() else errno.ENOENT, "", str(file)))
    cases = [
        case
        for case in load_cases()
        if case.edition.value == edition
        and (topic is None or case.topic == topic)
        and (not CONCERNS[whom] or case.topic in CONCERNS[whom])
    ]
    if not cases:
        raise wrong("cases_none")
    is_typed = options["inputs"] == "keys" and not options["controllers"]  # else the numbers of articles cannot be
    examiner = Examiner(cases, count, file, is_strict=strict, offers_articles=not is_typed)
    sit_down(PracticeOptions(voices=voices, tablebases=None, **options), examiner.examine)
