"""The WAV file holds what would be heard: White left, Black right, the room both, one after the other in each ear."""

import contextlib
import gc
import wave
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from access_chess.edge.sound.clip import PAUSE_BETWEEN_UTTERANCES, SAMPLE_RATE, Clip, WaveFile, silence, stereo
from access_chess.speech.utterance import Channel

PAUSE = round(PAUSE_BETWEEN_UTTERANCES * SAMPLE_RATE)


def of(value: int, frames: int) -> Clip:
    return Clip(array("h", [value] * frames).tobytes())


def ears(path: Path) -> tuple[list[int], list[int]]:
    """The samples of left and right."""
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (2, 2, SAMPLE_RATE)
        frames = array("h", file.readframes(file.getnframes()))
    return list(frames[0::2]), list(frames[1::2])


@pytest.mark.parametrize(
    ("channel", "frames"),
    [(Channel.WHITE, [1, 0, 2, 0]), (Channel.BLACK, [0, 1, 0, 2]), (Channel.ROOM, [1, 1, 2, 2])],
)
def test_each_channel_is_heard_in_its_ears_only(channel: Channel, frames: list[int]) -> None:
    assert list(array("h", stereo(Clip(array("h", [1, 2]).tobytes()), channel))) == frames


def test_the_room_waits_until_both_ears_are_free(tmp_path: Path) -> None:
    file = WaveFile(tmp_path / "game.wav")
    file.play(of(1, 10), Channel.WHITE)
    file.play(of(2, 4), Channel.BLACK)
    file.play(of(3, 5), Channel.ROOM)
    file.play(of(4, 1), Channel.BLACK)
    file.close()
    left, right = ears(tmp_path / "game.wav")
    rest = [0] * PAUSE
    assert left == [1] * 10 + rest + [3] * 5 + rest + [0] * (1 + PAUSE)
    assert right == [2] * 4 + [0] * 6 + rest + [3] * 5 + rest + [4] + rest


def test_time_that_passes_is_silence_in_both_ears(tmp_path: Path) -> None:
    file = WaveFile(tmp_path / "game.wav")
    file.pause(0.5)
    file.close()
    left, right = ears(tmp_path / "game.wav")
    assert left == right == [0] * (SAMPLE_RATE // 2)
    assert silence(0.5).seconds == 0.5


def test_a_full_disk_is_an_error_of_the_system_and_the_file_is_let_go() -> None:
    with pytest.raises(OSError, match="No space"), contextlib.closing(WaveFile(Path("/dev/full"))) as file:
        file.pause(0.5)
    del file
    gc.collect()  # with a file that is still open, `wave` would try again now, and print a traceback


def test_a_file_that_cannot_be_written_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        WaveFile(tmp_path / "nowhere" / "game.wav")


def test_what_was_there_before_stays_until_the_new_file_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.wav"
    path.write_bytes(b"an older game")
    file = WaveFile(path)
    file.play(of(1, 10), Channel.ROOM)
    assert path.read_bytes() == b"an older game"
    file.close()
    assert len(ears(path)[0]) > 10
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("older", [None, b"an older game"])
@pytest.mark.parametrize("end", [WaveFile.close, WaveFile.give_up])
def test_of_no_sound_there_is_no_file(tmp_path: Path, older: bytes | None, end: Callable[[WaveFile], None]) -> None:
    path = tmp_path / "game.wav"
    if older is not None:
        path.write_bytes(older)
    end(WaveFile(path))
    assert [file.read_bytes() for file in tmp_path.iterdir()] == ([] if older is None else [older])


def test_what_is_given_up_leaves_nothing_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "game.wav"
    path.write_bytes(b"an older game")
    file = WaveFile(path)
    file.play(of(1, 10), Channel.WHITE)
    file.give_up()
    assert path.read_bytes() == b"an older game"
    assert list(tmp_path.iterdir()) == [path]
