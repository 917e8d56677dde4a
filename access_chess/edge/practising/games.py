"""Games to be looked at (of the journal by their numbers, or all of a PGN file), and what practice keeps of them.

Kept are the mistakes, to be asked again, and how many blunders the player made.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import chess
from msgspec import Struct

from access_chess.edge.practising.analysts import open_analyst
from access_chess.edge.practising.store import (
    KeptAnalyst,
    PracticeStore,
    PracticeStoreError,
    keep_mistake,
    practice_store,
)
from access_chess.edge.sheets.files import open_sheet_file
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import journal_file
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.phrased_error import PhrasedError
from access_chess.practice.analysis import Analyst, AnalystError
from access_chess.practice.known_endings import Known, outcome
from access_chess.practice.mistake_drill import MistakeDrill
from access_chess.practice.review import Judged, Severity, good_moves, judge, worst
from access_chess.speech.language.voice_pack import VoicePack


class OpenTable(Struct, frozen=True, kw_only=True):
    """The moves of a game from its first position; `color` is the player's own, None where nobody knows.

    `name` is its number in the journal, or the file's name and its place there. `is_whole`: every move could be read.
    """

    name: str
    start: chess.Board
    moves: tuple[chess.Move, ...]
    color: chess.Color | None = None
    is_whole: bool = True


def games_of(names: Sequence[str], pack: VoicePack) -> Iterator[OpenTable]:
    """The games that are named; of no name, all of the journal. The names of men in a file are the pack's.

    Raises PhrasedError, JournalError and OSError.
    """
    numbers = [int(name) for name in names if name.isdecimal()]
    if numbers or not names:
        yield from _of_journal(numbers)
    for name in names:
        if not name.isdecimal():
            yield from _of_file(Path(name), pack)


def game_of(names: Sequence[str], place: int | None, pack: VoicePack) -> OpenTable:
    """The one game that is meant: in a file the one at this place, else the first that has moves; of no name, the last
    of the journal. Raises PhrasedError where there is none, or it has no moves, and JournalError.
    """
    if not names:
        return last_game()
    games = games_of(names[:1], pack)
    if place is None:
        game = next((each for each in games if each.moves), None)
    else:
        game = next(islice(games, place - 1, None), None)
    if game is None or not game.moves:
        raise PhrasedError("no_game_in", path=names[0])
    return game


def last_game() -> OpenTable:
    """The last game of the journal that has moves. Raises PhrasedError where there is none."""
    found = [game for game in _of_journal([]) if game.moves]
    if not found:
        raise PhrasedError("no_game_with_moves")
    return found[-1]


def _of_journal(numbers: Sequence[int]) -> Iterator[OpenTable]:
    if not journal_file().exists():
        raise PhrasedError("no_game_yet")
    with closing(Journal.reading(journal_file())) as journal:
        wanted = numbers or [listed.game for listed in journal.games()]
        for number in wanted:
            yield played(replay(entry.event for entry in journal.entries(number)), str(number))


def played(game: Game, name: str) -> OpenTable:
    """A game of the journal: the person's color, where one person played a program."""
    persons = [color for color in chess.COLORS if not game.setup.players[color].is_program]
    moves = tuple(ply.move for ply in game.plies)
    start = game.plies[0].before if game.plies else game.board
    color = persons[0] if len(persons) == 1 else None
    return OpenTable(name=name, start=start.copy(stack=False), moves=moves, color=color)


def _of_file(file: Path, pack: VoicePack) -> Iterator[OpenTable]:
    for place, read in enumerate(open_sheet_file(file, pack).games(pack), start=1):
        yield OpenTable(
            name=f"{file.stem}:{place}",
            start=read.sheet.start,
            moves=tuple(line.move for line in read.certain if line.move is not None),
            is_whole=len(read.certain) == len(read.sheet.lines),
        )


BLUNDERS = "blunders"  # the kind of text under which their number is kept


def remember(
    store: PracticeStore,
    game: OpenTable,
    judged: Sequence[Judged],
    analyst: Analyst,
    *,
    known: Known = outcome,
) -> tuple[MistakeDrill, ...]:
    """Keep them; the drills that the mistakes make."""
    if game.color is not None:
        own = [each for each in judged if each.board.turn is game.color and each.severity is Severity.BLUNDER]
        store.keep_text(BLUNDERS, game.name, str(len(own)))
    return tuple(
        keep_mistake(
            store,
            f"{game.name}-{each.ply}",
            game.start,
            game.moves[: each.ply],
            each,
            good_moves(each, analyst),
            known=known,
        )
        for each in worst(judged, game.color)
    )


def look_at(game: Game, number: int, is_stopped: Callable[[], bool]) -> None:
    """Look at a game of the journal that has ended: a review need not wait then, and its mistakes are known.

    What was found is in the file of practice, however early it is stopped.
    Its failures are silent: nobody has asked for this, and who does later is told.
    """
    try:
        analyst = open_analyst()
        if analyst is None:
            return
        with closing(analyst), closing(practice_store()) as store:
            kept, judged, looked_at = KeptAnalyst(analyst, store), [], played(game, str(number))
            for each in judge(looked_at.start, looked_at.moves, kept):
                judged.append(each)
                if is_stopped():
                    return
            remember(store, looked_at, judged, kept)
    except (AnalystError, PracticeStoreError):
        return
