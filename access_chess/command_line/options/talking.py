"""The options of every command that talks with a player: the sound, the language, how moves are said and heard, when
the time is told, the window, the boards, and the number by which an arbiter is known where others type, too.
"""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from access_chess.board.ports import NO_BOARD
from access_chess.command_line.options.defaults import names_option
from access_chess.command_line.options.errors import wrong
from access_chess.edge.packs.voice_packs import REFERENCE
from access_chess.edge.recognisers.registry import WITH_MODELS, Model
from access_chess.edge.screen_reader import Speech
from access_chess.edge.window.themes import BY_NAME
from access_chess.listening.gate import Activation
from access_chess.profile import Profile
from access_chess.speech.announcement import Form
from access_chess.speech.answers.clock import SILENT, STANDARD, Schedule, ScheduleError, parse_schedule
from access_chess.speech.utterance import NORMAL_RATE
from access_chess.wiring.sound import SoundOptions

Command = TypeVar("Command", bound=Callable[..., Any])

_FILE = click.Path(dir_okay=False, path_type=Path)
_SOUND = (
    click.option("--rate", type=click.IntRange(80, 900), default=NORMAL_RATE, show_default=True),
    click.option("--no-sound/--sound", "no_sound", default=False),
    click.option("--speech", type=click.Choice([each.value for each in Speech])),
    click.option("--wav", type=_FILE),
    click.option("--transcript", type=_FILE),
)


def sound_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that speaks, which gets them as one argument, `sound`."""

    @wraps(command)
    def with_sound(
        *args: Any,
        rate: int,
        no_sound: bool,
        speech: str | None,
        wav: Path | None,
        transcript: Path | None,
        **rest: Any,
    ) -> Any:
        speaking = None if speech is None else Speech(speech)
        sound = SoundOptions(rate=rate, no_sound=no_sound, speech=speaking, wav=wav, transcript=transcript)
        return command(*args, sound=sound, **rest)

    for option in reversed(_SOUND):
        with_sound = option(with_sound)
    return with_sound


headsets_option = click.option(
    "--headsets",
    nargs=2,
    metavar="WHITE BLACK",
)


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


tell_option = click.option(
    "--tell",
    metavar="SCHEDULE",  # when the time is told unasked
)


def schedule_of(tell: str | None, profile: str) -> Schedule:
    """What was asked for, or what the profile has. Raises InputError."""
    if tell is None:
        return SILENT if profile == Profile.TOURNAMENT else STANDARD
    try:
        return parse_schedule(tell)
    except ScheduleError as error:
        raise wrong("tell_unread", error=error) from error


def _checked(_context: click.Context, _parameter: click.Parameter, pin: str | None) -> str | None:
    if pin is not None and not pin.isdecimal():
        raise wrong("pin_number", text=repr(pin))
    return pin


arbiter_pin_option = click.option(
    "--arbiter-pin",
    metavar="PIN",
    callback=_checked,
)


_WINDOW = (
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
    for option in reversed(_WINDOW):
        command = option(command)
    return command


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


def board_names(text: str) -> tuple[str, ...]:
    """The boards of `--board`: none, one, or two with a comma between. Raises NoBoardError."""
    if text == NO_BOARD:
        return ()
    from access_chess.edge.boards.registry import named_boards  # takes its time, which a game without a board can save

    return named_boards(text)
