"""Sound that is heard: pygame's mixer with three channels, White's ear, Black's ear and the room.

Two headsets on one card: White's at the left channel, Black's at the right (a splitter from one stereo plug to two
mono ones). Two headsets on two cards, White's own and Black's own: pygame's mixer opens one device only, so these are
opened below it, by SDL's own queues, and the room is both.
"""

import os
from typing import Protocol

from access_chess.edge.diagnosis import Diagnosis
from access_chess.edge.sdl import AudioDevice, begin_audio, end_audio, quiet_alsa, without_extras
from access_chess.edge.sound.clip import SAMPLE_RATE, Clip, silence, stereo
from access_chess.speech.utterance import Channel

BUFFER_FRAMES = 256  # 12 ms: speech begins and stops within two such buffers; half as many crackle on slow machines
PRIMING = 0.1  # seconds of silence that a device may swallow while it wakes up


class NoSoundDeviceError(Exception):
    """No sound can be heard on this machine; the game goes on in text."""


class SoundOutput(Protocol):
    """Where clips go: loudspeakers or a file."""

    def play(self, clip: Clip, channel: Channel) -> None:
        """Begin to sound the clip; what sounds on the same channel stops. Raises OSError where it cannot any more."""

    def stop(self, channel: Channel) -> None:
        """Be silent on this channel at once."""

    def is_playing(self, channel: Channel) -> bool:
        """Does the clip on this channel still sound?"""

    def close(self) -> None:
        """Let the device or the file go."""


class Mixer:
    """The loudspeakers or headsets of this machine.

    The device is held open and fed with silence between clips, so that no first syllable is cut. The system
    chooses it. Raises NoSoundDeviceError.
    """

    def __init__(self) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame greets on standard output
        with without_extras():
            import pygame.mixer

        self._pygame = pygame
        try:
            with quiet_alsa():
                pygame.mixer.init(SAMPLE_RATE, -16, 2, BUFFER_FRAMES, allowedchanges=0)
        except pygame.error as error:
            raise NoSoundDeviceError(str(error)) from error
        if not pygame.mixer.get_init():  # somebody else has SDL's audio, and pygame takes it for its own
            raise NoSoundDeviceError("SDL's audio is in use")
        self._channels = {channel: pygame.mixer.Channel(number) for number, channel in enumerate(Channel)}
        self.play(silence(PRIMING), Channel.ROOM)

    def play(self, clip: Clip, channel: Channel) -> None:
        """Begin to sound the clip in the ears of the channel only."""
        # The other ear's samples are zeros. Panning by volume would be reset by each play and leak the first buffer.
        try:
            self._channels[channel].play(self._pygame.mixer.Sound(buffer=stereo(clip, channel)))
        except self._pygame.error as error:
            raise OSError(f"the sound device is gone: {error}") from error

    def stop(self, channel: Channel) -> None:
        """Be silent from the next buffer on."""
        self._channels[channel].stop()

    def is_playing(self, channel: Channel) -> bool:
        """Does the clip on this channel still sound?"""
        return self._channels[channel].get_busy()

    def close(self) -> None:
        """Let the device go."""
        self._pygame.mixer.quit()


def devices() -> tuple[str, ...]:
    """The names of the sound devices. Raises NoSoundDeviceError where sound does not work at all."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        begin_audio()
    except OSError as error:
        raise NoSoundDeviceError(str(error)) from error
    try:
        return _device_names()
    finally:
        end_audio()


def _device_names() -> tuple[str, ...]:
    """As `devices`, where SDL's audio is open already."""
    from pygame._sdl2 import audio

    return tuple(audio.get_audio_device_names(False))


def examine() -> list[Diagnosis]:
    """Is there a sound device? For `access-chess doctor`."""
    try:
        mixer = Mixer()
        names = _device_names()
        mixer.close()
    except NoSoundDeviceError as error:
        return [
            Diagnosis(
                part="doctor_part_sound",
                works=False,
                found="doctor_sound_none",
                mend="doctor_mend_sound",
                slots={"error": str(error)},
            )
        ]
    found = "doctor_sound_devices" if names else "doctor_sound_nameless"
    return [Diagnosis(part="doctor_part_sound", works=True, found=found, slots={"names": ", ".join(names)})]


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
