"""What the firmware must do, each as a function that fails with AssertionError; planted bugs must fail them too."""

from binascii import crc_hqx
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

import chess
from cobs import cobs

from access_chess.board.wire.frames import (
    EVENT_LOG,
    REBOOT_KEY,
    RESET_PIN,
    RESET_WATCHDOG,
    STATUS_BAD_ARGUMENT,
    STATUS_GONE,
    STATUS_OK,
    STATUS_UNKNOWN,
    Ack,
    Buzz,
    Event,
    Frame,
    Heartbeat,
    Hello,
    HelloRequest,
    Ping,
    Pong,
    Reboot,
    Resend,
    Servo,
    SetDebounce,
    SetNumber,
    Snapshot,
    SnapshotRequest,
)
from access_chess.board.wire.framing import Damaged, Heard, decode, encode
from tests.support.board_sim import START_POSITION, Block, BoardSim

MS = timedelta(milliseconds=1)
US = timedelta(microseconds=1)
START = timedelta(milliseconds=60)
PONG_ON_THE_LINE = 13 * 85 * US


@dataclass(frozen=True)
class At:
    """A frame, and when it had wholly arrived."""

    at: timedelta
    frame: Heard


def frames(blocks: Iterable[Block]) -> list[At]:
    """The frames in blocks of bytes, which must all be sound."""
    heard = [At(block.at, decode(block.data.removesuffix(b"\0"))) for block in blocks]
    assert not [one for one in heard if isinstance(one.frame, Damaged)], heard
    return heard


def events(heard: Iterable[At]) -> list[Event]:
    return [one.frame for one in heard if isinstance(one.frame, Event)]


def changes(heard: Iterable[At]) -> list[tuple[int, int]]:
    """Input and state of each event."""
    return [(event.input, event.state) for event in events(heard)]


def started(sim: BoardSim) -> list[At]:
    """Past the start of the board."""
    return frames(sim.run(START))


def done(sim: BoardSim, *commands: str, then: timedelta = 30 * MS) -> list[At]:
    """What comes of commands to the emulator."""
    sim.tell(*commands)
    return frames(sim.run(then))


def asked(sim: BoardSim, frame: Frame, then: timedelta = 30 * MS) -> list[At]:
    """What comes of a command to the board."""
    return frames(sim.run(then, b"\0" + encode(frame)))


def status(sim: BoardSim, frame: Frame) -> int:
    (ack,) = [one.frame for one in asked(sim, frame) if isinstance(one.frame, Ack)]
    return ack.status


def closed(content: bytes) -> bytes:
    """A frame of any number and body, as bytes on the line."""
    stuffed: bytes = cobs.encode(content + crc_hqx(content, 0xFFFF).to_bytes(2, "big"))
    return stuffed + b"\0"


def snapshot(sim: BoardSim) -> Snapshot:
    (answer,) = [one.frame for one in asked(sim, SnapshotRequest(token=9)) if isinstance(one.frame, Snapshot)]
    assert answer.token == 9
    return answer


def standing_pieces_are_no_events(sim: BoardSim) -> None:
    hello, heartbeat, *others = started(sim)
    assert isinstance(hello.frame, Hello) and hello.frame.debounce == 8
    assert isinstance(heartbeat.frame, Heartbeat) and heartbeat.frame.squares == START_POSITION
    assert not others
    assert snapshot(sim).squares == START_POSITION


def every_contact_is_told_as_itself(sim: BoardSim) -> None:
    started(sim)
    names = [*chess.SQUARE_NAMES, "white", "black", "1", "2", "3", "4"]
    for number, name in enumerate(names):
        was = number < 64 and bool(START_POSITION >> number & 1)
        first, second = ("release", "press") if was else ("press", "release")
        assert changes(done(sim, f"{first} {name}", then=12 * MS)) == [(number, int(not was))], name
        assert changes(done(sim, f"{second} {name}", then=12 * MS)) == [(number, int(was))], name


