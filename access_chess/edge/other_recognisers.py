"""Vosk and Whisper, where the user has a model: they write down words, which the sentences of the position explain.

Neither is needed. Both are told which words to expect: Vosk by a list of phrases, Whisper by a prompt.
"""

import importlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import speech_recognition

from access_chess.edge.recogniser import Expected, Heard
from access_chess.listening.asked import (
    Asked,
    HeardChoice,
    HeardCommand,
    HeardMove,
    HeardNothing,
    Nothing,
)
from access_chess.listening.lexicon import Lexicon, folded, spoken
from access_chess.listening.loudness import RATE
from access_chess.listening.sentences import sentences

# They give no score that compares with a phone loop; a sentence of the grammar, word for word, is rarely chance.
_CONFIDENCE = 0.9

Transcribe = Callable[[speech_recognition.AudioData, tuple[str, ...]], str]


class TextRecogniser:
    """Hears by a recogniser that writes text; `transcribe` takes the sound and the words to expect."""

    def __init__(self, lexicon: Lexicon, transcribe: Transcribe) -> None:
        self._lexicon = lexicon
        self._transcribe = transcribe
        self._expected: Expected | None = None

    def expect(self, expected: Expected) -> None:
        """Switches to the sentences of a position."""
        self._expected = expected
        self._sentences = sentences(self._lexicon, expected.board, expected.commands, moves=expected.moves)

    def hear(self, audio: speech_recognition.AudioData) -> Heard:
        """What was asked in the sound; `expect` comes first, else ValueError."""
        if self._expected is None:
            raise ValueError("a recogniser must be told what to expect before it hears")
        started = time.monotonic()
        words = tuple(sorted({spoken(arc.word) for arc in self._sentences.graph.arcs if arc.word}))
        text = folded(self._transcribe(audio, words)).translate(str.maketrans("", "", ".,!?"))
        return Heard(asked=self._asked(text), seconds=round(time.monotonic() - started, 3))

    def _asked(self, text: str) -> Asked:
        meaning = self._sentences.meaning(tuple(text.split()))
        if meaning is None:
            return HeardNothing(reason=Nothing.UNSURE if text else Nothing.SILENCE, heard=text)
        if meaning.command is not None:
            return HeardCommand(
                name=meaning.command,
                confidence=_CONFIDENCE,
                heard=text,
                square=meaning.square,
                piece=meaning.piece,
                move=meaning.moves[0] if len(meaning.moves) == 1 else None,
            )
        if len(meaning.moves) == 1:
            return HeardMove(move=meaning.moves[0], confidence=_CONFIDENCE, heard=text)
        return HeardChoice(moves=meaning.moves, confidence=_CONFIDENCE, heard=text)


def vosk(model: Path, lexicon: Lexicon) -> TextRecogniser:
    """Vosk with the model of a folder. Raises RuntimeError in a sentence when the package or the model is missing."""
    try:
        package: Any = importlib.import_module("vosk")
    except ImportError:
        raise RuntimeError("Vosk is not installed; install it with: pip install vosk") from None
    if not model.is_dir():
        raise RuntimeError(f"There is no Vosk model {str(model)!r}")
    loaded = package.Model(str(model))

    def transcribe(audio: speech_recognition.AudioData, words: tuple[str, ...]) -> str:
        # SpeechRecognition's own recognize_vosk takes neither a model's place nor a list of phrases.
        recogniser = package.KaldiRecognizer(loaded, RATE, json.dumps([" ".join(words), "[unk]"]))
        recogniser.AcceptWaveform(audio.get_raw_data(convert_rate=RATE, convert_width=2))
        return str(json.loads(recogniser.FinalResult())["text"])

    return TextRecogniser(lexicon, transcribe)


def whisper(model: str, lexicon: Lexicon) -> TextRecogniser:
    """Whisper with a model by file or name. Raises RuntimeError in a sentence when the package is missing."""
    frame = speech_recognition.Recognizer()

    def transcribe(audio: speech_recognition.AudioData, words: tuple[str, ...]) -> str:
        try:
            return str(frame.recognize_whisper(audio, model=model, initial_prompt=" ".join(words)))
        except ImportError:
            raise RuntimeError("Whisper is not installed; install it with: pip install openai-whisper") from None

    return TextRecogniser(lexicon, transcribe)
