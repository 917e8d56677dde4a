"""`python -m tests.support.story_record [FILE...]`: all that happens in stories, and what it makes of the game.

A story says what matters to an arbiter. Its record is the rest: each event with all its fields, each field of the game
that it changes. `tests/golden/stories.txt` has a digest of each record, which `--write` brings up to date; where one
differs, the records of the story before and after the change show what is another.
"""

import sys
from collections.abc import Sequence
from datetime import timedelta
from enum import Enum
from hashlib import sha256
from pathlib import Path

import chess
import msgspec
from msgspec.structs import fields

from access_chess.command_line.story import read_announcement, said_of
from access_chess.laws.by_color import ByColor
from access_chess.laws.clock import Clock
from access_chess.laws.decide import next_deadline
from access_chess.laws.events import Event
from access_chess.laws.game import EMPTY_HAND, Game, Hand
from access_chess.laws.touch_move import legal_moves, obligation
from access_chess.stories.runner import Failure, run_story
from access_chess.stories.story import Story, read_stories

FOLDER = Path(__file__).parent.parent / "stories"
DIGESTS = Path(__file__).parent.parent / "golden" / "stories.txt"


def name_of(file: Path) -> str:
    return file.relative_to(FOLDER).with_suffix("").as_posix()


def stories_of(file: Path) -> tuple[Story, ...]:
    return read_stories(file.read_text(encoding="utf-8"), title=file.name)


def recorded(story: Story) -> tuple[Failure | None, list[str]]:
    """What does not hold of a story, and the record of it, a line an event."""
    lines = [story.title]
    is_heard = any(step.says is not None for step in story.steps)

    def narrator(event: Event, before: Game, after: Game) -> Sequence[str]:
        lines.append(" | ".join([_told(event), *_changes(before, after), *_follows(after)]))
        return said_of(event, before, after) if is_heard else ()

    return run_story(story, reader=read_announcement, narrator=narrator), lines


def digest(lines: Sequence[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def digests() -> dict[str, str]:
    rows = DIGESTS.read_text(encoding="utf-8").splitlines()
    return {name: kept for name, _, kept in (row.partition(" ") for row in rows)}


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
            found.append(f"plies {len(new)} {_told(new[-1]) if len(new) > len(old) else ''}")
        elif field.name != "taken" and new != old:
            found.append(f"{field.name} {_told(new)}")
    return found


def _follows(game: Game) -> list[str]:
    """What else is known of a game as it stands: its phase, when time next matters, and what touched pieces leave."""
    found = [game.phase.value, _told(next_deadline(game))]
    if game.hand != EMPTY_HAND or game.must_play is not None:
        found.append(f"{_told(obligation(game).article)} {_told(legal_moves(game))}")
    return found


def _told(value: object) -> str:
    match value:
        case chess.Board():
            return value.fen()
        case chess.Move():
            return value.uci()
        case timedelta():
            return f"{value.total_seconds():g}s"
        case Enum():
            return str(value.value)
        case ByColor():
            return f"{_told(value.white)}/{_told(value.black)}"
        case tuple():
            return f"({' '.join(map(_told, value))})"
        case msgspec.Struct():
            given = {field.name: getattr(value, field.name) for field in fields(value)}
            known = {field.name: field.default for field in fields(value)}
            shown = [f"{name}={_told(each)}" for name, each in given.items() if each != known[name]]
            return f"{type(value).__name__}({', '.join(shown)})"
    return str(value)


def main(arguments: Sequence[str]) -> None:
    is_written = "--write" in arguments
    named = [Path(each).resolve() for each in arguments if each != "--write"]
    rows: list[str] = []
    for file in named or sorted(FOLDER.rglob("*.toml")):
        lines = [line for story in stories_of(file) for line in recorded(story)[1]]
        rows.append(f"{name_of(file)} {digest(lines)}\n")
        if not is_written:
            print(f"# {name_of(file)}", *lines, sep="\n")  # noqa: T201
    if is_written:
        DIGESTS.write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
