"""A review by ear: the game is looked at, with a word of how far it is, then each bad move is asked about."""

import time
from collections.abc import Sequence
from pathlib import Path

from access_chess.command_line.options.errors import wrong
from access_chess.command_line.practising.games import OpenTable, remember
from access_chess.command_line.practising.sitting import Sitting
from access_chess.edge.practising.puzzle_files import write_graph
from access_chess.edge.practising.store import KeptAnalyst
from access_chess.phrased_error import not_written
from access_chess.practice.analysis import Analyst, AnalystError
from access_chess.practice.mistake_drill import MistakeDrill, mistake_drill
from access_chess.practice.position import after
from access_chess.practice.review import Judged, good_moves, judge, summary, worst
from access_chess.practice.sentence import Sentence, sentence

PROGRESS = 10.0  # seconds


def review(sitting: Sitting, game: OpenTable, graph_file: Path | None = None, *, in_words: bool = False) -> None:
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
        raise wrong("stockfish_silent") from error
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


def mistakes_of(games: Sequence[OpenTable], analyst: Analyst, most: int) -> tuple[MistakeDrill, ...]:
    """The worst mistakes of games that have been looked at, so many at most."""
    found = []
    for game in games:
        judged = list(judge(game.start, game.moves, analyst))
        found += [(each.drop, game, each) for each in worst(judged, game.color)]
    found.sort(key=lambda entry: -entry[0])
    return tuple(
        mistake_drill(f"{game.name}-{each.ply}", game.start, game.moves[: each.ply], each, good_moves(each, analyst))
        for _, game, each in found[:most]
    )


def _last_number(game: OpenTable) -> int:
    """The number of its last move."""
    return after(game.start, *game.moves[:-1]).fullmove_number


def _judged(sitting: Sitting, game: OpenTable, analyst: Analyst) -> list[Judged] | None:
    """Every move looked at; None where the player has left meanwhile."""
    judged: list[Judged] = []
    told = time.monotonic()
    for each in judge(game.start, game.moves, analyst):
        judged.append(each)
        if sitting.is_left(_so_far(judged, game)):
            return None
        if time.monotonic() - told > PROGRESS:
            told = time.monotonic()
            sitting.say(_so_far(judged, game))
    return judged


def _so_far(judged: Sequence[Judged], game: OpenTable) -> Sentence:
    return sentence("review_so_far", done=len(judged), count=len(game.moves))
