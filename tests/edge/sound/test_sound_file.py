"""WAV and AIFF files of speech engines are read alike; others are refused."""

import io
import wave
from array import array

import pytest

from access_chess.edge.sound.clip import SAMPLE_RATE, Clip, read_sound

TONE = array("h", [0, 1000, -2000, 30000, -30000, 5])


def wav_file(samples: "array[int]", *, rate: int, channels: int = 1) -> bytes:
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.tobytes())
    return written.getvalue()


def aiff_file(samples: "array[int]", *, little_endian: bool = False) -> bytes:
    """What NSSpeech writes: 22 050 Hz as an 80-bit float is 2 to the 14th times 1.345…"""
    swapped = array("h", samples)
    if not little_endian:
        swapped.byteswap()
    rate = (16383 + 14).to_bytes(2, "big") + (SAMPLE_RATE << (63 - 14)).to_bytes(8, "big")
    common = b"\0\1" + len(samples).to_bytes(4, "big") + b"\0\x10" + rate + (b"sowt\0\0" if little_endian else b"")
    chunks = [(b"COMM", common), (b"NAME", b"odd"), (b"SSND", bytes(8) + swapped.tobytes())]
    body = b"".join(name + len(data).to_bytes(4, "big") + data + bytes(len(data) % 2) for name, data in chunks)
    return b"FORM" + (len(body) + 4).to_bytes(4, "big") + (b"AIFC" if little_endian else b"AIFF") + body


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(wav_file(TONE, rate=SAMPLE_RATE), id="WAV"),
        pytest.param(
            wav_file(array("h", [value for value in TONE for _ in "lr"]), rate=SAMPLE_RATE, channels=2), id="stereo WAV"
        ),
        pytest.param(aiff_file(TONE), id="AIFF"),
        pytest.param(aiff_file(TONE, little_endian=True), id="AIFC, little-endian"),
    ],
)
def test_sound_files_are_read(data: bytes) -> None:
    assert read_sound(data) == Clip(TONE.tobytes())


def test_another_rate_is_converted() -> None:
    ramp = array("h", range(8_000))
    clip = read_sound(wav_file(ramp, rate=16_000))
    assert clip.seconds == pytest.approx(0.5, abs=1e-4)
    middle = array("h", clip.samples)[11_025 // 2]
    assert middle == pytest.approx(4_000, abs=2), "the same shape, only with more points"


@pytest.mark.parametrize("data", [b"", b"RIFF", b"FORM\0\0\0\4AIFF", b"\0" * 100])
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="sound file"):
        read_sound(data)
