"""SDL, the library behind pygame: loaded without waste and without a word on the terminal, and its own audio beside
what pygame makes of it.
"""

import contextlib
import ctypes
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

#: What pygame imports where it is there, and does without where it is not; nothing here uses it through pygame.
#: Two thirds of the time that pygame takes to load are theirs, and the first word waits for it.
OPTIONAL = ("numpy", "pkg_resources")

# Where nothing else asks for SIGTERM, SDL would keep it to itself, and who tells the program to end would tell nobody.
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")


@contextlib.contextmanager
def quiet_alsa() -> Iterator[None]:
    """Keep what the ALSA library prints on standard error away from it: a screen reader would read it all."""
    if sys.platform != "linux":
        yield
        return
    sys.stderr.flush()
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


@contextlib.contextmanager
def without_extras() -> Iterator[None]:
    """Import pygame without what it can do without; code that needs NumPy imports it afterwards as ever."""
    spared = [name for name in OPTIONAL if name not in sys.modules]
    sys.modules.update(dict.fromkeys(spared))  # type: ignore[arg-type]  # None: as if it were not installed
    try:
        yield
    finally:
        for name in spared:
            del sys.modules[name]


class AudioDevice:
    """A device of SDL's with a queue: what is queued is sounded, or what was captured is taken. 16 bit, one channel.

    pygame's own class asks Python for each buffer, in a thread of SDL's, and holds all of Python while it closes a
    device: both can wait for each other for ever. SDL's queues need no Python, and ctypes lets its threads run.
    Raises OSError, with SDL's reason, where it cannot be opened.
    """

    def __init__(self, name: str, *, rate: int, chunk: int, is_capture: bool = False) -> None:
        wanted = _AudioSpec(freq=rate, format=_S16, channels=1, samples=chunk)
        begin_audio()
        with quiet_alsa():
            self._number = _sdl().SDL_OpenAudioDevice(os.fsencode(name), int(is_capture), ctypes.byref(wanted), None, 0)
        if not self._number:
            reason = _sdl().SDL_GetError().decode(errors="replace")
            end_audio()
            raise OSError(reason)
        _sdl().SDL_PauseAudioDevice(self._number, 0)

    @property
    def queued(self) -> int:
        """Bytes that wait to be sounded."""
        return int(_sdl().SDL_GetQueuedAudioSize(self._number))

    def queue(self, samples: bytes) -> None:
        """Sound these after what waits."""
        _sdl().SDL_QueueAudio(self._number, samples, len(samples))

    def taken(self, most: int) -> bytes:
        """The earliest bytes that were captured and not taken yet."""
        room = ctypes.create_string_buffer(most)
        count = _sdl().SDL_DequeueAudio(self._number, room, most)
        return room.raw[:count]

    def clear(self) -> None:
        """Forget what waits."""
        _sdl().SDL_ClearQueuedAudio(self._number)

    def close(self) -> None:
        """Let the device go; harmless when done twice."""
        if self._number:
            _sdl().SDL_CloseAudioDevice(self._number)
            self._number = 0
            end_audio()


def begin_audio() -> None:
    """Have SDL's audio, until as many have ended it. Raises OSError.

    What is not ended keeps pygame from opening its mixer: it takes audio that is there for its own.
    """
    with quiet_alsa():
        status = _sdl().SDL_InitSubSystem(_INIT_AUDIO)
    if status:
        raise OSError(_sdl().SDL_GetError().decode(errors="replace"))


def end_audio() -> None:
    """One needs SDL's audio no more."""
    _sdl().SDL_QuitSubSystem(_INIT_AUDIO)


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


@cache
def _sdl() -> ctypes.CDLL:
    """The very SDL that pygame has loaded, with the types of what is called here. Raises OSError."""
    with without_extras():
        import pygame

    sdl = ctypes.CDLL(str(_library_file(Path(pygame.__file__).parent)))
    sdl.SDL_OpenAudioDevice.argtypes = (
        ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(_AudioSpec), ctypes.c_void_p, ctypes.c_int,
    )  # fmt: skip
    sdl.SDL_QueueAudio.argtypes = (ctypes.c_uint32, ctypes.c_char_p, ctypes.c_uint32)
    sdl.SDL_DequeueAudio.argtypes = (ctypes.c_uint32, ctypes.c_void_p, ctypes.c_uint32)
    sdl.SDL_DequeueAudio.restype = ctypes.c_uint32
    sdl.SDL_GetQueuedAudioSize.restype = ctypes.c_uint32
    sdl.SDL_GetError.restype = ctypes.c_char_p
    return sdl


def _library_file(pygame: Path) -> Path:
    if sys.platform == "win32":
        return pygame / "SDL2.dll"
    if sys.platform == "darwin":
        return pygame / ".dylibs" / "libSDL2-2.0.0.dylib"
    found = re.search(r"\S+/libSDL2-2\S*\.so\S*", Path("/proc/self/maps").read_text(encoding="utf-8"))
    return Path(found[0]) if found else Path("libSDL2-2.0.so.0")
