"""The microphone, through the sound capture of SDL that pygame carries: no PortAudio and no compiler are needed.

`pygame._sdl2.audio` is a private module of pygame: it is used here and nowhere else.
"""

import queue
import threading
from collections.abc import Callable
from types import TracebackType

import pygame
import speech_recognition
from pygame._sdl2 import audio as sdl_audio

from access_chess.edge.diagnosis import Diagnosis
from access_chess.edge.sdl import AudioDevice, quiet_alsa
from access_chess.recognition.endpointing import RecentSound, heard_more
from access_chess.recognition.loudness import ENOUGH, RATE, RoomLoudness, calibration, room_with
from access_chess.session.ports import MicrophoneError

_SAMPLES = 512  # a chunk: 32 ms, what SpeechRecognition measures loudness over
_BYTES = 2
_UNPLUGGED = 3.0  # seconds without a sample: no device that still works is silent so long
_LOOK = 0.008  # seconds between two looks at what has come; a chunk lasts four times as long
_PATIENCE = 10.0  # seconds in which somebody who was asked to speak begins


class Microphone(speech_recognition.AudioSource):  # type: ignore[misc]
    """A capture device as a source of SpeechRecognition: 16 kHz, 16 bit, mono. Use it in a `with` statement."""

    SAMPLE_RATE = RATE
    SAMPLE_WIDTH = _BYTES
    CHUNK = _SAMPLES

    def __init__(self, device: str | None = None) -> None:
        self.device = device
        self.stream: CaptureStream | None = None

    def __enter__(self) -> "Microphone":
        self.stream = CaptureStream(self.device)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.stream is not None:
            self.stream.close()
        self.stream = None


class CaptureStream:
    """Samples as they arrive; `read` waits for them.

    What arrives while it is muted is read as silence, and goes to `overheard` in the reader's thread. `room` is how
    loud it was while the program itself did not speak.
    """

    def __init__(self, device: str | None = None) -> None:
        self._prepare()
        name = device or next(iter(devices()), None)
        if name is None:
            raise MicrophoneError("microphone_none")
        try:
            self._device = AudioDevice(name, rate=RATE, chunk=_SAMPLES, is_capture=True)
        except OSError as error:
            raise MicrophoneError("microphone_unopened", name=name, error=str(error).rstrip(".")) from error
        self._is_over = threading.Event()
        self._fetcher = threading.Thread(target=self._fetch, name="microphone", daemon=True)
        self._fetcher.start()

    def _prepare(self) -> None:
        self._chunks: queue.SimpleQueue[tuple[bytes, bool, bool]] = queue.SimpleQueue()
        self._rest = b""
        self.muted = False
        self.is_own_voice = False
        self.room = RoomLoudness()
        self.overheard: Callable[[bytes], None] = lambda samples: None

    def read(self, samples: int) -> bytes:
        """That many samples, as bytes. Raises MicrophoneError when the device has gone."""
        wanted = samples * _BYTES
        while len(self._rest) < wanted:
            try:
                arrived, was_muted, was_own_voice = self._chunks.get(timeout=_UNPLUGGED)
            except queue.Empty:
                raise MicrophoneError("microphone_gone") from None
            if not was_own_voice:
                self.room = room_with(self.room, arrived)
            if was_muted:
                self.overheard(arrived)
            self._rest += bytes(len(arrived)) if was_muted else arrived
        chunk, self._rest = self._rest[:wanted], self._rest[wanted:]
        return chunk

    def measure(self) -> None:
        """Waits until the room is known, and keeps what was said meanwhile for `read`. Raises MicrophoneError."""
        meanwhile = b""
        while not self.room.is_measured:
            meanwhile += self.read(_SAMPLES)
        self._rest = meanwhile + self._rest

    def close(self) -> None:
        """Stops capturing; harmless when done twice."""
        self.pause()
        self._device.close()

    def pause(self) -> None:
        """No more samples come."""
        self._is_over.set()
        self._fetcher.join()

    def _fetch(self) -> None:
        """Hands on what has come, with whether it was muted while it came."""
        while not self._is_over.wait(_LOOK):
            while samples := self._device.taken(_SAMPLES * _BYTES):
                self._chunks.put((samples, self.muted, self.is_own_voice))


