"""Where an utterance begins and ends in what a microphone hears, chunk by chunk; and words said into the program's
speech.

The pause that ends it is longer than those between words. Halfway through it everything has probably been said: an
answer that is looked for then is there when the pause is over, and is thrown away when speech goes on.

While the program speaks, a short sound with quiet after it may be "stop". Nothing else is looked for there, so that own
speech is never taken as input. On headphones the microphone hears only the player; through loudspeakers the own voice
is one long sound, and a word counts only where that pauses.
"""

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from access_chess.recognition.loudness import FRAME, RATE, frame_levels

PAUSE = 0.5  # seconds of quiet that end an utterance
EARLY = 0.25  # seconds of quiet after which it is worth looking for the answer; a word's own moment of quiet is shorter
LONGEST = 8.0  # seconds; no move or command is longer
_BEFORE = 0.5  # seconds kept of what was before the first loud moment: words begin softly
_SHORTEST = 0.12  # seconds from the first loud moment to the last: "two" may be as short as 0.16, a click is shorter


class RecentSound(Struct, frozen=True, kw_only=True):
    """The sound (16 kHz, 16 bit, mono) of the last moment; once it was loud, `seconds` ago, since just before that.

    `quiet` is how much of its end is quiet, in seconds.
    """

    sound: bytes = b""
    seconds: float = 0.0
    quiet: float = 0.0

    @property
    def is_speech(self) -> bool:
        """Has somebody begun to speak?"""
        return self.seconds > 0

    @property
    def is_paused(self) -> bool:
        """Has it been quiet long enough for a first look?"""
        return self.is_speech and self.quiet >= EARLY

    @property
    def is_over(self) -> bool:
        """Was the pause long enough, or the utterance too long?"""
        return self.is_speech and (self.quiet > PAUSE or self.seconds >= LONGEST)


def heard_more(heard: RecentSound, chunk: bytes, level: float) -> RecentSound:
    """The next samples; what is louder than the level (root mean square, 0 to 32767) is speech, but no click alone."""
    seconds = len(chunk) / 2 / RATE
    samples = np.frombuffer(chunk, "<i2").astype(np.float64)
    is_loud = bool(len(samples)) and float(np.sqrt(np.mean(samples**2))) > level
    if not heard.is_speech:
        kept = (heard.sound + chunk)[-int((_BEFORE + seconds) * RATE) * 2 :]
        return RecentSound(sound=kept, seconds=seconds if is_loud else 0.0)
    quiet = 0.0 if is_loud else heard.quiet + seconds
    longer = replace(heard, sound=heard.sound + chunk, seconds=heard.seconds + seconds, quiet=quiet)
    return RecentSound() if longer.is_over and longer.seconds - quiet < _SHORTEST else longer


_QUIET = 0.3  # seconds of quiet that end the word
_SHORTEST_WORD, _LONGEST_WORD = 0.15, 1.5  # seconds; "stop talking" takes 0.8
_KEPT = int((_LONGEST_WORD + 2 * _QUIET) * RATE) * 2  # bytes; what is longer is no word, and need not be kept


class Interruption(Struct, frozen=True, kw_only=True):
    """The sound since somebody began to speak (16 kHz, 16 bit, mono), and how much of its end is quiet, in seconds."""

    sound: bytes = b""
    quiet: float = 0.0

    @property
    def word(self) -> bytes | None:
        """The sound, when it is as short as a word and over."""
        loud = len(self.sound) / 2 / RATE - self.quiet
        return self.sound if self.quiet >= _QUIET and _SHORTEST_WORD <= loud <= _LONGEST_WORD else None


def interrupted(interruption: Interruption, chunk: bytes, threshold: float) -> Interruption:
    """The next samples; what is louder than the threshold (root mean square, 0 to 32767) counts as speech."""
    if interruption.quiet >= _QUIET:
        interruption = Interruption()  # the last word is over
    is_loud = max(frame_levels(chunk + bytes(-len(chunk) % (2 * FRAME))), default=0.0) > threshold
    if not is_loud and not interruption.sound:
        return interruption
    quiet = 0.0 if is_loud else interruption.quiet + len(chunk) / 2 / RATE
    return replace(interruption, sound=(interruption.sound + chunk)[:_KEPT], quiet=quiet)
