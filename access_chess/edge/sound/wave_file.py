"""What would be heard, written to a stereo WAV file: White's ear left, Black's ear right, the room both."""

import contextlib
import wave
from array import array
from pathlib import Path

from access_chess.edge.sound.clip import SAMPLE_RATE, SAMPLE_WIDTH, Clip, silence
from access_chess.speech.utterance import Channel

PAUSE_BETWEEN_UTTERANCES = 0.25  # seconds


class WaveFile:
    """A sound output without time: each clip follows what went before in the same ears, and is at once done.

    Raises OSError where the file cannot be written. The file is whole only after `close`.
    """

    def __init__(self, path: Path) -> None:
        self._bytes = path.open("wb")
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
        """Write what is left. Whatever fails, the file is let go."""
        with self._bytes, contextlib.closing(self._file):
            self._align()
            self._write()

    def _append(self, clip: Clip, channel: Channel) -> None:
        samples = array("h", clip.samples)
        if channel is Channel.ROOM:
            self._align()  # both ears hear it at the same time
        if channel is not Channel.BLACK:
            self._left.extend(samples)
        if channel is not Channel.WHITE:
            self._right.extend(samples)
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
