"""Reads a recording that a user names, as a microphone would hear it."""

import io
import struct
import wave
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import speech_recognition
import speech_recognition.audio

from access_chess.phrased_error import PhrasedError

LOWEST_RATE, HIGHEST_RATE = 4_000, 384_000  # samples a second; a telephone has 8,000, a studio up to 192,000

#: It asserts that there are one or two channels, divides by what the header says, seeks where a chunk says, and mixes
#: down what a cut file has of two channels.
_OF_THE_LIBRARY = (ArithmeticError, AssertionError, RuntimeError, speech_recognition.audio.audioop.error)

_BEGINNINGS = (b"FORM", b"fLaC")
_EXTENSIBLE, _WHOLE_NUMBERS = b"\xfe\xff", b"\x01\x00"  # format tags of Microsoft's WAVEFORMATEXTENSIBLE
_FLOATS = b"\x03\x00"  # as sound editors export them
_FLOAT_TYPES = {32: "<f4", 64: "<f8"}  # by their bits
_SUBFORMAT = 24  # bytes from the tag to the format that an extensible header means


def recording(path: Path) -> speech_recognition.AudioData:
    """The sound of a WAV file (AIFF and FLAC as well), of any rate, mixed down. Raises PhrasedError."""
    try:
        with speech_recognition.AudioFile(io.BytesIO(_known(_of_floats(_plain(path.read_bytes()))))) as source:
            if not LOWEST_RATE <= source.SAMPLE_RATE <= HIGHEST_RATE:
                raise ValueError(f"no recorder makes {source.SAMPLE_RATE} samples a second")
            return speech_recognition.Recognizer().record(source)
    except FileNotFoundError:
        raise PhrasedError("no_recording", path=repr(str(path))) from None
    except (ValueError, OSError, EOFError, wave.Error, *_OF_THE_LIBRARY) as error:
        raise PhrasedError("recording_unread", path=repr(str(path))) from error


def _known(file: bytes) -> bytes:
    """The file, if it begins as one that the library reads: of all others it lets a foreign program try its luck.

    Raises ValueError, and wave.Error of a WAV file that is none.
    """
    if file.startswith(b"RIFF"):
        wave.open(io.BytesIO(file)).close()
    elif not file.startswith(_BEGINNINGS):
        raise ValueError("neither WAV nor AIFF nor FLAC")
    return file


def _plain(file: bytes) -> bytes:
    """With the plain header where the extensible one (24 bits, many recorders) says no more: Python before 3.12 reads
    no other.
    """
    chunk = file.find(b"fmt ", 0, 4096)
    tag = chunk + 8
    means_whole_numbers = file[tag : tag + 2] == _EXTENSIBLE and file[tag + _SUBFORMAT :][:2] == _WHOLE_NUMBERS
    if not file.startswith(b"RIFF") or chunk < 0 or not means_whole_numbers:
        return file
    return file[:tag] + _WHOLE_NUMBERS + file[tag + 2 :]


def _of_floats(file: bytes) -> bytes:
    """With whole numbers of 16 bits where there are floating-point ones, which the library does not read."""
    chunks = dict(_chunks(file)) if file.startswith(b"RIFF") else {}
    head, data = chunks.get(b"fmt ", b""), chunks.get(b"data", b"")
    means_floats = head[:2] == _FLOATS or (head[:2] == _EXTENSIBLE and head[_SUBFORMAT:][:2] == _FLOATS)
    if not means_floats or len(head) < 16:
        return file
    channels, rate, _, _, bits = struct.unpack("<HIIHH", head[2:16])
    if bits not in _FLOAT_TYPES or not channels or not rate:
        raise ValueError(f"no floating-point numbers have {bits} bits")
    kind = np.dtype(_FLOAT_TYPES[bits])
    samples = np.nan_to_num(np.frombuffer(data[: len(data) // kind.itemsize * kind.itemsize], kind))
    written = io.BytesIO()
    with wave.open(written, "wb") as out:
        out.setnchannels(channels)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes((np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes())
    return written.getvalue()


def _chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a RIFF file by their names, the last one as far as it goes."""
    at = 12
    while at + 8 <= len(file):
        (size,) = struct.unpack("<I", file[at + 4 : at + 8])
        yield file[at : at + 4], file[at + 8 : at + 8 + size]
        at += 8 + size + size % 2
