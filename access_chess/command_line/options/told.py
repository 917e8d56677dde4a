"""What a command that is no game says: sentences on the screen, and aloud where there is sound.

Of the journal it tells what is besides its games: a damage, a file that is gone.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import click

from access_chess.command_line.options.errors import wrong
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.damage import Damage
from access_chess.edge.storage.held_games import HeldGames
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import journal_file, pages_file
from access_chess.edge.terminal.text import shown
from access_chess.requests.names import RequestName
from access_chess.requests.typed_line import typed_answer
from access_chess.session.disk import is_of_the_disk
from access_chess.session.ports import JournalError
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart, Utterance
from access_chess.wiring.sound import SoundOptions, open_sound


def tell(parts: Iterable[SpokenPart], speaker: Speaker | None = None) -> None:
    """One line each; a number in words that begins a sentence has a capital letter."""
    for part in parts:
        text = shown(part.text)
        click.echo(text[:1].upper() + text[1:])
        if speaker is not None:
            speaker.say(Utterance(parts=(part,)))


def tell_aloud(parts: Iterable[SpokenPart], pack: VoicePack, sound: SoundOptions) -> None:
    """The same, and aloud to its end. Raises InputError."""
    speaker = open_sound(pack, sound)
    try:
        tell(parts, speaker)
        speaker.drain()
    finally:
        speaker.close()


def language_with_text(voices: str, sound: SoundOptions, *, has_text: bool, offer: str, refusal: str) -> str | None:
    """The language in which a text is heard: tongues never mix, so English is offered where this one has no such text.

    None where English is not wanted. `offer` and `refusal` are phrases. Raises InputError where nobody can be asked.
    """
    pack = load_voice_pack(voices)
    if has_text:
        return voices
    if not sys.stdin.isatty():
        raise wrong(refusal)
    tell_aloud([pack.phrase(offer)], pack, sound)
    is_wanted = typed_answer(sys.stdin.readline(), load_typed_words(voices)) is RequestName.YES
    return REFERENCE if is_wanted else None


def tell_passed_over(journal: Journal, chosen: int | None, pack: VoicePack) -> None:
    """Of the games that might be taken up, say which are damaged. Raises JournalError."""
    found = journal.passed_over(chosen)
    for index, damage in enumerate(found, 1):
        saving = pack.phrase("journal_saving") if index == len(found) else ""
        told = pack.phrase("journal_passed_over", damaged=damaged(damage, pack), saving=saving)
        click.echo(told.text.rstrip(), err=True)


class KeptGames(NamedTuple):
    """The journal, which is in memory where its `failure` tells why, and who plays which game of it."""

    journal: Journal
    held: HeldGames
    failure: JournalError | None


@contextmanager
def kept_games(*, is_needed: bool) -> Iterator[KeptGames]:
    """The games of this machine; where nothing can be written, in memory. Raises JournalError where it `is_needed`."""
    failure: JournalError | None = None
    try:
        journal = Journal(journal_file())
    except JournalError as error:
        if is_needed or not is_of_the_disk(error):
            raise
        journal, failure = Journal(None), error
    with closing(journal), closing(HeldGames(journal_file() if failure is None else None)) as held:
        yield KeptGames(journal, held, failure)


def damaged(damage: Damage, pack: VoicePack) -> SpokenPart:
    """Which game is damaged, and where."""
    return pack.phrase("journal_damaged", game=str(damage.game), entry=str(damage.entry), problem=damage.problem)


at_pages_option = click.option("--hall", "at_pages", is_flag=True)


def journal_of(*, at_pages: bool) -> Path:
    """The file of the journal that is meant; it may not exist yet."""
    return pages_file() if at_pages else journal_file()
