"""Who asks for sentences: all is said and written, and the program's own voice is never taken for an answer."""

import pytest

from access_chess.command_line.seat.prompter import Prompter
from access_chess.edge.microphone.capture import CaptureStream, Microphone
from access_chess.edge.sound.speaker import Speaker
from access_chess.speech.utterance import Earcon, Utterance


class QuietStream(CaptureStream):
    """A stream from no device."""

    def __init__(self) -> None:
        self._prepare()


class WatchfulSpeaker(Speaker):
    """Notes what is said, and whether the microphone is shut meanwhile."""

    def __init__(self, stream: CaptureStream) -> None:
        super().__init__(voice=None, outputs=())
        self._stream = stream
        self.said: list[tuple[str, str, Earcon | None, bool]] = []

    def say(self, utterance: Utterance) -> None:
        part = utterance.parts[0]
        self.said.append((part.spoken, part.language, utterance.earcon, self._stream.muted))
        super().say(utterance)


def test_the_microphone_is_shut_while_it_speaks(capsys: pytest.CaptureFixture[str]) -> None:
    microphone, stream = Microphone(), QuietStream()
    microphone.stream = stream
    speaker = WatchfulSpeaker(stream)
    prompter = Prompter("de", speaker, microphone)
    prompter.say("Satz 1.", Earcon.LISTENING)
    assert not stream.muted
    prompter.speak("Danke.")
    assert not stream.muted
    speaker.close()
    assert speaker.said == [("Satz 1.", "de", Earcon.LISTENING, True), ("Danke.", "de", None, True)]
    assert capsys.readouterr().out == "Satz 1.\n"


def test_without_a_voice_it_writes_and_hears_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    prompter = Prompter("de", None, None)
    prompter.say("Satz 1.")
    assert prompter.listen() is None
    assert capsys.readouterr().out == "Satz 1.\n"
