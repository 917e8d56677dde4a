"""The link, with the board made of values at the other end of a line that the test holds in its hands."""

from collections.abc import Callable
from datetime import timedelta

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from access_chess.board.wire import simulated_board as model_board
from access_chess.board.wire.frames import (
    Buzz,
    Event,
    Heartbeat,
    Hello,
    Ping,
    Resend,
    Servo,
    SetDebounce,
    SnapshotRequest,
)
from access_chess.board.wire.framing import encode, split
from access_chess.board.wire.link import (
    ATTEMPTS,
    FIRST_PINGS,
    REPEAT,
    BoardCommand,
    InFlight,
    LinkPhase,
    LinkStep,
    Request,
    commanded,
    opened,
    passed,
    received,
)
from access_chess.board.wire.reports import (
    BoardReport,
    BoardState,
    ClockLeapt,
    CommandRefusal,
    CommandRefused,
    Connected,
    Disconnected,
    Disconnection,
    Lifted,
    Loss,
    Placed,
    Quiet,
    ReportsLost,
    contact_report,
)
from access_chess.board.wire.simulated_board import ModelBoard, standing

MS = timedelta(milliseconds=1)
START = chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_7 | chess.BB_RANK_8)


def unharmed(data: bytes) -> bytes:
    return data


class Line:
    """A link and a model board; time goes on in steps of five milliseconds. `harm` is what the line does to bytes."""

    def __init__(self, harm: Callable[[bytes], bytes] = unharmed) -> None:
        self.at = timedelta(seconds=50)
        self.reports: list[BoardReport] = []
        self.all: list[BoardReport] = []
        self.harm = harm
        self.late = timedelta()
        self.board: ModelBoard = standing(START)
        self.to_host = b""
        self._board_did(model_board.started(self.board))
        self.to_board = b""
        self.link = opened("line", at=self.at).link
        self._took(opened("line", at=self.at))

    def _board_did(self, done: tuple[ModelBoard, bytes]) -> None:
        self.board, sent = done
        self.to_host += sent

    def _took(self, turn: LinkStep) -> None:
        self.link = turn.link
        self.to_board += turn.wire
        self.reports += [report for report in turn.reports if not isinstance(report, Quiet)]
        self.all += turn.reports

    @property
    def quiet(self) -> list[timedelta]:
        """The instants up to which the board has vouched that nothing else has happened."""
        return [report.at for report in self.all if isinstance(report, Quiet)]

    @property
    def board_ms(self) -> int:
        return (self.at - self.late - timedelta(seconds=50)) // MS

    def run(self, time: timedelta) -> list[BoardReport]:
        """What is reported while this time passes."""
        seen, end = len(self.reports), self.at + time
        while self.at < end:
            asked, self.to_board = self.to_board, b""
            self._board_did(model_board.received(self.board, asked, at_ms=self.board_ms))
            self._board_did(model_board.passed(self.board, at_ms=self.board_ms))
            self.at += 5 * MS
            data, self.to_host = self.harm(self.to_host), b""
            self._took(received(self.link, data, at=self.at))
            self._took(passed(self.link, at=self.at))
        return self.reports[seen:]

    def touch(self, number: int, is_closed: bool) -> None:
        self._board_did(model_board.touched(self.board, number, is_closed, at_ms=self.board_ms))


def live(harm: Callable[[bytes], bytes] = unharmed) -> Line:
    """A line with the board known."""
    line = Line()
    line.run(200 * MS)
    assert line.link.phase is LinkPhase.LIVE
    line.harm = harm
    return line


def test_connects_with_the_whole_state() -> None:
    line = Line()
    (connected,) = line.run(300 * MS)
    assert isinstance(connected, Connected) and connected.state.occupancy == START
    assert connected.identity.boot == 1


def test_tells_what_is_touched_at_the_boards_own_time() -> None:
    line = live()
    line.touch(chess.E2, False)
    touched_at = line.at
    (lifted,) = line.run(20 * MS)
    assert isinstance(lifted, Lifted) and lifted.square == chess.E2 and abs(lifted.at - touched_at) < 4 * MS
    assert chess.E2 not in line.link.state.occupancy


