"""What the player is told of his journal besides his games: a new form, a damage, a file that is gone."""

import click

from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.journal_examination import SAVING
from access_chess.session.announcer import Announcer
from access_chess.speech.language.voice_pack import VoicePack


def tell_new_form(journal: Journal, announcer: Announcer, pack: VoicePack) -> None:
    """That the journal was brought up from an earlier version, and where that one is."""
    if journal.old is not None:
        announcer.reply(pack.phrase("journal_brought_up", file=str(journal.old)), None)


def last_unfinished(journal: Journal, *, is_clock_alone: bool = False) -> int | None:
    """The game to be taken up, if there is one; damaged ones are passed over, and that is said. Raises JournalError."""
    number = journal.last_unfinished(is_clock_alone=is_clock_alone)
    for damage in journal.passed_over(number):
        click.echo(f"{damage} It is passed over. {SAVING}", err=True)
    return number
