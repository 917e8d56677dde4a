"""The options of commands that have a window beside the terminal."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from access_chess.edge.window.themes import BY_NAME

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--ui", type=click.Choice(["terminal", "window"]), default="terminal", show_default=True),
    click.option(
        "--theme",
        type=click.Choice(list(BY_NAME)),
        default=next(iter(BY_NAME)),
        show_default=True,
    ),
    click.option(
        "--zoom",
        type=click.FloatRange(0.75, 3.0),
        default=1.0,
        show_default=True,
        metavar="FACTOR",
    ),
    click.option("--figures", is_flag=True),
)


def window_options(command: Command) -> Command:
    """As keywords `ui`, `theme`, `zoom` and `figures`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
