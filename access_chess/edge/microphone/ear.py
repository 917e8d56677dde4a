"""The ear: the microphone with the offline recogniser, shut while the program itself speaks.

What is said into the program's own speech counts only if it is "stop"; nothing else of that time is heard. A recogniser
that is quick works while somebody speaks, so that the answer is there when the pause is over. What may be said is
looked up while nobody speaks; what is said is followed; the answer is looked for when the utterance may be over, and
thrown away when speech goes on.
"""

import threading
from collections.abc import Callable

import chess
import speech_recognition
from msgspec.structs import replace

from access_chess.edge.microphone.capture import CaptureStream, Microphone, listen_once
from access_chess.listening.gate import Activation, Gate, pressed, speech_began, speech_ended
from access_chess.listening.heard import HeardCommand
from access_chess.listening.short_answers import Awaited, Expected, HeardAnswer
from access_chess.machine_clock import monotonic_clock
from access_chess.recognition.endpointing import EARLY, PAUSE, Interruption, interrupted
from access_chess.recognition.loudness import RATE, UNKNOWN_ROOM, RoomLoudness
from access_chess.requests.names import RequestName
from access_chess.session.ports import Recogniser

_LATER = int((PAUSE - EARLY + 0.1) * RATE) * 2  # bytes: an utterance gets no more from the look to its end


class EarlyReader:
    """Listens to one utterance after the other, and reads it; a recogniser that is not quick is not asked early."""

    def __init__(self, recogniser: Recogniser, microphone: Microphone) -> None:
        self._recogniser = recogniser
        self._microphone = microphone
        self._looked: tuple[int, Expected, HeardAnswer] | None = None  # at how many bytes, for what, and the answer

    def listen(self, expected: Callable[[], Expected]) -> speech_recognition.AudioData | None:
        """The next utterance, of what may be said now; None when there is none. Raises MicrophoneError."""
        self._looked = None
        if not self._recogniser.is_quick:
            return listen_once(self._microphone)
        return listen_once(
            self._microphone,
            while_quiet=lambda: self._recogniser.expect(expected()),
            while_said=lambda audio: self._follow(audio, expected()),
            at_pause=lambda audio: self._look(audio, expected()),
        )

    def read(self, audio: speech_recognition.AudioData, expected: Expected) -> HeardAnswer:
        """What was asked: at once, if that was found out before the pause was over and the same may be said still."""
        if self._looked is not None:
            length, looked_for, heard = self._looked
            if looked_for == expected and len(audio.frame_data) - length < _LATER:
                return replace(heard, seconds=0.0)
        self._recogniser.expect(expected)
        return self._recogniser.hear(audio)

    def _follow(self, audio: speech_recognition.AudioData, expected: Expected) -> None:
        self._recogniser.expect(expected)
        self._recogniser.follow(audio)

    def _look(self, audio: speech_recognition.AudioData, expected: Expected) -> None:
        self._recogniser.expect(expected)
        self._looked = len(audio.frame_data), expected, self._recogniser.hear(audio)


LOOK = 0.01  # seconds between two looks whether the program speaks; a chunk of sound takes three times as long
_STOP = frozenset({RequestName.STOP})


class MicrophoneEar:
    """`is_speaking` tells whether the program itself speaks, `on_stop` is called when "stop" is said into it."""

    def __init__(
        self,
        recogniser: Recogniser,
        microphone: Microphone,
        *,
        is_speaking: Callable[[], bool],
        on_stop: Callable[[], None],
        activation: Activation = Activation.OPEN,
    ) -> None:
        self._recogniser = recogniser
        self._is_speaking = is_speaking
        self._on_stop = on_stop
        self._microphone = microphone
        self._reader = EarlyReader(recogniser, microphone)
        self._gate = Gate(activation=activation)
        self._gate_changes = threading.Lock()
        self._interruption = Interruption()
        self._expected = Expected(board=chess.Board(), commands=_STOP, awaited=Awaited(commands=_STOP))
        self._closing = threading.Event()

    def open(self) -> None:
        """Begin to hear, with whatever device is there now."""
        self._microphone.__exit__(None, None, None)
        self._microphone.__enter__()
        assert self._microphone.stream is not None
        self._microphone.stream.overheard = self._overhear
        threading.Thread(target=self._watch, args=(self._microphone.stream,), name="gate", daemon=True).start()

    def listen(self, expected: Callable[[], Expected], /) -> speech_recognition.AudioData | None:
        """The next utterance, of what may be said now."""
        return None if self._closing.is_set() else self._reader.listen(expected)

    def read(self, audio: speech_recognition.AudioData, expected: Expected) -> HeardAnswer:
        """What was asked."""
        self._expected = replace(expected, commands=_STOP, awaited=Awaited(commands=_STOP))
        return self._reader.read(audio, expected)

    def hold(self, held: bool) -> None:
        """Hear, or hear no more, where the microphone is opened by a key."""
        with self._gate_changes:
            self._gate = pressed(self._gate, held=held)

    @property
    def is_too_loud(self) -> bool:
        """Does speech hardly stand above the room?"""
        return self._room.is_too_loud

    @property
    def _room(self) -> RoomLoudness:
        stream = self._microphone.stream
        return RoomLoudness() if stream is None else stream.room

    def close(self) -> None:
        """Hear no more; who still reads from the device gets a MicrophoneError."""
        self._closing.set()
        if self._microphone.stream is not None:
            self._microphone.stream.close()

    def _watch(self, stream: CaptureStream) -> None:
        """Keep the gate, so that each sample is judged by the moment in which it came."""
        while not self._closing.wait(LOOK) and stream is self._microphone.stream:
            speaks = self._is_speaking()
            with self._gate_changes:
                if speaks:
                    self._gate = speech_began(self._gate)
                elif self._gate.speaking:
                    self._gate = speech_ended(self._gate, at=monotonic_clock())
                now = monotonic_clock()
                stream.is_own_voice, stream.muted = self._gate.is_own_voice(now), not self._gate.hears(now)

    def _overhear(self, samples: bytes) -> None:
        """Sound that does not count as input: is it "stop"?"""
        level = max(self._room.energy_threshold, UNKNOWN_ROOM)  # own speech leaks out of headphones
        self._interruption = interrupted(self._interruption, samples, level)
        word = self._interruption.word
        if word is None or self._gate.activation is Activation.PUSH_TO_TALK:
            return
        self._recogniser.expect(self._expected)
        asked = self._recogniser.hear(speech_recognition.AudioData(word, RATE, 2)).asked
        if isinstance(asked, HeardCommand) and asked.name is RequestName.STOP:
            self._on_stop()
