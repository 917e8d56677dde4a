"""The frames of the sensor board, as values.

Written by `hardware/protocol/generate.py` from `frames.toml`: change that, not this.
What the frames mean and when they are sent is in `hardware/protocol/protocol.md`.
"""

import struct

from msgspec import Struct

PROTOCOL_VERSION = 1
LINE_BAUD = 115200
#: bytes of the longest body
LONGEST_BODY = 21
#: samples that must agree before a change counts, at the start
DEBOUNCE = 8
#: most samples that may be asked for
LONGEST_DEBOUNCE = 15
#: samples a second of every aperture, lever and button
SCAN_HERTZ = 1000
#: events that the board can send again
EVENT_LOG = 256
#: milliseconds from one heartbeat to the next
HEARTBEAT_MS = 1000
#: servo channels: White's hand, White's flag, Black's hand, Black's flag
SERVOS = 4
#: microseconds, least servo pulse
SHORTEST_PULSE = 500
#: microseconds, greatest servo pulse
LONGEST_PULSE = 2500
#: hertz
LOWEST_TONE = 50
#: hertz
HIGHEST_TONE = 10000
#: milliseconds
LONGEST_TONE = 10000
#: the number that a reboot must name
REBOOT_KEY = 1968
#: White's lever of the clock; 1 is pressed
WHITE_LEVER = 64
#: Black's lever of the clock; 1 is pressed
BLACK_LEVER = 65
#: the first of four buttons; 1 is pressed
FIRST_BUTTON = 66
#: how many inputs there are; 0 to 63 are the squares a1, b1 to h8; 1 is a peg in the aperture
INPUTS = 70
#: done
STATUS_OK = 0
#: known command, a value is out of its limits or the frame is too short
STATUS_BAD_ARGUMENT = 1
#: this firmware does not know the command
STATUS_UNKNOWN = 2
#: the events asked for are no longer in the log: ask for a snapshot
STATUS_GONE = 3
#: bit 0
RESET_POWER_ON = 1
#: bit 1: the button on the board, or the host opening the port
RESET_PIN = 2
#: bit 2: the supply was too low
RESET_BROWN_OUT = 4
#: bit 3: the firmware hung, or was asked to reboot
RESET_WATCHDOG = 8


class Hello(Struct, frozen=True, kw_only=True):
    """Who the board is: after a reset, and when asked.

    protocol: version of this protocol
    major: firmware version
    minor: firmware version
    patch: firmware version
    reset_cause: bits of the table of reset causes; 0 where a bootloader hid it
    debounce: samples that must agree
    scan_hertz: samples a second of every input
    time_ms: board time, milliseconds since its reset
    boot: boot identity: one more at every reset, kept without power
    number: the owner's number of this board, 0 where none was given
    build: first eight hexadecimal digits of the SHA-256 of the firmware's sources
    """

    protocol: int
    major: int
    minor: int
    patch: int
    reset_cause: int
    debounce: int
    scan_hertz: int
    time_ms: int
    boot: int
    number: int
    build: int


class Event(Struct, frozen=True, kw_only=True):
    """One input changed and stayed so.

    sequence: one more than the event before; wraps to 0
    time_ms: board time of the first of the samples that agreed
    input: number of the input
    state: 1 placed or pressed, 0 lifted or released
    """

    sequence: int
    time_ms: int
    input: int
    state: int


class Snapshot(Struct, frozen=True, kw_only=True):
    """The whole state, asked for. It never overtakes an event.

    token: of the question
    time_ms: board time
    next_sequence: the state holds all events before this one
    squares: bit n is square n, 1 is a peg in the aperture
    keys: bits 0 and 1 the levers, 2 to 5 the buttons, 1 is pressed
    boot: boot identity
    """

    token: int
    time_ms: int
    next_sequence: int
    squares: int
    keys: int
    boot: int


class Heartbeat(Struct, frozen=True, kw_only=True):
    """The whole state, once a second, unasked. It never overtakes an event.

    time_ms: board time
    next_sequence: the state holds all events before this one
    squares: as in snapshot
    keys: as in snapshot
    lost: events that left the log unsent, since the reset
    receive_errors: damaged frames and overruns from the host, since the reset
    boot: boot identity
    """

    time_ms: int
    next_sequence: int
    squares: int
    keys: int
    lost: int
    receive_errors: int
    boot: int


