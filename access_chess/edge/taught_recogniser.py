"""A recogniser that knows its user: his words, his voice, and the doubt that his corrections leave."""

from dataclasses import replace

import speech_recognition

from access_chess.edge.learned_speech import LearnedSpeech
from access_chess.edge.recogniser import Expected, Heard, Recogniser
from access_chess.listening.asked import HeardMove
from access_chess.listening.learning import doubted, rivals
from access_chess.listening.lexicon import Lexicon


class TaughtRecogniser(Recogniser):
    """Hears as the user was found to speak. A move that he may have meant otherwise is asked about."""

    def __init__(self, speech: LearnedSpeech) -> None:
        super().__init__(speech.lexicon, adaptation=speech.adaptation)
        self._words: Lexicon = speech.lexicon
        self._corrections = speech.corrections
        self._now: Expected | None = None

    def expect(self, expected: Expected) -> None:
        """Switches to the sentences of a position."""
        super().expect(expected)
        self._now = expected

    def hear(self, audio: speech_recognition.AudioData) -> Heard:
        """What was asked in the sound; `expect` comes first, else ValueError."""
        heard = super().hear(audio)
        if not isinstance(heard.asked, HeardMove) or self._now is None:
            return heard
        others = rivals(heard.asked, self._now.board, self._words, self._corrections)
        if not others:
            return heard
        return replace(heard, asked=doubted(heard.asked, others, self.evidence(audio)))