def test_a_lost_event_is_fetched_before_later_ones_are_told() -> None:
    line = live()
    line.touch(chess.E2, False)
    line.to_host = b""
    line.touch(chess.E4, True)
    told = line.run(50 * MS)
    assert [(type(report).__name__, report.square) for report in told if isinstance(report, Lifted | Placed)] == [
        ("Lifted", chess.E2),
        ("Placed", chess.E4),
    ]


def test_a_damaged_frame_makes_it_ask_at_once() -> None:
    line = live()
    line.touch(chess.E2, False)
    line.to_host = line.to_host.replace(b"\x00", b"") + b"\x55\x00"
    assert [type(report).__name__ for report in line.run(20 * MS)] == ["Lifted"]


def test_an_event_heard_twice_is_told_once() -> None:
    line = live()
    line.touch(chess.E2, False)
    line.to_host *= 3
    assert len(line.run(50 * MS)) == 1


def test_an_event_that_contradicts_the_state_is_not_believed() -> None:
    """As if a wrong event had slipped through the CRC: e2 placed, which it is already."""
    line = live()
    line.to_host += encode(Event(sequence=line.link.next_sequence, time_ms=1, input=chess.E2, state=1))
    (lost,) = line.run(50 * MS)
    assert isinstance(lost, ReportsLost) and lost.reason is Loss.STATE_DIFFERS and lost.state.occupancy == START


def test_a_wrong_event_is_put_right_by_the_next_heartbeat() -> None:
    line = live()
    line.to_host += encode(Event(sequence=line.link.next_sequence, time_ms=1, input=chess.E2, state=0))
    heard = line.run(1200 * MS)
    assert [type(report).__name__ for report in heard] == ["Lifted", "ReportsLost"]
    assert line.link.state.occupancy == START


def test_a_heartbeat_with_another_state_is_the_truth() -> None:
    line = live()
    other = int(START) ^ chess.BB_E2
    line.board = replace(line.board, state=BoardState(squares=other))
    fields = {"keys": 0, "lost": 0, "receive_errors": 0, "boot": 1, "time_ms": 9}
    line.to_host += encode(Heartbeat(next_sequence=line.link.next_sequence, squares=other, **fields))
    (lost,) = line.run(10 * MS)
    assert isinstance(lost, ReportsLost) and int(lost.state.occupancy) == other


def test_one_request_at_a_time_repeated_and_then_given_up() -> None:
    line = live()
    line.harm = lambda data: b""
    line.board = replace(line.board, next_heartbeat_ms=10**9)
    line._took(commanded(line.link, Servo(token=0, channel=0, microseconds=1500, slew=0), at=line.at))
    asked: list[bytes] = []
    began = line.at
    while line.link.phase is not LinkPhase.DEAD:
        asked += [line.to_board] if line.to_board else []
        assert line.to_board.count(b"\0\x0a") <= 1
        line.to_board = b""
        line._took(passed(line.link, at=line.at))
        line.at += 10 * MS
    assert len([one for one in asked if one == asked[0]]) == ATTEMPTS
    assert isinstance(line.reports[-1], Disconnected) and line.reports[-1].reason is Disconnection.SILENT
    assert line.at - began >= REPEAT * ATTEMPTS


def test_of_two_turns_of_a_servo_the_newer_counts() -> None:
    line = live()
    for pulse in range(1000, 1100):
        line._took(commanded(line.link, Servo(token=0, channel=1, microseconds=pulse, slew=0), at=line.at))
    assert len(line.link.waiting) == 1
    line.run(100 * MS)
    assert line.board.pulses[1] == 1099


