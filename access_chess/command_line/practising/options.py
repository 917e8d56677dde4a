"""The options of every command of practice."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from access_chess.command_line.options.names import names_option
from access_chess.command_line.options.sound import sound_options
from access_chess.edge.packs.voice_packs import DEFAULT
from access_chess.listening.gate import Activation
from access_chess.speech.announcement import Form

Command = TypeVar("Command", bound=Callable[..., Any])

voices_option = click.option(
    "--voices", default=DEFAULT, show_default=True, help="The voice pack, a folder of voices/."
)

_OPTIONS = (
    voices_option,
    names_option,
    click.option(
        "--form",
        type=click.Choice([each.value for each in Form]),
        default=Form.FIDE.value,
        show_default=True,
        help="How moves are said.",
    ),
    click.option("--input", "inputs", type=click.Choice(["keys", "voice", "both"]), default="keys", show_default=True),
    click.option("--microphone", metavar="NAME", help="The microphone to hear with. Default: the first there is."),
    click.option(
        "--listen",
        type=click.Choice([each.value for each in Activation]),
        default=Activation.OPEN.value,
        show_default=True,
        help="Hear all that is said; what follows a key; or what follows the words hello chess.",
    ),
    sound_options,
)


def practice_options(command: Command) -> Command:
    """Language, form, input and sound, as keywords of the names in `PracticeOptions`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
