"""The short sounds before words: our own, synthesised here from a table of tones.

Meanings lie in the movement: rising is a beginning or a yes, falling an end or a no, repeating on one tone a warning.
"""

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from access_chess.edge.sound.clip import SAMPLE_RATE, Clip, joined, silence
from access_chess.speech.utterance import Earcon

PEAK = 9_000  # of 32 767: below the voice, which reaches about 25 000
ATTACK = 0.004  # seconds in which a tone swells, else it begins with a click
GAP_BEFORE_WORDS = 0.05  # seconds; the ear needs it to part the sound from the first syllable


@dataclass(frozen=True)
class Tone:
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
