"""What is written down of a game while events change it: each event with all its fields, each field that it changes.

A digest of such a record is kept where a test shall see whether anything at all has become another; the records of
before and after the change then show what it is.
"""

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from enum import Enum
from hashlib import sha256
from pathlib import Path

import chess
import msgspec
from msgspec.structs import fields

from access_chess.laws import winnability
from access_chess.laws.by_color import ByColor
from access_chess.laws.clock import Clock
from access_chess.laws.decide import next_deadline
from access_chess.laws.events import Event
from access_chess.laws.game import EMPTY_HAND, Game, Hand
from access_chess.laws.touch_move import legal_moves, obligation

GOLDEN = Path(__file__).parent.parent / "golden"


def line_of(event: Event, before: Game, after: Game) -> str:
    return " | ".join([told(event), *_changes(before, after), *_follows(after)])


def digest(lines: Sequence[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def digests(file: Path) -> dict[str, str]:
    rows = file.read_text(encoding="utf-8").splitlines()
    return {name: kept for name, _, kept in (row.partition(" ") for row in rows)}


def write_digests(file: Path, records: Iterable[tuple[str, Sequence[str]]]) -> None:
    file.write_text("".join(f"{name} {digest(lines)}\n" for name, lines in records), encoding="utf-8")


def searched_once() -> Callable[..., winnability.WinnabilityVerdict]:
    """In place of `winnability.full`: each position is searched once, since a search takes long."""
    known: dict[tuple[str, chess.Color], winnability.WinnabilityVerdict] = {}
    full = winnability.full

    def once(board: chess.Board, winner: chess.Color, *, nodes: int) -> winnability.WinnabilityVerdict:
        key = (board.fen(), winner)
        if key not in known:
            known[key] = full(board, winner, nodes=nodes)
        return known[key]

    return once


def _changes(before: msgspec.Struct, after: msgspec.Struct) -> list[str]:
    """The fields that are another: of the hand and the clock one by one, of all else as a whole."""
    found: list[str] = []
    for field in fields(after):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if isinstance(new, Hand | Clock) and isinstance(old, Hand | Clock):
            found += [f"{field.name}.{change}" for change in _changes(old, new)]
        elif field.name == "keys" and new != old:
            found.append(f"keys {[new.index(key) for key in new]}")
        elif field.name == "plies" and new != old:
            found.append(f"plies {len(new)} {told(new[-1]) if len(new) > len(old) else ''}")
        elif field.name != "taken" and new != old:
            found.append(f"{field.name} {told(new)}")
    return found


def _follows(game: Game) -> list[str]:
    """What else is known of a game as it stands: its phase, when time next matters, and what touched pieces leave."""
    found = [game.phase.value, told(next_deadline(game))]
    if game.hand != EMPTY_HAND or game.must_play is not None:
        found.append(f"{told(obligation(game).article)} {told(legal_moves(game))}")
    return found


def told(value: object) -> str:
    match value:
        case chess.Board():
            return value.fen()
        case chess.Move():
            return value.uci()
        case timedelta():
            return f"{value.total_seconds():g}s"
        case Enum():
            return value.value if isinstance(value.value, str) else value.name
        case ByColor():
            return f"{told(value.white)}/{told(value.black)}"
        case frozenset():
            return f"{{{' '.join(sorted(map(told, value)))}}}"
        case tuple():
            return f"({' '.join(map(told, value))})"
        case msgspec.Struct():
            given = {field.name: getattr(value, field.name) for field in fields(value)}
            known = {field.name: field.default for field in fields(value)}
            shown = [f"{name}={told(each)}" for name, each in given.items() if each != known[name]]
            return f"{type(value).__name__}({', '.join(shown)})"
    if dataclasses.is_dataclass(value):
        shown = [
            f"{field.name}={told(getattr(value, field.name))}"
            for field in dataclasses.fields(value)
            if getattr(value, field.name) != field.default
        ]
        return f"{type(value).__name__}({', '.join(shown)})"
    return str(value)
