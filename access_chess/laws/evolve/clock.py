"""What the clock, arrivals and departures change."""

from msgspec.structs import replace

from access_chess.laws import events as happened
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.evolve.change import Changes, change
from access_chess.laws.game import Game
from access_chess.laws.time_control import PeriodAdd


def _arrived(game: Game, event: happened.PlayerArrived) -> Game:
    return replace(game, present=game.present.put(event.color, True))


def _left(game: Game, event: happened.PlayerLeft) -> Game:
    return replace(game, away=game.away.put(event.color, True))


def _returned(game: Game, event: happened.PlayerReturned) -> Game:
    return replace(game, away=game.away.put(event.color, False), leave=game.leave.put(event.color, False))


def _leave_granted(game: Game, event: happened.LeaveGranted) -> Game:
    return replace(game, leave=game.leave.put(event.color, True))


def _clock_started(game: Game, event: happened.ClockStarted) -> Game:
    return replace(
        game,
        clock=game.clock.started(event.color, event.at),
        started=True,
        started_at=game.started_at if game.started else event.at,
        stopped=None,
    )


def _pressed(game: Game, event: happened.ClockPressed) -> Game:
    completed = game.completed[event.color] + game.moves_by_press(event.color)
    return replace(
        game,
        completed=game.completed.put(event.color, completed),
        uncompleted=game.uncompleted.put(event.color, 0),
        clock=game.clock.pressed(event.color, event.at, is_flag_down=game.flags[event.color] is not None),
    )


def _counter_set(game: Game, event: happened.MoveCounterSet) -> Game:
    completed = game.completed.put(event.color, event.moves)
    return replace(game, completed=completed, flags=game.flags.put(event.color, None))


def _clock_counter_set(game: Game, event: happened.ClockCounterSet) -> Game:
    error = event.moves - game.completed[event.color]
    return replace(game, counter_error=game.counter_error.put(event.color, error))


def _handed_back(game: Game, event: happened.ClockHandedBack) -> Game:
    restoring = game.restoring if game.restoring is event.color else None
    return replace(game, clock=game.clock.started(event.color, event.at), restoring=restoring)


def _clocks_stopped(game: Game, event: happened.ClocksStopped) -> Game:
    return replace(game, clock=game.clock.stopped(event.at), stopped=event.reason)


def _period_begun(game: Game, event: happened.PeriodBegun) -> Game:
    is_by_flag = game.clock.control is not None and game.clock.control.period_add is PeriodAdd.ON_ZERO
    unwritten = game.unwritten if is_by_flag else both(0)
    return replace(
        game,
        clock=game.clock.next_period(event.color, event.at),
        flags=game.flags.put(event.color, None),
        sheet_due=ByColor(
            game.sheet_due.white or unwritten.white > 0,
            game.sheet_due.black or unwritten.black > 0,
        ),
    )


def _flag_fell(game: Game, event: happened.FlagFell) -> Game:
    return replace(game, flags=game.flags.put(event.color, event.at))


def _time_set(game: Game, event: happened.TimeSet) -> Game:
    flags = game.flags.put(event.color, None) if game.setup.is_clock_alone else game.flags
    return replace(game, clock=game.clock.set_to(event.color, event.time, event.at), flags=flags)


def _time_added(game: Game, event: happened.TimeAdded) -> Game:
    return replace(game, clock=game.clock.grant(event.color, event.time, event.at))


def _extra_delay(game: Game, event: happened.ExtraDelayGranted) -> Game:
    return replace(game, clock=game.clock.grant_delay(event.color, event.time))


CHANGES: Changes = dict(
    (
        change(happened.PlayerArrived, _arrived),
        change(happened.PlayerLeft, _left),
        change(happened.PlayerReturned, _returned),
        change(happened.ClockStarted, _clock_started),
        change(happened.ClockPressed, _pressed),
        change(happened.MoveCounterSet, _counter_set),
        change(happened.ClockCounterSet, _clock_counter_set),
        change(happened.LeaveGranted, _leave_granted),
        change(happened.ClockHandedBack, _handed_back),
        change(happened.ClocksStopped, _clocks_stopped),
        change(happened.PeriodBegun, _period_begun),
        change(happened.FlagFell, _flag_fell),
        change(happened.TimeSet, _time_set),
        change(happened.TimeAdded, _time_added),
        change(happened.ExtraDelayGranted, _extra_delay),
    )
)
