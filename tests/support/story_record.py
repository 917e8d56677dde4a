"""`python -m tests.support.story_record [FILE...]`: all that happens in stories, and what it makes of the game.

A story says what matters to an arbiter; its record is the rest. `tests/golden/stories.txt` has a digest of each record,
which `--write` brings up to date.
"""

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from access_chess.command_line.story import read_announcement, said_of
from access_chess.laws.events import Event
from access_chess.laws.game import Game
from access_chess.stories.runner import Failure, run_story
from access_chess.stories.story import Story, read_stories
from tests.support.game_record import GOLDEN, line_of, write_digests

FOLDER = Path(__file__).parent.parent / "stories"
DIGESTS = GOLDEN / "stories.txt"


def name_of(file: Path) -> str:
    return file.relative_to(FOLDER).with_suffix("").as_posix()


@cache
def stories_of(file: Path) -> tuple[Story, ...]:
    return read_stories(file.read_text(encoding="utf-8"), title=file.name)


def recorded(story: Story) -> tuple[Failure | None, list[str]]:
    """What does not hold of a story, and the record of it, a line an event."""
    lines = [story.title]
    is_heard = any(step.says is not None for step in story.steps)

    def narrator(event: Event, before: Game, after: Game) -> Sequence[str]:
        lines.append(line_of(event, before, after))
        return said_of(event, before, after) if is_heard else ()

    return run_story(story, reader=read_announcement, narrator=narrator), lines


def record_of(file: Path) -> list[str]:
    return [line for story in stories_of(file) for line in recorded(story)[1]]


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write_digests(DIGESTS, ((name_of(file), record_of(file)) for file in sorted(FOLDER.rglob("*.toml"))))
    for each in sys.argv[1:] if sys.argv[1:] != ["--write"] else ():
        print(each, *record_of(Path(each)), sep="\n")  # noqa: T201
