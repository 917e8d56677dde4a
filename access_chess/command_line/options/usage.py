"""What is said of a command line that cannot be understood: one sentence in the user's language.

click's own words are several lines of English, and all of them would be read aloud.
"""

import re
from typing import Any

import click

from access_chess.command_line.options.errors import InputError, wrong
from access_chess.command_line.options.told_help import help_texts, own_names

_EXTRA = re.compile(
    r"Got unexpected extra arguments? \((?P<words>.*)\)\.?", re.DOTALL
)  # has no class of its own in click


_NO_VALUE = "does not take a value"  # nor has this one
_IS_A_FILE, _IS_A_FOLDER = "is a file", "is a directory"  # nor have these
_PATH = re.compile(r"(\w+) (.*'.*').*", re.DOTALL)  # a kind of file, and which


def usage_error(error: click.UsageError) -> InputError:
    """The sentence about wrong usage; it ends with the command that helps."""
    see = f"{error.ctx.command_path if error.ctx else 'access-chess'} --help"
    match error:
        case click.NoSuchOption(option_name=name):
            near = ", ".join((error.possibilities or ())[:1])
            return wrong("usage_option_near" if near else "usage_option", name=name, near=near, see=see)
        case click.NoSuchCommand(command_name=name):
            return wrong("usage_command", name=repr(name), see=see)
        case click.MissingParameter(param=click.Parameter() as parameter):
            return wrong("usage_missing", name=_name(parameter, error), see=see)
        case click.BadOptionUsage(option_name=name, message=message):
            return wrong("usage_no_value" if _NO_VALUE in message else "usage_lacks_value", name=name, see=see)
        case click.BadParameter(param=click.Parameter() as parameter):
            return _bad_value(parameter, error, see)
        case click.UsageError(message=message) if found := _EXTRA.fullmatch(message):
            return wrong("usage_extra", words=found["words"], see=see)
        case _:
            return wrong("usage_other", problem=error.format_message().rstrip("."), see=see)


def _bad_value(parameter: click.Parameter, error: click.BadParameter, see: str) -> InputError:
    name = _name(parameter, error)
    match parameter.type:
        case click.IntRange() | click.FloatRange() | click.Choice() as kind:
            return wrong_value(name, kind, error, see)
        case click.Path() as kind:
            return wrong(_path_phrase(kind, error), name=name, path=_PATH.sub(r"\2", error.message), see=see)
        case _:
            return wrong("usage_value", name=name, problem=error.message.rstrip("."), see=see)


def _path_phrase(kind: "click.Path", error: click.BadParameter) -> str:
    """What is there in place of what is asked for, or nothing."""
    if not kind.file_okay and _IS_A_FILE in error.message:
        return "usage_path_is_file"
    return "usage_path_is_folder" if not kind.dir_okay and _IS_A_FOLDER in error.message else "usage_path"


def wrong_value(name: str, kind: "click.ParamType[Any]", error: click.BadParameter, see: str) -> InputError:
    """What is said of a value that is none of what an option or a setting takes."""
    match kind:
        case click.IntRange(min=least, max=most) if least is not None and most is not None:
            return wrong("usage_range", name=name, least=least, most=most, see=see)
        case click.FloatRange(min=least, max=most) if least is not None and most is not None:
            return wrong("usage_number", name=name, least=least, most=most, see=see)
        case click.IntRange(min=least) | click.FloatRange(min=least) if least is not None:
            return wrong("usage_from", name=name, least=least, see=see)
        case click.Choice(choices=choices):
            return wrong("usage_choice", name=name, choices=", ".join(map(str, choices)), see=see)
        case _:
            return wrong("usage_value", name=name, problem=error.message.rstrip("."), see=see)


def _name(parameter: click.Parameter, error: click.UsageError) -> str:
    """The option as it is typed, or the argument as the help writes it."""
    if isinstance(parameter, click.Option):
        return parameter.opts[0]
    return own_names(parameter.make_metavar(error.ctx or _NONE), help_texts())


_NONE = click.Context(click.Command("access-chess"))
