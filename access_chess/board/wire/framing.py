"""Frames to bytes and back: COBS stuffing, CRC-16, and a zero between frames (hardware/protocol/protocol.md)."""

from binascii import crc_hqx

from cobs import cobs
from msgspec import Struct
from msgspec.structs import astuple, fields

from access_chess.board.wire.frames import LAYOUTS, Frame

CRC_START = 0xFFFF  # CRC-16/IBM-3740
CRC_BYTES = 2
LONGEST_BLOCK = 64  # bytes; twice the longest frame of today, for what a newer board may add

_NUMBERS = {layout[0]: number for number, layout in LAYOUTS.items()}


class Damaged(Struct, frozen=True):
    """A block that is no frame: the line lost or changed a part of it. `block` is what came, without its zero."""

    block: bytes


class Unknown(Struct, frozen=True):
    """A whole frame whose kind this version does not know; it is skipped."""

    number: int


Heard = Frame | Damaged | Unknown


def encode(frame: Frame) -> bytes:
    """The bytes of a frame on the line, closed by a zero.

    >>> from access_chess.board.wire.frames import SnapshotRequest
    >>> encode(SnapshotRequest(token=7)).hex(" ")
    '05 82 07 10 12 00'
    """
    number = _NUMBERS[type(frame)]
    content = bytes([number]) + LAYOUTS[number][1].pack(*astuple(frame))
    crc = crc_hqx(content, CRC_START)
    stuffed: bytes = cobs.encode(content + crc.to_bytes(CRC_BYTES, "big"))
    return stuffed + b"\0"


def number_of(frame: Frame) -> int:
    """The number of a frame's kind on the wire."""
    return _NUMBERS[type(frame)]


def decode(block: bytes) -> Heard:
    """The frame in the bytes between two zeros.

    A longer body than ours is read as far as we know it; a shorter one, if it has all of the first version, is filled
    with zeros. Never raises.
    """
    try:
        content = cobs.decode(block)
    except cobs.DecodeError:
        return Damaged(block)
    # over a frame and its own CRC, high byte first, this CRC comes out as zero
    if len(content) <= CRC_BYTES or crc_hqx(content, CRC_START) != 0:
        return Damaged(block)
    number, body = content[0], content[1:-CRC_BYTES]
    if number not in LAYOUTS:
        return Unknown(number)
    kind, layout, required = LAYOUTS[number]
    if len(body) < required:
        return Damaged(block)
    values = layout.unpack(body[: layout.size].ljust(layout.size, b"\0"))
    return kind(**{field.name: value for field, value in zip(fields(kind), values, strict=True)})


def split(rest: bytes, data: bytes) -> tuple[bytes, tuple[Heard, ...]]:
    """The frames that `data` completes behind the unfinished `rest` of before, and the new rest.

    A rest that grows beyond any frame is cut to one byte more than the longest: it will be damaged whenever it ends.
    """
    *blocks, rest = (rest + data).split(b"\0")
    heard = tuple(Damaged(block) if len(block) > LONGEST_BLOCK else decode(block) for block in blocks if block)
    return rest[: LONGEST_BLOCK + 1], heard