class Pong(Struct, frozen=True, kw_only=True):
    """Answer to ping.

    token: of the question
    time_ms: board time when the question was read
    """

    token: int
    time_ms: int


class Ack(Struct, frozen=True, kw_only=True):
    """Answer to every other command.

    command: number of the command's frame
    token: of the command
    status: of the table of statuses
    """

    command: int
    token: int
    status: int


class HelloRequest(Struct, frozen=True):
    """Who are you? Answered by hello."""


class SnapshotRequest(Struct, frozen=True, kw_only=True):
    """What stands where? Answered by snapshot.

    token: comes back in the answer
    """

    token: int


class Ping(Struct, frozen=True, kw_only=True):
    """What time is it? Answered by pong.

    token: comes back in the answer
    """

    token: int


class SetDebounce(Struct, frozen=True, kw_only=True):
    """How many samples must agree.

    token: comes back in the answer
    samples: 1 to 15
    """

    token: int
    samples: int


class Resend(Struct, frozen=True, kw_only=True):
    """Send the events again from this one on. Ack first, then the events; ack gone, and none, if the log has lost
    it.

    token: comes back in the answer
    sequence: of the first event wanted
    """

    token: int
    sequence: int


class Servo(Struct, frozen=True, kw_only=True):
    """Turn a servo, at once or slowly. The first turn after a reset is at once: the board does not know where the
    hand stands.

    token: comes back in the answer
    channel: 0 to 3
    microseconds: length of the pulse, 500 to 2500; 0 ends the pulses and lets the hand go
    slew: microseconds of pulse a second, at most; 0 is at once
    """

    token: int
    channel: int
    microseconds: int
    slew: int


class Buzz(Struct, frozen=True, kw_only=True):
    """Sound the buzzer; a new tone replaces the one that sounds.

    token: comes back in the answer
    hertz: 50 to 10000; 0 is silence
    milliseconds: at most 10000
    """

    token: int
    hertz: int
    milliseconds: int


class Reboot(Struct, frozen=True, kw_only=True):
    """Start again, through the watchdog.

    token: comes back in the answer
    key: 1968, so that no damaged frame reboots a board
    """

    token: int
    key: int


class SetNumber(Struct, frozen=True, kw_only=True):
    """Give the board a number that it keeps without power, so that two boards are told apart. Hello tells it.

    token: comes back in the answer
    number: 1 to 65535; 0 takes it away
    """

    token: int
    number: int


Frame = (
    Hello
    | Event
    | Snapshot
    | Heartbeat
    | Pong
    | Ack
    | HelloRequest
    | SnapshotRequest
    | Ping
    | SetDebounce
    | Resend
    | Servo
    | Buzz
    | Reboot
    | SetNumber
)

#: number of a frame -> its class, the layout of its body, the bytes that its first version had
LAYOUTS: dict[int, tuple[type[Frame], struct.Struct, int]] = {
    0x01: (Hello, struct.Struct("<BBBBBBHIHHI"), 20),
    0x02: (Event, struct.Struct("<HIBB"), 8),
    0x03: (Snapshot, struct.Struct("<BIHQBH"), 18),
    0x04: (Heartbeat, struct.Struct("<IHQBHHH"), 21),
    0x05: (Pong, struct.Struct("<II"), 8),
    0x06: (Ack, struct.Struct("<BBB"), 3),
    0x81: (HelloRequest, struct.Struct("<"), 0),
    0x82: (SnapshotRequest, struct.Struct("<B"), 1),
    0x83: (Ping, struct.Struct("<I"), 4),
    0x84: (SetDebounce, struct.Struct("<BB"), 2),
    0x85: (Resend, struct.Struct("<BH"), 3),
    0x86: (Servo, struct.Struct("<BBHH"), 6),
    0x87: (Buzz, struct.Struct("<BHH"), 5),
    0x88: (Reboot, struct.Struct("<BH"), 3),
    0x89: (SetNumber, struct.Struct("<BH"), 3),
}
