"""Recordings as sound editors write them: floating-point numbers are the same sound as whole ones."""

import struct
from pathlib import Path

import numpy as np
import pytest

from access_chess.edge.microphone.recording import recording
from access_chess.phrased_error import PhrasedError

RATE = 16_000
TONE = 0.5 * np.sin(np.arange(RATE) / 20)


def written(path: Path, samples: bytes, *, tag: int, bits: int, channels: int = 1, extra: bytes = b"") -> Path:
    size = channels * bits // 8
    head = struct.pack("<HHIIHH", tag, channels, RATE, RATE * size, size, bits) + extra
    chunks = b"".join(
        name + struct.pack("<I", len(each)) + each + b"\0" * (len(each) % 2)
        for name, each in ((b"fmt ", head), (b"PEAK", b"odd"), (b"data", samples))
    )
    path.write_bytes(b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks)
    return path


@pytest.mark.parametrize(("kind", "bits"), [("<f4", 32), ("<f8", 64)])
@pytest.mark.parametrize("is_extensible", [False, True])
@pytest.mark.parametrize("channels", [1, 2])
def test_a_recording_of_floats_is_read(
    tmp_path: Path, kind: str, bits: int, is_extensible: bool, channels: int
) -> None:
    samples = np.repeat(TONE, channels).astype(kind).tobytes()
    extra = struct.pack("<HHI", 22, bits, 0) + b"\x03\x00" + bytes(14) if is_extensible else b""
    tag = 0xFFFE if is_extensible else 3
    audio = recording(written(tmp_path / "a.wav", samples, tag=tag, bits=bits, channels=channels, extra=extra))
    heard = np.frombuffer(audio.get_raw_data(), "<i2") / 32_767
    assert audio.sample_rate == RATE and np.allclose(heard, channels * TONE, atol=1e-3)  # mixed down by adding


@pytest.mark.parametrize(("samples", "bits"), [(b"\0" * 7, 24), (b"", 16)])
def test_floats_of_a_size_that_there_is_none_of_are_refused(tmp_path: Path, samples: bytes, bits: int) -> None:
    with pytest.raises(PhrasedError):
        recording(written(tmp_path / "a.wav", samples, tag=3, bits=bits))


def test_what_is_no_number_is_silence(tmp_path: Path) -> None:
    samples = np.array([np.nan, np.inf, 2.0, -2.0] * 400, "<f4").tobytes()
    audio = recording(written(tmp_path / "a.wav", samples, tag=3, bits=32))
    assert set(np.frombuffer(audio.get_raw_data(), "<i2")) == {0, 32_767, -32_767}
