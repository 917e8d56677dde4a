"""What a synthetic voice says, the same samples on every machine and at every call.

espeak-ng's sound depends on all that it said before (the phase of its waves, what it drew by chance) and on its
version. So each text is said by the engine in the wheel, whatever the system has, and by a copy of its process as it
was before it said anything: to copy it takes a hundredth of the time that a new one needs to start.
"""

import atexit
import sys
from functools import cache

import speech_recognition

from access_chess.edge.sound.clip import SAMPLE_RATE, SAMPLE_WIDTH, Clip
from access_chess.edge.sound.synthesiser import Synthesiser

RECOGNISER_RATE = 16_000
_ENGINE_OF_THE_WHEEL = """
import os

from access_chess.edge.sound import speech_engine


class NeverUsed(speech_engine.EspeakEngine):
    def synthesise(self, request):
        reading, writing = os.pipe()
        copy = os.fork()
        if copy == 0:
            try:
                with os.fdopen(writing, "wb") as samples:
                    samples.write(super().synthesise(request).samples)
                os._exit(0)
            finally:
                os._exit(1)
        os.close(writing)
        with os.fdopen(reading, "rb") as samples:
            said = samples.read()
        if os.waitpid(copy, 0)[1]:
            raise RuntimeError(f"not said: {request.text}")
        return speech_engine.Clip(said)


speech_engine.system_engine = lambda: NeverUsed(prefer_system=False)
speech_engine.main()
"""


@cache
def _synthesiser() -> Synthesiser:
    started = Synthesiser(command=(sys.executable, "-c", _ENGINE_OF_THE_WHEEL))
    atexit.register(started.close)
    return started


@cache
def said(text: str, language: str, *, rate: int = 140) -> Clip:
    """The text said in a language at `rate` words a minute."""
    return _synthesiser().clip(text, language=language, rate=rate)


def audio_of(text: str, language: str, *, rate: int = 140) -> speech_recognition.AudioData:
    """The same as a microphone would hand it on."""
    return speech_recognition.AudioData(said(text, language, rate=rate).samples, SAMPLE_RATE, SAMPLE_WIDTH)


@cache
def sound_of(text: str, language: str) -> bytes:
    """The same at the recogniser's rate: 16 kHz, 16 bit, mono."""
    samples: bytes = audio_of(text, language, rate=150).get_raw_data(convert_rate=RECOGNISER_RATE)
    return samples
