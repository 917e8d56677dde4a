"""Games to be looked at: of the journal by their numbers, or all of a PGN file."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import chess

from access_chess.command_line.options.defaults import spoken_pack
from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.sheets import open_sheet_file
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import journal_file
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """The moves of a game from its first position; `color` is the player's own, None where nobody knows.

    `name` is its number in the journal, or the file's name and its place there. `is_whole`: every move could be read.
    """

    name: str
    start: chess.Board
    moves: tuple[chess.Move, ...]
    color: chess.Color | None = None
    is_whole: bool = True


def games_of(names: Sequence[str]) -> Iterator[PlayedGame]:
    """The games that are named; of no name, all of the journal. Raises InputError, JournalError and OSError."""
    numbers = [int(name) for name in names if name.isdecimal()]
    if numbers or not names:
        yield from _of_journal(numbers)
    for name in names:
        if not name.isdecimal():
            yield from _of_file(Path(name))


def game_of(names: Sequence[str], place: int | None) -> PlayedGame:
    """The one game that is meant: in a file the one at this place, else the first that has moves; of no name, the last
    of the journal. Raises InputError where there is none, or it has no moves, and JournalError.
    """
    if not names:
        return last_game()
    games = games_of(names[:1])
    if place is None:
        game = next((each for each in games if each.moves), None)
    else:
        game = next(islice(games, place - 1, None), None)
    if game is None or not game.moves:
        raise wrong("no_game_in", path=names[0])
    return game


def last_game() -> PlayedGame:
    """The last game of the journal that has moves. Raises InputError where there is none."""
    found = [game for game in _of_journal([]) if game.moves]
    if not found:
        raise wrong("no_game_with_moves")
    return found[-1]


def _of_journal(numbers: Sequence[int]) -> Iterator[PlayedGame]:
    if not journal_file().exists():
        raise wrong("no_game_yet")
    with closing(Journal.reading(journal_file())) as journal:
        wanted = numbers or [listed.game for listed in journal.games()]
        for number in wanted:
            yield played(replay(entry.event for entry in journal.entries(number)), str(number))


def played(game: Game, name: str) -> PlayedGame:
    """A game of the journal: the person's color, where one person played a program."""
    persons = [color for color in chess.COLORS if not game.setup.players[color].is_program]
    moves = tuple(ply.move for ply in game.plies)
    start = game.plies[0].before if game.plies else game.board
    color = persons[0] if len(persons) == 1 else None
    return PlayedGame(name=name, start=start.copy(stack=False), moves=moves, color=color)


def _of_file(file: Path) -> Iterator[PlayedGame]:
    pack = spoken_pack()
    for place, read in enumerate(open_sheet_file(file, pack).games(pack), start=1):
        yield PlayedGame(
            name=f"{file.stem}:{place}",
            start=read.sheet.start,
            moves=tuple(line.move for line in read.certain if line.move is not None),
            is_whole=len(read.certain) == len(read.sheet.lines),
        )
