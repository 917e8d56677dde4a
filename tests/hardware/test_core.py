"""The firmware's core on this machine, against other people's COBS and CRC, and against the board made of values."""

import ctypes
from binascii import crc_hqx

import pytest
from cobs import cobs
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from access_chess.board.wire.frames import (
    Buzz,
    Event,
    Frame,
    Heartbeat,
    Hello,
    HelloRequest,
    Ping,
    Resend,
    Servo,
    SetDebounce,
    SetNumber,
    SnapshotRequest,
)
from access_chess.board.wire.framing import Heard, decode, encode
from access_chess.board.wire.reports import BoardState
from access_chess.board.wire.simulated_board import ModelBoard, received, started, touched
from tests.hardware.core import Core, library

BLOCKS = st.one_of(st.binary(max_size=200), st.lists(st.sampled_from([0, 0, 1, 255]), max_size=60).map(bytes))


@given(BLOCKS)
def test_stuffing_is_cobs(block: bytes) -> None:
    stuffed = ctypes.create_string_buffer(256)
    length = library().cobs_stuff(stuffed, block, len(block))
    assert stuffed.raw[:length] == cobs.encode(block)
    assert library().cobs_unstuff(stuffed, length) == len(block)
    assert stuffed.raw[: len(block)] == block


@given(st.binary(min_size=1, max_size=60))
def test_unstuffing_refuses_what_cobs_refuses(block: bytes) -> None:
    place = ctypes.create_string_buffer(block, 256)
    length = library().cobs_unstuff(place, len(block))
    try:
        expected = cobs.decode(block)
    except cobs.DecodeError:
        expected = b""
    assert place.raw[:length] == expected


def test_crc_check_value() -> None:
    core = Core(0)
    core.take()
    assert crc_hqx(b"123456789", 0xFFFF) == 0x29B1
    frame = ctypes.create_string_buffer(b"123456789", 16)
    library().link_send(frame, 9)
    assert frame.raw[9:11] == bytes.fromhex("29b1")


@pytest.mark.parametrize("samples", range(1, 16))
def test_debounce_takes_exactly_as_many_samples_as_set(samples: int) -> None:
    core = Core(0)
    core.bring(encode(SetDebounce(token=0, samples=samples)))
    core.take()
    core.contacts = 1 << 20
    core.run(samples - 1)
    core.contacts = 0
    core.run(1)
    assert not [frame for frame in core.take() if isinstance(frame, Event)]
    core.contacts = 1 << 20
    core.run(samples)
    (event,) = [frame for frame in core.take() if isinstance(frame, Event)]
    assert (event.input, event.state, event.time_ms) == (20, 1, core.ms - samples + 1)


def test_a_full_line_loses_nothing_and_a_full_log_counts() -> None:
    core = Core(0)
    core.take()
    core.room(0)
    for change in range(300):
        core.contacts ^= 1 << change % 64
        core.run(8)
    assert core.take() == []
    core.room(127)
    core.run(1100)
    heard = core.take()
    numbers = [frame.sequence for frame in heard if isinstance(frame, Event)]
    assert numbers == list(range(256 + 44, 256 + 300))
    assert [frame.lost for frame in heard if isinstance(frame, Heartbeat)][-1] == 44


COMMANDS = st.one_of(
    st.builds(HelloRequest),
    st.builds(SnapshotRequest, token=st.integers(0, 255)),
    st.builds(Ping, token=st.integers(0, 2**32 - 1)),
    st.builds(SetNumber, token=st.integers(0, 255), number=st.integers(0, 65535)),
    st.builds(Resend, token=st.integers(0, 255), sequence=st.integers(240, 300)),
    st.builds(
        Servo,
        token=st.integers(0, 255),
        channel=st.integers(0, 5),
        microseconds=st.sampled_from([0, 499, 500, 1500, 2500, 2501]),
        slew=st.integers(0, 65535),
    ),
    st.builds(
        Buzz,
        token=st.integers(0, 255),
        hertz=st.sampled_from([0, 49, 50, 10000, 10001]),
        milliseconds=st.sampled_from([0, 10000, 10001]),
    ),
)


@settings(max_examples=60)
@given(st.integers(0, 2**64 - 1), st.lists(st.one_of(st.integers(0, 69), COMMANDS), max_size=25))
def test_the_board_made_of_values_says_the_same(squares: int, script: list[int | Frame]) -> None:
    core = Core(squares)
    model, sent = started(ModelBoard(state=BoardState(squares=squares)))
    said = core.take()
    for step in script:
        if isinstance(step, int):
            core.contacts ^= 1 << step
            model, more = touched(model, step, bool(core.contacts >> step & 1), at_ms=core.ms + 1)
            core.run(8)
        else:
            core.bring(encode(step))
            model, more = received(model, encode(step), at_ms=core.ms)
        sent += more
        said += core.take()
    expected = [decode(block) for block in sent.split(b"\0") if block]
    assert [_anonymous(frame) for frame in said] == [_anonymous(frame) for frame in expected]


def _anonymous(frame: Heard) -> Heard:
    """Without the version of the firmware, which the two need not share."""
    return replace(frame, major=0, minor=0, patch=0, build=0) if isinstance(frame, Hello) else frame
