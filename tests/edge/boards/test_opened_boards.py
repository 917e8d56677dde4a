"""The boards of a game at the loop: the hands of their clocks stand where the clocks do, without a thread of them."""

from datetime import timedelta

import chess

from access_chess.board.clock_unit.clock_servos import pulses
from access_chess.board.ports import Listener, SensorBoard
from access_chess.edge.boards.clock_unit import LOOK
from access_chess.edge.boards.table import OpenedBoards, TableBoard
from access_chess.laws.by_color import ByColor
from access_chess.laws.clock import DelayDisplay
from access_chess.laws.commands import StartClock, StopClocks, StopReason
from access_chess.laws.decide import advance, set_up
from access_chess.laws.dial import Dial, FlagRises, dial_of
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control

SECOND = timedelta(seconds=1)


class Sensors:
    """A board that notes how its servos were turned."""

    is_connected = True
    occupancy = chess.SquareSet()

    def __init__(self) -> None:
        self.turned: dict[int, int] = {}
        self.vouched = 0
        self.is_open = True

    def servo(self, channel: int, microseconds: int, *, slew: int = 0) -> None:
        self.turned[channel] = microseconds

    def buzz(self, hertz: int, milliseconds: int) -> None: ...

    def vouch(self) -> None:
        self.vouched += 1

    def give_number(self, number: int) -> None: ...

    def close(self) -> None:
        self.is_open = False


def opened(game: Game, count: int = 1) -> tuple[OpenedBoards, list[Sensors]]:
    sensors = [Sensors() for _ in range(count)]
    rest = list(sensors)

    def open_board(listener: Listener, occupied: chess.SquareSet) -> SensorBoard:
        return rest.pop(0)

    seat = TableBoard(open=open_board, color=None, announces=False, has_levers=True)
    return OpenedBoards([seat] * count, game, lambda index, report: None), sensors


def new(time: str | None) -> Game:
    setup = Setup(time=None if time is None else parse_time_control(time))
    return new_game(set_up(setup)[0])  # type: ignore[arg-type]


def shown(game: Game, at: timedelta, boards: OpenedBoards) -> dict[int, int]:
    """Where the servos stand for the clocks of this instant."""

    def dial(color: chess.Color) -> Dial:
        return dial_of(game, color, at, rises=FlagRises.BEFORE_CONTROL, display=DelayDisplay.SIMPLE)

    return pulses(ByColor(dial(chess.WHITE), dial(chess.BLACK)), boards.units[0].calibration)


def test_the_hands_follow_the_running_clock_when_they_are_asked_and_stand_with_it() -> None:
    game = new("60")
    boards, (sensors,) = opened(game)
    (unit,) = boards.units
    unit.look(game, timedelta())
    assert sensors.turned == shown(game, timedelta(), boards)
    assert unit.due is None, "nothing runs"
    game, _ = advance(game, StartClock(), at=timedelta())
    unit.look(game, timedelta())
    assert unit.due == LOOK
    unit.ring(game, LOOK - SECOND / 10)
    assert sensors.turned == shown(game, timedelta(), boards), "it is not due"
    unit.ring(game, 40 * SECOND)
    assert sensors.turned == shown(game, 40 * SECOND, boards) != shown(game, timedelta(), boards)
    assert unit.due == 40 * SECOND + LOOK
    game, _ = advance(game, StopClocks(reason=StopReason.ARBITER), at=41 * SECOND)
    unit.look(game, 41 * SECOND)
    assert unit.due is None


def test_a_board_that_came_back_is_shown_everything_anew_at_once() -> None:
    game, _ = advance(new("60"), StartClock(), at=timedelta())
    boards, (white, black) = opened(game, 2)
    for unit in boards.units:
        unit.look(game, timedelta())
    for sensors in (white, black):
        sensors.turned.clear()
    boards.forget(1)
    assert boards.units[1].due is not None and boards.units[1].due <= SECOND
    boards.units[1].ring(game, SECOND)
    assert black.turned == shown(game, SECOND, boards)
    assert white.turned != black.turned


def test_a_game_without_a_clock_turns_nothing_and_all_boards_are_let_go() -> None:
    boards, (sensors,) = opened(new(None))
    boards.forget(0)
    boards.vouch(0)
    boards.close()
    assert (sensors.turned, boards.units, sensors.vouched, sensors.is_open) == ({}, [], 1, False)
