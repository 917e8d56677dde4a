"""The options `--vosk` and `--whisper`: hear with a model that the user has."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, kw_only=True)
class Models:
    """The folder of a Vosk model, or the file or name of a Whisper model; neither: the built-in recogniser hears."""

    vosk: Path | None = None
    whisper: str | None = None


def model_options(command: Command) -> Command:
    """Options for hearing with a model that the user has."""
    command = click.option("--whisper", metavar="MODEL")(command)
    return click.option("--vosk", metavar="FOLDER", type=click.Path(path_type=Path))(command)
