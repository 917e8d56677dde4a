"""The microphone code fed by SDL's disk driver, in a process of its own: the driver is chosen once a process."""

import os
import subprocess
import sys
from array import array
from pathlib import Path

CAPTURE = """
from access_chess.edge.microphone import Microphone, devices, examine, listen_once
print(len(devices()))
with Microphone() as microphone:
    print(len(listen_once(microphone).get_raw_data()))
print(examine()[0].works)
"""
MUTED = """
from access_chess.edge.microphone import Microphone
with Microphone() as microphone:
    microphone.stream.muted = True
    microphone.stream.read(512 * 8)  # what was on its way already
    print(any(microphone.stream.read(512 * 8)))
"""
GONE = """
import pygame
from access_chess.edge import microphone
microphone._UNPLUGGED = 0.2
with microphone.Microphone() as source:
    source.stream.pause()
    try:
        source.stream.read(10**7)
    except microphone.MicrophoneError as error:
        print(error)
"""
UNKNOWN = """
from access_chess.edge.microphone import Microphone, MicrophoneError
try:
    Microphone("no such device").__enter__()
except MicrophoneError as error:
    print(error)
"""
ABSENT = """
from access_chess.edge import microphone
microphone.devices = lambda: ()
print(microphone.examine()[0])
"""


REOPENED = """
from access_chess.edge.microphone import Microphone
for _ in range(5):
    with Microphone() as microphone:
        microphone.stream.read(512)
print("closed")
"""


def run(script: str, recording: Path) -> list[str]:
    """The lines that a script prints whose microphone is a file of samples."""
    drivers = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILEIN": str(recording), "SDL_DISKAUDIOFILE": os.devnull}
    finished = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, env={**os.environ, **drivers}
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.splitlines()


def recording(folder: Path, loud: int) -> Path:
    """A quarter second of quiet, half a second of a square wave, a second of quiet; then the driver gives silence."""
    wave = [loud if number // 40 % 2 else -loud for number in range(8000)]
    path = folder / "microphone.raw"
    path.write_bytes(array("h", [0] * 4000 + wave + [0] * 16_000).tobytes())
    return path


def test_an_utterance_is_cut_out_of_what_the_microphone_hears(tmp_path: Path) -> None:
    devices, length, works = run(CAPTURE, recording(tmp_path, 8000))
    assert int(devices) >= 1
    assert 0.4 < int(length) / 32_000 < 1.6
    assert works == "True"


def test_a_device_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, "-c", UNKNOWN], capture_output=True, text=True, env={**os.environ, "SDL_AUDIODRIVER": "dummy"}
    )
    assert finished.stdout.startswith("The microphone 'no such device' cannot be opened")


def test_it_can_be_closed_and_opened_again(tmp_path: Path) -> None:
    assert run(REOPENED, recording(tmp_path, 8000)) == ["closed"]


def test_a_muted_microphone_hears_silence(tmp_path: Path) -> None:
    assert run(MUTED, recording(tmp_path, 8000)) == ["False"]


def test_a_microphone_that_goes_is_told(tmp_path: Path) -> None:
    assert run(GONE, recording(tmp_path, 0)) == ["The microphone has gone; plug it in again, or go on with the keys."]


def test_without_a_microphone_the_doctor_says_how_to_mend_it(tmp_path: Path) -> None:
    (line,) = run(ABSENT, recording(tmp_path, 0))
    assert line == "Microphone: does not work. None was found. Plug one in or use the keys."