def devices() -> tuple[str, ...]:
    """The names of the capture devices there are."""
    opened: object = pygame.mixer.get_init()  # None where it is not open, of which pygame's own types say nothing
    if not opened:
        try:
            with quiet_alsa():
                pygame.mixer.init()
        except pygame.error:
            return ()
    return tuple(sdl_audio.get_audio_device_names(True))


def listen_once(
    microphone: Microphone,
    *,
    patience: float | None = None,
    while_quiet: Callable[[], None] = lambda: None,
    while_said: Callable[[speech_recognition.AudioData], None] = lambda audio: None,
    at_pause: Callable[[speech_recognition.AudioData], None] = lambda audio: None,
) -> speech_recognition.AudioData | None:
    """The next utterance, from just before the first moment that is louder than the room to the pause after it.

    `while_said` is given what was said so far again and again, `at_pause` as soon as it may be all of it; samples that
    arrive meanwhile wait. `while_quiet` is called while nobody speaks. None when nobody speaks for so many seconds.
    Raises MicrophoneError.
    """
    stream = microphone.stream
    assert stream is not None, "a microphone is listened to in its `with` statement"
    stream.measure()
    heard, waited = RecentSound(), 0.0
    while not heard.is_over:
        was_paused = heard.is_paused
        heard = heard_more(heard, stream.read(_SAMPLES), stream.room.energy_threshold)
        if heard.is_paused and not was_paused:
            at_pause(_audio(heard))
        elif heard.is_speech and not heard.is_paused:
            while_said(_audio(heard))
        if not heard.is_speech:
            while_quiet()
            waited += _SAMPLES / RATE
            if patience is not None and waited >= patience:
                return None
    return _audio(heard)


def _audio(heard: RecentSound) -> speech_recognition.AudioData:
    return speech_recognition.AudioData(heard.sound, RATE, _BYTES)


def try_voice(device: str | None) -> Diagnosis:
    """The user is silent for two seconds, then says a move: does the voice stand out of the room?

    Nothing is said meanwhile, since a screen reader would be heard as well.
    """
    part = "doctor_part_voice"
    try:
        with Microphone(device) as microphone:
            assert microphone.stream is not None
            microphone.stream.read(RATE // 2)  # the key that began it
            room = microphone.stream.read(RATE)
            sentence = listen_once(microphone, patience=_PATIENCE)
    except MicrophoneError as error:
        slots = {slot: str(value) for slot, value in error.slots.items()}
        return Diagnosis(part=part, works=False, found=error.phrase, mend="doctor_mend_keys", slots=slots)
    if sentence is None:
        return Diagnosis(part=part, works=False, found="doctor_voice_unheard", mend="doctor_mend_voice_unheard")
    above = calibration(room, sentence.get_raw_data()).decibels
    works = above >= ENOUGH
    mend = "" if works else "doctor_mend_voice"
    slots = {"decibels": f"{max(0.0, above):.0f}", "enough": str(ENOUGH)}
    return Diagnosis(part=part, works=works, found="doctor_voice_heard", mend=mend, slots=slots)


def examine() -> list[Diagnosis]:
    """Is there a microphone, does sound arrive from it, and is the room quiet enough?"""
    names = devices()
    if not names:
        return [_deaf("doctor_microphone_none", "doctor_mend_microphone_none")]
    try:
        with Microphone() as microphone:
            assert microphone.stream is not None
            microphone.stream.measure()
            room = microphone.stream.room
    except MicrophoneError as error:
        slots = {slot: str(value) for slot, value in error.slots.items()}
        return [_deaf(error.phrase, "doctor_mend_microphone_other", **slots)]
    slots = {"names": ", ".join(names), "name": names[0]}
    if not any(room.levels):
        return [_deaf("doctor_microphone_still", "doctor_mend_muted", **slots)]
    if room.is_too_loud:
        return [_deaf("doctor_microphone_room", "doctor_mend_room", **slots)]
    return [Diagnosis(part="doctor_part_microphone", works=True, found="doctor_microphone_works", slots=slots)]


def _deaf(found: str, mend: str, **slots: str) -> Diagnosis:
    return Diagnosis(part="doctor_part_microphone", works=False, found=found, mend=mend, slots=slots)
