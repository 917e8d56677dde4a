"""`--speech`: who speaks, the program or the user's screen reader."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from access_chess.speech.who_speaks import Speech

Command = TypeVar("Command", bound=Callable[..., Any])

_CHOSEN = f"{__name__}.chosen"  # where the choice of the command that runs is kept


def _choose(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    context.meta[_CHOSEN] = None if value is None else Speech(value)


speech_option = click.option(
    "--speech",
    type=click.Choice([each.value for each in Speech]),
    expose_value=False,
    callback=_choose,
)


def chosen_speech() -> Speech | None:
    """Who speaks by the command line or the settings; None: nobody has chosen."""
    context = click.get_current_context(silent=True)
    chosen: Speech | None = None if context is None else context.meta.get(_CHOSEN)
    return chosen
