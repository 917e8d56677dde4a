"""Frames on a bad line: the same frames or damaged ones, never others."""

from binascii import crc_hqx

from cobs import cobs
from hypothesis import given, settings
from hypothesis import strategies as st

from access_chess.board.wire.frames import Event, Heartbeat, Ping, Snapshot
from access_chess.board.wire.framing import LONGEST_BLOCK, Damaged, Heard, Unknown, decode, encode, split

FRAMES = st.one_of(
    st.builds(
        Event,
        sequence=st.integers(0, 65535),
        time_ms=st.integers(0, 2**32 - 1),
        input=st.integers(0, 69),
        state=st.integers(0, 1),
    ),
    st.builds(Ping, token=st.integers(0, 2**32 - 1)),
    st.builds(
        Snapshot,
        token=st.integers(0, 255),
        time_ms=st.just(0),
        next_sequence=st.just(0),
        squares=st.integers(0, 2**64 - 1),
        keys=st.integers(0, 63),
        boot=st.just(0),
    ),
)
#: one harm in 65,536 does pass a CRC of 16 bits: what is tried must not change from day to day
ALWAYS_THE_SAME = settings(derandomize=True, max_examples=300)
STREAMS = st.lists(FRAMES, min_size=1, max_size=12)


def heard(data: bytes) -> list[Heard]:
    return list(split(b"", data)[1])


@given(STREAMS, st.data())
def test_bytes_may_come_in_any_pieces(frames: list[Event], data: st.DataObject) -> None:
    stream = b"".join(map(encode, frames))
    cut = data.draw(st.integers(0, len(stream)))
    rest, first = split(b"", stream[:cut])
    rest, second = split(rest, stream[cut:])
    assert [*first, *second] == frames and rest == b""


@ALWAYS_THE_SAME
@given(STREAMS, st.data())
def test_a_cut_stream_gives_a_part_of_the_frames(frames: list[Event], data: st.DataObject) -> None:
    """A piece missing anywhere: what is left whole is told, and at most one block is damaged."""
    stream = b"".join(map(encode, frames))
    start, end = sorted((data.draw(st.integers(0, len(stream))), data.draw(st.integers(0, len(stream)))))
    told = heard(stream[:start] + stream[end:])
    damaged = [one for one in told if isinstance(one, Damaged)]
    sound = [one for one in told if not isinstance(one, Damaged)]
    assert len(damaged) <= 1
    rest = iter(frames)
    assert all(any(one == frame for frame in rest) for one in sound), "a subsequence, in order"


@ALWAYS_THE_SAME
@given(STREAMS, st.data())
def test_corrupted_bytes_give_no_other_frame(frames: list[Event], data: st.DataObject) -> None:
    """Up to three wrong bits are always noticed by the CRC; a wrong zero splits or joins two frames, noticed too."""
    stream = bytearray(b"".join(map(encode, frames)))
    place = data.draw(st.integers(0, len(stream) - 1))
    for bit in data.draw(st.lists(st.integers(0, 7), min_size=1, max_size=3, unique=True)):
        stream[place] ^= 1 << bit
    told = heard(bytes(stream))
    rest = iter(frames)
    assert all(any(one == frame for frame in rest) for one in told if not isinstance(one, Damaged))


@ALWAYS_THE_SAME
@given(st.binary(max_size=300))
def test_garbage_never_raises(data: bytes) -> None:
    for one in heard(data + b"\0"):
        assert isinstance(one, Damaged)


def test_an_endless_block_is_not_kept() -> None:
    rest = b""
    for _ in range(100):
        rest, told = split(rest, b"\x07" * 50)
        assert told == () and len(rest) <= LONGEST_BLOCK + 1
    _, told = split(rest, b"\0")
    assert len(told) == 1 and isinstance(told[0], Damaged)


def closed(content: bytes) -> bytes:
    """A block with any number and body."""
    block: bytes = cobs.encode(content + crc_hqx(content, 0xFFFF).to_bytes(2, "big"))
    return block


def test_a_frame_of_another_number_is_unknown() -> None:
    assert decode(closed(bytes([0x40, 1]))) == Unknown(0x40)


def test_a_frame_that_lacks_a_part_of_its_body_is_damaged() -> None:
    assert isinstance(decode(closed(bytes([0x04, 1, 2]))), Damaged)


def test_heartbeat_is_the_longest_known() -> None:
    beat = Heartbeat(time_ms=1, next_sequence=1, squares=1, keys=1, lost=1, receive_errors=1, boot=1)
    assert len(encode(beat)) <= LONGEST_BLOCK
