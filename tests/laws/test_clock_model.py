"""The chess clock against a second one that was written for this test: whole milliseconds, one step at a time.

The model knows no instants and no events. It lets time run down, and looks what follows at zero; the Laws compute
the same from the instants of presses. Thousands of random games with all kinds of time controls, arbiters' acts among
them, must show the same at every step.
"""

import random
from dataclasses import dataclass, field
from datetime import timedelta

import chess
import pytest

from access_chess.laws.commands import (
    AddTime,
    Command,
    ImposePenalty,
    PenaltyKind,
    PressClock,
    Resume,
    SetClock,
    SetMoveCounter,
    StopClocks,
    StopReason,
    TimePassed,
)
from access_chess.laws.decide import advance, set_up
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import PeriodAdd, parse_time_control

MS = timedelta(milliseconds=1)
GAMES = 1000
STEPS = 40


@dataclass
class Stage:
    """One period in milliseconds; `moves` of it alone, None: all that are left."""

    time: int
    moves: int | None = None
    increment: int = 0
    delay: int = 0
    is_sandglass: bool = False
    is_byo_yomi: bool = False


@dataclass
class Half:
    """One player's display as a mechanic would build it."""

    stages: list[Stage]
    left: int = 0
    free: int = 0
    moves: int = 0
    is_fallen: bool = False

    def __post_init__(self) -> None:
        self.left = self.stages[0].time + self.stages[0].increment
        self.free = self.stages[0].delay
        self.gone: list[Stage] = []

    @property
    def stage(self) -> Stage:
        return self.stages[0]

    @property
    def shown(self) -> int:
        return max(0, self.left)

    def has_made_its_moves(self, moves: int) -> bool:
        if self.stage.moves is None:
            return False
        return moves >= self.stage.moves + sum(stage.moves or 0 for stage in self.gone)

    def go_on(self, *, is_press_to_add: bool) -> None:
        """The next stage begins."""
        before = self.stages.pop(0)
        self.gone.append(before)
        self.left += self.stage.time
        if not is_press_to_add:
            self.left += max(0, self.stage.increment - before.increment)

    def look(self, *, on_quota: bool) -> bool:
        """More has been taken than there was; has the flag fallen by that?"""
        while self.left < 0 and not self.is_fallen:
            following = self.stages[1] if len(self.stages) > 1 else None
            may = following is not None and (self.stage.moves is None or self.has_made_its_moves(self.moves))
            if following is not None and may and (following.is_byo_yomi or not on_quota):
                self.go_on(is_press_to_add=on_quota)
            else:
                self.is_fallen = True
                return True
        return False


@dataclass
class Model:
    """Two halves, of which at most one runs."""

    halves: dict[chess.Color, Half]
    on_quota: bool
    running: chess.Color | None = chess.WHITE
    last: chess.Color = chess.WHITE
    frozen: list[chess.Color] = field(default_factory=list)

    def tick(self, milliseconds: int) -> None:
        """Time runs. What falls or begins, does so in the first instant beyond zero."""
        while milliseconds > 0 and self.running is not None:
            half, other = self.halves[self.running], self.halves[not self.running]
            free = min(half.free, milliseconds)
            half.free -= free
            rest = milliseconds - free
            if half.is_fallen:
                half.left -= rest
                self._pour(half, other, free + rest)
                return
            used = min(rest, half.left)
            half.left -= used
            self._pour(half, other, free + used)
            milliseconds -= free + used
            if milliseconds > 0 and half.left == 0:
                half.left = -1  # beyond zero by less than can be told
                if half.look(on_quota=self.on_quota):
                    self.freeze(self.running)
                half.left += 1

    def _pour(self, half: Half, other: Half, milliseconds: int) -> None:
        if half.stage.is_sandglass:
            other.left += milliseconds

    def settle(self) -> None:
        """Nobody has pressed in this instant: what stands at zero falls or goes on."""
        while self.running is not None:
            half = self.halves[self.running]
            if half.is_fallen or half.free or half.left > 0:
                return
            half.left -= 1
            if half.look(on_quota=self.on_quota):
                self.freeze(self.running)
            half.left += 1

    def freeze(self, color: chess.Color) -> None:
        """With increments a fallen flag ends all additions."""
        if self.halves[color].stage.increment and self.running is not None:
            self.last, self.running = self.running, None

    def press(self, color: chess.Color) -> None:
        if self.running is not color:
            return
        half = self.halves[color]
        half.moves += 1
        may_go_on = len(half.stages) > 1 and not half.stages[1].is_byo_yomi and half.has_made_its_moves(half.moves)
        if self.on_quota and not half.is_fallen and may_go_on:
            half.go_on(is_press_to_add=True)
        half.left = half.shown
        if not half.is_fallen:
            half.left = max(half.left, half.stage.time) if half.stage.is_byo_yomi else half.left + half.stage.increment
        for each in self.halves.values():
            each.left, each.free = each.shown, each.stage.delay
        self.running = not color

    def stop(self) -> None:
        if self.running is not None:
            self.last, self.running = self.running, None

    def resume(self) -> None:
        if self.running is None:
            self.running = self.last

    def set(self, color: chess.Color, milliseconds: int) -> None:
        half = self.halves[color]
        half.left, half.is_fallen = milliseconds, False

    def add(self, color: chess.Color, milliseconds: int) -> None:
        half = self.halves[color]
        if milliseconds > 0:
            half.left = half.shown
        half.left += milliseconds
        if half.look(on_quota=self.on_quota):
            self.freeze(color)

    def count(self, color: chess.Color, moves: int) -> None:
        half = self.halves[color]
        half.moves, half.is_fallen = moves, False
        if half.look(on_quota=self.on_quota):
            self.freeze(color)


