"""Whose games are meant: those of this machine's own journal, or those at the pages of its hall."""

from pathlib import Path

import click

from access_chess.edge.storage.places import journal_file, pages_file

at_pages_option = click.option("--hall", "at_pages", is_flag=True)


def journal_of(*, at_pages: bool) -> Path:
    """The file of the journal that is meant; it may not exist yet."""
    return pages_file() if at_pages else journal_file()
