"""A microphone and a recogniser that works while somebody speaks, so that the answer is there when the pause is over.

What may be said is looked up while nobody speaks; what is said is followed; the answer is looked for when the utterance
may be over, and thrown away when speech goes on.
"""

from collections.abc import Callable

import speech_recognition
from msgspec.structs import replace

from access_chess.edge.microphone.capture import Microphone, listen_once
from access_chess.listening.expected import Expected, HeardAnswer
from access_chess.recognition.endpointing import EARLY, PAUSE
from access_chess.recognition.loudness import RATE
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