def random_stages(chance: random.Random) -> tuple[str, list[Stage]]:
    """One player's time control, in words of the command line and as stages."""
    stages: list[Stage] = []
    texts: list[tuple[str, Stage]] = []
    texts.extend(
        ("quota", Stage(chance.randrange(5, 60) * 1000, moves=chance.randrange(1, 6)))
        for _ in range(chance.choice((0, 0, 0, 1, 1, 2)))
    )
    kind = chance.choice(("rest", "rest", "byo-yomi", "both"))
    if kind != "byo-yomi" or chance.random() < 0.3:
        texts.append(("rest", Stage(chance.randrange(5, 60) * 1000)))
    for _, stage in texts:
        addition = chance.choice(("none", "increment", "delay", "sandglass"))
        stage.increment = chance.randrange(1, 9) * 1000 if addition == "increment" else 0
        stage.delay = chance.randrange(1, 9) * 1000 if addition == "delay" else 0
        stage.is_sandglass = addition == "sandglass"
    stages = [stage for _, stage in texts]
    words = [_written(stage) for stage in stages]
    if kind != "rest":
        count, seconds = chance.randrange(1, 5), chance.randrange(2, 15)
        stages += [Stage(seconds * 1000, is_byo_yomi=True) for _ in range(count)]
        words.append(f"{count}x{seconds}")
    return ", ".join(words), stages


def _written(stage: Stage) -> str:
    moves = "" if stage.moves is None else f"{stage.moves}/"
    increment = f"+{stage.increment / 1000:g}" if stage.increment else ""
    delay = f"d{stage.delay / 1000:g}" if stage.delay else ""
    return f"{moves}{stage.time / 1000:g}{increment}{delay}{' sandglass' if stage.is_sandglass else ''}"


def random_act(chance: random.Random, model: Model) -> Command:
    """What happens next: mostly presses of the player whose half runs."""
    color = chance.random() < 0.5
    if chance.random() < 0.75 and model.running is not None:
        return PressClock(color=model.running)
    time = chance.choice((1, 500, 5_000, 30_000, 120_000)) * MS
    acts: list[Command] = [
        PressClock(color=color),
        TimePassed(),
        StopClocks(reason=StopReason.ARBITER),
        Resume(),
        Resume(),
        SetClock(color=color, time=time),
        AddTime(color=color, time=chance.choice((1, -1)) * time),
        ImposePenalty(color=color, kind=PenaltyKind.OWN_TIME, time=time),
        ImposePenalty(color=color, kind=PenaltyKind.OPPONENT_TIME, time=time),
        SetMoveCounter(color=color, moves=chance.randrange(12)),
    ]
    return chance.choice(acts)


def perform(model: Model, command: Command) -> None:
    match command:
        case PressClock(color=color):
            model.press(color)
        case TimePassed():
            model.settle()
        case StopClocks():
            model.stop()
        case Resume():
            model.resume()
        case SetClock(color=color, time=time):
            model.set(color, time // MS)
        case AddTime(color=color, time=time):
            model.add(color, time // MS)
        case ImposePenalty(color=color, kind=PenaltyKind.OWN_TIME, time=time):
            model.add(color, -(time // MS))
        case ImposePenalty(color=color, time=time):
            model.add(not color, time // MS)
        case SetMoveCounter(color=color, moves=moves):
            model.count(color, moves)


def shown(game: Game, at: timedelta) -> list[object]:
    clock = game.clock
    return [
        clock.running,
        *(
            (
                game.remaining(color, at) / MS,
                clock.delay_left(color, at) / MS if clock.running is color else None,
                game.flags[color] is not None,
                game.completed[color],
                clock.period[color],
            )
            for color in chess.COLORS
        ),
    ]


def shown_by(model: Model) -> list[object]:
    halves = ((color, model.halves[color]) for color in chess.COLORS)
    return [
        model.running,
        *(
            (
                half.shown,
                half.free if model.running is color else None,
                half.is_fallen,
                half.moves,
                len(half.gone),
            )
            for color, half in halves
        ),
    ]


def compare(seed: int) -> None:
    """One random game, both clocks side by side."""
    chance = random.Random(seed)
    white, black = random_stages(chance), random_stages(chance)
    added = chance.choice(list(PeriodAdd))
    control = parse_time_control(f"{white[0]} / {black[0]}", added)
    setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=control)
    game, _ = advance(replay(set_up(setup)), PressClock(color=chess.BLACK), at=timedelta())
    model = Model({chess.WHITE: Half(white[1]), chess.BLACK: Half(black[1])}, added is PeriodAdd.ON_QUOTA)
    now, done = 0, [f"{white[0]} / {black[0]} {added.value}"]
    for _ in range(STEPS):
        passed = chance.choice((0, 1, 999, 1000, 5_000, chance.randrange(30_000), chance.randrange(3_000)))
        now += passed
        command = random_act(chance, model)
        model.tick(passed)
        perform(model, command)
        game, _ = advance(game, command, at=now * MS)
        done.append(f"{now} {command}")
        assert shown(game, now * MS) == shown_by(model), "\n".join(done)


@pytest.mark.parametrize("block", range(10))
def test_the_laws_and_the_model_show_the_same(block: int) -> None:
    for seed in range(block * GAMES // 10, (block + 1) * GAMES // 10):
        compare(seed)
