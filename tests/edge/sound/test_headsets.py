"""Two headsets on two devices, which SDL's disk driver writes into the files that they are named after."""

import os
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from access_chess.edge.sound.clip import Clip
from access_chess.edge.sound.mixer import Headsets, NoSoundDeviceError
from access_chess.speech.utterance import Channel

FIRST, SECOND, ROOM = (Clip(array("h", [value, -value] * 3_000).tobytes()) for value in (1_000, 2_000, 3_000))

PROGRAM = """
import sys, time
from array import array
from access_chess.edge.sound.clip import Clip
from access_chess.edge.sound.mixer import Headsets
from access_chess.speech.utterance import Channel

first, second, room = (Clip(array("h", [value, -value] * 3_000).tobytes()) for value in (1_000, 2_000, 3_000))
headsets = Headsets(white=sys.argv[1], black=sys.argv[2])
headsets.play(first, Channel.WHITE)
headsets.play(second, Channel.BLACK)
while headsets.is_playing(Channel.WHITE) or headsets.is_playing(Channel.BLACK):
    time.sleep(0.01)
headsets.play(room, Channel.ROOM)
while headsets.is_playing(Channel.ROOM):
    time.sleep(0.01)
headsets.play(Clip(array("h", [4_000] * 220_500).tobytes()), Channel.WHITE)
headsets.stop(Channel.WHITE)
headsets.play(first, Channel.WHITE)
headsets.stop(Channel.BLACK)
headsets.stop(Channel.ROOM)
while headsets.is_playing(Channel.WHITE):
    time.sleep(0.01)
time.sleep(0.1)
headsets.close()
"""


def test_each_player_hears_their_own_and_both_hear_the_room(tmp_path: Path) -> None:
    white, black = tmp_path / "white.raw", tmp_path / "black.raw"
    environment = os.environ | {"SDL_AUDIODRIVER": "disk"}
    command = [sys.executable, "-c", PROGRAM, str(white), str(black)]
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=120)
    heard = [
        (sound.count(FIRST.samples), sound.count(SECOND.samples), sound.count(ROOM.samples), sound[-2_000:])
        for sound in (white.read_bytes(), black.read_bytes())
    ]
    assert heard == [(2, 0, 1, bytes(2_000)), (0, 1, 1, bytes(2_000))]


def test_a_device_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    with pytest.raises(NoSoundDeviceError):
        Headsets(white="left", black="right").play(FIRST, Channel.ROOM)


def test_the_speaker_says_to_each_player_what_is_theirs(tmp_path: Path) -> None:
    white, black = tmp_path / "white.raw", tmp_path / "black.raw"
    program = (
        "import sys; from access_chess.edge.sound.speaker import open_speaker\n"
        "from access_chess.speech.utterance import Channel, Priority, Utterance, spoken_part\n"
        "speaker = open_speaker(headsets=(sys.argv[1], sys.argv[2]))\n"
        "part = spoken_part('Eva', language='de')\n"
        "speaker.say(Utterance(parts=(part,), priority=Priority.NOW, channel=Channel.WHITE))\n"
        "speaker.drain(); speaker.close()"
    )
    command = [sys.executable, "-c", program, str(white), str(black)]
    subprocess.run(command, env=os.environ | {"SDL_AUDIODRIVER": "disk"}, check=True, capture_output=True, timeout=120)
    assert any(white.read_bytes())
    assert not any(black.read_bytes())


def test_headsets_that_are_not_there_are_an_error_of_the_command(tmp_path: Path) -> None:
    environment = os.environ | {"SDL_AUDIODRIVER": "no such driver", "ACCESS_CHESS_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "access_chess", "clock", "--time", "300", "--headsets", "left", "right"]
    ended = subprocess.run(command, input="", env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert ended.returncode == 2
    assert ended.stderr.startswith("The headsets cannot be used: ")
