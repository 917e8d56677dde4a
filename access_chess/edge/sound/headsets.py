"""Two headsets on two sound devices: White's own, Black's own, and the room is both.

pygame's mixer opens one device only, so these are opened below it: by SDL's own queues, which need no thread of Python.
"""

import ctypes
from functools import cache

from access_chess.edge.sdl import library, quiet_alsa
from access_chess.edge.sound.clip import SAMPLE_RATE, Clip
from access_chess.edge.sound.mixer import BUFFER_FRAMES, NoSoundDeviceError, devices
from access_chess.speech.utterance import Channel

_INIT_AUDIO = 0x10  # SDL_INIT_AUDIO
_S16 = 0x8010  # AUDIO_S16LSB


class _AudioSpec(ctypes.Structure):
    """SDL_AudioSpec (SDL 2, SDL_audio.h)."""

    _fields_ = (
        ("freq", ctypes.c_int),
        ("format", ctypes.c_uint16),
        ("channels", ctypes.c_uint8),
        ("silence", ctypes.c_uint8),
        ("samples", ctypes.c_uint16),
        ("padding", ctypes.c_uint16),
        ("size", ctypes.c_uint32),
        ("callback", ctypes.c_void_p),  # none: the samples are queued
        ("userdata", ctypes.c_void_p),
    )


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
    """One device and the sound that waits for it in SDL's queue."""

    def __init__(self, device: str) -> None:
        known = devices()
        wanted = _AudioSpec(freq=SAMPLE_RATE, format=_S16, channels=1, samples=BUFFER_FRAMES)
        self._channel = Channel.ROOM
        with quiet_alsa():
            self._device = _sdl().SDL_OpenAudioDevice(device.encode(), 0, ctypes.byref(wanted), None, 0)
        if not self._device:
            expected = ", ".join(known) or "none, the system has no sound device"
            raise NoSoundDeviceError(f"expected one of these devices: {expected}; got {device!r}")
        _sdl().SDL_PauseAudioDevice(self._device, 0)

    def play(self, clip: Clip, channel: Channel) -> None:
        _sdl().SDL_ClearQueuedAudio(self._device)
        self._channel = channel
        _sdl().SDL_QueueAudio(self._device, clip.samples, len(clip.samples))

    def stop(self, channel: Channel) -> None:
        if self._channel is channel:
            _sdl().SDL_ClearQueuedAudio(self._device)

    def is_playing(self, channel: Channel) -> bool:
        return self._channel is channel and bool(_sdl().SDL_GetQueuedAudioSize(self._device))

    def close(self) -> None:
        _sdl().SDL_CloseAudioDevice(self._device)


@cache
def _sdl() -> ctypes.CDLL:
    """SDL with the types of what is called here, and its sound begun. Raises NoSoundDeviceError."""
    try:
        sdl = library()
    except OSError as error:
        raise NoSoundDeviceError(f"SDL could not be loaded: {error}") from error
    sdl.SDL_OpenAudioDevice.argtypes = (
        ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(_AudioSpec), ctypes.c_void_p, ctypes.c_int,
    )  # fmt: skip
    sdl.SDL_QueueAudio.argtypes = (ctypes.c_uint32, ctypes.c_char_p, ctypes.c_uint32)
    sdl.SDL_GetQueuedAudioSize.restype = ctypes.c_uint32
    sdl.SDL_InitSubSystem(_INIT_AUDIO)  # where it fails, no device opens
    return sdl
