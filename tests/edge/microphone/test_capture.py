"""The microphone code fed by SDL's disk driver, in a process of its own: the driver is chosen once a process."""

import os
import random
import re
import signal
import subprocess
import sys
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from access_chess.recognition.loudness import RATE

Found = TypeVar("Found")

CAPTURE = """
from access_chess.edge.microphone.capture import Microphone, devices, examine, listen_once
print(len(devices()))
with Microphone() as microphone:
    print(len(listen_once(microphone).get_raw_data()))
print(examine()[0].works)
"""
DOCTOR = """
from access_chess.command_line.doctor import told
from access_chess.edge.microphone.capture import examine
from access_chess.edge.packs.voice_packs import load_voice_pack
print(told(examine()[0], load_voice_pack("en")))
"""
HEARD = """
from access_chess.edge.microphone.capture import Microphone, listen_once
with Microphone() as microphone:
    print(len(listen_once(microphone).get_raw_data()), microphone.stream.room.energy_threshold)
"""
MUTED = """
from access_chess.edge.microphone.capture import Microphone
with Microphone() as microphone:
    microphone.stream.muted = True
    microphone.stream.read(512 * 8)  # what was on its way already
    print(any(microphone.stream.read(512 * 8)))
"""
GONE = """
import pygame
from access_chess.edge.microphone import capture as microphone
microphone._UNPLUGGED = 0.2
with microphone.Microphone() as source:
    source.stream.pause()
    try:
        source.stream.read(10**7)
    except microphone.MicrophoneError as error:
        print(error)
"""
UNKNOWN = """
from access_chess.edge.microphone.capture import Microphone
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.session.ports import MicrophoneError
from access_chess.speech.language.voice_pack import trouble_words
try:
    Microphone("no such device").__enter__()
except MicrophoneError as error:
    print(trouble_words(error, load_voice_pack("en")).text)
"""
ABSENT = """
from access_chess.edge.microphone import capture as microphone
microphone.devices = lambda: ()
print(microphone.examine()[0].found)
"""


REOPENED = """
from access_chess.edge.microphone.capture import Microphone
for _ in range(5):
    with Microphone() as microphone:
        microphone.stream.read(512)
print("closed")
"""

