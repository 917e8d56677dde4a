"""Two headsets on two devices, which SDL's disk driver writes into the files that they are named after."""

import os
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from access_chess.edge.sound.clip import Clip
from access_chess.edge.sound.headsets import Headsets
from access_chess.edge.sound.mixer import NoSoundDeviceError
from access_chess.speech.utterance import Channel

FIRST, SECOND, ROOM = (Clip(array("h", [value, -value] * 3_000).tobytes()) for value in (1_000, 2_000, 3_000))

PROGRAM = """
import sys, time
from array import array
from access_chess.edge.sound.clip import Clip
from access_chess.edge.sound.headsets import Headsets
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
    subprocess.run(command, env=environment, check=True, capture_output=True)
    heard = [
        (sound.count(FIRST.samples), sound.count(SECOND.samples), sound.count(ROOM.samples), sound[-2_000:])
        for sound in (white.read_bytes(), black.read_bytes())
    ]
    assert heard == [(2, 0, 1, bytes(2_000)), (0, 1, 1, bytes(2_000))]


def test_a_device_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    with pytest.raises(NoSoundDeviceError):
        Headsets(white="left", black="right").play(FIRST, Channel.ROOM)