@pytest.mark.parametrize(
    ("command", "is_refused"),
    [
        (Buzz(token=0, hertz=50, milliseconds=10_000), False),
        (Buzz(token=0, hertz=10_000, milliseconds=1), False),
        (Buzz(token=0, hertz=0, milliseconds=1), False),
        (Buzz(token=0, hertz=49, milliseconds=1), True),
        (Buzz(token=0, hertz=10_001, milliseconds=1), True),
        (Buzz(token=0, hertz=500, milliseconds=10_001), True),
        (Servo(token=0, channel=3, microseconds=500, slew=0), False),
        (Servo(token=0, channel=0, microseconds=2500, slew=0), False),
        (Servo(token=0, channel=0, microseconds=0, slew=0), False),
        (Servo(token=0, channel=0, microseconds=499, slew=0), True),
        (Servo(token=0, channel=0, microseconds=2501, slew=0), True),
        (Servo(token=0, channel=4, microseconds=1500, slew=0), True),
        (SetDebounce(token=0, samples=1), False),
        (SetDebounce(token=0, samples=15), False),
        (SetDebounce(token=0, samples=0), True),
        (SetDebounce(token=0, samples=16), True),
    ],
)
def test_commands_beyond_the_limits_are_refused(command: BoardCommand, is_refused: bool) -> None:
    line = live()
    line._took(commanded(line.link, command, at=line.at))
    told = line.run(100 * MS)
    assert [report.reason for report in told if isinstance(report, CommandRefused)] == [
        CommandRefusal.OUT_OF_LIMITS
    ] * is_refused


def test_a_vouching_that_is_not_answered_costs_no_connection() -> None:
    """Nor does the time: the heartbeats show that the board lives."""
    line = live()

    def without_snapshots(data: bytes) -> bytes:
        frames = [frame for frame in split(b"", data)[1] if isinstance(frame, Heartbeat | Event)]
        return b"".join(map(encode, frames))

    line.harm = without_snapshots
    line.touch(chess.E2, False)
    line.run(timedelta(seconds=4))
    assert line.link.phase is LinkPhase.LIVE
    line.harm = unharmed
    line.run(timedelta(seconds=2))
    assert line.link.in_flight is None and line.link.phase is LinkPhase.LIVE
    assert [type(report).__name__ for report in line.reports[1:]] == ["Lifted"]


def test_a_host_that_was_stopped_does_not_take_its_own_sleep_for_silence() -> None:
    line = live()
    line.run(timedelta(seconds=1))
    line.at += timedelta(seconds=6)
    line._took(passed(line.link, at=line.at))  # before the bytes that wait in the port are read
    assert line.link.phase is LinkPhase.LIVE
    line.run(timedelta(seconds=2))
    assert [type(report).__name__ for report in line.reports] == ["Connected"]


def test_a_board_at_rest_is_asked_seldom() -> None:
    """Ten times a second while a hand is at work, and five seconds more; then the heartbeats do."""
    line = live()
    asked: list[float] = []
    line.touch(chess.E2, False)
    for _ in range(1600):
        line._took(passed(line.link, at=line.at))
        _, frames = split(b"", line.to_board)
        asked += [(line.at / MS) / 1000 for frame in frames if isinstance(frame, SnapshotRequest)]
        line.run(5 * MS)
    began = asked[0]
    assert 45 <= len(asked) <= 51
    assert 4.5 <= asked[-1] - began <= 5.1


def test_commands_without_a_board_are_refused() -> None:
    turn = commanded(opened("x", at=MS).link, Servo(token=0, channel=0, microseconds=1500, slew=0), at=MS)
    (refused,) = turn.reports
    assert isinstance(refused, CommandRefused) and refused.reason is CommandRefusal.NOT_CONNECTED


def test_an_input_of_a_newer_board_is_counted_and_not_told() -> None:
    assert contact_report(99, True, MS) is None
    line = live()
    line.to_host += encode(Event(sequence=line.link.next_sequence, time_ms=1, input=70, state=1))
    newer = replace(line.board, next_sequence=line.board.next_sequence + 1, state=line.board.state.changed(70))
    line.board = newer
    line.run(10 * MS)
    assert line.link.phase is LinkPhase.LIVE and line.reports[1:] == []


def test_our_own_echo_is_no_answer() -> None:
    line = live()
    line.to_host += encode(SnapshotRequest(token=1)) + encode(Resend(token=1, sequence=0))
    assert line.run(50 * MS) == [] and line.link.phase is LinkPhase.LIVE


HARMS = st.lists(st.sampled_from(["cut", "flip", "drop", "double", "none"]), min_size=30, max_size=30)


