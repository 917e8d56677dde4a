"""Words said into the program's speech: a short sound with quiet after it may be "stop".

Nothing else is looked for there, so that own speech is never taken as input. On headphones the microphone hears only
the player; through loudspeakers the own voice is one long sound, and a word counts only where that pauses.
"""

from dataclasses import dataclass, replace

from access_chess.recognition.loudness import FRAME, RATE, frame_levels

_QUIET = 0.3  # seconds of quiet that end the word
_SHORTEST, _LONGEST = 0.15, 1.5  # seconds; "stop talking" takes 0.8
_KEPT = int((_LONGEST + 2 * _QUIET) * RATE) * 2  # bytes; what is longer is no word, and need not be kept


@dataclass(frozen=True, kw_only=True)
class Interruption:
    """The sound since somebody began to speak (16 kHz, 16 bit, mono), and how much of its end is quiet, in seconds."""

    sound: bytes = b""
    quiet: float = 0.0

    @property
    def word(self) -> bytes | None:
        """The sound, when it is as short as a word and over."""
        loud = len(self.sound) / 2 / RATE - self.quiet
        return self.sound if self.quiet >= _QUIET and _SHORTEST <= loud <= _LONGEST else None


def heard_more(interruption: Interruption, chunk: bytes, threshold: float) -> Interruption:
    """The next samples; what is louder than the threshold (root mean square, 0 to 32767) counts as speech."""
    if interruption.quiet >= _QUIET:
        interruption = Interruption()  # the last word is over
    is_loud = max(frame_levels(chunk + bytes(-len(chunk) % (2 * FRAME))), default=0.0) > threshold
    if not is_loud and not interruption.sound:
        return interruption
    quiet = 0.0 if is_loud else interruption.quiet + len(chunk) / 2 / RATE
    return replace(interruption, sound=(interruption.sound + chunk)[:_KEPT], quiet=quiet)
