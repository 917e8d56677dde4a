"""A move taken back at home takes the clock back with it (settled.md, A84)."""

from datetime import timedelta

import chess
import pytest

from access_chess.laws.clock import Clock
from access_chess.laws.commands import AddTime, Command, PlayMove, PressClock, StartClock, TakeBack
from access_chess.laws.decide import advance, set_up
from access_chess.laws.editions import Edition
from access_chess.laws.events import MovesTakenBack
from access_chess.laws.evolve import evolve, replay
from access_chess.laws.game import Game
from access_chess.laws.setup import Regulations, Setup
from access_chess.laws.time_control import PeriodAdd, parse_time_control

W, B = chess.WHITE, chess.BLACK
MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6")


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def game_of(time: str, *, edition: Edition = Edition.FIDE_2009, add: PeriodAdd = PeriodAdd.ON_ZERO) -> Game:
    setup = Setup(time=parse_time_control(time, add), edition=edition, regulations=Regulations(take_backs=True))
    return advance(replay(set_up(setup)), StartClock(), at=seconds(0))[0]


def done(game: Game, *commands: Command, at: float) -> Game:
    for command in commands:
        game = advance(game, command, at=seconds(at))[0]
    return game


def played(game: Game, plies: int, *, pace: float = 10) -> Game:
    """So many moves, each made and pressed this long after the one before."""
    for ply, uci in enumerate(MOVES[:plies]):
        color = ply % 2 == 0
        move = PlayMove(color=color, move=chess.Move.from_uci(uci))
        game = done(game, move, PressClock(color=color), at=pace * (ply + 1))
    return game


def shown(clock: Clock, at: float) -> tuple[timedelta, timedelta, timedelta, timedelta]:
    """Both displays, and the delay that is left of each."""
    displays = [clock.remaining(color, seconds(at)) for color in (W, B)]
    delays = [clock.delay_left(color, seconds(at)) for color in (W, B)]
    return (*displays, *delays)  # type: ignore[return-value]


@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize("add", list(PeriodAdd))
@pytest.mark.parametrize("time", ["180+60", "300", "300d15", "2/60, 300+30", "2/300+30, 600d5", "60, 3x30"])
@pytest.mark.parametrize("plies", [1, 2, 3, 4, 5])
def test_both_clocks_are_as_when_the_move_was_made(edition: Edition, time: str, add: PeriodAdd, plies: int) -> None:
    before = played(game_of(time, edition=edition, add=add), plies)
    color, at = before.turn, 10.0 * (plies + 1)
    made = done(before, PlayMove(color=color, move=chess.Move.from_uci(MOVES[plies])), at=at)
    asked = done(made, PressClock(color=color), at=at)
    back = done(asked, TakeBack(color=color), at=at + 7)
    assert shown(back.clock, at + 7) == shown(before.clock, at)
    assert back.clock.period == before.clock.period
    assert back.clock.running is color
    assert shown(back.clock, at + 12) == shown(before.clock, at + 5)


def test_the_same_move_made_three_times_earns_one_increment() -> None:
    game = game_of("60+30")
    for at in (1, 3, 5):
        game = done(game, PlayMove(color=W, move=chess.Move.from_uci("e2e4")), PressClock(color=W), at=at)
        assert game.remaining(W, seconds(at)) == seconds(60 + 30 + 30 - (at + 1) / 2)
        if at < 5:
            game = done(game, TakeBack(color=W), at=at + 1)


def test_several_moves_go_back_to_the_clocks_of_the_first() -> None:
    before = played(game_of("180+60"), 2)
    after = done(played(game_of("180+60"), 6), TakeBack(color=W, count=2), at=65)
    assert shown(after.clock, 65) == shown(before.clock, 30)


def test_what_a_ruling_added_stays_added() -> None:
    game = done(played(game_of("300"), 1), AddTime(color=B, time=seconds(120)), at=12)
    back = done(game, TakeBack(color=W), at=15)
    assert back.remaining(B, seconds(15)) == seconds(420)


def test_who_lost_on_time_and_takes_back_has_the_time_of_then() -> None:
    game = played(game_of("60+5"), 2)
    lost = done(game, TakeBack(color=W), at=500)
    assert lost.end is None
    assert lost.remaining(W, seconds(500)) == seconds(60 + 5 - 10)
    assert advance(lost, StartClock(), at=seconds(700))[0].end is not None


def test_games_of_earlier_versions_are_told_as_they_were() -> None:
    """Their events say nothing of clocks."""
    game = played(game_of("180+60"), 1)
    old = evolve(game, MovesTakenBack(at=seconds(20), color=W, ply=0))
    assert old.remaining(W, seconds(20)) == game.remaining(W, seconds(20))
