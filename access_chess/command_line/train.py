"""`access-chess train`: practice without an opponent, by ear: the daily round, puzzles, drills, openings, endings."""

from pathlib import Path
from typing import Any

import click

from access_chess.command_line.options.errors import InputError, error_words
from access_chess.command_line.options.sound import sound_options
from access_chess.command_line.options.talking import talking_options
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.command_line.options.window import window_options
from access_chess.edge.packs.voice_packs import VoicePackError
from access_chess.session.ports import PhrasedError

WHAT = ("today", "puzzles", "drill", "review", "openings", "endings", "statistics")


@click.command(cls=ToldCommand)
@click.argument("what", type=click.Choice(WHAT), default="today")
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
    from access_chess.command_line.practising.sitting import PracticeOptions, sit_down  # they take their time
    from access_chess.command_line.practising.trainings import TRAININGS, Asked

    asked = Asked(names=items, count=count, game=game, graph=graph, graph_in_words=graph_in_words)
    try:
        sit_down(PracticeOptions(**options), lambda sitting: TRAININGS[what](sitting, asked))
    except (PhrasedError, VoicePackError) as error:
        raise InputError(error_words(error)) from error
