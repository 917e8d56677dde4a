"""What the arbiter does in a story."""

import re
from collections.abc import Callable
from datetime import timedelta

import chess

from access_chess.laws import commands
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    Command,
    PenaltyKind,
    Verdict,
)
from access_chess.laws.san import moves_of_score
from access_chess.stories.scene import Scene, color_named, result_named, times_noted
from access_chess.stories.story import seconds

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
