"""Sound files as speech engines write them, read into clips: WAV, and AIFF, which Python itself reads no more."""

import io
import wave
from array import array

from access_chess.edge.sound.clip import Clip, resampled


def read_sound(data: bytes) -> Clip:
    """A clip from the bytes of a 16-bit WAV or AIFF file. Raises ValueError for any other format."""
    if data[:4] == b"FORM":
        channels, width, rate, samples = _read_aiff(data)
    else:
        channels, width, rate, samples = _read_wav(data)
    if width != 2:
        raise ValueError(f"sound file: expected samples of 2 bytes, got {width!r}")
    return resampled(array("h", samples)[::channels].tobytes(), rate=rate)


def _read_wav(data: bytes) -> tuple[int, int, int, bytes]:
    """Channels, bytes a sample, rate and little-endian samples."""
    try:
        with wave.open(io.BytesIO(data)) as file:
            return file.getnchannels(), file.getsampwidth(), file.getframerate(), file.readframes(file.getnframes())
    except (wave.Error, EOFError) as error:
        raise ValueError(f"sound file: expected WAV or AIFF: {error}") from error


def _read_aiff(data: bytes) -> tuple[int, int, int, bytes]:
    """Channels, bytes a sample, rate and little-endian samples (Audio Interchange File Format, Apple 1989)."""
    chunks: dict[bytes, bytes] = {}
    position = 12  # after FORM, its size and AIFF or AIFC
    while position + 8 <= len(data):
        size = int.from_bytes(data[position + 4 : position + 8], "big")
        chunks[data[position : position + 4]] = data[position + 8 : position + 8 + size]
        position += 8 + size + size % 2  # chunks are padded to even sizes
    if b"COMM" not in chunks or b"SSND" not in chunks:
        raise ValueError(f"sound file: expected AIFF with COMM and SSND, got chunks {list(chunks)!r}")
    common, sound = chunks[b"COMM"], chunks[b"SSND"]
    channels, bits = int.from_bytes(common[:2], "big"), int.from_bytes(common[6:8], "big")
    # an 80-bit extended float: sign and exponent, then 64 bits of mantissa
    exponent = int.from_bytes(common[8:10], "big") - 16383 - 63
    rate = int(int.from_bytes(common[10:18], "big") * 2.0**exponent)
    samples = array("h", sound[8:])  # after offset and block size
    if common[18:22] != b"sowt":  # AIFC's mark of little-endian samples
        samples.byteswap()
    return channels, (bits + 7) // 8, rate, samples.tobytes()
