"""`access-chess train`: practice without an opponent, by ear: the daily round, puzzles, drills, openings, endings."""

from typing import Any

import click

from access_chess.command_line.options.errors import InputError
from access_chess.command_line.practising.options import practice_options
from access_chess.edge.packs.voice_packs import VoicePackError
from access_chess.requests.names import DRILLS

WHAT = ("today", "puzzles", "drill")


@click.command()
@click.argument("what", type=click.Choice(WHAT), default="today")
@click.argument("name", type=click.Choice(tuple(DRILLS.values())), required=False)
@click.option("--count", type=click.IntRange(1, 100), metavar="N", help="How many, instead of the usual number.")
@practice_options
def train(what: str, name: str | None, count: int | None, **options: Any) -> None:
    """Practise: WHAT is one of today, puzzles, drill. Without it, today's round, which ends by itself.

    After drill stands its NAME: colours, diagonal, knight, reach, follow or recall.
    """
    if (name is not None) != (what == "drill"):
        raise InputError(f"A drill has a name: train drill {' or '.join(DRILLS.values())}.")
    from access_chess.command_line.practising.sitting import PracticeOptions, open_sitting  # they take their time
    from access_chess.command_line.practising.trainings import TRAININGS, drill
    from access_chess.edge.practising.store import PracticeStoreError

    try:
        with open_sitting(PracticeOptions(**options)) as sitting:
            if name is None:
                TRAININGS[what](sitting, count)
            else:
                drill(sitting, name)
    except (PracticeStoreError, VoicePackError) as error:
        raise InputError(str(error)) from error
