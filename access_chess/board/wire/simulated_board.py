"""A sensor board made of values: speaks the same frames as the firmware, for machines that cannot run the emulator.

It has no noise, no bounces and no line; what the firmware does after debouncing, it does (hardware/firmware/core).
Every function returns the board as it becomes, and the bytes that it sends.
"""

import chess
from msgspec import Struct, field
from msgspec.structs import replace

from access_chess.board.wire.frames import (
    DEBOUNCE,
    EVENT_LOG,
    HEARTBEAT_MS,
    HIGHEST_TONE,
    LONGEST_DEBOUNCE,
    LONGEST_PULSE,
    LONGEST_TONE,
    LOWEST_TONE,
    PROTOCOL_VERSION,
    REBOOT_KEY,
    RESET_POWER_ON,
    RESET_WATCHDOG,
    SCAN_HERTZ,
    SERVOS,
    SHORTEST_PULSE,
    STATUS_BAD_ARGUMENT,
    STATUS_GONE,
    STATUS_OK,
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
from access_chess.board.wire.framing import Heard, encode, number_of, split
from access_chess.board.wire.reports import BoardState

BOOTS = SEQUENCES = 1 << 16


class ModelBoard(Struct, frozen=True, kw_only=True):
    """The whole board. `events` are the last of the log; `pulses` the servos' goals in microseconds, 0 for none."""

    boot: int = 0
    number: int = 0
    reset_cause: int = RESET_POWER_ON
    debounce: int = DEBOUNCE
    state: BoardState = field(default_factory=BoardState)
    next_sequence: int = 0
    events: tuple[Event, ...] = ()
    next_heartbeat_ms: int = 0
    pulses: tuple[int, ...] = (0,) * SERVOS
    tone: int = 0
    rest: bytes = b""


def started(board: ModelBoard, *, cause: int = RESET_POWER_ON) -> tuple[ModelBoard, bytes]:
    """The board after a reset, its contacts as they stand; board time starts at zero."""
    boot = (board.boot + 1) % BOOTS
    board = ModelBoard(
        boot=boot, number=board.number, reset_cause=cause, state=board.state, next_sequence=(boot << 8) % SEQUENCES
    )
    board, heartbeat = passed(board, at_ms=0)
    return board, encode(_hello(board, 0)) + heartbeat


def touched(board: ModelBoard, number: int, is_closed: bool, *, at_ms: int) -> tuple[ModelBoard, bytes]:
    """A contact changed; nothing follows if it was so already."""
    if board.state.is_closed(number) == is_closed:
        return board, b""
    event = Event(sequence=board.next_sequence, time_ms=at_ms, input=number, state=int(is_closed))
    board = replace(
        board,
        state=board.state.changed(number),
        next_sequence=(board.next_sequence + 1) % SEQUENCES,
        events=(*board.events[1 - EVENT_LOG :], event),
    )
    return board, encode(event)


def passed(board: ModelBoard, *, at_ms: int) -> tuple[ModelBoard, bytes]:
    """Time has passed: a heartbeat, if one is due."""
    if at_ms < board.next_heartbeat_ms:
        return board, b""
    heartbeat = Heartbeat(
        time_ms=at_ms,
        next_sequence=board.next_sequence,
        squares=board.state.squares,
        keys=board.state.keys,
        lost=0,
        receive_errors=0,
        boot=board.boot,
    )
    return replace(board, next_heartbeat_ms=at_ms + HEARTBEAT_MS), encode(heartbeat)


def received(board: ModelBoard, data: bytes, *, at_ms: int) -> tuple[ModelBoard, bytes]:
    """The host has sent these bytes."""
    rest, heard = split(board.rest, data)
    board, sent = replace(board, rest=rest), b""
    for one in heard:
        board, answer = _obeyed(board, one, at_ms)
        sent += answer
    return board, sent


def _obeyed(board: ModelBoard, heard: Heard, at_ms: int) -> tuple[ModelBoard, bytes]:
    match heard:
        case HelloRequest():
            return board, encode(_hello(board, at_ms))
        case Ping():
            return board, encode(Pong(token=heard.token, time_ms=at_ms))
        case SnapshotRequest():
            return board, encode(_snapshot(board, heard.token, at_ms))
        case Resend():
            return board, _sent_again(board, heard)
        case Reboot() if heard.key == REBOOT_KEY:
            after, hello = started(board, cause=RESET_WATCHDOG)
            return after, _ack(heard, STATUS_OK) + hello
        case SetDebounce() | Servo() | Buzz() | Reboot() | SetNumber():
            after_or_none = _done(board, heard)
            status = STATUS_BAD_ARGUMENT if after_or_none is None else STATUS_OK
            return after_or_none or board, _ack(heard, status)
    return board, b""


def _done(board: ModelBoard, command: Frame) -> ModelBoard | None:
    """The board after a command; None when a value is out of its limits."""
    match command:
        case SetDebounce(samples=samples) if 1 <= samples <= LONGEST_DEBOUNCE:
            return replace(board, debounce=samples)
        case Servo(channel=channel, microseconds=pulse) if channel < SERVOS and _is_pulse(pulse):
            pulses = (*board.pulses[:channel], pulse, *board.pulses[channel + 1 :])
            return replace(board, pulses=pulses)
        case Buzz(hertz=hertz, milliseconds=length) if length <= LONGEST_TONE and _is_tone(hertz):
            return replace(board, tone=hertz if length else 0)
        case SetNumber(number=number):
            return replace(board, number=number)
    return None


def _is_pulse(microseconds: int) -> bool:
    return microseconds == 0 or SHORTEST_PULSE <= microseconds <= LONGEST_PULSE


def _is_tone(hertz: int) -> bool:
    return hertz == 0 or LOWEST_TONE <= hertz <= HIGHEST_TONE


def _sent_again(board: ModelBoard, asked: Resend) -> bytes:
    back = (board.next_sequence - asked.sequence) % SEQUENCES
    if back > len(board.events):
        return _ack(asked, STATUS_GONE)
    again = board.events[len(board.events) - back :]
    return _ack(asked, STATUS_OK) + b"".join(encode(event) for event in again)


def _ack(command: SetDebounce | Servo | Buzz | Reboot | SetNumber | Resend, status: int) -> bytes:
    return encode(Ack(command=number_of(command), token=command.token, status=status))


def _hello(board: ModelBoard, at_ms: int) -> Hello:
    return Hello(
        protocol=PROTOCOL_VERSION,
        major=0,
        minor=0,
        patch=0,
        reset_cause=board.reset_cause,
        debounce=board.debounce,
        scan_hertz=SCAN_HERTZ,
        time_ms=at_ms,
        boot=board.boot,
        number=board.number,
        build=0,
    )


def _snapshot(board: ModelBoard, token: int, at_ms: int) -> Snapshot:
    return Snapshot(
        token=token,
        time_ms=at_ms,
        next_sequence=board.next_sequence,
        squares=board.state.squares,
        keys=board.state.keys,
        boot=board.boot,
    )


def standing(occupied: chess.SquareSet) -> ModelBoard:
    """A board, not yet started, with pegs in these apertures."""
    return ModelBoard(state=BoardState(squares=int(occupied)))
