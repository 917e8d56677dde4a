"""`access-chess help`: the same as `--help` behind a command, for those who look for it there."""

import click

from access_chess.command_line.options.told_help import ToldCommand


@click.command(name="help", cls=ToldCommand)
@click.argument("command", nargs=-1)
@click.pass_context
def help_(context: click.Context, command: tuple[str, ...]) -> None:
    """Tell how a command is used, the same as --help behind it."""
    program = context.find_root()
    context.exit(program.command.main([*command, "--help"], prog_name=program.info_name, standalone_mode=False) or 0)
