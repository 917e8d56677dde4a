"""What arbiters meet at a clock, as a table: acts with their instants in seconds, and what the clock then shows.

`5W` is White's press after five seconds, `8.` a look at the clock, `8stop` and `8go` the arbiter's; `W=30` sets White's
display, `W+60` adds to it, `W-60` takes from it, `W!30` and `W?30` are penalties for White (own time, more time for the
opponent), `W#4` corrects his counter. Expected are both displays at the last instant, both counters, who runs, flags.
"""

import re
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
    StartClock,
    StopClocks,
    StopReason,
    TimePassed,
)
from access_chess.laws.decide import advance, set_up
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import PeriodAdd, parse_time_control

ZERO, QUOTA = PeriodAdd.ON_ZERO, PeriodAdd.ON_QUOTA
_ACT = re.compile(r"(?P<at>[\d.]*\d)(?P<who>[WB])?(?P<what>stop|go|[-=+!?#.])?(?P<amount>\d+)?")

Row = tuple[str, str, PeriodAdd, str, str]
SCENARIOS: list[Row] = [
    # quotas, the next time at zero
    ("quota made, time left", "2/60, 30", ZERO, "10W 20B 30W 40.", "40 40 2/1 b"),
    ("quota made, zero in one's own third move", "2/60, 30", ZERO, "10W 20B 30W 40B 85.", "25 40 2/2 w"),
    ("quota one short at zero", "2/60, 30", ZERO, "10W 20B 75.", "0 50 1/1 w flags w"),
    ("quota made in the instant of zero", "2/60, 30", ZERO, "10W 20B 70W 70.", "0 50 2/1 b"),
    ("zero begins with the next own turn", "2/60, 30", ZERO, "10W 20B 70W 75B 75.", "30 45 2/2 w"),
    ("two quotas, the second from the start", "1/10, 2/10, 10", ZERO, "5W 5B 11W 12B 25.", "0 9 2/2 w flags w"),
    ("two quotas passed in one long thought", "1/10, 1/10, 10", ZERO, "5W 5B 15W 15B 35.", "0 10 2/2 w flags w"),
    ("one falls, the other goes on", "1/10, 10", ZERO, "0W 11. 11B 22.", "9 0 1/1 w flags b"),
    # quotas, the next time at the moves
    ("added with the last move of the quota", "2/60, 30", QUOTA, "10W 20B 30W 30.", "70 50 2/1 b"),
    ("not added one move early", "2/60, 30", QUOTA, "10W 20B 30.", "40 50 1/1 w"),
    ("not added with a flag down", "1/10, 30", QUOTA, "11. 12W 12.", "0 10 1/0 b flags w"),
    ("with increment: that of the new period", "1/10+2, 30+5", QUOTA, "3W 3.", "44 12 1/0 b"),
    ("added in the instant of zero", "1/10, 30", QUOTA, "10W 10.", "30 10 1/0 b"),
    ("the second quota", "1/10, 1/10, 10", QUOTA, "1W 1B 2W 2.", "28 20 2/1 b"),
    # increments
    ("increment before the first move", "10+5", ZERO, "3.", "12 15 0/0 w"),
    ("increment with each press", "10+5", ZERO, "3W 4B 5W 5.", "21 19 2/1 b"),
    ("no increment for who has not pressed", "10+5", ZERO, "3W 9.", "17 9 1/0 b"),
    ("a flag freezes both", "10+5", ZERO, "16. 30.", "0 15 0/0 - flags w"),
    ("frozen: no press", "10+5", ZERO, "16. 17W 18.", "0 15 0/0 - flags w"),
    ("frozen: the arbiter lets it go on", "10+5", ZERO, "16. 17go 20W 20.", "0 15 1/0 b flags w"),
    ("increment only later", "1/10, 10+5", ZERO, "4W 4B 11W 11.", "19 10 2/1 b"),
    # delays
    ("nothing is saved of a delay", "10d5", ZERO, "1W 2B 3.", "10 10 1/1 w"),
    ("used behind the delay", "10d5", ZERO, "8W 8.", "7 10 1/0 b"),
    ("a new delay for each move", "10d5", ZERO, "8W 8B 14.", "6 10 1/1 w"),
    ("a flag does not freeze with a delay", "10d5", ZERO, "16. 17W 20.", "0 10 1/0 b flags w"),
    ("stopped within the delay, and on", "10d5", ZERO, "3stop 100go 104.", "8 10 0/0 w"),
    ("set within the delay: what is used of it stays used", "10d5", ZERO, "3. 3W=20 7.", "18 10 0/0 w"),
    ("set behind the delay", "10d5", ZERO, "8W=20 9.", "19 10 0/0 w"),
    ("a delay from the second period", "1/10, 10d5", QUOTA, "4W 4B 10W 10.", "15 20 2/1 b"),
    # sandglass
    ("sand runs over", "60 sandglass", ZERO, "20.", "40 80 0/0 w"),
    ("sand runs back", "60 sandglass", ZERO, "20W 30.", "50 70 1/0 b"),
    ("stopped sand", "60 sandglass", ZERO, "20stop 90.", "40 80 0/0 -"),
    ("a penalty gives no sand", "60 sandglass", ZERO, "20W!10 20.", "30 80 0/0 w"),
    ("the glass is empty", "60 sandglass", ZERO, "61.", "0 121 0/0 w flags w"),
    # stopped and started
    ("stopped", "60", ZERO, "10stop 50.", "50 60 0/0 -"),
    ("taken up: the same half", "60", ZERO, "10W 15stop 50go 55.", "50 50 1/0 b"),
    ("stopped twice", "60", ZERO, "10stop 20stop 30go 35.", "45 60 0/0 w"),
    ("taken up while it runs changes nothing", "60", ZERO, "10go 20.", "40 60 0/0 w"),
    ("no press on stopped clocks", "60", ZERO, "10stop 11W 12go 13.", "49 60 0/0 w"),
    ("the wrong player's press", "60", ZERO, "10B 20.", "40 60 0/0 w"),
    # the arbiter's hand on the displays
    ("set while it runs", "60", ZERO, "10W=30 15.", "25 60 0/0 w"),
    ("set while it stands", "60", ZERO, "10B=30 15.", "45 30 0/0 w"),
    ("set to nothing: the flag falls", "60", ZERO, "10W=0 10.1.", "0 60 0/0 w flags w"),
    ("a flag is set up again", "10", ZERO, "12. 15W=60 20.", "55 10 0/0 w"),
    ("a flag that is set up may fall again", "10", ZERO, "12. 15W=5 21.", "0 10 0/0 w flags w"),
    ("time added while it runs", "60", ZERO, "10W+30 15.", "75 60 0/0 w"),
    ("more taken than there is, of who thinks", "60", ZERO, "10W-55 11.", "0 60 0/0 w flags w"),
    ("more taken than there is, of who waits", "60", ZERO, "10B!70 11.", "49 0 0/0 w flags b"),
    ("time for the opponent", "60", ZERO, "10W?120 15.", "45 180 0/0 w"),
    ("added to a display at zero, all is there", "10", ZERO, "12. 20W+30 21.", "29 10 0/0 w flags w"),
    ("taken into the next period", "1/60, 30", ZERO, "10W 10B 20W!45 20.", "25 60 1/1 w"),
    ("taken through two periods", "60, 2x20", ZERO, "10W!75 10.", "15 60 0/0 w"),
    # counters
    ("a forgotten press is counted", "2/60, 30", ZERO, "10W 20B 20W#2 75.", "25 50 2/1 w"),
    ("the flag was right after all", "2/60, 30", ZERO, "10W 20B 75. 75W#1 75.", "0 50 1/1 w flags w"),
    ("the counter lifts the flag", "2/60, 30", ZERO, "10W 20B 75. 75W#2 76.", "24 50 2/1 w"),
    ("the counter lifts the flag too late", "2/60, 5", ZERO, "10W 20B 80. 80W#2 80.", "0 50 2/1 w flags w"),
    ("a counter set back", "2/60, 30", ZERO, "10W 20B 30W 30W#1 60B 99. 101.", "0 20 1/2 w flags w"),
    ("a counter back to nothing", "2/60, 30", ZERO, "10W 20B 20W#0 75.", "0 50 0/1 w flags w"),
    ("a counter at the moves", "2/60, 30", QUOTA, "10W 20B 20W#5 30W 30.", "70 50 6/1 b"),
    # byo-yomi
    ("main time first", "10, 3x5", ZERO, "9.", "1 10 0/0 w"),
    ("the first period", "10, 3x5", ZERO, "12.", "3 10 0/0 w"),
    ("a press renews it", "10, 3x5", ZERO, "12W 12.", "5 10 1/0 b"),
    ("a press in main time keeps that", "10, 3x5", ZERO, "7W 7.", "3 10 1/0 b"),
    ("the last period", "10, 3x5", ZERO, "24.", "1 10 0/0 w"),
    ("all are gone", "10, 3x5", ZERO, "25.1.", "0 10 0/0 w flags w"),
    ("periods that are gone stay gone", "10, 2x5", ZERO, "17W 17B 22.1.", "0 10 1/1 w flags w"),
    ("set to main time again, then the next period", "10, 3x5", ZERO, "12W=20 33.", "4 10 0/0 w"),
    # count-up, different times
    ("counts up", "up", ZERO, "12W 15.", "12 3 1/0 b"),
    ("counts up after a stop", "up", ZERO, "12stop 20go 25.", "17 0 0/0 w"),
    ("nothing is added to what counts up", "up", ZERO, "12W+60 15.", "15 0 0/0 w"),
    ("the arbiter sets what counts up", "up", ZERO, "12W=60 15.", "63 0 0/0 w"),
    ("odds", "60+5/20", ZERO, "10W 20B 25.", "55 10 1/1 w"),
    ("odds, the flag of the weaker time", "60+5/20", ZERO, "10W 31.", "60 0 1/0 b flags b"),
    ("odds with other quotas", "2/60, 30 / 1/20, 10", ZERO, "10W 25B 30W 42.", "45 3 2/1 b"),
]


