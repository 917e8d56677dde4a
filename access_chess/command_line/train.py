"""`access-chess train`: practice without an opponent, by ear: the daily round, puzzles, drills, openings, endings."""

from pathlib import Path
from typing import Any

import click

from access_chess.command_line.options.talking import sound_options, talking_options, window_options
from access_chess.command_line.options.told_help import KIND, ToldCommand

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