@settings(max_examples=60, derandomize=True)
@given(HARMS, st.lists(st.integers(0, 69), min_size=1, max_size=20), st.randoms(use_true_random=False))
def test_any_harm_gives_the_same_reports_or_a_reported_loss(
    harms: list[str], touches: list[int], chance: object
) -> None:
    """Never a wrong one: without a reported loss, exactly what was touched, in order; and the state is right anyway."""
    left = iter(harms)

    def harm(data: bytes) -> bytes:
        kind = next(left, "none") if data else "none"
        place = len(data) // 2
        match kind:
            case "cut":
                return data[:place]
            case "drop":
                return b""
            case "double":
                return data + data
            case "flip":
                return data[:place] + bytes([data[place] ^ 0x24]) + data[place + 1 :]
        return data

    line = live(harm)
    first = len(line.reports)
    state, made = line.board.state, []
    for number in touches:
        made.append((number, not state.is_closed(number)))
        state = state.changed(number)
        line.touch(*made[-1])
        line.run(15 * MS)
    line.harm = unharmed
    line.run(timedelta(seconds=3))
    told = line.reports[first:]
    assert line.link.state == state
    if not any(isinstance(report, ReportsLost) for report in told):
        expected = [contact_report(number, is_closed, MS) for number, is_closed in made]
        assert [replace(report, at=MS) for report in told] == expected


def test_bytes_may_come_one_by_one() -> None:
    line = live()
    line.touch(chess.E2, False)
    data, line.to_host = line.to_host, b""
    assert split(b"", data)[1]
    for place in range(len(data)):
        line._took(received(line.link, data[place : place + 1], at=line.at))
    assert [type(report).__name__ for report in line.reports[1:]] == ["Lifted"]


def test_a_board_vouches_that_nothing_else_has_happened() -> None:
    """Soon after a change, while a hand is at work; never for an instant before a change that it reports later."""
    line = live()
    line.touch(chess.E2, False)
    touched_at = line.at
    line.run(400 * MS)
    assert line.quiet[-1] > touched_at + 200 * MS
    line.touch(chess.E4, True)
    placed_at, line.to_host = line.at, b""  # lost on its way, and fetched
    told = line.run(200 * MS)
    assert [type(report).__name__ for report in told] == ["Placed"]
    before = line.all.index(told[0])
    assert all(report.at < placed_at for report in line.all[:before])


def test_what_stood_still_is_not_vouched_for() -> None:
    """The bytes of a stalled line come late: no quiet is told beyond what the board itself has said by then."""
    line = live()
    line.touch(chess.E2, False)
    line.run(100 * MS)
    stalled = line.at
    held = b""

    def hold(data: bytes) -> bytes:
        nonlocal held
        held += data
        return b""

    line.harm = hold
    line.run(900 * MS)
    assert all(at <= stalled for at in line.quiet)
    line.harm = unharmed
    line.to_host = held + line.to_host
    line.run(200 * MS)
    assert line.quiet[-1] > stalled


def leapt(line: Line) -> list[ClockLeapt]:
    return [report for report in line.reports if isinstance(report, ClockLeapt)]


def test_a_clock_that_leaps_is_told_of_and_followed() -> None:
    line = live()
    line.run(timedelta(seconds=5))
    assert leapt(line) == []
    line.late += 800 * MS  # the board stood still
    line.run(timedelta(seconds=3))
    (leap,) = leapt(line)
    assert abs(leap.by + 800 * MS) < 20 * MS
    line.touch(chess.E2, False)
    line.run(20 * MS)
    lifted = next(report for report in line.reports if isinstance(report, Lifted))
    assert abs(lifted.at - line.at) < 30 * MS


def test_a_protocol_of_another_family_is_refused() -> None:
    for version in (0, 16, 99, 255):
        line = Line()
        _, (hello, *_) = split(b"", line.to_host)
        assert isinstance(hello, Hello)
        line.to_host = encode(replace(hello, protocol=version))
        (refused,) = line.run(5 * MS)
        assert isinstance(refused, Disconnected) and refused.reason is Disconnection.PROTOCOL
        assert line.link.phase is LinkPhase.DEAD


