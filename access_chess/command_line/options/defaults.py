"""What options are where nobody gives them: the user's settings, then the language of the system.

And `--names`, which every command has that announces moves: what the files are called.
"""

import locale
import os
from collections.abc import Iterable
from typing import Any

import click
from click.core import ParameterSource

from access_chess.edge.packs.voice_packs import REFERENCE, FileNames, load_voice_pack, voice_pack_names
from access_chess.edge.storage.settings import SettingsError, kept_settings
from access_chess.speech.language.voice_pack import VoicePack

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # of the environment; the first that is set counts
_NO_LANGUAGE = ("", "c", "posix")  # what a system says that was not set up for anybody's
_PARAMETERS = {"input": "inputs"}  # where an option is called otherwise in the program
_CONTRARY = {"sound": "no_sound"}  # a setting in the positive, and the option that takes it back

#: Commands that say nothing but moves: where no language is known, in the announcing language of the Laws.
_ANNOUNCING = frozenset({"say"})

names_option = click.option(
    "--names",
    type=click.Choice([each.value for each in FileNames]),
    default=FileNames.PACK.value,
    show_default=True,
)


def default_map(commands: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Click's map of defaults: each command takes what it has an option for. Raises SettingsError."""
    kept: dict[str, Any] = {}
    for key, value in kept_settings().items():
        if key in _CONTRARY:
            kept[_CONTRARY[key]] = not value
        else:
            kept[_PARAMETERS.get(key, key)] = value
    spoken = {"voices": own_language()} | kept
    announcing = spoken if is_language_known() else kept
    return {command: announcing if command in _ANNOUNCING else spoken for command in commands}


def own_language() -> str:
    """The voice pack of the system's language; English where that has none, or the system names no language."""
    language = _named_language()
    return language if language in voice_pack_names() else REFERENCE


def is_language_known() -> bool:
    """Whether the system names the user's language."""
    return _named_language() not in _NO_LANGUAGE


def _named_language() -> str:
    named = next((value for name in _VARIABLES if (value := os.environ.get(name))), None)
    if named is None:
        named = locale.getlocale()[0] or ""
    return named.partition(".")[0].partition("_")[0].lower()


def is_language_guessed() -> bool:
    """Whether the command that runs speaks the system's language, and nobody has asked for it."""
    source = click.get_current_context().get_parameter_source("voices")
    return source is ParameterSource.DEFAULT_MAP and "voices" not in kept_settings()


def is_typed(name: str) -> bool:
    """Whether an option stands on the command line that runs, not in the settings."""
    context = click.get_current_context(silent=True)
    return context is not None and context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def spoken_pack() -> VoicePack:
    """The voice pack that the command was asked for, else that of the settings, of the system, or English."""
    named = click.get_current_context().params["voices"] if is_typed("voices") else None
    for name in (named, _kept_language(), own_language()):
        if name in voice_pack_names():
            return load_voice_pack(str(name))
    return load_voice_pack(REFERENCE)


def _kept_language() -> object:
    """The voice pack of the settings; None where they name none, or cannot be read, which is told elsewhere."""
    try:
        return kept_settings().get("voices")
    except SettingsError:
        return None
