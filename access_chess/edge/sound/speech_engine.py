"""The speech engines of pyttsx3, run in a process of their own: `python -m access_chess.edge.sound.speech_engine`.

An engine is a foreign library that may crash or hang and that may be used by one thread only; in its own process it can
be stopped and started again while the game goes on. Requests come as one line of JSON on standard input:

    {"text": "Springer", "language": "de", "words_a_minute": 180, "role": "OPPONENT", "voice": ""}

Each is answered on standard output with one line of JSON, `{"bytes": N}` followed by N bytes of samples as in
`access_chess.edge.sound.clip`, or `{"error": "…"}`. The process ends with its standard input.
"""

import ctypes
import json
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from msgspec import Struct

from access_chess.edge.sound.clip import Clip, read_sound, resampled

FALLBACK_LANGUAGE = "en"  # every engine has it; a wrong accent is better than silence
DO_NOT_EXIT = 0x8000  # espeakINITIALIZE_DONT_EXIT: without its data, espeak-ng would end the process
LONGEST = 10.0  # seconds that a driver may need for one text; then what there is of it is read
#: What makes espeak-ng sound like another person; plain for the own moves.
ESPEAK_VARIANTS = {"OWN": "", "OPPONENT": "+f3", "CLOCK": "+f2", "ARBITER": "+m3"}
#: Where there are several voices of a language, each role has the voice of this number among them, counted round.
VOICE_NUMBERS = {"OWN": 0, "OPPONENT": 1, "CLOCK": 2, "ARBITER": 0}


class SpeechRequest(Struct, frozen=True, kw_only=True):
    """One text to be turned into sound. `voice` is a chosen voice's name, or empty for the language's own."""

    text: str
    language: str
    words_a_minute: int
    role: str
    voice: str = ""


class SpeechEngine(Protocol):
    """What turns text into sound. Raises OSError, RuntimeError or ValueError where it cannot."""

    def synthesise(self, request: SpeechRequest) -> Clip:
        """The sound of a request."""
        ...

    def voices(self) -> tuple[str, ...]:
        """The languages that there are voices for."""
        ...


def load_espeak_library(*, prefer_system: bool = True) -> None:
    """Make libespeak-ng findable for pyttsx3: the system's where there is one, else that of the wheel espeakng-loader.

    pyttsx3 asks for the library by its soname; a library that is loaded already is found by its soname.
    """
    if prefer_system:
        try:
            ctypes.CDLL("libespeak-ng.so.1")
        except OSError:
            pass
        else:
            return
    import espeakng_loader

    os.environ["ESPEAK_DATA_PATH"] = espeakng_loader.get_data_path()
    ctypes.CDLL(espeakng_loader.get_library_path(), mode=ctypes.RTLD_GLOBAL)


class EspeakEngine:
    """espeak-ng through pyttsx3's binding, which delivers the samples at once.

    Measured on a sentence of two seconds: 1.5 ms, against 10.5 ms for pyttsx3's `save_to_file`, which polls for the
    end and prints on standard output.
    """

    def __init__(self, *, prefer_system: bool = True) -> None:
        load_espeak_library(prefer_system=prefer_system)
        from pyttsx3.drivers import _espeak

        self._espeak = _espeak
        self._chunks: list[bytes] = []
        rate = _espeak.Initialize(_espeak.AUDIO_OUTPUT_SYNCHRONOUS, 1000, None, DO_NOT_EXIT)  # buffers of a second
        if rate <= 0:
            raise RuntimeError(f"espeak-ng does not start: {rate!r}")
        self._rate: int = rate
        _espeak.SetSynthCallback(self._receive)

    def synthesise(self, request: SpeechRequest) -> Clip:
        """The text as sound, with the voice of its language or the nearest there is."""
        self._chunks.clear()
        self._choose_voice(request)
        self._espeak.SetParameter(self._espeak.RATE, request.words_a_minute, 0)
        status = self._espeak.Synth(request.text.encode(), flags=self._espeak.CHARS_UTF8)
        if status != self._espeak.EE_OK:
            raise RuntimeError(f"espeak-ng cannot say this, status {status}: {request.text!r}")
        return resampled(b"".join(self._chunks), rate=self._rate)

    def voices(self) -> tuple[str, ...]:
        """The names that `SpeechRequest.voice` may have; `+f1` and the like may be added to each."""
        return tuple(voice.identifier.decode() for voice in self._espeak.ListVoices())

    def _choose_voice(self, request: SpeechRequest) -> None:
        variant = ESPEAK_VARIANTS[request.role]
        language = request.language.lower()
        wanted = [request.voice] if request.voice else []
        for name in [*wanted, language + variant, language.partition("-")[0] + variant, FALLBACK_LANGUAGE + variant]:
            if self._espeak.SetVoiceByName(name.encode()) == self._espeak.EE_OK:
                return
        raise RuntimeError(f"espeak-ng has no voice for language: {request.language!r}")

    def _receive(self, samples: Any, count: int, _events: Any) -> int:
        if count > 0:
            self._chunks.append(ctypes.string_at(samples, 2 * count))
        return 0  # go on


