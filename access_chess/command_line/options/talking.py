"""The options of every command that talks with a player: the language, and how moves are said and heard."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
from msgspec.structs import replace

from access_chess.command_line.options.names import names_option
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.packs.voice_packs import REFERENCE, FileNames, with_file_names
from access_chess.listening.gate import Activation
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.announcement import Form

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--voices", default=REFERENCE, show_default=True),
    names_option,
    click.option(
        "--form",
        type=click.Choice([each.value for each in Form]),
        default=Form.FIDE.value,
        show_default=True,
    ),
    click.option("--input", "inputs", type=click.Choice(["keys", "voice", "both"]), default="keys", show_default=True),
    click.option("--microphone", metavar="NAME"),
    click.option(
        "--listen",
        type=click.Choice([each.value for each in Activation]),
        default=Activation.OPEN.value,
        show_default=True,
    ),
)


def talking_options(command: Command) -> Command:
    """As keywords `voices`, `names`, `form`, `inputs`, `microphone` and `listen`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def language_of(voices: str, names: str, form: str) -> PlayerLanguage:
    """What the player is spoken to in, and understood in. Raises VoicePackError."""
    language = load_language(voices, Form(form))
    return replace(language, pack=with_file_names(language.pack, FileNames(names)))