def three_corners_fake_no_fourth(sim: BoardSim) -> None:
    started(sim)
    heard = done(sim, "squares 0000000000000000", "place b2", "place b6", "place g2", then=100 * MS)
    assert (chess.G6, 1) not in changes(heard)
    assert snapshot(sim).squares == chess.BB_B2 | chess.BB_B6 | chess.BB_G2


def a_bounce_is_one_change(sim: BoardSim) -> None:
    started(sim)
    for seed, length in enumerate((1, 3, 7, 20)):
        lifted = done(sim, f"bounce e2 {length} {seed}", then=(length + 25) * MS)
        placed = done(sim, f"bounce e2 {length} {seed + 9}", then=(length + 25) * MS)
        assert changes(lifted) == [(chess.E2, 0)], length
        assert changes(placed) == [(chess.E2, 1)], length


def a_glitch_is_no_change(sim: BoardSim) -> None:
    started(sim)
    for length in (100, 1000, 3000, 5500, 6500):
        assert not changes(done(sim, f"glitch e4 {length}")), length
    for _ in range(20):
        assert not changes(done(sim, "glitch e4 4000", then=6 * MS)), "short glitches must not add up"
    assert changes(done(sim, "glitch e4 9100")) == [(chess.E4, 1), (chess.E4, 0)]


def a_change_bears_its_own_time(sim: BoardSim) -> None:
    started(sim)
    (pong,) = [one for one in asked(sim, Ping(token=1)) if isinstance(one.frame, Pong)]
    assert isinstance(pong.frame, Pong)
    behind = pong.at - PONG_ON_THE_LINE - pong.frame.time_ms * MS  # board time starts a little after the power
    for wait in range(12):
        changed = sim.now
        (event,) = events(done(sim, f"{'lift' if wait % 2 == 0 else 'place'} d2", then=(17 * MS + wait * 130 * US)))
        assert abs(event.time_ms * MS + behind - changed) < 2.2 * MS, "two roundings to milliseconds"


def heartbeats_tell_the_whole_state_every_second(sim: BoardSim) -> None:
    started(sim)
    heard = done(sim, "lift e2", "press black", then=3000 * MS)
    beats = [one for one in heard if isinstance(one.frame, Heartbeat)]
    assert len(beats) == 3
    for one, other in pairwise(beats):
        assert abs(other.at - one.at - 1000 * MS) < 2 * MS
    last = beats[-1].frame
    assert isinstance(last, Heartbeat)
    assert (last.squares, last.keys, last.lost) == (START_POSITION & ~chess.BB_E2, 2, 0)
    assert last.next_sequence == events(heard)[-1].sequence + 1


def a_swept_board_loses_nothing(sim: BoardSim) -> None:
    started(sim)
    lifted = done(sim, "squares 0000000000000000", then=100 * MS)
    assert sorted(changes(lifted)) == [(square, 0) for square in chess.SquareSet(START_POSITION)]
    placed = done(sim, "squares ffffffffffffffff", then=150 * MS)
    assert sorted(changes(placed)) == [(square, 1) for square in chess.SQUARES]
    numbers = [event.sequence for event in events([*lifted, *placed])]
    assert numbers == list(range(numbers[0], numbers[0] + 96))


def full_state_never_overtakes_events(sim: BoardSim) -> None:
    started(sim)
    sim.tell("squares 0000000000000000")
    heard = frames(sim.run(9 * MS)) + asked(sim, SnapshotRequest(token=1), then=100 * MS)
    (at,) = [place for place, one in enumerate(heard) if isinstance(one.frame, Snapshot)]
    told = heard[at].frame
    assert isinstance(told, Snapshot)
    assert told.next_sequence == (events(heard[:at])[-1].sequence + 1)


