"""The option `--tell` of every command with a clock: when the time is told unasked."""

import click

from access_chess.command_line.options.errors import wrong
from access_chess.profile import Profile
from access_chess.speech.answers.schedule import SILENT, STANDARD, Schedule, ScheduleError, parse_schedule

tell_option = click.option(
    "--tell",
    metavar="SCHEDULE",
)


def schedule_of(tell: str | None, profile: str) -> Schedule:
    """What was asked for, or what the profile has. Raises InputError."""
    if tell is None:
        return SILENT if profile == Profile.TOURNAMENT else STANDARD
    try:
        return parse_schedule(tell)
    except ScheduleError as error:
        raise wrong("tell_unread", error=error) from error
