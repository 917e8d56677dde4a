"""A piece of sound in memory: speech or an earcon, all at one sample rate so that clips can be joined.

Earcons are the short sounds before words: our own, synthesised here from a table of tones. Meanings lie in the
movement: rising is a beginning or a yes, falling an end or a no, repeating on one tone a warning.
"""

import math
from array import array
from collections.abc import Iterable, Sequence
from functools import cache

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
