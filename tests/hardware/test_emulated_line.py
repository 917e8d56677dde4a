"""Driver's link and real firmware on one line, with everything that goes wrong on lines."""

import random
from collections import defaultdict
from datetime import timedelta
from itertools import pairwise

import chess
import pytest

from access_chess.board.wire.board_clock import MILLISECOND
from access_chess.board.wire.frames import REBOOT_KEY, Buzz, Reboot, Servo, SetNumber
from access_chess.board.wire.link import LinkPhase
from access_chess.board.wire.reports import (
    ButtonPressed,
    ButtonReleased,
    CommandRefusal,
    CommandRefused,
    Disconnected,
    Disconnection,
    LeverPressed,
    LeverReleased,
    Lifted,
    Loss,
    Placed,
    ReportsLost,
)
from tests.support.board_sim import START_POSITION, BoardSim, LockstepHost, kinds

MS = MILLISECOND
BYTES_OF_100_000 = "300 150"  # corrupted and dropped: one frame in twenty
QUIET = "0 0"


@pytest.mark.parametrize(("noise", "total"), [(QUIET, 2_000), (BYTES_OF_100_000, 4_000)])
def test_random_lifts_and_places(host: LockstepHost, noise: str, total: int) -> None:
    """None lost, none doubled, each at its time; a quarter of the contacts bounces."""
    chance, sim = random.Random(noise), host.sim
    sim.tell(f"noise {noise} 1")
    made: dict[int, list[tuple[bool, timedelta]]] = defaultdict(list)
    closed, resting = START_POSITION, dict.fromkeys(chess.SQUARES, 0)
    for step in range(total // 2):
        for square in chance.sample([square for square in chess.SQUARES if resting[square] <= step], 2):
            resting[square] = step + 4
            closed ^= 1 << square
            made[square].append((bool(closed >> square & 1), sim.now))
            name = chess.SQUARE_NAMES[square]
            if chance.random() < 0.25:
                sim.tell(f"bounce {name} 7 {step}")
            else:
                sim.tell(f"{'place' if closed >> square & 1 else 'lift'} {name}")
        host.run(chance.choice((8, 10, 14)) * MS)
    host.run(3000 * MS)
    heard: dict[int, list[tuple[bool, timedelta]]] = defaultdict(list)
    for report in host.reports[1:]:
        assert isinstance(report, Lifted | Placed), report
        heard[report.square].append((isinstance(report, Placed), report.at))
    assert sum(map(len, heard.values())) == total
    for square, changes in made.items():
        assert [was for was, _ in heard[square]] == [was for was, _ in changes], chess.SQUARE_NAMES[square]
        late = [told - at for (_, at), (_, told) in zip(changes, heard[square], strict=True)]
        assert min(late) > -3 * MS and (noise != QUIET or max(late) < 12 * MS)
    assert all(one.at <= other.at for one, other in pairwise(host.reports))
    assert host.link.state.squares == closed


def test_levers_and_buttons(host: LockstepHost) -> None:
    heard = host.do("press white", "press 4") + host.do("release white", "release 4", "press black")
    assert kinds(heard) == ["LeverPressed", "ButtonPressed", "LeverReleased", "LeverPressed", "ButtonReleased"]
    assert [report.color for report in heard if isinstance(report, LeverPressed)] == [chess.WHITE, chess.BLACK]
    assert [report.button for report in heard if isinstance(report, ButtonPressed | ButtonReleased)] == [4, 4]


def test_a_press_is_stamped_by_the_board(host: LockstepHost) -> None:
    """A host that sleeps for a second still knows when the lever went down."""
    host.run(5000 * MS)
    pressed = host.sim.now
    (report,) = host.do("press white", then=30 * MS)
    assert abs(report.at - pressed) < 2 * MS
    released = host.sim.now
    host.sim.tell("release white")
    (report,) = host.sleep(1000 * MS)
    assert isinstance(report, LeverReleased) and abs(report.at - released) < 2 * MS


def test_a_reset_while_nobody_looks_is_noticed(host: LockstepHost) -> None:
    """Even when the hello gets lost: another boot identity in the heartbeat."""
    host.sim.tell("lift e2", "reset")
    host.sim.run(1 * MS)
    host.sim.tell("noise 0 100000 1")
    host.run(40 * MS)
    host.sim.tell("noise 0 0 1")
    assert [report.reason for report in host.run(1500 * MS) if isinstance(report, ReportsLost)] == [Loss.RESTARTED]
    assert host.link.state.squares == START_POSITION & ~chess.BB_E2
    assert kinds(host.do("place e2")) == ["Placed"]


def test_a_reset_is_reported_with_what_stands_now(host: LockstepHost) -> None:
    host.sim.tell("lift e2", "place e4", "reset")
    (lost,) = host.run(200 * MS)
    assert isinstance(lost, ReportsLost) and lost.reason is Loss.RESTARTED
    assert lost.state.squares == START_POSITION & ~chess.BB_E2 | chess.BB_E4
    assert host.link.identity is not None and host.link.identity.boot == 1


def test_what_the_log_has_forgotten_is_reported_as_lost(host: LockstepHost) -> None:
    """A line cut while more than 256 events go by."""
    host.sim.tell("noise 0 100000 1")
    for squares in ("0000000000000000", f"{START_POSITION:016x}") * 5:
        host.sim.tell(f"squares {squares}")
        host.sim.run(60 * MS)
    host.sim.tell("lift g1")
    host.sim.run(20 * MS)
    host.sim.tell("noise 0 0 1")
    (lost,) = host.run(1500 * MS)
    assert isinstance(lost, ReportsLost) and lost.reason is Loss.GONE
    assert lost.state.squares == START_POSITION & ~chess.BB_G1


def test_a_short_cut_loses_nothing(host: LockstepHost) -> None:
    host.sim.tell("noise 0 100000 1")
    for command in ("lift e2", "place e4", "press white"):
        host.sim.tell(command)
        host.sim.run(20 * MS)
    host.sim.tell("noise 0 0 1")
    heard = host.run(1500 * MS)
    assert kinds(heard) == ["Lifted", "Placed", "LeverPressed"]


def test_a_dead_line_is_noticed(host: LockstepHost) -> None:
    host.sim.tell("noise 0 100000 1")
    (gone,) = host.run(4000 * MS)
    assert isinstance(gone, Disconnected) and gone.reason is Disconnection.SILENT
    assert host.link.phase is LinkPhase.DEAD
    assert host.run(1000 * MS) == []


def test_a_board_that_says_nothing_is_no_board() -> None:
    with BoardSim() as sim:
        sim.tell("noise 0 100000 1")
        host = LockstepHost(sim)
        (none,) = host.run(6000 * MS)
        assert isinstance(none, Disconnected) and none.reason is Disconnection.NO_BOARD


def test_the_first_questions_may_fall_into_the_boards_start() -> None:
    with BoardSim() as sim:
        sim.run(500 * MS)
        host = LockstepHost(sim)
        host.sim.tell("reset")
        assert kinds(host.run_until_live()) == ["Connected"]


def test_commands(host: LockstepHost) -> None:
    assert host.ask(Servo(token=0, channel=3, microseconds=1700, slew=0)) == []
    host.run(50 * MS)
    assert abs(float(host.sim.tell("pulse 3")[0][0]) - 1700) < 1
    (refused,) = host.ask(Buzz(token=0, hertz=1, milliseconds=5))
    assert isinstance(refused, CommandRefused) and refused.reason is CommandRefusal.OUT_OF_LIMITS
    assert host.ask(SetNumber(token=0, number=9)) == []
    (lost,) = host.ask(Reboot(token=0, key=REBOOT_KEY), then=600 * MS)
    assert isinstance(lost, ReportsLost) and host.link.identity is not None and host.link.identity.number == 9


def test_commands_get_through_noise(host: LockstepHost) -> None:
    host.sim.tell(f"noise {BYTES_OF_100_000} 3")
    for turn in range(100):
        host.ask(Servo(token=0, channel=turn % 4, microseconds=1000 + turn, slew=0))
    host.run(2000 * MS)
    for channel in range(4):
        assert abs(float(host.sim.tell(f"pulse {channel}")[0][0]) - (1096 + channel)) < 1


def test_a_stuck_contact_is_what_it_says(host: LockstepHost) -> None:
    """Nothing is guessed: a stuck contact stays as it is, and the mended one is told."""
    assert kinds(host.do("stick e2 0")) == ["Lifted"]
    assert host.do("lift e2") == [] and host.do("place e2") == []
    assert kinds(host.do("mend e2")) == ["Placed"]


def test_a_hands_script_keeps_its_instants(host: LockstepHost) -> None:
    """In whatever order it is given; what would come too late is refused, and a wrong deed disturbs no other."""
    sim = host.sim
    start = sim.now // MS
    deeds = [(700, "lift d2"), (300, "lift e2"), (300, "place e4"), (511, "lift e4"), (600, "hop e4")]
    sim.tell(*(f"at {(start + ms) * 1000} {deed}" for ms, deed in deeds))
    sim.tell("lift a1")
    host.run(1000 * MS)
    told = [report for report in host.reports if isinstance(report, Lifted | Placed)]
    assert [(type(report).__name__, chess.square_name(report.square)) for report in told] == [
        ("Lifted", "a1"), ("Lifted", "e2"), ("Placed", "e4"), ("Lifted", "e4"), ("Lifted", "d2"),
    ]  # fmt: skip
    for report, ms in zip(told[1:], (300, 300, 511, 700), strict=True):
        assert abs(report.at - (start + ms) * MS) <= 4 * MS
    with pytest.raises(AssertionError, match="expected an instant to come"):
        sim.tell(f"at {(start + 999) * 1000} lift b1")


def test_in_lockstep_no_time_is_let_go(host: LockstepHost) -> None:
    host.run(timedelta(seconds=2))
    assert host.sim.tell("lag") == [["0", "0"]]
