"""Training between two games of `play`, with what the player is talked to there."""

from contextlib import ExitStack

from access_chess.command_line.options.errors import InputError, error_words
from access_chess.command_line.practising.sitting import Sitting, Talk
from access_chess.command_line.practising.trainings import TRAININGS, Asked
from access_chess.phrased_error import DataFileError, PhrasedError


def train(talk: Talk, what: str, number: int) -> None:
    """The review of this game of the journal, or the round of the day; what goes wrong is told, and play goes on."""
    asked = Asked(names=(str(number),) if what == "review" else ())
    with ExitStack() as closing_all:
        try:
            sitting = Sitting(talk, closing_all, is_reading=True)
            TRAININGS[what](sitting, asked)
            if not sitting.is_reading:
                talk.reader.proceed()
        except (InputError, PhrasedError, DataFileError) as error:
            problem = error.message if isinstance(error, InputError) else error_words(error)
            talk.announcer.reply(talk.language.pack.phrase("trouble", problem=problem.rstrip(".")), None)
