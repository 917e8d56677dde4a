"""Where the program presses, it presses with the move; and whose a draw offer is between a move and its press."""

from datetime import timedelta

import chess
import pytest

from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import (
    AcceptDraw,
    Command,
    DeclineDraw,
    OfferDraw,
    PlayMove,
    PressClock,
    Resume,
    StartClock,
    StopClocks,
    StopReason,
    TakeBack,
    TouchPieces,
)
from access_chess.laws.decide import advance, set_up
from access_chess.laws.draws import whose_offer
from access_chess.laws.editions import Edition
from access_chess.laws.events import ClockPressed, Event, GameEnded, MoveMade, PeriodBegun, Refusal, Refused
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import Regulations, Setup
from access_chess.laws.time_control import PeriodAdd, TimeControl, parse_time_control

W, B = chess.WHITE, chess.BLACK
FOR_BOTH = both(True)


def move(game: Game, san: str) -> PlayMove:
    return PlayMove(color=game.turn, move=game.board.parse_san(san))


def played(game: Game, *steps: tuple[int, Command | str]) -> tuple[Game, tuple[Event, ...]]:
    """The game after these, milliseconds from the start each, and what followed from the last one."""
    events: tuple[Event, ...] = ()
    for at, step in steps:
        command = move(game, step) if isinstance(step, str) else step
        game, events = advance(game, command, at=timedelta(milliseconds=at))
    return game, events


def started(setup: Setup) -> Game:
    return played(replay(set_up(setup)), (0, StartClock()))[0]


def at_home(time: str | None = "300+2", presses_for: ByColor[bool] = FOR_BOTH, fen: str = chess.STARTING_FEN) -> Game:
    control = None if time is None else parse_time_control(time)
    return started(Setup(fen=fen, time=control, presses_for=presses_for, regulations=Regulations(take_backs=True)))


# the program presses


@pytest.mark.parametrize("time", ["300+2", None])
def test_a_move_and_its_press_follow_from_one_command(time: str | None) -> None:
    game, events = played(at_home(time), (4000, "e4"))
    assert [type(event) for event in events] == [MoveMade, ClockPressed]
    assert (game.completed.white, game.uncompleted.white, game.clock.running) == (1, 0, B)
    if time is not None:
        assert game.remaining(W, timedelta(seconds=4)) == timedelta(seconds=300)  # 302 shown, 4 used, 2 added


def test_it_presses_only_for_whom_it_was_agreed() -> None:
    game, events = played(at_home(presses_for=ByColor(False, True)), (1000, "e4"))
    assert [type(event) for event in events] == [MoveMade]
    assert game.clock.running is W
    game, events = played(game, (2000, PressClock(color=W)), (3000, "e5"))
    assert [type(event) for event in events] == [MoveMade, ClockPressed]
    assert game.clock.running is W


def test_nobody_presses_after_the_end() -> None:
    _, events = played(at_home(fen="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), (1000, "Ra8#"))
    assert [type(event) for event in events] == [MoveMade, GameEnded]


def test_what_completes_a_quota_begins_the_next_period() -> None:
    control = parse_time_control("1/60, 30")
    counted = TimeControl(periods=control.periods, period_add=PeriodAdd.ON_QUOTA)
    game, events = played(started(Setup(time=counted, presses_for=both(True))), (1000, "e4"))
    assert [type(event) for event in events] == [MoveMade, PeriodBegun, ClockPressed]
    assert game.remaining(W, timedelta(seconds=1)) == timedelta(seconds=89)


def test_stopped_clocks_are_pressed_when_they_run_again() -> None:
    """A missing piece stops the clocks (6.12.b), the move is made meanwhile, and completed when the game goes on."""
    stop = StopClocks(reason=StopReason.PROMOTION_PIECE, color=W)
    game, events = played(at_home(), (1000, stop), (2000, "e4"))
    assert [type(event) for event in events] == [MoveMade]
    assert not game.is_clock_on
    game, _ = played(game, (3000, Resume()))
    assert (game.uncompleted.white, game.clock.running) == (0, B)


def test_a_move_taken_back_is_pressed_for_anew() -> None:
    game, _ = played(at_home(), (1000, "e4"), (2000, TakeBack(color=W)))
    assert (game.completed.white, game.clock.running) == (0, W)
    assert played(game, (3000, "d4"))[0].clock.running is B


# whose offer it is


def offered(game: Game, at: int) -> Game:
    """An offer typed at the shared keyboard."""
    return played(game, (at, OfferDraw(color=whose_offer(game))))[0]


def test_9_1_between_a_move_and_its_press_the_mover_offers() -> None:
    game = started(Setup(time=parse_time_control("300")))
    assert whose_offer(game) is W, "who has the move, before any was made"
    made, _ = played(game, (1000, "e4"))
    assert offered(made, 1500).offer is W
    pressed, _ = played(made, (2000, PressClock(color=W)))
    assert offered(pressed, 2500).offer is B, "who thinks may offer, too (9.1.b)"


def test_9_1_where_the_program_presses_the_offer_after_a_move_is_the_movers() -> None:
    game, _ = played(at_home(), (1000, "e4"))
    assert offered(game, 1500).offer is W
    touched, _ = played(game, (2000, TouchPieces(color=B, squares=(chess.E7,))))
    assert offered(touched, 2500).offer is B
    assert offered(played(game, (2000, "e5"))[0], 2500).offer is B


@pytest.mark.parametrize("presses_for", [both(True), both(False)], ids=["program presses", "players press"])
@pytest.mark.parametrize("answer", [AcceptDraw, DeclineDraw])
def test_9_1_the_offer_is_answered_by_the_other(presses_for: ByColor[bool], answer: type[AcceptDraw]) -> None:
    game = offered(played(at_home(presses_for=presses_for), (1000, "e4"))[0], 1500)
    assert game.offer is W
    by_offerer, events = played(game, (2000, answer(color=W)))
    assert by_offerer is game
    assert [event.reason for event in events if isinstance(event, Refused)] == [Refusal.NO_OFFER]
    answered, _ = played(game, (2000, answer(color=B)))
    assert answered.is_over is (answer is AcceptDraw)
    assert answered.offer is None


def test_e6_the_soviet_code_warns_who_offers_to_a_thinker_but_not_who_has_just_moved() -> None:
    setup = Setup(edition=Edition.SOVIET, time=parse_time_control("300"), presses_for=both(True))
    game, _ = played(started(setup), (1000, "e4"))
    assert offered(game, 1500).warnings == both(0)
    touched, _ = played(game, (2000, TouchPieces(color=B, squares=(chess.E7,))))
    assert played(touched, (2500, OfferDraw(color=W)))[0].warnings.white == 1
