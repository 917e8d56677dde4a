"""What `train` can be told: one function for each word."""

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

from msgspec import Struct

from access_chess.edge.packs.lessons import has_lessons, load_lessons
from access_chess.edge.practising.games import BLUNDERS, OpenTable, game_of, remember
from access_chess.edge.practising.judge import Judge
from access_chess.edge.practising.puzzle_files import write_graph
from access_chess.edge.practising.rounds import (
    drill_round,
    lesson_round,
    level_of,
    mistake_round,
    opening_round,
    puzzle_round,
)
from access_chess.edge.practising.store import KeptAnalyst
from access_chess.machine_clock import monotonic_clock, utc_now
from access_chess.notation.vocabulary import folded
from access_chess.phrased_error import DataFileError, PhrasedError, cause, not_written
from access_chess.practice import day
from access_chess.practice.analysis import Analyst, AnalystError
from access_chess.practice.day import Day, statistics
from access_chess.practice.drill import Drill
from access_chess.practice.ending_drill import (
    RookEnding,
    TrainedEnding,
    ending_drill,
    material_drill,
    rook_ending_drill,
)
from access_chess.practice.position import after
from access_chess.practice.repertoire import KIND as OPENINGS
from access_chess.practice.review import Judged, judge, summary
from access_chess.practice.sentence import Listed, Sentence, sentence
from access_chess.requests.names import DRILLS, RequestName
from access_chess.requests.words import Words
from access_chess.session.leaving import Leaving
from access_chess.speech.language.voice_pack import trouble_words
from access_chess.wiring.sitting import Sitting, Talk


class TrainingOptions(Struct, frozen=True, kw_only=True):
    """What was asked for beside the word."""

    names: tuple[str, ...] = ()
    count: int | None = None
    game: int | None = None
    graph: Path | None = None
    graph_in_words: bool = False


Training = Callable[[Sitting, TrainingOptions], None]

MOST_OPENINGS = 20  # a day
USUAL = 10  # puzzles in a row, where nobody says how many
PROGRESS = timedelta(seconds=10)  # after that it is told how far the tasks or the review are


def _today(sitting: Sitting, asked: TrainingOptions) -> None:
    """What is due and a little that is new, of fixed length."""
    words = load_lessons(sitting.language.pack.name)
    sitting.speak(words.pack.phrases, words.typed)
    today = Day(
        lessons=lesson_round(sitting.store, words, most=day.LESSONS),
        puzzles=puzzle_round(sitting.store, most=asked.count or day.PUZZLES),
        openings=opening_round(sitting.store, most=day.OPENINGS),
        mistakes=mistake_round(sitting.store, most=day.MISTAKES, known=sitting.judge.known),
    )
    _run_due(sitting, today.drills, _told(today), sentence("today_begin"))


def _puzzles(sitting: Sitting, asked: TrainingOptions) -> None:
    _run_due(sitting, puzzle_round(sitting.store, most=asked.count or USUAL))


def _openings(sitting: Sitting, asked: TrainingOptions) -> None:
    _run_due(sitting, opening_round(sitting.store, most=asked.count or MOST_OPENINGS))


def _run_due(sitting: Sitting, drills: Sequence[Drill], *preface: Sentence) -> None:
    if drills:
        sitting.run(drills, preface=preface)
    else:
        sitting.say(sentence("drill_nothing_due"))


def _drill(sitting: Sitting, asked: TrainingOptions) -> None:
    """A round of questions for the head; a new level is told."""
    kind = _kind_of(asked.names, sitting.language.words.commands)
    if kind is None:
        raise PhrasedError("drill_names", drills=" or ".join(DRILLS.values()))
    level = level_of(sitting.store, kind)
    sitting.say(sentence("drill_level", level=level))
    sitting.run(drill_round(sitting.store, kind))
    if (now := level_of(sitting.store, kind)) != level:
        sitting.say(sentence("drill_level_next", level=now))


def _kind_of(names: Sequence[str], commands: Mapping[Words, RequestName]) -> str | None:
    """The drill of this name; one that is typed within a round counts too, with or without its first word."""
    named = " ".join(names).casefold()
    if named in DRILLS.values():
        return named
    found = {DRILLS[name] for words, name in commands.items() if name in DRILLS and folded(named) in (words, words[1:])}
    return found.pop() if named and len(found) == 1 else None


def _endings(sitting: Sitting, asked: TrainingOptions) -> None:
    """One ending after the other, of the kind that is named, or one of each."""
    known = (*TrainedEnding, *RookEnding)
    names = asked.names or known
    unknown = next((name for name in names if name not in known and not sitting.judge.has_endings_of(name)), None)
    if unknown is not None:
        raise PhrasedError("no_ending", name=repr(unknown), known=", ".join(known))
    if any(name not in set(RookEnding) for name in names):
        sitting.say(sentence("training_ending_table"))
    if any(name in set(RookEnding) for name in names) and sitting.judge.analyst is None:
        sitting.say(sentence("training_ending_needs_stockfish"))
        names = tuple(name for name in names if name not in set(RookEnding))
    if drills := _worked_out([name for name in names for _ in range(asked.count or 1)], sitting):
        sitting.run(drills)


def _worked_out(names: Sequence[str], sitting: Sitting) -> Sequence[Drill]:
    """A task of each; it is told how far they are, and none are left where the player leaves meanwhile."""
    drills: list[Drill] = []
    told = monotonic_clock()
    for name in names:
        drills.append(_ending(name, sitting.judge))
        so_far = sentence("done_so_far", done=len(drills), total=len(names))
        if sitting.is_left(so_far):
            return ()
        if monotonic_clock() - told > PROGRESS and len(drills) < len(names):
            told = monotonic_clock()
            sitting.say(so_far)
    return drills


