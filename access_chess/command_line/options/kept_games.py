"""What the player is told of his journal besides his games: a new form, a damage, a file that is gone."""

import click

from access_chess.edge.storage.damage import Damage
from access_chess.edge.storage.held_games import HeldGames
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import journal_file
from access_chess.session.announcer import Announcer
from access_chess.session.patient_store import is_of_the_disk
from access_chess.session.ports import JournalError
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart


def tell_new_form(journal: Journal, announcer: Announcer, pack: VoicePack) -> None:
    """That the journal was brought up from an earlier version, and where that one is."""
    if journal.old is not None:
        announcer.reply(pack.phrase("journal_brought_up", file=str(journal.old)), None)


def last_unfinished(journal: Journal, pack: VoicePack, *, is_clock_alone: bool = False) -> int | None:
    """The game to be taken up, if there is one; damaged ones are passed over, and that is said. Raises JournalError."""
    number = journal.last_unfinished(is_clock_alone=is_clock_alone)
    found = journal.passed_over(number)
    for index, damage in enumerate(found, 1):
        saving = pack.phrase("journal_saving") if index == len(found) else ""
        told = pack.phrase("journal_passed_over", damaged=damaged(damage, pack), saving=saving)
        click.echo(told.text.rstrip(), err=True)
    return number


def opened_journal(*, is_needed: bool) -> tuple[Journal, JournalError | None]:
    """The journal; where nothing can be written, one in memory, and why. Raises JournalError where it `is_needed`."""
    try:
        return Journal(journal_file()), None
    except JournalError as error:
        if is_needed or not is_of_the_disk(error):
            raise
        return Journal(None), error


def held_games(failure: JournalError | None) -> HeldGames:
    """Who plays which game of the journal; where that is in memory (`failure` tells why) nobody else does."""
    return HeldGames(journal_file() if failure is None else None)


def damaged(damage: Damage, pack: VoicePack) -> SpokenPart:
    """Which game is damaged, and where."""
    return pack.phrase("journal_damaged", game=str(damage.game), entry=str(damage.entry), problem=damage.problem)
