"""`access-chess replay`: a game of the journal, heard again as it was told."""

import sys
from collections.abc import Iterator

import chess
import click
import msgspec

from access_chess.command_line.options.talking import sound_options
from access_chess.command_line.options.told import at_pages_option, journal_of
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.laws.events import GameSetUp, MoveMade, MoveSealed
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, new_game
from access_chess.session.announcer import Announcer
from access_chess.session.ports import Entry, Recorded
from access_chess.speech.answers.position import starting_position
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.sound import SoundOptions, open_sound

GAME_NUMBER = click.IntRange(1, 999_999)  # what can be said in words


@click.command(cls=ToldCommand)
@click.argument("game", type=GAME_NUMBER)
@click.option("--voices", default=REFERENCE, show_default=True)
@at_pages_option
@sound_options
def replay(game: int, voices: str, sound: SoundOptions, *, at_pages: bool) -> None:
    """Hear the game with number GAME again."""
    journal = Journal.reading(journal_of(at_pages=at_pages))
    entries = journal.entries(game)
    journal.close()
    _hear_again(entries, load_voice_pack(voices), sound)


def _hear_again(entries: tuple[Entry, ...], pack: VoicePack, sound: SoundOptions) -> None:
    """Tell a game's events from the first to the last, and wait until all is said."""
    speaker = open_sound(pack, sound)
    announcer = Announcer(speaker, NarrationSettings(pack=pack, volunteers=True), screen=sys.stdout)
    start = chess.Board(_set_up(entries).setup.fen)
    try:
        if start.fen() != chess.STARTING_FEN:  # which nobody knows by heart
            announcer.read(starting_position(start, pack), None)
        for recorded in tellings(entries):
            if isinstance(recorded.event, MoveSealed):
                continue  # it is for nobody's ears before the envelope is opened, and then it is told as a move
            announcer.on_event(recorded)
            speaker.drain()
    finally:
        speaker.close()


def tellings(entries: tuple[Entry, ...]) -> Iterator[Recorded]:
    """Each event of a game after the first, with the game before and after it; before them the moves with which the
    record begins, as if they had been made here.
    """
    game = _set_up(entries)
    yield from _made_before(entries[0], game)
    for entry in entries[1:]:
        after = evolve(game, entry.event)
        yield Recorded(number=entry.number, at=entry.at, before=game, event=entry.event, after=after)
        game = after


def _set_up(entries: tuple[Entry, ...]) -> Game:
    """The game with which the record begins."""
    first = entries[0].event
    assert isinstance(first, GameSetUp), f"a game begins with GameSetUp, got: {first!r}"
    return new_game(first)


def _made_before(entry: Entry, begun: Game) -> Iterator[Recorded]:
    """The moves of a game that was read from a file, or was begun in the middle."""
    game = new_game(GameSetUp(setup=msgspec.structs.replace(begun.setup, moves=())))
    for ply in begun.plies:
        made = MoveMade(color=ply.color, move=ply.move, at=entry.at)
        after = begun if len(game.plies) + 1 == len(begun.plies) else evolve(game, made)
        yield Recorded(number=entry.number, at=entry.at, before=game, event=made, after=after)
        game = after
