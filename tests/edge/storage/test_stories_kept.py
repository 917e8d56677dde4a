"""Whatever the stories of the Laws lead to can be kept and read again: no event without a text, no false alarm."""

from datetime import timedelta
from pathlib import Path

import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.laws.clock import Instant
from access_chess.laws.commands import StartClock
from access_chess.laws.decide import advance, set_up
from access_chess.laws.events import Event, GameSetUp
from access_chess.laws.evolve import replay
from access_chess.stories import runner
from access_chess.stories.story import Story, read_stories
from tests.edge.storage.test_journal import WALL
from tests.support.searched_once import _searched_once  # noqa: F401

STORIES = Path(__file__).parents[2] / "stories"


def told(story: Story, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Instant, tuple[Event, ...]]]:
    """All events of a story after the first, with their instants."""
    steps: list[tuple[Instant, tuple[Event, ...]]] = []
    take = runner._take

    def remembered(*arguments: object) -> runner.StepOutcome:
        outcome = take(*arguments)  # type: ignore[arg-type]
        steps.append((outcome.at, outcome.events))
        return outcome

    monkeypatch.setattr(runner, "_take", remembered)
    if not story.steps or story.steps[0].do != "start":
        steps.append((timedelta(), advance(replay(set_up(story.setup)), StartClock(), at=timedelta())[1]))
    runner.run_story(story)
    monkeypatch.undo()
    return steps


@pytest.mark.usefixtures("_searched_once")
@pytest.mark.parametrize("folder", sorted(folder.name for folder in STORIES.iterdir() if any(folder.glob("*.toml"))))
def test_stories_are_kept(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(None)
    for file in sorted((STORIES / folder).glob("*.toml")):
        by_edition = read_stories(file.read_text(encoding="utf-8"), title=file.name)
        for story in by_edition[:: max(1, len(by_edition) - 1)]:  # by the first and the last of its editions
            (first,) = set_up(story.setup)
            assert isinstance(first, GameSetUp)
            game = journal.begin(first, WALL)
            kept: list[Event] = [first]
            for at, following in told(story, monkeypatch):
                journal.append(game, len(kept), following, at=at, wall=WALL + at)
                kept.extend(following)
            assert [entry.event for entry in journal.entries(game)] == kept, story.title
    assert journal.games()
    journal.close()
