"""A piece of sound: speech or an earcon, all at one sample rate so that clips can be joined; in memory, or as a file.

Earcons are the short sounds before words: our own, synthesised here from a table of tones. Meanings lie in the
movement: rising is a beginning or a yes, falling an end or a no, repeating on one tone a warning.
What would be heard is written to a stereo WAV file: White's ear left, Black's ear right, the room both. Files of speech
engines are read into clips: WAV, and AIFF, which Python itself reads no more.
"""

import contextlib
import io
import math
import os
import wave
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from access_chess.speech.utterance import Channel, Earcon

SAMPLE_RATE = 22_050  # what espeak-ng, SAPI5 and NSSpeech deliver by default, so that nothing needs converting
SAMPLE_WIDTH = 2  # bytes


class Clip(Struct, frozen=True):
    """Sound: signed 16-bit little-endian samples, `SAMPLE_RATE` a second; `right` where that ear hears others."""

    samples: bytes
    right: bytes | None = None

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return len(self.samples) / (SAMPLE_WIDTH * SAMPLE_RATE)


def silence(seconds: float) -> Clip:
    """A clip in which nothing is heard."""
    return Clip(bytes(SAMPLE_WIDTH * round(seconds * SAMPLE_RATE)))


def joined(clips: Iterable[Clip]) -> Clip:
    """One clip after the other, without a gap."""
    all_clips = tuple(clips)
    left = b"".join(clip.samples for clip in all_clips)
    if all(clip.right is None for clip in all_clips):
        return Clip(left)
    return Clip(left, b"".join(clip.samples if clip.right is None else clip.right for clip in all_clips))


def stereo(clip: Clip, channel: Channel) -> bytes:
    """The clip as frames of left and right: White hears the left, Black the right, the room is both."""
    frames = array("h", bytes(2 * len(clip.samples)))
    if channel is not Channel.BLACK:
        frames[0::2] = array("h", clip.samples)
    if channel is not Channel.WHITE:
        frames[1::2] = array("h", clip.samples if clip.right is None else clip.right)
    return frames.tobytes()