@pytest.mark.parametrize("asked", [Buzz(token=0, hertz=440, milliseconds=9), SnapshotRequest(token=0)])
def test_a_board_that_begins_anew_is_asked_for_its_state_once_and_what_it_shall_do_is_kept(asked: Request) -> None:
    """What was asked of the board that it was before, its time and its old reports, is asked no more."""
    line = live()
    waiting = (Resend(token=0, sequence=3), Servo(token=0, channel=1, microseconds=1500, slew=0))
    line.link = replace(line.link, in_flight=InFlight(request=asked, sent=line.at), waiting=waiting)
    _, hello = model_board.started(replace(line.board, boot=7))
    kept = received(line.link, hello, at=line.at).link
    requests = [type(each) for each in (kept.in_flight.request if kept.in_flight else None, *kept.waiting)]
    assert requests[0] is type(asked)
    assert requests.count(SnapshotRequest) == requests.count(Servo) == 1
    assert requests.count(Ping) == FIRST_PINGS and Resend not in requests


def test_a_question_of_time_to_the_board_that_it_was_before_is_not_waited_for() -> None:
    line = live()
    line.link = replace(line.link, in_flight=InFlight(request=Ping(token=0), sent=line.at))
    _, hello = model_board.started(replace(line.board, boot=7))
    kept = received(line.link, hello, at=line.at).link
    asked = kept.in_flight.request if kept.in_flight else None
    assert [type(each) for each in (asked, *kept.waiting)].count(Ping) == FIRST_PINGS


@pytest.mark.parametrize("cut", range(1, len(encode(SnapshotRequest(token=1)))))
def test_a_board_understands_a_request_that_comes_in_two_pieces(cut: int) -> None:
    request = encode(SnapshotRequest(token=1))
    board, nothing = model_board.received(standing(START), request[:cut], at_ms=5)
    _, answer = model_board.received(board, request[cut:], at_ms=6)
    assert (nothing, len(split(b"", answer)[1])) == (b"", 1)


def test_an_event_of_before_asks_for_nothing() -> None:
    line = live()
    old = Event(sequence=(line.link.next_sequence - 1) % 65_536, time_ms=1, input=chess.E2, state=0)
    turn = received(line.link, encode(old), at=line.at)
    assert (turn.reports, turn.wire, turn.link.phase) == ((), b"", LinkPhase.LIVE)
    assert turn.link.waiting == line.link.waiting


def test_after_each_reset_the_boot_and_its_first_sequence_are_others() -> None:
    """So that the host sees a reset whose greeting it has missed; both fit into sixteen bits."""
    board, seen = ModelBoard(boot=65_534), []
    for _ in range(3):
        board, _ = model_board.started(board)
        seen.append((board.boot, board.next_sequence))
    assert seen == [(65_535, 0xFF00), (0, 0), (1, 0x0100)]


@pytest.mark.parametrize("wait", range(0, 110, 10))
def test_nothing_is_vouched_for_of_before_what_has_been_told(wait: int) -> None:
    """Whenever the board was last asked: what it says of an earlier instant is no news once a lift is known."""
    line = live()
    line.touch(chess.D2, False)
    line.run(wait * MS)
    line.touch(chess.E2, False)
    line.run(250 * MS)
    told = [report.at for report in line.all]
    assert told == sorted(told)
    (lifted,) = [report.at for report in line.reports if isinstance(report, Lifted) and report.square == chess.E2]
    assert any(instant > lifted for instant in line.quiet)


def test_a_silent_port_is_asked_again_every_half_second_and_given_up_after_five() -> None:
    at = timedelta(seconds=50)
    link = opened("line", at=at).link
    asked = []
    for step in range(1, 51):
        turn = passed(link, at=at + step * 100 * MS)
        link = turn.link
        asked += [step * 100] if turn.wire else []
    assert asked == [2000, 2500, 3000, 3500, 4000, 4500]
    assert [type(report) for report in turn.reports] == [Disconnected] and link.phase is LinkPhase.DEAD


@pytest.mark.parametrize(("since", "is_asked"), [(4999, True), (5000, False)])
def test_a_board_is_asked_for_its_state_for_five_seconds_after_a_change(since: int, is_asked: bool) -> None:
    link, at = live().link, timedelta(seconds=90)
    link = replace(link, heard=at, looked=at, pinged=at, vouched=at - timedelta(seconds=1), stirred=at - since * MS)
    assert (passed(link, at=at).link.vouched == at) is is_asked
