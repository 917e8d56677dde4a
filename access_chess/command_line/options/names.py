"""The option `--names` of every command that announces moves: what the files are called."""

import click

from access_chess.edge.packs.voice_packs import FileNames

names_option = click.option(
    "--names",
    type=click.Choice([each.value for each in FileNames]),
    default=FileNames.PACK.value,
    show_default=True,
)