def events_are_sent_again(sim: BoardSim) -> None:
    started(sim)
    first = snapshot(sim).next_sequence
    for _ in range(EVENT_LOG // 2 + 2):
        done(sim, "lift h1", then=12 * MS)
        done(sim, "place h1", then=12 * MS)
    after = first + EVENT_LOG + 4
    assert snapshot(sim).next_sequence == after
    assert status(sim, Resend(token=1, sequence=first)) == STATUS_GONE
    assert status(sim, Resend(token=1, sequence=after - EVENT_LOG - 1)) == STATUS_GONE
    again = asked(sim, Resend(token=2, sequence=after - EVENT_LOG), then=400 * MS)
    assert again[0].frame == Ack(command=0x85, token=2, status=STATUS_OK)
    assert [event.sequence for event in events(again)] == list(range(after - EVENT_LOG, after))
    assert changes(again) == [(chess.H1, 0), (chess.H1, 1)] * (EVENT_LOG // 2)
    assert events(asked(sim, Resend(token=3, sequence=after))) == []
    assert status(sim, Resend(token=4, sequence=after + 1)) == STATUS_GONE


def damaged_commands_are_not_obeyed(sim: BoardSim) -> None:
    started(sim)
    good = encode(SetNumber(token=1, number=77))
    for at in range(len(good) - 1):
        bad = bytes([*good[:at], good[at] ^ 0x10 or 1, *good[at + 1 :]])
        assert not [one for one in frames(sim.run(10 * MS, b"\0" + bad + b"\0")) if isinstance(one.frame, Ack)]
    assert not frames(sim.run(20 * MS, bytes(range(1, 250)) + b"\0"))
    beats = [one.frame for one in frames(sim.run(1100 * MS)) if isinstance(one.frame, Heartbeat)]
    assert beats[-1].receive_errors >= len(good)
    assert status(sim, SetNumber(token=1, number=78)) == STATUS_OK


def unknown_and_wrong_commands_are_answered(sim: BoardSim) -> None:
    started(sim)
    assert status(sim, SetDebounce(token=1, samples=0)) == STATUS_BAD_ARGUMENT
    assert status(sim, SetDebounce(token=1, samples=16)) == STATUS_BAD_ARGUMENT
    assert status(sim, Servo(token=1, channel=4, microseconds=1500, slew=0)) == STATUS_BAD_ARGUMENT
    assert status(sim, Servo(token=1, channel=0, microseconds=499, slew=0)) == STATUS_BAD_ARGUMENT
    assert status(sim, Servo(token=1, channel=0, microseconds=2501, slew=0)) == STATUS_BAD_ARGUMENT
    assert status(sim, Buzz(token=1, hertz=20, milliseconds=10)) == STATUS_BAD_ARGUMENT
    assert status(sim, Reboot(token=1, key=1)) == STATUS_BAD_ARGUMENT
    heard = frames(sim.run(20 * MS, b"\0" + closed(bytes([0xF0, 5, 1, 2, 3]))))
    assert [one.frame for one in heard] == [Ack(command=0xF0, token=5, status=STATUS_UNKNOWN)]
    assert not frames(sim.run(20 * MS, encode(Ack(command=1, token=2, status=0)))), "an echo is not answered"


def debounce_can_be_set(sim: BoardSim) -> None:
    started(sim)
    assert status(sim, SetDebounce(token=1, samples=3)) == STATUS_OK
    assert changes(done(sim, "glitch e4 4500")) == [(chess.E4, 1), (chess.E4, 0)]
    assert status(sim, SetDebounce(token=2, samples=15)) == STATUS_OK
    assert not changes(done(sim, "glitch e4 13000"))
    assert changes(done(sim, "glitch e4 16500", then=60 * MS)) == [(chess.E4, 1), (chess.E4, 0)]


def a_reboot_is_told(sim: BoardSim) -> None:
    hello = started(sim)[0].frame
    assert isinstance(hello, Hello)
    heard = asked(sim, Reboot(token=1, key=REBOOT_KEY), then=400 * MS)
    again = [one.frame for one in heard if isinstance(one.frame, Hello)]
    assert [(one.reset_cause, one.boot) for one in again] == [(RESET_WATCHDOG, hello.boot + 1)]
    assert snapshot(sim).next_sequence == (again[0].boot << 8) % 65536
    sim.tell("lift e2", "reset")
    hello = frames(sim.run(START))[0].frame
    assert isinstance(hello, Hello) and (hello.reset_cause, hello.boot) == (RESET_PIN, again[0].boot + 1)
    assert snapshot(sim).squares == START_POSITION & ~chess.BB_E2
    assert isinstance(asked(sim, HelloRequest())[0].frame, Hello)


def nothing_resets_it_by_itself(sim: BoardSim) -> None:
    heard = started(sim) + frames(sim.run(1500 * MS))
    assert len([one for one in heard if isinstance(one.frame, Hello)]) == 1


def its_number_is_kept_without_power(sim: BoardSim) -> None:
    started(sim)
    assert status(sim, SetNumber(token=1, number=4711)) == STATUS_OK
    sim.tell("power")
    hello = frames(sim.run(START))[0].frame
    assert isinstance(hello, Hello) and hello.number == 4711


def servos_turn_as_told(sim: BoardSim) -> None:
    started(sim)
    assert _pulses(sim) == [0, 0, 0, 0], "a hand must not jump when the board starts"
    for channel, width in enumerate((500, 1234, 1500, 2500)):
        assert status(sim, Servo(token=channel, channel=channel, microseconds=width, slew=0)) == STATUS_OK
    sim.run(100 * MS)
    for seen, wanted in zip(_pulses(sim), (500, 1234, 1500, 2500), strict=True):
        assert abs(seen - wanted) <= 1
    assert status(sim, Servo(token=5, channel=1, microseconds=1334, slew=100)) == STATUS_OK
    sim.run(500 * MS)
    assert abs(_pulses(sim)[1] - 1286) <= 6, "half way after half of a second"
    sim.run(600 * MS)
    assert abs(_pulses(sim)[1] - 1334) <= 1
    assert status(sim, Servo(token=6, channel=2, microseconds=0, slew=0)) == STATUS_OK
    sim.run(200 * MS)
    assert _pulses(sim)[2] == 0


def _pulses(sim: BoardSim) -> list[float]:
    answers = sim.tell("pulse 0", "pulse 1", "pulse 2", "pulse 3")
    for _, period in answers:
        assert float(period) in (0.0, 20000.0)
    return [float(width) for width, _ in answers]


def the_buzzer_sounds_as_told(sim: BoardSim) -> None:
    started(sim)
    for hertz in (50, 440, 2000, 10000):
        assert status(sim, Buzz(token=1, hertz=hertz, milliseconds=300)) == STATUS_OK
        sim.run(100 * MS)
        assert abs(float(sim.tell("tone")[0][0]) - hertz) <= hertz * 0.01
        sim.run(400 * MS)
        assert float(sim.tell("tone")[0][0]) == 0


SCENARIOS: tuple[Callable[[BoardSim], None], ...] = (
    standing_pieces_are_no_events,
    every_contact_is_told_as_itself,
    three_corners_fake_no_fourth,
    a_bounce_is_one_change,
    a_glitch_is_no_change,
    a_change_bears_its_own_time,
    heartbeats_tell_the_whole_state_every_second,
    a_swept_board_loses_nothing,
    full_state_never_overtakes_events,
    events_are_sent_again,
    damaged_commands_are_not_obeyed,
    unknown_and_wrong_commands_are_answered,
    debounce_can_be_set,
    a_reboot_is_told,
    nothing_resets_it_by_itself,
    its_number_is_kept_without_power,
    servos_turn_as_told,
    the_buzzer_sounds_as_told,
)