def resampled(samples: bytes, *, rate: int) -> Clip:
    """A clip from 16-bit samples at another rate, by straight lines between them: enough for speech."""
    if rate == SAMPLE_RATE or not samples:
        return Clip(samples)
    source = array("h", samples)
    last = len(source) - 1
    result = array("h")
    for index in range(len(source) * SAMPLE_RATE // rate):
        before, fraction = divmod(index * rate, SAMPLE_RATE)
        here, following = source[before], source[min(before + 1, last)]
        result.append(here + (following - here) * fraction // SAMPLE_RATE)
    return Clip(result.tobytes())


PEAK = 9_000  # of 32 767: below the voice, which reaches about 25 000
ATTACK = 0.004  # seconds in which a tone swells, else it begins with a click
GAP_BEFORE_WORDS = 0.05  # seconds; the ear needs it to part the sound from the first syllable


class Tone(Struct, frozen=True):
    """A sine of `hertz` that lasts `seconds` and dies away like a struck string; 0 hertz is a rest."""

    hertz: float
    seconds: float


TONES: dict[Earcon, Sequence[Tone]] = {
    Earcon.MOVE: [Tone(440, 0.06)],
    Earcon.CAPTURE: [Tone(660, 0.05), Tone(440, 0.07)],
    Earcon.CHECK: [Tone(660, 0.06), Tone(990, 0.09)],
    Earcon.REFUSED: [Tone(165, 0.08), Tone(0, 0.03), Tone(165, 0.08)],
    Earcon.EDGE: [Tone(220, 0.05)],
    Earcon.PRESS: [Tone(1200, 0.03)],
    Earcon.LOW_TIME: [Tone(880, 0.05), Tone(0, 0.03), Tone(880, 0.05), Tone(0, 0.03), Tone(880, 0.05)],
    Earcon.GAME_OVER: [Tone(784, 0.1), Tone(659, 0.1), Tone(523, 0.2)],
    Earcon.LISTENING: [Tone(523, 0.06), Tone(784, 0.08)],
    Earcon.UNDERSTOOD: [Tone(988, 0.07)],
    Earcon.NOT_UNDERSTOOD: [Tone(523, 0.07), Tone(349, 0.1)],
}


@cache
def earcon_clip(earcon: Earcon) -> Clip:
    """The sound of an earcon, with the short rest that parts it from words."""
    return joined([*map(_sounded, TONES[earcon]), silence(GAP_BEFORE_WORDS)])


def _sounded(tone: Tone) -> Clip:
    count = round(tone.seconds * SAMPLE_RATE)
    samples = array("h")
    for index in range(count):
        swell = min(1.0, index / (ATTACK * SAMPLE_RATE))
        fade = (1 - index / count) ** 2
        samples.append(round(PEAK * swell * fade * math.sin(math.tau * tone.hertz * index / SAMPLE_RATE)))
    return Clip(samples.tobytes())


PART = ".part"  # the end of the name until the file is whole
PAUSE_BETWEEN_UTTERANCES = 0.25  # seconds


class WaveFile:
    """A sound output without time: each clip follows what went before in the same ears, and is at once done.

    Raises OSError that names the file where it cannot be written. Until `close` it is written beside its place, so that
    what was there before stays whole; a pipe or a device is written as it is.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        is_replaced = not path.exists() or path.is_file()
        self._part = self._path.with_name(self._path.name + PART) if is_replaced else self._path
        try:
            if path.exists() and not os.access(path, os.W_OK):
                raise PermissionError(13, os.strerror(13))
            self._bytes = self._part.open("wb")
        except OSError as error:
            error.filename = str(path)
            raise
        self._file = wave.open(self._bytes, "wb")  # noqa: SIM115  it lives until close()
        self._file.setnchannels(2)
        self._file.setsampwidth(SAMPLE_WIDTH)
        self._file.setframerate(SAMPLE_RATE)
        self._left, self._right = array("h"), array("h")  # what the other ear has not caught up with

    def play(self, clip: Clip, channel: Channel) -> None:
        """Append a clip, and a short pause."""
        self._append(clip, channel)
        self._append(silence(PAUSE_BETWEEN_UTTERANCES), channel)

    def pause(self, seconds: float) -> None:
        """Append silence for both ears, such as the thinking time in a game."""
        self._append(silence(seconds), Channel.ROOM)

    def stop(self, channel: Channel) -> None:
        """Nothing: what has been written is whole."""

    def is_playing(self, channel: Channel) -> bool:
        """Never: time does not pass in a file."""
        return False

    def close(self) -> None:
        """Write what is left, and put the file in its place. Whatever fails, it is let go; of no sound is no file."""
        try:
            with self._bytes, contextlib.closing(self._file):
                self._align()
                self._write()
            is_kept = self._file.getnframes() > 0
        except BaseException:
            self._remove()
            raise
        if not is_kept:
            self._remove()
        elif self._part != self._path:
            self._part.replace(self._path)

    def give_up(self) -> None:
        """Let it go without a file: what was there before stays."""
        with contextlib.suppress(OSError), self._bytes, contextlib.closing(self._file):
            pass
        self._remove()

    def _remove(self) -> None:
        if self._part != self._path:
            self._part.unlink(missing_ok=True)

    def _append(self, clip: Clip, channel: Channel) -> None:
        if channel is Channel.ROOM:
            self._align()  # both ears hear it at the same time
        if channel is not Channel.BLACK:
            self._left.frombytes(clip.samples)
        if channel is not Channel.WHITE:
            self._right.frombytes(clip.samples if clip.right is None else clip.right)
        self._write()

    def _align(self) -> None:
        for ear, other in ((self._left, self._right), (self._right, self._left)):
            ear.frombytes(bytes(SAMPLE_WIDTH * max(0, len(other) - len(ear))))

    def _write(self) -> None:
        """Write the frames of which both ears are known, so that a long game needs little memory."""
        known = min(len(self._left), len(self._right))
        frames = array("h", bytes(2 * SAMPLE_WIDTH * known))
        frames[0::2], frames[1::2] = self._left[:known], self._right[:known]
        self._file.writeframes(frames.tobytes())
        del self._left[:known], self._right[:known]


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