def _ending(name: str, judge: Judge) -> Drill:
    """A new task: of the kinds that the program knows, of rooks, or of the men that are named."""
    if name in set(TrainedEnding):
        return ending_drill(TrainedEnding(name), random.random)
    if name in set(RookEnding):
        return rook_ending_drill(RookEnding(name), random.random, judge)
    drill = material_drill(name, random.random, judge.known, judge)
    if drill is None:
        raise PhrasedError("tablebases_no_task", name=name)
    return drill


def _review(sitting: Sitting, asked: TrainingOptions) -> None:
    """The game is looked at, with a word of how far it is, then each bad move is asked about."""
    game = game_of(asked.names, asked.game, sitting.language.pack)
    _reviewed(sitting, game, asked.graph, in_words=asked.graph_in_words)


def _reviewed(sitting: Sitting, game: OpenTable, graph_file: Path | None, *, in_words: bool) -> None:
    """Look at one game, and train its mistakes."""
    analyst = sitting.judge.analyst
    if analyst is None:
        sitting.say(sentence("review_needs_stockfish"))
        return
    if not game.is_whole:
        sitting.say(sentence("review_read_to", number=_last_number(game)))
    kept = sitting.judge.exactly(KeptAnalyst(analyst, sitting.store))
    try:
        judged = _judged(sitting, game, kept)
        if judged is None:
            return
        drills = remember(sitting.store, game, judged, kept, known=sitting.judge.known)
    except AnalystError as error:
        raise PhrasedError("stockfish_silent") from error
    if sitting.is_left(_so_far(judged, game)):
        return
    sitting.say(summary(judged, game.color))
    chances = [each.chance for each in judged]
    if graph_file is not None:
        try:
            write_graph(graph_file, chances, game.name)
        except OSError as error:
            raise not_written(error) from error
    heard = sitting.graph_of(judged)
    if in_words:
        heard.tell()
    if drills:
        sitting.run(drills, graph=heard)
    else:
        sitting.say(sentence("review_none"))


def _last_number(game: OpenTable) -> int:
    """The number of its last move."""
    return after(game.start, *game.moves[:-1]).fullmove_number


def _judged(sitting: Sitting, game: OpenTable, analyst: Analyst) -> list[Judged] | None:
    """Every move looked at; None where the player has left meanwhile."""
    judged: list[Judged] = []
    told = monotonic_clock()
    for each in judge(game.start, game.moves, analyst):
        judged.append(each)
        if sitting.is_left(_so_far(judged, game)):
            return None
        if monotonic_clock() - told > PROGRESS:
            told = monotonic_clock()
            sitting.say(_so_far(judged, game))
    return judged


def _so_far(judged: Sequence[Judged], game: OpenTable) -> Sentence:
    return sentence("review_so_far", done=len(judged), count=len(game.moves))


def _statistics(sitting: Sitting, asked: TrainingOptions) -> None:
    """How practice goes, a line each."""
    attempts = [(kept.at.astimezone().date(), kept.attempt) for kept in sitting.store.attempts()]
    due = len(sitting.store.due(OPENINGS, utc_now()))
    blunders = [int(count) for count in sitting.store.texts(BLUNDERS).values()]
    today = utc_now().astimezone().date()
    sitting.say(*statistics(attempts, today, openings_due=due, blunders=blunders))


def _told(today: Day) -> Sentence:
    """ "Today: eight puzzles, five opening moves. About twelve minutes."."""
    counted = (
        ("today_lessons", today.lessons),
        ("today_puzzles", today.puzzles),
        ("today_openings", today.openings),
        ("today_mistakes", today.mistakes),
    )
    parts = tuple(sentence(key, count=len(drills)) for key, drills in counted if drills)
    return sentence("today", parts=Listed(parts), time=sentence("today_minutes", count=today.minutes))


TRAININGS: dict[str, Training] = {
    "today": _today,
    "puzzles": _puzzles,
    "drill": _drill,
    "review": _review,
    "openings": _openings,
    "endings": _endings,
    "statistics": _statistics,
}


def _lessons(sitting: Sitting, what: str) -> None:
    """The lesson that was asked for, or one of the list."""
    from access_chess.wiring.teacher import Teacher  # few games need it

    if has_lessons(sitting.language.pack.name):
        Teacher(sitting).teach_between(what)
    else:
        sitting.say(sentence("lessons_only"))


def train_between(talk: Talk, leaving: Leaving, number: int, lesson: str) -> None:
    """While a game of `play` waits, or before the next: its review by its number in the journal, the lesson of this
    name, or the round of the day. What goes wrong is told, and play goes on.
    """
    with ExitStack() as closing_all:
        try:
            sitting = Sitting(talk, closing_all, is_reading=True)
            match leaving:
                case Leaving.REVIEW:
                    _review(sitting, TrainingOptions(names=(str(number),)))
                case Leaving.LESSON:
                    _lessons(sitting, lesson)
                case _:
                    _today(sitting, TrainingOptions())
            if not sitting.is_reading:
                talk.reader.proceed()
        except (PhrasedError, DataFileError) as error:
            trouble = PhrasedError("trouble", problem=cause(error))
            talk.announcer.reply(trouble_words(trouble, talk.language.pack), None)
