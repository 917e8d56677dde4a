"""`access-chess train`: practice without an opponent, by ear: the daily round, puzzles, drills, openings, endings."""

from pathlib import Path
from typing import Any

import click

from access_chess.command_line.options.errors import InputError, error_words
from access_chess.command_line.options.sound import sound_options
from access_chess.command_line.options.talking import talking_options
from access_chess.command_line.options.window import window_options
from access_chess.edge.packs.voice_packs import VoicePackError
from access_chess.session.ports import PhrasedError

WHAT = ("today", "puzzles", "drill", "review", "openings", "endings", "statistics")


@click.command()
@click.argument("what", type=click.Choice(WHAT), default="today")
@click.argument("items", nargs=-1, metavar="[NAME]...")
@click.option("--count", type=click.IntRange(1, 100), metavar="N", help="How many, instead of the usual number.")
@click.option("--game", type=click.IntRange(1), metavar="N", help="Of a review: the N-th game of a PGN. Default: 1.")
@click.option(
    "--graph",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Of a review: how the game went, as a sound (.wav) or a picture (.svg).",
)
@click.option("--graph-in-words", is_flag=True, help="Of a review: the same in words.")
@click.option(
    "--tablebases",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    metavar="FOLDER",
    help="A folder of Syzygy files, by which endings are judged; their men may then be named, such as krkn.",
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
    """Practise by ear: WHAT is today, puzzles, drill, review, openings, endings or statistics; today if none is named.

    After drill stands its NAME: colours, diagonal, knight, reach, follow or recall; after review a game's number in the
    journal or a PGN file; after endings their kind. Each ends by itself, and the word stop leaves it.
    """
    from access_chess.command_line.practising.sitting import PracticeOptions, sit_down  # they take their time
    from access_chess.command_line.practising.trainings import TRAININGS, Asked

    asked = Asked(names=items, count=count, game=game, graph=graph, graph_in_words=graph_in_words)
    try:
        sit_down(PracticeOptions(**options), lambda sitting: TRAININGS[what](sitting, asked))
    except (PhrasedError, VoicePackError) as error:
        raise InputError(error_words(error)) from error
