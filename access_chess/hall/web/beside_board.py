"""What stands beside a board: over and under it a strip for each player, and the list of the moves in pairs."""

from collections.abc import Iterable

import chess
from msgspec import Struct

from access_chess.hall.rules.view import BoardView
from access_chess.hall.web.frames import shown_time, turn_shown
from access_chess.laws.by_color import ByColor
from access_chess.speech.announcement import Form, announce
from access_chess.speech.language.voice_pack import VoicePack


class Strip(Struct, frozen=True, kw_only=True):
    """One player: color, name, what their display shows (empty: no clocks), whether it `runs`, and whether the player
    `is_due`, that is to move.
    """

    color: str
    name: str
    time: str
    runs: bool
    is_due: bool


class WrittenMove(Struct, frozen=True, array_like=True):
    """A move in short notation; `ply` is its place, counted from 0, which is White's first move."""

    ply: int
    text: str


class Pair(Struct, frozen=True, kw_only=True):
    """The moves of one number; Black's alone where the record begins with it."""

    number: int
    moves: tuple[WrittenMove, ...]


def strips_of(view: BoardView, names: ByColor[str], *, seen_by: chess.Color = chess.WHITE) -> tuple[Strip, Strip]:
    """The upper strip and the lower one, for who sits on the side of this color."""

    def strip(color: chess.Color) -> Strip:
        name = chess.COLOR_NAMES[color]
        return Strip(
            color=name,
            name=names[color],
            time="" if view.clock is None else shown_time(view, color),
            runs=view.clock is not None and view.clock.runs is color,
            is_due=turn_shown(view) == name,
        )

    return strip(not seen_by), strip(seen_by)


def next_ply(board: chess.Board | BoardView) -> int:
    """The ply that is to be made in a position."""
    number = board.move_number if isinstance(board, BoardView) else board.fullmove_number
    return 2 * (number - 1) + (board.turn is chess.BLACK)


def written(before: chess.Board, move: chess.Move, pack: VoicePack) -> WrittenMove:
    """A move as it stands in the list: in short notation, and where it was illegal by its squares."""
    is_legal = before.is_legal(move)
    text = announce(before, move, pack, form=Form.SAN).text if is_legal else move.uci()
    return WrittenMove(next_ply(before), text)


def pairs_of(moves: Iterable[WrittenMove]) -> tuple[Pair, ...]:
    """The moves, pair by pair."""
    found: dict[int, list[WrittenMove]] = {}
    for move in moves:
        found.setdefault(move.ply // 2 + 1, []).append(move)
    return tuple(Pair(number=number, moves=tuple(pair)) for number, pair in found.items())
