"""The verbs of stories: what each `do` asks of the game."""

import difflib

import chess
from msgspec.structs import replace

from access_chess.laws import commands
from access_chess.laws.commands import (
    AssistantAct,
    Command,
    StopReason,
    assistant_of,
    player,
)
from access_chess.stories.arbiter_verbs import ARBITER_VERBS
from access_chess.stories.player_verbs import PLAYER_VERBS
from access_chess.stories.scene import Scene, color_named, question_asked
from access_chess.stories.story import COLORS, StoryError

#: All that a step may begin with; format.md explains each.
VERBS = (*PLAYER_VERBS, *ARBITER_VERBS, "move", "move-unwritten", "stop-clocks", "tell", "wait")


def commands_of(scene: Scene) -> tuple[Command, ...]:
    """The commands that a step asks for. Raises StoryError when it is none of a story."""
    if not scene.words:
        raise StoryError("story_unknown")
    if scene.words[0] in ("move", "move-unwritten"):
        color = _by(scene)
        return (PLAYER_VERBS["play"](scene, color), commands.PressClock(color=color))
    by = scene.step.by or ""
    if by.startswith("assistant-"):
        color = color_named(scene, by.removeprefix("assistant-"))
        return (replace(_act(scene, color), author=assistant_of(color)),)
    return (_command(scene),)


def _by(scene: Scene) -> chess.Color:
    """Who acts, with the defaults of the format."""
    game, step = scene.game, scene.step
    if step.by is not None:
        return color_named(scene, step.by)
    running = game.clock.running
    if scene.words[0] in ("press", "offer-draw", "put-back", "stop-clocks") and running is not None:
        return running
    if scene.words[0] == "correct" and game.announcement is not None:
        return game.announcement.color
    return game.turn


def _command(scene: Scene) -> Command:
    verb = scene.words[0]
    if verb == "wait":
        return commands.TimePassed()
    if verb in ARBITER_VERBS and (verb != "appeal" or len(scene.words) > 1):
        command = ARBITER_VERBS[verb](scene)
        return replace(command, author=player(COLORS[by])) if (by := scene.step.by) in COLORS else command
    if verb == "stop-clocks":
        known = {reason.value: reason for reason in StopReason}
        reason = known.get(scene.rest, StopReason.OTHER)
        is_arbiter = scene.step.by == "arbiter"
        return commands.StopClocks(reason=reason, color=None if is_arbiter else _by(scene))
    if verb not in PLAYER_VERBS:
        near = difflib.get_close_matches(verb, VERBS, n=3)
        raise StoryError("story_near", like=", ".join(near)) if near else StoryError("story_unknown")
    return PLAYER_VERBS[verb](scene, _by(scene))


def _act(scene: Scene, color: chess.Color) -> AssistantAct:
    command = commands.Tell(color=color, question=question_asked(scene)) if scene.words[0] == "tell" else None
    if command is not None:
        return command
    if scene.words[0] not in ("announce", "repeat", "press", "play", "write", "claim"):
        raise StoryError("story_duty")
    act = PLAYER_VERBS[scene.words[0]](scene, color)
    if not isinstance(act, AssistantAct):
        raise StoryError("story_duty")
    return act
