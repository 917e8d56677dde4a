"""`access-chess replay`: a game of the journal, heard again as it was told."""

import sys
from collections.abc import Iterator

import click

from access_chess.command_line.options.at_pages import at_pages_option, journal_of
from access_chess.command_line.options.errors import InputError, error_words, not_written
from access_chess.command_line.options.sound import SoundOptions, open_sound, sound_options
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.packs.voice_packs import DEFAULT, VoicePackError, load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.laws.events import GameSetUp, MoveSealed
from access_chess.laws.evolve import evolve
from access_chess.laws.game import new_game
from access_chess.session.announcer import Announcer
from access_chess.session.ports import Entry, JournalError, Recorded
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings

GAME_NUMBER = click.IntRange(1, 999_999)  # what can be said in words


@click.command(cls=ToldCommand)
@click.argument("game", type=GAME_NUMBER)
@click.option("--voices", default=DEFAULT, show_default=True)
@at_pages_option
@sound_options
def replay(game: int, voices: str, sound: SoundOptions, *, at_pages: bool) -> None:
    """Hear the game with number GAME again."""
    try:
        journal = Journal.reading(journal_of(at_pages=at_pages))
        entries = journal.entries(game)
        journal.close()
        _hear_again(entries, load_voice_pack(voices), sound)
    except (JournalError, VoicePackError) as error:
        raise InputError(error_words(error)) from error
    except OSError as error:
        raise not_written(error) from error


def _hear_again(entries: tuple[Entry, ...], pack: VoicePack, sound: SoundOptions) -> None:
    """Tell a game's events from the first to the last, and wait until all is said."""
    speaker = open_sound(pack, sound)
    announcer = Announcer(speaker, NarrationSettings(pack=pack, volunteers=True), screen=sys.stdout)
    try:
        for recorded in tellings(entries):
            if isinstance(recorded.event, MoveSealed):
                continue  # it is for nobody's ears before the envelope is opened, and then it is told as a move
            announcer.on_event(recorded)
            speaker.drain()
    finally:
        speaker.close()


def tellings(entries: tuple[Entry, ...]) -> Iterator[Recorded]:
    """Each event of a game after the first, with the game before and after it."""
    first = entries[0].event
    assert isinstance(first, GameSetUp), f"a game begins with GameSetUp, got: {first!r}"
    game = new_game(first)
    for entry in entries[1:]:
        after = evolve(game, entry.event)
        yield Recorded(number=entry.number, at=entry.at, before=game, event=entry.event, after=after)
        game = after
