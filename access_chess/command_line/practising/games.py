"""Games to be looked at (of the journal by their numbers, or all of a PGN file), and what practice keeps of them.

Kept are the mistakes, to be asked again, and how many blunders the player made. A round of drills is made out of that
file, the puzzles of the program and those of the user.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import chess
from msgspec import Struct

from access_chess.command_line.options.defaults import spoken_pack
from access_chess.command_line.options.errors import wrong
from access_chess.edge.packs.lessons import LessonWords, load_course
from access_chess.edge.practising.puzzle_files import all_decisions, own_puzzles
from access_chess.edge.practising.store import (
    KeptAnalyst,
    PracticeStore,
    PracticeStoreError,
    keep_mistake,
    read_mistake,
)
from access_chess.edge.sheets.files import open_sheet_file
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import journal_file, user_folder
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.machine_clock import utc_now
from access_chess.practice import day
from access_chess.practice.analysis import Analyst, AnalystError
from access_chess.practice.blindfold.memory import QUESTIONS, blindfold_round, next_level
from access_chess.practice.day import chosen
from access_chess.practice.drill import Drill
from access_chess.practice.known_endings import Known, outcome
from access_chess.practice.lesson_drill import KIND as LESSONS
from access_chess.practice.lesson_drills import GameDrill, drills_of
from access_chess.practice.mistake_drill import KIND as MISTAKES
from access_chess.practice.mistake_drill import MistakeDrill
from access_chess.practice.puzzles import KIND as PUZZLES
from access_chess.practice.puzzles import PuzzleDrill
from access_chess.practice.repertoire import KIND as OPENINGS
from access_chess.practice.repertoire import of_the_day
from access_chess.practice.review import Judged, Severity, good_moves, judge, worst


class OpenTable(Struct, frozen=True, kw_only=True):
    """The moves of a game from its first position; `color` is the player's own, None where nobody knows.

    `name` is its number in the journal, or the file's name and its place there. `is_whole`: every move could be read.
    """

    name: str
    start: chess.Board
    moves: tuple[chess.Move, ...]
    color: chess.Color | None = None
    is_whole: bool = True


def games_of(names: Sequence[str]) -> Iterator[OpenTable]:
    """The games that are named; of no name, all of the journal. Raises InputError, JournalError and OSError."""
    numbers = [int(name) for name in names if name.isdecimal()]
    if numbers or not names:
        yield from _of_journal(numbers)
    for name in names:
        if not name.isdecimal():
            yield from _of_file(Path(name))


def game_of(names: Sequence[str], place: int | None) -> OpenTable:
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


def last_game() -> OpenTable:
    """The last game of the journal that has moves. Raises InputError where there is none."""
    found = [game for game in _of_journal([]) if game.moves]
    if not found:
        raise wrong("no_game_with_moves")
    return found[-1]


def _of_journal(numbers: Sequence[int]) -> Iterator[OpenTable]:
    if not journal_file().exists():
        raise wrong("no_game_yet")
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


def _of_file(file: Path) -> Iterator[OpenTable]:
    pack = spoken_pack()
    for place, read in enumerate(open_sheet_file(file, pack).games(pack), start=1):
        yield OpenTable(
            name=f"{file.stem}:{place}",
            start=read.sheet.start,
            moves=tuple(line.move for line in read.certain if line.move is not None),
            is_whole=len(read.certain) == len(read.sheet.lines),
        )


def practice_store() -> PracticeStore:
    """The file of practice. Raises PracticeStoreError."""
    return PracticeStore(user_folder() / "practice.sqlite")


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


def level_of(store: PracticeStore, kind: str) -> int:
    """The level of a drill for the head, by all the rounds of it so far."""
    past = [kept.attempt for kept in store.attempts() if kept.attempt.kind == kind]
    level = 1
    for first in range(0, len(past) - QUESTIONS + 1, QUESTIONS):
        attempts = past[first : first + QUESTIONS]
        times = [attempt.time for attempt in attempts if attempt.is_right]
        level = next_level(kind, level, [attempt.is_right for attempt in attempts], times)
    return level


def drill_round(store: PracticeStore, kind: str) -> tuple[Drill, ...]:
    """Ten questions for the head, as hard as the last ones went well."""
    return blindfold_round(kind, level_of(store, kind), random.random)


def puzzle_round(store: PracticeStore, *, most: int) -> tuple[Drill, ...]:
    """Puzzles that are due, then new ones: those of the user's files first, since they have chosen them."""
    own = {puzzle.name: PuzzleDrill(puzzle=puzzle, number=place) for place, puzzle in enumerate(own_puzzles(), start=1)}
    due = store.due(PUZZLES, utc_now())
    of_user = store.new_puzzles(most) | store.puzzles([name for name in due if name not in own])
    users = {puzzle.name: PuzzleDrill(puzzle=puzzle, number=len(own) + place) for place, puzzle in of_user.items()}
    known = store.known(PUZZLES)
    new = [name for name in (*users, *own) if name not in known]
    return chosen(due, new, (own | users).get, most=most)


def opening_round(store: PracticeStore, *, most: int) -> tuple[Drill, ...]:
    """Decisions of one's own openings that are due, then a few new ones."""
    due, known = store.due(OPENINGS, utc_now()), store.known(OPENINGS)
    return of_the_day(known, due, all_decisions(store), most=most, new=day.NEW_OPENINGS)


def mistake_round(store: PracticeStore, *, most: int, known: Known = outcome) -> tuple[Drill, ...]:
    """Mistakes of one's own that are due, then the latest that were found and never asked."""
    kept, asked = store.texts(MISTAKES), store.known(MISTAKES)
    new = [name for name in reversed(kept) if name not in asked]

    def made(name: str) -> Drill | None:
        return read_mistake(name, kept[name], known=known) if name in kept else None

    return chosen(store.due(MISTAKES, utc_now()), new, made, most=most)


def lesson_round(store: PracticeStore, words: LessonWords, *, most: int) -> tuple[Drill, ...]:
    """Tasks of lessons that are due, and that have words; a whole game is none for between."""

    def made(name: str) -> Drill | None:
        title, _, _ = name.rpartition(".")
        lesson = load_course().lesson(title) if title in words.titles else None
        tasks = {} if lesson is None else {each.name: each for each in drills_of(lesson)}
        drill = tasks.get(name)
        return None if isinstance(drill, GameDrill) else drill

    return chosen(store.due(LESSONS, utc_now()), (), made, most=most)


def look_at(game: Game, number: int, is_stopped: Callable[[], bool]) -> None:
    """Look at a game of the journal that has ended: a review need not wait then, and its mistakes are known.

    What was found is in the file of practice, however early it is stopped.
    Its failures are silent: nobody has asked for this, and who does later is told.
    """
    from access_chess.edge.practising.analysts import open_analyst  # takes its time

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
