"""A piece of sound in memory: speech or an earcon, all at one sample rate so that clips can be joined."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from access_chess.speech.utterance import Channel

SAMPLE_RATE = 22_050  # what espeak-ng, SAPI5 and NSSpeech deliver by default, so that nothing needs converting
SAMPLE_WIDTH = 2  # bytes


@dataclass(frozen=True)
class Clip:
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
