"""The options by which a model of the user's hears: `--vosk`, `--whisper`, one for each row of the registry."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from access_chess.command_line.options.errors import wrong
from access_chess.edge.recognisers.registry import WITH_MODELS, Model


def model_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options for hearing with a model that the user has; the command gets it as `model`, None: the built-in hears."""

    @wraps(command)
    def with_model(*args: Any, **given: Any) -> Any:
        models = [Model(kind=kind, name=name) for kind in WITH_MODELS if (name := given.pop(kind)) is not None]
        if len(models) > 1:
            raise wrong("models_one", options=" ".join(f"--{model.kind}" for model in models))
        return command(*args, model=models[0] if models else None, **given)

    for kind in reversed(WITH_MODELS):
        with_model = click.option(f"--{kind}", metavar="MODEL")(with_model)
    return with_model
