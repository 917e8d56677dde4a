"""Asks for sentences aloud and in writing, and hears how they are said."""

import click
import speech_recognition

from access_chess.edge.microphone.capture import Microphone, listen_once
from access_chess.edge.sound.speaker import Speaker
from access_chess.speech.utterance import Earcon, SpokenPart, Utterance, spoken_part

_LONGEST_PROMPT = 30.0  # seconds


class Prompter:
    """Writes and says what is asked, and listens when it is said; the microphone is shut while the program speaks."""

    def __init__(self, language: str, speaker: Speaker | None, microphone: Microphone | None) -> None:
        self._language = language
        self._speaker = speaker
        self._microphone = microphone

    def say(self, line: str, earcon: Earcon | None = None) -> None:
        """Writes and says a line, and waits for its end."""
        click.echo(line)
        self.speak(line, earcon)

    def tell(self, part: SpokenPart) -> None:
        """Writes and says a phrase."""
        click.echo(part.text)
        self.speak_part(part)

    def speak(self, line: str, earcon: Earcon | None = None) -> None:
        """Says a line that is written elsewhere."""
        self.speak_part(spoken_part(line, language=self._language), earcon)

    def speak_part(self, part: SpokenPart, earcon: Earcon | None = None) -> None:
        """The same of what may be in another language than the sentences."""
        if self._speaker is None:
            return
        self._mute(True)
        self._speaker.say(Utterance(parts=(part,), earcon=earcon))
        self._speaker.drain(_LONGEST_PROMPT)
        self._mute(False)

    def listen(self) -> speech_recognition.AudioData | None:
        """The next utterance. Raises MicrophoneError."""
        return listen_once(self._microphone) if self._microphone is not None else None

    def _mute(self, is_muted: bool) -> None:
        if self._microphone is not None and self._microphone.stream is not None:
            self._microphone.stream.muted = self._microphone.stream.is_own_voice = is_muted