TERMINATED = """
import os, signal, time
from access_chess.edge.microphone.capture import Microphone
with Microphone() as microphone:
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(20)
print("still here")
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
    assert finished.stdout.startswith("The microphone no such device cannot be opened")


def test_who_listens_ends_when_they_are_told_to() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", TERMINATED],
        capture_output=True,
        text=True,
        env={**os.environ, "SDL_AUDIODRIVER": "dummy"},
    )
    assert abs(finished.returncode) == signal.SIGTERM
    assert finished.stdout == ""


def noise(seconds: float, level: int) -> list[int]:
    """As loud as that, from 0 to 32767."""
    chance = random.Random(1)
    return [round(chance.gauss(0, level)) for _ in range(int(seconds * RATE))]


def voice(seconds: float, level: int) -> list[int]:
    """Syllables: a buzz that comes and goes four times a second."""
    return [
        (level if number // 40 % 2 else -level) if number % 4000 < 3200 else 0 for number in range(int(seconds * RATE))
    ]


def at_once(hear: Callable[..., Found], folder: Path, *cases: tuple[object, ...]) -> list[Found]:
    """What is found in each case, in a folder of its own: a microphone takes its time, and none waits for another."""
    folders = [folder / str(number) for number in range(len(cases))]
    for each in folders:
        each.mkdir()
    with ThreadPoolExecutor() as pool:
        return [*pool.map(lambda own, case: hear(own, *case), folders, cases)]


ROOMS = {
    "a quiet room and a soft voice": (10, 1.5, 250, 100, 250),
    "a room louder than the first threshold": (900, 1.5, 9000, 1500, 3000),
    "speech from the first moment": (30, 0.0, 6000, 100, 4000),
    "however loud the room, the ear is not deaf": (6000, 1.5, 20_000, 4000, 4000),
}


def test_the_room_is_measured_and_speech_stands_above_it(tmp_path: Path) -> None:
    """Noise of a loudness, seconds before a voice of another; the threshold lies between two bounds."""
    heard = at_once(heard_above, tmp_path, *(case[:3] for case in ROOMS.values()))
    for (threshold, seconds), (name, (room, _, _, lowest, highest)) in zip(heard, ROOMS.items(), strict=True):
        assert lowest <= threshold <= highest, name
        assert 0.8 < seconds < 2.2 or room > 4000, (
            name
        )  # what is louder than the bound is heard until it is long enough


def heard_above(folder: Path, room: int, before: float, level: int) -> tuple[float, float]:
    """The threshold, and the seconds of what was heard."""
    silence, said = [0] * int(before * RATE), voice(1.0, level)
    spoken = silence + said + [0] * (3 * RATE)
    steady = (first + second for first, second in zip(noise(before + 4.0, room), spoken, strict=True))
    path = folder / "microphone.raw"
    path.write_bytes(array("h", (max(-32_768, min(32_767, value)) for value in steady)).tobytes())
    ((length, threshold),) = (line.split() for line in run(HEARD, path))
    return float(threshold), int(length) / 2 / RATE


LOUD = {
    0: r"Microphone: does not work\. There are: .*\. No sound comes from .*\. See whether it is switched off.*",
    30: r"Microphone: works\. There are: .*\. The room is quiet enough\.",
    6000: r"Microphone: does not work\. There are: .*\. The room is too loud for it\. Use a headset.*",
}


def test_the_doctor_listens_to_the_room(tmp_path: Path) -> None:
    told = at_once(doctor, tmp_path, *((room,) for room in LOUD))
    for line, found in zip(told, LOUD.values(), strict=True):
        assert re.fullmatch(found, line)


def doctor(folder: Path, room: int) -> str:
    """What he says of a room."""
    path = folder / "microphone.raw"
    path.write_bytes(array("h", noise(3.0, room)).tobytes())
    (line,) = run(DOCTOR, path)
    return line


TRIED = {
    (30, 6000): (0, r"Voice: works\. Your voice is 4\d decibels above the room\."),
    (900, 2400): (1, r"Voice: does not work\. Your voice is [5-9] decibels above the room\. 10 are needed: .*"),
    (0, 0): (1, r"Voice: does not work\. Nothing was heard\. See whether the microphone is switched off.*"),
}


def test_a_voice_is_tried_by_ear(tmp_path: Path) -> None:
    for (status, (order, line)), expected in zip(at_once(tried, tmp_path, *TRIED), TRIED.values(), strict=True):
        assert order.startswith("Press Enter, be silent for two seconds, then say a move")
        assert re.fullmatch(expected[1], line), line
        assert status == expected[0]


def tried(folder: Path, room: int, level: int) -> tuple[int, list[str]]:
    """The exit status and the lines of the doctor who listens to a voice."""
    spoken = [0] * (2 * RATE) + voice(1.5, level) + [0] * (2 * RATE)
    path = folder / "microphone.raw"
    path.write_bytes(array("h", map(sum, zip(noise(5.5, room), spoken, strict=True))).tobytes())
    drivers = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILEIN": str(path), "SDL_DISKAUDIOFILE": os.devnull}
    command = [sys.executable, "-m", "access_chess", "doctor", "--voice", "--voices", "en"]
    done = subprocess.run(
        command, input="\n", capture_output=True, text=True, timeout=60, env={**os.environ, **drivers}
    )
    return done.returncode, done.stdout.splitlines()


def test_it_can_be_closed_and_opened_again(tmp_path: Path) -> None:
    assert run(REOPENED, recording(tmp_path, 8000)) == ["closed"]


def test_a_muted_microphone_hears_silence(tmp_path: Path) -> None:
    assert run(MUTED, recording(tmp_path, 8000)) == ["False"]


def test_a_microphone_that_goes_is_told(tmp_path: Path) -> None:
    assert run(GONE, recording(tmp_path, 0)) == ["microphone_gone"]


def test_without_a_microphone_the_doctor_says_how_to_mend_it(tmp_path: Path) -> None:
    (line,) = run(ABSENT, recording(tmp_path, 0))
    assert line == "doctor_microphone_none"
