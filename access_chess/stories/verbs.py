"""The verbs of stories: what each `do` asks of the game, of a player or of the arbiter."""

import difflib
import re
from collections.abc import Callable
from datetime import timedelta

import chess
from msgspec.structs import replace

from access_chess.laws import commands
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    AssistantAct,
    Command,
    PenaltyKind,
    StopReason,
    Verdict,
    assistant_of,
    player,
)
from access_chess.laws.position import moves_of_score
from access_chess.stories.player_verbs import PLAYER_VERBS
from access_chess.stories.scene import Scene, color_named, question_asked, result_named, times_noted
from access_chess.stories.story import COLORS, StoryError, seconds

FOUND = ("displaced", "wrong-setup", "wrong-clock", "board-turned", "colours-reversed")


def _find(scene: Scene) -> Command:
    match scene.words[1:]:
        case ["displaced", *_]:
            return commands.FindDisplaced(squares=scene.squares(2) if len(scene.words) > 2 else ())
        case ["wrong-setup"]:
            return commands.FindWrongSetup()
        case ["wrong-setup", _]:
            return commands.FindWrongSetup(square=scene.square(2))
        case ["wrong-clock", *schedule] if schedule in ([], ["schedule"]):
            return commands.FindWrongClock(noted=times_noted(scene), schedule_suffers=bool(schedule))
        case ["board-turned"]:
            return commands.FindBoardTurned()
        case ["colours-reversed"]:
            return commands.FindColorsReversed()
        case _:
            raise scene.unlike(*(f"find {what}" for what in FOUND))


def _find_illegal(scene: Scene) -> Command:
    match scene.words[1:]:
        case [number, color] if re.fullmatch(r"[0-9]{1,9}", number):
            return commands.FindIllegalMove(number=int(number), color=color_named(scene, color))
        case _:
            raise scene.unlike("find-illegal 12 white")


def _boards_differ(scene: Scene) -> Command:
    scores = scene.step.scores
    if scores is None:
        raise scene.unlike('scores = {white = "1. e4", black = "1. e4"}')
    return commands.CompareBoards(scores=ByColor(moves_of_score(scores.white), moves_of_score(scores.black)))


def _time_of(scene: Scene, index: int) -> timedelta:
    try:
        return seconds(float(scene.words[index]))
    except (IndexError, ValueError) as error:
        raise scene.unlike(f"{scene.words[0]} white 60") from error


def _player_of(scene: Scene) -> chess.Color:
    return color_named(scene, scene.words[1] if len(scene.words) > 1 else "")


def _penalty(scene: Scene) -> Command:
    color = _player_of(scene)
    try:
        kind = PenaltyKind(scene.words[2])
    except (IndexError, ValueError) as error:
        raise scene.unlike(*(f"penalty white {kind.value}" for kind in PenaltyKind)) from error
    time = _time_of(scene, 3) if len(scene.words) > 3 else timedelta()
    return commands.ImposePenalty(color=color, kind=kind, time=time)


def _rule(scene: Scene) -> Command:
    try:
        return commands.Rule(verdict=Verdict(scene.rest))
    except ValueError as error:
        raise scene.unlike(*(f"rule {verdict.value}" for verdict in Verdict)) from error


def _declare(scene: Scene) -> Command:
    return commands.Declare(result=result_named(scene))


def _reconstruct(scene: Scene) -> Command:
    if scene.rest not in ("", "impossible"):
        raise scene.unlike("reconstruct", "reconstruct impossible")
    return commands.Reconstruct(possible=not scene.rest)


def _counter(scene: Scene) -> Command:
    match scene.words[1:]:
        case [color, number] if re.fullmatch(r"[0-9]{1,9}", number):
            return commands.SetMoveCounter(color=color_named(scene, color), moves=int(number))
        case _:
            raise scene.unlike("set-counter white 12")


def _rule_appeal(scene: Scene) -> Command:
    if scene.rest not in ("upheld", "dismissed"):
        raise scene.unlike("appeal upheld", "appeal dismissed")
    return commands.RuleAppeal(upheld=scene.rest == "upheld")


ARBITER_VERBS: dict[str, Callable[[Scene], Command]] = {
    "start": lambda scene: commands.StartClock(),
    "adjourn": lambda scene: commands.Adjourn(),
    "resume": lambda scene: commands.Resume(),
    "open-envelope": lambda scene: commands.OpenEnvelope(),
    "envelope-lost": lambda scene: commands.LoseEnvelope(),
    "rule": _rule,
    "find-illegal": _find_illegal,
    "find": _find,
    "boards-differ": _boards_differ,
    "set-clock": lambda scene: commands.SetClock(color=_player_of(scene), time=_time_of(scene, 2)),
    "set-counter": _counter,
    "begin-reconstruction": lambda scene: commands.BeginReconstruction(),
    "reconstruct": _reconstruct,
    "grant-leave": lambda scene: commands.GrantLeave(color=_player_of(scene)),
    "both-resign": lambda scene: commands.HearBothResign(),
    "add-time": lambda scene: commands.AddTime(color=_player_of(scene), time=_time_of(scene, 2)),
    "penalty": _penalty,
    "device": lambda scene: commands.FindDevice(color=_player_of(scene)),
    "refusal": lambda scene: commands.FindRefusal(color=None if scene.rest == "both" else _player_of(scene)),
    "appeal": _rule_appeal,
    "declare": _declare,
}


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
