"""What would be heard, written to a stereo WAV file: White's ear left, Black's ear right, the room both."""

import contextlib
import os
import wave
from array import array
from pathlib import Path

from access_chess.edge.sound.clip import SAMPLE_RATE, SAMPLE_WIDTH, Clip, silence
from access_chess.speech.utterance import Channel

PART = ".part"  # the end of the name until the file is whole
PAUSE_BETWEEN_UTTERANCES = 0.25  # seconds


class WaveFile:
    """A sound output without time: each clip follows what went before in the same ears, and is at once done.

    Raises OSError that names the file where it cannot be written. Until `close` it is written beside its place, so that
    what was there before stays whole; a pipe or a device is written as it is.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        is_replaced = not path.exists() or path.is_file()
        self._part = self._path.with_name(self._path.name + PART) if is_replaced else self._path
        try:
            if path.exists() and not os.access(path, os.W_OK):
                raise PermissionError(13, os.strerror(13))
            self._bytes = self._part.open("wb")
        except OSError as error:
            error.filename = str(path)
            raise
        self._file = wave.open(self._bytes, "wb")  # noqa: SIM115  it lives until close()
        self._file.setnchannels(2)
        self._file.setsampwidth(SAMPLE_WIDTH)
        self._file.setframerate(SAMPLE_RATE)
        self._left, self._right = array("h"), array("h")  # what the other ear has not caught up with

    def play(self, clip: Clip, channel: Channel) -> None:
        """Append a clip, and a short pause."""
        self._append(clip, channel)
        self._append(silence(PAUSE_BETWEEN_UTTERANCES), channel)

    def pause(self, seconds: float) -> None:
        """Append silence for both ears, such as the thinking time in a game."""
        self._append(silence(seconds), Channel.ROOM)

    def stop(self, channel: Channel) -> None:
        """Nothing: what has been written is whole."""

    def is_playing(self, channel: Channel) -> bool:
        """Never: time does not pass in a file."""
        return False

    def close(self) -> None:
        """Write what is left, and put the file in its place. Whatever fails, it is let go."""
        try:
            with self._bytes, contextlib.closing(self._file):
                self._align()
                self._write()
        except BaseException:
            if self._part != self._path:
                self._part.unlink(missing_ok=True)
            raise
        if self._part != self._path:
            self._part.replace(self._path)

    def _append(self, clip: Clip, channel: Channel) -> None:
        if channel is Channel.ROOM:
            self._align()  # both ears hear it at the same time
        if channel is not Channel.BLACK:
            self._left.frombytes(clip.samples)
        if channel is not Channel.WHITE:
            self._right.frombytes(clip.samples if clip.right is None else clip.right)
        self._write()

    def _align(self) -> None:
        for ear, other in ((self._left, self._right), (self._right, self._left)):
            ear.frombytes(bytes(SAMPLE_WIDTH * max(0, len(other) - len(ear))))

    def _write(self) -> None:
        """Write the frames of which both ears are known, so that a long game needs little memory."""
        known = min(len(self._left), len(self._right))
        frames = array("h", bytes(2 * SAMPLE_WIDTH * known))
        frames[0::2], frames[1::2] = self._left[:known], self._right[:known]
        self._file.writeframes(frames.tobytes())
        del self._left[:known], self._right[:known]
