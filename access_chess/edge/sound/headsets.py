"""Two headsets on two sound devices: White's own, Black's own, and the room is both.

pygame's mixer opens one device only, so these are opened below it, by `pygame._sdl2.audio`. That module is underscored:
nothing else uses it for output, and the tests play through it.
"""

import threading
from typing import Any

from access_chess.edge.sdl import quiet_alsa, without_extras
from access_chess.edge.sound.clip import SAMPLE_RATE, Clip
from access_chess.edge.sound.mixer import BUFFER_FRAMES, NoSoundDeviceError, devices
from access_chess.speech.utterance import Channel


class Headsets:
    """A sound output with a device for each player, named as in `audio.devices()`. Raises NoSoundDeviceError."""

    def __init__(self, *, white: str, black: str) -> None:
        self._headsets: list[tuple[Channel, _Headset]] = []
        for color, device in ((Channel.WHITE, white), (Channel.BLACK, black)):
            try:
                self._headsets.append((color, _Headset(device)))
            except NoSoundDeviceError:
                self.close()
                raise

    def play(self, clip: Clip, channel: Channel) -> None:
        """Begin to sound the clip in the headsets of the channel."""
        for color, headset in self._headsets:
            if channel in (color, Channel.ROOM):
                headset.play(clip, channel)

    def stop(self, channel: Channel) -> None:
        """Be silent from the next buffer on, where it is this channel that sounds."""
        for _, headset in self._headsets:
            headset.stop(channel)

    def is_playing(self, channel: Channel) -> bool:
        """Does the clip on this channel still sound?"""
        return any(headset.is_playing(channel) for _, headset in self._headsets)

    def close(self) -> None:
        """Let the devices go."""
        for _, headset in self._headsets:
            headset.close()


class _Headset:
    """One device, which asks for its samples buffer by buffer from a thread of SDL's."""

    def __init__(self, device: str) -> None:
        known = devices()
        with without_extras():
            from pygame._sdl2 import audio, sdl2

        self._lock = threading.Lock()
        self._left = memoryview(b"")  # what is still to be sounded
        self._channel = Channel.ROOM
        try:
            with quiet_alsa():
                self._device = audio.AudioDevice(
                    devicename=device,
                    iscapture=False,
                    frequency=SAMPLE_RATE,
                    audioformat=audio.AUDIO_S16,
                    numchannels=1,
                    chunksize=BUFFER_FRAMES,
                    allowed_changes=0,
                    callback=self._fill,
                )
        except sdl2.error as error:
            expected = ", ".join(known) or "none, the system has no sound device"
            raise NoSoundDeviceError(f"expected one of these devices: {expected}; got {device!r}") from error
        self._device.pause(0)

    def play(self, clip: Clip, channel: Channel) -> None:
        with self._lock:
            self._left, self._channel = memoryview(clip.samples), channel

    def stop(self, channel: Channel) -> None:
        with self._lock:
            if self._channel is channel:
                self._left = memoryview(b"")

    def is_playing(self, channel: Channel) -> bool:
        return self._channel is channel and bool(self._left)

    def close(self) -> None:
        self._device.close()

    def _fill(self, _device: Any, buffer: memoryview) -> None:
        with self._lock:
            piece, self._left = self._left[: len(buffer)], self._left[len(buffer) :]
        buffer[: len(piece)] = piece
        buffer[len(piece) :] = bytes(len(buffer) - len(piece))
