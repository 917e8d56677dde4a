"""`access-chess train`: practice without an opponent, by ear: the daily round, puzzles, drills, openings, endings."""

from typing import Any

import click

from access_chess.command_line.options.errors import InputError
from access_chess.command_line.practising.options import practice_options
from access_chess.edge.packs.voice_packs import VoicePackError

WHAT = ("today", "puzzles")


@click.command()
@click.argument("what", type=click.Choice(WHAT), default="today")
@click.option("--count", type=click.IntRange(1, 100), metavar="N", help="How many, instead of the usual number.")
@practice_options
def train(what: str, count: int | None, **options: Any) -> None:
    """Practise: WHAT is one of today, puzzles. Without it, today's round, which ends by itself."""
    from access_chess.command_line.practising.sitting import PracticeOptions, open_sitting  # they take their time
    from access_chess.command_line.practising.trainings import TRAININGS
    from access_chess.edge.practising.store import PracticeStoreError

    try:
        with open_sitting(PracticeOptions(**options)) as sitting:
            TRAININGS[what](sitting, count)
    except (PracticeStoreError, VoicePackError) as error:
        raise InputError(str(error)) from error
