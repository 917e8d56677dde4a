"""The engines inside their process: the library from the wheel, the way through a file, what is answered."""

import doctest
import io
import json
import subprocess
import sys
from array import array

import pytest

from access_chess.edge.sound import speech_engine
from access_chess.edge.sound.clip import SAMPLE_RATE, Clip
from access_chess.edge.sound.speech_engine import SpeechRequest, serve


def run_alone(program: str, requests: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a program in a process of its own: espeak-ng can be loaded once only."""
    return subprocess.run([sys.executable, "-c", program], input=requests, capture_output=True, check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="only on Linux is the library taken from a wheel")
def test_the_library_of_the_wheel_speaks_where_the_system_has_none() -> None:
    program = """
import sys
from access_chess.edge.sound.speech_engine import EspeakEngine, serve
engine = EspeakEngine(prefer_system=False)
loaded = {line.split()[-1] for line in open("/proc/self/maps") if "libespeak" in line}
assert loaded and all("espeakng_loader" in path for path in loaded), loaded
serve(engine, sys.stdin.buffer, sys.stdout.buffer)
"""
    request = {"text": "Turm", "language": "de", "words_a_minute": 180, "role": "OPPONENT", "voice": ""}
    answer = run_alone(program, json.dumps(request).encode() + b"\n").stdout
    header, _, samples = answer.partition(b"\n")
    assert json.loads(header)["bytes"] == len(samples)
    assert max(array("h", samples)) > 5_000


def test_any_driver_of_pyttsx3_speaks_through_a_file_and_its_printing_stays_apart() -> None:
    """The way of Windows and macOS, taken here with the driver that there is; that one prints at each file.

    It writes the file in a thread of its own, and does not wait for it: here on a slow disk.
    """
    program = """
import time
from access_chess.edge.sound import speech_engine
speech_engine.load_espeak_library()
from pyttsx3.drivers import espeak
quick = espeak.wave.open
espeak.wave.open = lambda *file: time.sleep(0.1) or quick(*file)
speech_engine.system_engine = lambda: speech_engine.FileEngine("espeak")
speech_engine.main()
"""
    texts = ["Turm", "Springer Gustav eins Felix drei", "Turm"]
    asked = [{"text": text, "language": "de", "words_a_minute": 180, "role": "OWN", "voice": ""} for text in texts]
    answers = io.BytesIO(run_alone(program, "\n".join(map(json.dumps, asked)).encode()).stdout)
    clips = []
    for _ in texts:
        header = json.loads(answers.readline())
        assert header.keys() == {"bytes"}, header
        clips.append(array("h", answers.read(header["bytes"])))
    assert answers.read() == b""
    assert all(max(clip) > 5_000 for clip in clips)
    assert len(clips[1]) > 2 * len(clips[0])
    first, _, again = (len(loud) for loud in map(loud_part, clips))
    assert abs(again - first) < SAMPLE_RATE // 50, "the same word again"


def loud_part(clip: "array[int]") -> "array[int]":
    """Without the quiet around it: how much of that is written the driver leaves to chance."""
    loud = [place for place, sample in enumerate(clip) if abs(sample) > 500]
    return clip[loud[0] : loud[-1]]


class NoVoice:
    """An engine that can say nothing."""

    def synthesise(self, request: SpeechRequest) -> Clip:
        raise RuntimeError(f"no voice for {request.language!r}")

    def voices(self) -> tuple[str, ...]:
        return ("one", "two")


@pytest.mark.parametrize(
    ("request_line", "answer"),
    [
        pytest.param(b"\n", b'{"bytes": 7}\none\ntwo', id="voices"),
        pytest.param(b"not JSON\n", b'{"error": "Expecting value: line 1 column 1 (char 0)"}\n', id="no JSON"),
        pytest.param(
            b'{"text": "", "language": "xx", "words_a_minute": 1, "role": "OWN"}\n',
            b'{"error": "no voice for \'xx\'"}\n',
            id="the engine says no",
        ),
    ],
)
def test_answers(request_line: bytes, answer: bytes) -> None:
    answers = io.BytesIO()
    serve(NoVoice(), io.BytesIO(request_line), answers)
    assert answers.getvalue() == answer


def test_without_any_engine_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> NoVoice:
        raise OSError("libespeak-ng.so.1 is broken")

    for name in ("EspeakEngine", "FileEngine"):
        monkeypatch.setattr(speech_engine, name, fails)
    answers = io.BytesIO()
    request = b'{"text": "", "language": "de", "words_a_minute": 180, "role": "OWN"}\n'
    serve(speech_engine.system_engine(), io.BytesIO(request), answers)
    assert answers.getvalue() == b'{"error": "no speech engine starts: libespeak-ng.so.1 is broken"}\n'


def test_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(speech_engine).failed == 0
