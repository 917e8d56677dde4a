"""Both levers of the clock at once: one press counts, in a game and at the clock alone (6.7.a)."""

from datetime import timedelta

import chess
import pytest

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import PlayMove, PressClock, StartClock
from access_chess.laws.decide import advance, decide, set_up
from access_chess.laws.events import ClockPressed, Refused
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control

W, B = chess.WHITE, chess.BLACK
START = timedelta(seconds=1)


def ms(milliseconds: int) -> timedelta:
    return timedelta(milliseconds=milliseconds)


def lever(color: chess.Color, at: timedelta) -> PressClock:
    return PressClock(color=color, stamp=at)


def clock_alone() -> Game:
    setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control("300"))
    return advance(replay(set_up(setup)), StartClock(), at=timedelta())[0]


def after_white_s_move() -> Game:
    game, _ = advance(replay(set_up(Setup(time=parse_time_control("300")))), StartClock(), at=timedelta())
    return advance(game, PlayMove(color=W, move=chess.Move.from_uci("e2e4")), at=ms(500))[0]


@pytest.mark.parametrize(
    ("case", "presses", "counting"),
    [
        ("in turn", [(W, 0), (B, 500), (W, 900)], [True, True, True]),
        ("at once, the right one first", [(W, 0), (B, 5)], [True, False]),
        ("at once, reported in the wrong order", [(W, 7), (B, 5)], [True, False]),
        ("at once, the wrong one first", [(B, 0), (W, 5)], [False, True]),
        ("in the same instant", [(W, 7), (B, 7)], [True, False]),
        ("just at once", [(W, 0), (B, 29)], [True, False]),
        ("a quick answer", [(W, 0), (B, 30)], [True, True]),
        ("three levers in a row", [(W, 0), (B, 10), (B, 40)], [True, False, True]),
    ],
)
def test_at_the_clock_alone(case: str, presses: list[tuple[bool, int]], counting: list[bool]) -> None:
    game, counted = clock_alone(), []
    for color, milliseconds in presses:
        at = START + ms(milliseconds)
        game, events = advance(game, lever(color, at), at=at)
        counted.append(any(isinstance(event, ClockPressed) for event in events))
    assert counted == counting, case


def test_in_a_game_nobody_is_punished_for_it() -> None:
    """White has made his move; both levers go down within ten milliseconds, in whichever order they are told."""
    for presses in ([(W, 0), (B, 10)], [(B, 0), (W, 10)], [(W, 10), (B, 0)]):
        game = after_white_s_move()
        for color, milliseconds in presses:
            game, events = advance(game, lever(color, START + ms(milliseconds)), at=START + ms(max(milliseconds, 0)))
        assert game.clock.running is B and game.completed == ByColor(1, 0)
        assert game.warnings == game.illegal_count == ByColor(0, 0)
        assert sum(isinstance(event, (ClockPressed, Refused)) for event in events) == len(events) == 1


def test_who_presses_without_a_move_later_is_warned_still() -> None:
    game, _ = advance(after_white_s_move(), lever(W, START), at=START)
    game, _ = advance(game, lever(B, START + ms(31)), at=START + ms(31))
    assert game.warnings == ByColor(0, 1)


def test_what_is_typed_may_be_quick() -> None:
    game, _ = advance(clock_alone(), PressClock(color=W), at=START)
    (event,) = decide(game, PressClock(color=B), at=START)
    assert isinstance(event, ClockPressed)