def acts(script: str) -> list[tuple[timedelta, Command]]:
    return [
        (timedelta(seconds=float(match["at"].rstrip("."))), _command(match)) for match in map(_match, script.split())
    ]


def _match(act: str) -> re.Match[str]:
    match = _ACT.fullmatch(act)
    assert match is not None, act
    return match


def _command(match: re.Match[str]) -> Command:
    color, time = match["who"] == "W", timedelta(seconds=int(match["amount"] or 0))
    commands: dict[str | None, Command] = {
        "stop": StopClocks(reason=StopReason.ARBITER),
        "go": Resume(),
        ".": TimePassed(),
        "=": SetClock(color=color, time=time),
        "+": AddTime(color=color, time=time),
        "-": AddTime(color=color, time=-time),
        "!": ImposePenalty(color=color, kind=PenaltyKind.OWN_TIME, time=time),
        "?": ImposePenalty(color=color, kind=PenaltyKind.OPPONENT_TIME, time=time),
        "#": SetMoveCounter(color=color, moves=int(match["amount"] or 0)),
        None: PressClock(color=color),
    }
    return commands[match["what"]]


def shown(game: Game, at: timedelta) -> str:
    displays = " ".join(f"{game.remaining(color, at).total_seconds():g}" for color in chess.COLORS)
    running = "-" if game.clock.running is None else "bw"[game.clock.running]
    flags = "".join("bw"[color] for color in chess.COLORS if game.flags[color] is not None)
    moves = f"{game.completed.white}/{game.completed.black}"
    return f"{displays} {moves} {running}" + (f" flags {flags}" if flags else "")


@pytest.mark.parametrize(
    ("name", "control", "added", "script", "expected"), SCENARIOS, ids=[row[0] for row in SCENARIOS]
)
def test_scenarios(name: str, control: str, added: PeriodAdd, script: str, expected: str) -> None:
    setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control(control, added))
    game, _ = advance(replay(set_up(setup)), StartClock(), at=timedelta())
    at = timedelta()
    for at, command in acts(script):
        game, _ = advance(game, command, at=at)
    assert shown(game, at) == expected, name
