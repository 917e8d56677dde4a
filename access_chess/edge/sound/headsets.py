"""Two headsets on two sound devices: White's own, Black's own, and the room is both.

pygame's mixer opens one device only, so these are opened below it: by SDL's own queues.
"""

from access_chess.edge.sdl.audio_device import AudioDevice
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
    """One device and the sound that waits in its queue."""

    def __init__(self, device: str) -> None:
        known = devices()
        self._channel = Channel.ROOM
        try:
            self._device = AudioDevice(device, rate=SAMPLE_RATE, chunk=BUFFER_FRAMES)
        except OSError as error:
            expected = ", ".join(known) or "none, the system has no sound device"
            raise NoSoundDeviceError(f"expected one of these devices: {expected}; got {device!r}") from error

    def play(self, clip: Clip, channel: Channel) -> None:
        self._device.clear()
        self._channel = channel
        self._device.queue(clip.samples)

    def stop(self, channel: Channel) -> None:
        if self._channel is channel:
            self._device.clear()

    def is_playing(self, channel: Channel) -> bool:
        return self._channel is channel and self._device.queued > 0

    def close(self) -> None:
        self._device.close()
