"""What a synthetic voice says, the same samples on every machine and at every call.

espeak-ng's sound depends on all that it said before (the phase of its waves, what it drew by chance) and on its
version. So each text is said by a new process of the engine in the wheel, whatever the system has.
"""

import sys
from functools import cache

import speech_recognition

from access_chess.edge.sound.clip import SAMPLE_RATE, SAMPLE_WIDTH, Clip
from access_chess.edge.sound.synthesiser import Synthesiser

RECOGNISER_RATE = 16_000
_ENGINE_OF_THE_WHEEL = """
from access_chess.edge.sound import speech_engine
speech_engine.system_engine = lambda: speech_engine.EspeakEngine(prefer_system=False)
speech_engine.main()
"""


@cache
def said(text: str, language: str, *, rate: int = 140) -> Clip:
    """The text said in a language at `rate` words a minute."""
    synthesiser = Synthesiser(command=(sys.executable, "-c", _ENGINE_OF_THE_WHEEL))
    try:
        return synthesiser.clip(text, language=language, rate=rate)
    finally:
        synthesiser.close()


def audio_of(text: str, language: str, *, rate: int = 140) -> speech_recognition.AudioData:
    """The same as a microphone would hand it on."""
    return speech_recognition.AudioData(said(text, language, rate=rate).samples, SAMPLE_RATE, SAMPLE_WIDTH)


@cache
def sound_of(text: str, language: str) -> bytes:
    """The same at the recogniser's rate: 16 kHz, 16 bit, mono."""
    samples: bytes = audio_of(text, language, rate=150).get_raw_data(convert_rate=RECOGNISER_RATE)
    return samples
