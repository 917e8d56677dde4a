"""What the mixer really plays, measured with SDL's disk driver, which writes the sound device's samples into a file."""

import os
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from access_chess.edge.sound.clip import Clip, stereo
from access_chess.edge.sound.mixer import Mixer, NoSoundDeviceError, devices, examine
from access_chess.speech.utterance import Channel

CLIP = Clip(array("h", [7, -9, 20_000, -20_000, 11] * 2_000).tobytes())  # 0.45 s, not silent in its first sample

PROGRAM = """
import sys, time
from array import array
from access_chess.edge.sound.mixer import Mixer
from access_chess.edge.sound.clip import Clip
from access_chess.speech.utterance import Channel

clip = Clip(array("h", [7, -9, 20_000, -20_000, 11] * 2_000).tobytes())
mixer = Mixer()

def wait(channel):
    while mixer.is_playing(channel):
        time.sleep(0.01)

"""


def played(tmp_path: Path, program: str) -> bytes:
    """The frames that reach the sound device while the program runs."""
    path = tmp_path / "played.raw"
    environment = os.environ | {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(path)}
    subprocess.run([sys.executable, "-c", PROGRAM + program], env=environment, check=True, capture_output=True)
    return path.read_bytes()


@pytest.mark.parametrize("channel", Channel)
def test_every_sample_is_heard_from_the_first_and_in_the_right_ears_only(tmp_path: Path, channel: Channel) -> None:
    name = channel.name
    sound = played(tmp_path, f"mixer.play(clip, Channel.{name}); wait(Channel.{name}); time.sleep(0.1); mixer.close()")
    before, found, after = sound.partition(stereo(CLIP, channel))
    assert found, "the whole clip, from its first sample"
    assert not any(before + after), "and nothing else"


def test_white_and_black_hear_their_own_at_the_same_time(tmp_path: Path) -> None:
    sound = played(
        tmp_path,
        "mixer.play(clip, Channel.WHITE); mixer.play(clip, Channel.BLACK); wait(Channel.BLACK); wait(Channel.WHITE);"
        "time.sleep(0.1); mixer.close()",
    )
    frames = array("h", sound)
    samples = CLIP.samples
    assert samples in frames[0::2].tobytes()
    assert samples in frames[1::2].tobytes()


def test_what_is_stopped_does_not_sound_beside_what_follows(tmp_path: Path) -> None:
    """The stop holds from the very buffer in which the next clip begins."""
    sound = played(
        tmp_path,
        "long = Clip(array('h', [1_000] * 220_500).tobytes()); mixer.play(long, Channel.ROOM);"
        "time.sleep(0.3); mixer.stop(Channel.ROOM); mixer.play(clip, Channel.WHITE); wait(Channel.WHITE);"
        "time.sleep(0.1); mixer.close()",
    )
    cut, found, after = sound.partition(stereo(CLIP, Channel.WHITE))
    assert found, "nothing is mixed into it"
    assert any(cut), "the long clip had begun"
    assert not any(after)


def test_no_sound_device_is_one_error_and_nothing_on_standard_error() -> None:
    program = """
from access_chess.edge.sound.mixer import Mixer, NoSoundDeviceError
try:
    Mixer()
except NoSoundDeviceError as error:
    print("none:", error)
"""
    environment = os.environ | {"SDL_AUDIODRIVER": "alsa", "ALSA_CONFIG_PATH": "/nowhere"}
    result = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith("none: ")
    assert result.stderr == ""


def test_an_unknown_device_is_no_sound_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    with pytest.raises(NoSoundDeviceError):
        Mixer()
    (diagnosis,) = examine()
    assert not diagnosis.works
    assert diagnosis.mend == "doctor_mend_sound"


def test_doctor_says_that_sound_works() -> None:
    (diagnosis,) = examine()
    assert diagnosis.works


def test_a_device_that_is_gone_is_an_error_of_the_system() -> None:
    mixer = Mixer()
    mixer.close()
    with pytest.raises(OSError, match="gone"):
        mixer.play(CLIP, Channel.ROOM)


def test_whoever_has_looked_for_devices_can_sound() -> None:
    """pygame takes audio that somebody else has begun for its own, and would open nothing."""
    assert devices()
    Mixer().close()
