"""Guideline 2: the seven facts on the envelope."""

from datetime import timedelta

import chess
import pytest

from access_chess.laws import commands
from access_chess.laws.adjournment import Envelope, envelope_of
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Command, StopReason
from access_chess.laws.decide import advance, set_up
from access_chess.laws.evolve import replay
from access_chess.laws.setup import Player, Setup
from access_chess.laws.time_control import parse_time_control

NF3 = chess.Move.from_uci("g1f3")


def test_guideline_2_the_envelope_has_its_seven_facts() -> None:
    setup = Setup(
        moves=("e2e4", "e7e5"),
        time=parse_time_control("40/7200, 3600"),
        players=ByColor(Player(name="Anna"), Player(name="Hector")),
    )
    script: list[tuple[float, Command]] = [
        (0, commands.StartClock()),
        (100, commands.Adjourn(resumption="Sunday, ten o'clock, Room 2")),
        (150, commands.OfferDraw(color=chess.BLACK)),
        (200, commands.SealMove(color=chess.WHITE, text="Nf3", moves=(NF3,))),
    ]
    game = replay(set_up(setup))
    for seconds, command in script:
        game, _ = advance(game, command, at=timedelta(seconds=seconds))
    assert envelope_of(game) is None, "until the clock is stopped the move may still be changed"
    closing = commands.StopClocks(color=chess.WHITE, reason=StopReason.SEALED)
    game, _ = advance(game, closing, at=timedelta(seconds=210))
    assert envelope_of(game) == Envelope(
        names=ByColor("Anna", "Hector"),
        position="rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        times_used=ByColor(timedelta(seconds=210), timedelta()),
        sealer=chess.WHITE,
        move_number=2,
        offer=chess.BLACK,
        resumption="Sunday, ten o'clock, Room 2",
    )


def test_guideline_2_times_used_run_through_all_periods() -> None:
    """In the second period the time of both periods was given, whatever of it is left (Guideline 2.c)."""
    setup = Setup(time=parse_time_control("1/60, 3600"), players=ByColor(Player(name="Anna"), Player(name="Hector")))
    e4, e5 = chess.Move.from_uci("e2e4"), chess.Move.from_uci("e7e5")
    script: list[tuple[float, Command]] = [
        (0, commands.StartClock()),
        (50, commands.PlayMove(color=chess.WHITE, move=e4)),
        (50, commands.PressClock(color=chess.WHITE)),
        (70, commands.PlayMove(color=chess.BLACK, move=e5)),
        (70, commands.PressClock(color=chess.BLACK)),
        (100, commands.Adjourn()),
        (100, commands.SealMove(color=chess.WHITE, text="Nf3", moves=(NF3,))),
        (110, commands.StopClocks(color=chess.WHITE, reason=StopReason.SEALED)),
    ]
    game = replay(set_up(setup))
    for seconds, command in script:
        game, _ = advance(game, command, at=timedelta(seconds=seconds))
    assert (game.clock.period.white, game.clock.period.black) == (1, 0)
    envelope = envelope_of(game)
    assert envelope is not None
    assert envelope.times_used == ByColor(timedelta(seconds=90), timedelta(seconds=20))


@pytest.mark.parametrize("moves", [(), ("e2e4",), ("e2e4", "e7e5"), ("e2e4", "e7e5", "g1f3")], ids=len)
def test_guideline_2_increments_are_given_for_moves_played_on_this_clock(moves: tuple[str, ...]) -> None:
    """Moves made before the record begins have used no time and brought none."""
    game = replay(set_up(Setup(moves=moves, time=parse_time_control("5400+30"))))
    first = game.turn
    script: list[tuple[float, Command]] = [(0, commands.StartClock())]
    for at, color in ((100, first), (140, not first)):
        uci = "a2a3" if color else "a7a6"
        script += [
            (at, commands.PlayMove(color=color, move=chess.Move.from_uci(uci))),
            (at, commands.PressClock(color=color)),
        ]
    script += [(200, commands.Adjourn()), (200, commands.SealMove(color=first, text="?", moves=()))]
    script += [(210, commands.StopClocks(color=first, reason=StopReason.SEALED))]
    for seconds, command in script:
        game, _ = advance(game, command, at=timedelta(seconds=seconds))
    envelope = envelope_of(game)
    assert envelope is not None and envelope.times_used is not None
    used = {first: timedelta(seconds=170), not first: timedelta(seconds=40)}
    assert envelope.times_used == ByColor(used[chess.WHITE], used[chess.BLACK])