class FileEngine:
    """Any driver of pyttsx3 through `save_to_file`: SAPI5 on Windows writes WAV, NSSpeech on macOS writes AIFF."""

    def __init__(self, driver: str | None = None) -> None:
        if sys.platform == "win32":
            import comtypes

            comtypes.CoInitialize()
        import pyttsx3

        self._engine = pyttsx3.init(driver)
        self._finished = threading.Event()
        self._finished.set()
        self._engine.connect("started-utterance", lambda **_: self._finished.clear())
        self._engine.connect("finished-utterance", lambda **_: self._finished.set())
        self._voices = tuple(self._engine.getProperty("voices"))
        self._default_voice = self._engine.getProperty("voice")

    def synthesise(self, request: SpeechRequest) -> Clip:
        """The text as sound, with a voice of its language or the system's default voice."""
        chosen = voice_of(self.voices(), tuple(map(_languages, self._voices)), request) or self._default_voice
        # As when it was new: nothing runs before its loop does, whose start on macOS would cut off what is running.
        self._engine.proxy.setBusy(True)
        self._engine.setProperty("voice", chosen)
        self._engine.setProperty("rate", request.words_a_minute)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "speech.wav"
            self._engine.save_to_file(request.text, str(path))
            self._engine.runAndWait()
            self._finished.wait(LONGEST)  # some drivers come back while a thread of theirs is still speaking
            return read_sound(path.read_bytes())

    def voices(self) -> tuple[str, ...]:
        """The names that `SpeechRequest.voice` may have."""
        return tuple(str(voice.id) for voice in self._voices)


class NoEngine:
    """Stands in where no engine starts, and says why whenever it is asked."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def synthesise(self, request: SpeechRequest) -> Clip:
        """Raises RuntimeError."""
        raise RuntimeError(self._reason)

    def voices(self) -> tuple[str, ...]:
        """None at all."""
        return ()


def voice_of(names: Sequence[str], languages: Sequence[Sequence[str]], request: SpeechRequest) -> str | None:
    """The voice for a request among those of the system; None where none of them speaks its language.

    >>> hedda = SpeechRequest(text="", language="de", words_a_minute=180, role="OPPONENT")
    >>> voice_of(["david", "hedda", "stefan"], [["en-US"], ["de-DE"], ["de_DE"]], hedda)
    'stefan'
    """
    if request.voice in names:
        return request.voice
    speaking = [
        name for name, tags in zip(names, languages, strict=True) if any(_same(tag, request.language) for tag in tags)
    ]
    return speaking[VOICE_NUMBERS[request.role] % len(speaking)] if speaking else None


def _languages(voice: Any) -> tuple[str, ...]:
    return tuple(tag.decode(errors="ignore") if isinstance(tag, bytes) else str(tag) for tag in voice.languages or ())


def _same(tag: str, language: str) -> bool:
    """Is it the same language, whatever the country? Engines write `de-DE`, `de_DE` or `de`."""
    return tag.replace("_", "-").lower().partition("-")[0] == language.lower().partition("-")[0]


def system_engine() -> SpeechEngine:
    """The engine of this machine."""
    try:
        return FileEngine() if sys.platform in ("win32", "darwin") else EspeakEngine()
    except (ImportError, OSError, RuntimeError) as error:
        return NoEngine(f"no speech engine starts: {error}")


def serve(engine: SpeechEngine, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until there are no more. An empty line asks for the names of the voices."""
    for line in requests:
        try:
            if line.strip():
                samples = engine.synthesise(SpeechRequest(**json.loads(line))).samples
            else:
                samples = "\n".join(engine.voices()).encode()
        except (OSError, RuntimeError, ValueError) as error:
            answers.write(json.dumps({"error": str(error)}).encode() + b"\n")
        else:
            answers.write(json.dumps({"bytes": len(samples)}).encode() + b"\n" + samples)
        answers.flush()


def main() -> None:
    """Serve the game on the other end of standard input and output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the game, which ends us by closing our input
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # pyttsx3 prints; what it prints must not get among the answers
    serve(system_engine(), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
