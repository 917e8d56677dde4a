"""Text to clips: the speech engine in its process, watched, started again when it fails, and remembered in a cache."""

import contextlib
import json
import queue
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from access_chess.edge.diagnosis import Diagnosis, installing
from access_chess.edge.sound.clip import Clip
from access_chess.phrased_error import PhrasedError
from access_chess.speech.utterance import FASTEST, NORMAL_RATE, SLOWEST, VoiceRole

#: -P: without it Python would take modules from the folder that the user happens to be in
#: In the one-folder program (`.ci/pyinstaller.spec`) no Python is there; it has a program for the voices beside it.
ENGINE_COMMAND = (
    (str(Path(sys.executable).with_stem("access-chess-voice")),)
    if getattr(sys, "frozen", False)
    else (sys.executable, "-P", "-m", "access_chess.edge.sound.speech_engine")
)
PATIENCE = 4.0  # seconds; the slowest engine (SAPI5, cold) needs about one
FAILURES_BEFORE_GIVING_UP = 3  # in a row; a game must not wait for the engine at every word
CACHE_BYTES = 16_000_000  # six minutes of speech
_MENDS = {"win32": "doctor_mend_speech_windows", "darwin": "doctor_mend_speech_macos"}  # by the system


class SynthesisError(PhrasedError):
    """The engine could not say it; the text goes on without the voice."""


class Synthesiser:
    """Turns words into clips; may be used from any thread.

    `command` starts the engine's process; it is started at once, so that it is ready when the first words come.
    """

    def __init__(
        self,
        *,
        command: Sequence[str] = ENGINE_COMMAND,
        patience: float = PATIENCE,
    ) -> None:
        self._command = tuple(command)
        self._patience = patience
        self._cache: OrderedDict[tuple[str, str, int, str, str], Clip] = OrderedDict()
        self._cached_bytes = 0
        self._failures = 0
        self._lock = threading.Lock()
        self._process: _EngineProcess | None = None
        with contextlib.suppress(OSError):  # the first clip will try again and say what is wrong
            self._process = _EngineProcess(self._command)

    def clip(
        self, text: str, *, language: str, rate: int = NORMAL_RATE, role: VoiceRole = VoiceRole.OWN, voice: str = ""
    ) -> Clip:
        """The text said in `language` (BCP 47) at `rate` words a minute, held within `SLOWEST` and `FASTEST`.

        `voice` is one of `voices()`; empty for the engine's own choice.
        Raises SynthesisError after two tries, at once when the engine has failed time and again.
        """
        if not text.strip():
            return Clip(b"")
        rate = min(max(rate, SLOWEST), FASTEST)
        key = (text, language, rate, role.name, voice)
        with self._lock:
            if key in self._cache:
                self._cache.move_to_end(key)
                return self._cache[key]
            request = {"text": text, "language": language, "words_a_minute": rate, "role": role.name, "voice": voice}
            clip = Clip(self._ask(json.dumps(request)))
            self._remember(key, clip)
            return clip

    def voices(self) -> tuple[str, ...]:
        """The names of the engine's voices. Raises SynthesisError like `clip`."""
        with self._lock:
            return tuple(self._ask("").decode().splitlines())

    @property
    def engine_process_id(self) -> int | None:
        """The engine's process, by which its memory can be measured; None before it has started."""
        return self._process.process_id if self._process else None

    def close(self) -> None:
        """Let the engine go."""
        with self._lock:
            self._stop()
            self._failures = FAILURES_BEFORE_GIVING_UP

    def _ask(self, request: str) -> bytes:
        if self._failures >= FAILURES_BEFORE_GIVING_UP:
            raise SynthesisError("speech_given_up")
        for attempt in range(2):
            try:
                self._process = self._process or _EngineProcess(self._command)
                answer = self._process.ask(request, patience=self._patience)
            except OSError as error:
                self._stop()
                if attempt:
                    self._failures += 1
                    raise SynthesisError("speech_unanswered", error=str(error).rstrip(".")) from error
            else:
                self._failures = 0
                return answer
        raise AssertionError("unreachable")

    def _stop(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None

    def _remember(self, key: tuple[str, str, int, str, str], clip: Clip) -> None:
        self._cache[key] = clip
        self._cached_bytes += len(clip.samples)
        while self._cached_bytes > CACHE_BYTES:
            _, forgotten = self._cache.popitem(last=False)
            self._cached_bytes -= len(forgotten.samples)


class _EngineProcess:
    """The engine's process and its line to us. A thread reads the answers, so that waiting for one can be bounded."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # Windows would open a console beside the game
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self.process_id = self._process.pid
        self._requests, self._answers = self._process.stdin, self._process.stdout
        self._received: queue.SimpleQueue[bytes | SynthesisError | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=_read_answers, args=(self._answers, self._received), daemon=True)
        self._reader.start()

    def ask(self, request: str, *, patience: float) -> bytes:
        """The answer. Raises OSError when the process hangs or has ended, SynthesisError when it says no."""
        self._requests.write(request.encode() + b"\n")
        self._requests.flush()
        try:
            answer = self._received.get(timeout=patience)
        except queue.Empty:
            raise TimeoutError(f"no answer within {patience} seconds") from None
        if answer is None:
            raise BrokenPipeError("its process has ended")
        if isinstance(answer, SynthesisError):
            raise answer
        return answer

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        self._answers.close()
        with contextlib.suppress(OSError):  # what was still to be written has no reader any more
            self._requests.close()


def _read_answers(answers: BinaryIO, received: "queue.SimpleQueue[bytes | SynthesisError | None]") -> None:
    """Hand on each answer of the engine; None at the end of its process, or when what comes is no answer."""
    while line := answers.readline():
        try:
            header = json.loads(line)
            if "error" in header:
                received.put(SynthesisError("speech_refused", error=str(header["error"]).rstrip(".")))
                continue
            samples = answers.read(header["bytes"])
        except (ValueError, KeyError, TypeError):
            break
        if len(samples) < header["bytes"]:
            break
        received.put(samples)
    received.put(None)


def examine() -> list[Diagnosis]:
    """Does this machine speak? For `access-chess doctor`."""
    synthesiser = Synthesiser()
    try:
        clip = synthesiser.clip("Springer Gustav eins Felix drei", language="de")
        count = len(synthesiser.voices())
    except SynthesisError as error:
        return [_mute(error.phrase, **{slot: str(value) for slot, value in error.slots.items()})]
    finally:
        synthesiser.close()
    if not any(clip.samples):
        return [_mute("doctor_speech_silence")]
    slots = {"voices": str(count)}
    return [Diagnosis(part="doctor_part_speech", works=True, found="doctor_speech_works", slots=slots)]


def _mute(found: str, **slots: str) -> Diagnosis:
    mend = _MENDS.get(sys.platform, "doctor_mend_speech_espeak")
    slots["install"] = installing("espeakng-loader")
    return Diagnosis(part="doctor_part_speech", works=False, found=found, mend=mend, slots=slots)
