"""Mistakes of the player in the file of practice, so that they can be asked again on another day."""

import chess
import msgspec

from access_chess.edge.practising.store import PracticeStore
from access_chess.practice.analysis import Line
from access_chess.practice.known_endings import Known, outcome
from access_chess.practice.mistake_drill import KIND, MistakeDrill, mistake_drill
from access_chess.practice.position import after, position_of, position_text
from access_chess.practice.review import Judged


class _Kept(msgspec.Struct, frozen=True):
    start: str
    moves: tuple[str, ...]
    move: str
    best: tuple[int, int | None, tuple[str, ...]]
    reply: tuple[int, int | None, tuple[str, ...]] | None
    good: tuple[str, ...]


def keep_mistake(
    store: PracticeStore,
    name: str,
    start: chess.Board,
    moves: tuple[chess.Move, ...],
    mistake: Judged,
    good: frozenset[chess.Move],
    *,
    known: Known = outcome,
) -> MistakeDrill:
    """Keep a mistake under its name; the drill that it makes."""
    kept = _Kept(
        start=position_text(start),
        moves=_texts(moves),
        move=mistake.move.uci(),
        best=_written(mistake.best),
        reply=None if mistake.reply is None else _written(mistake.reply),
        good=_texts(tuple(good)),
    )
    store.keep_text(KIND, name, msgspec.json.encode(kept).decode())
    return mistake_drill(name, start, moves, mistake, good, known=known)


def read_mistake(name: str, text: str, *, known: Known = outcome) -> MistakeDrill:
    """The drill of a mistake that was kept."""
    kept = msgspec.json.decode(text, type=_Kept)
    start, moves = position_of(kept.start), _moves(kept.moves)
    mistake = Judged(
        ply=len(moves),
        board=after(start, *moves),
        move=chess.Move.from_uci(kept.move),
        best=_read(kept.best),
        reply=None if kept.reply is None else _read(kept.reply),
    )
    return mistake_drill(name, start, moves, mistake, frozenset(_moves(kept.good)), known=known)


def _written(line: Line) -> tuple[int, int | None, tuple[str, ...]]:
    return line.score, line.mate, _texts(line.moves)


def _read(line: tuple[int, int | None, tuple[str, ...]]) -> Line:
    score, mate, moves = line
    return Line(score=score, mate=mate, moves=_moves(moves))


def _texts(moves: tuple[chess.Move, ...]) -> tuple[str, ...]:
    return tuple(move.uci() for move in moves)


def _moves(texts: tuple[str, ...]) -> tuple[chess.Move, ...]:
    return tuple(map(chess.Move.from_uci, texts))
