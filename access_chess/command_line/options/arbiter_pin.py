"""The number by which an arbiter is known at a keyboard that others use, too."""

import click

from access_chess.command_line.options.errors import wrong


def _checked(_context: click.Context, _parameter: click.Parameter, pin: str | None) -> str | None:
    if pin is not None and not pin.isdecimal():
        raise wrong("pin_number", text=repr(pin))
    return pin


arbiter_pin_option = click.option(
    "--arbiter-pin",
    metavar="PIN",
    callback=_checked,
)
