"""Vosk and Whisper, where the user has a model: they write down words, which the sentences of the position explain.

Neither is needed. Both are told which words to expect, as their language writes them: Vosk by a list of phrases, each
of one word, since a phrase of several makes just that row of words likely (alphacep/vosk-api, issue 859 on GitHub);
Whisper by a prompt. Each is loaded once, so that what is missing is told at the start.
"""

import importlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import speech_recognition

from access_chess.listening.expected import Expected, Heard
from access_chess.listening.heard import (
    Asked,
    HeardChoice,
    HeardCommand,
    HeardMove,
    HeardNothing,
    Nothing,
)
from access_chess.listening.lexicon import Lexicon, folded, spoken
from access_chess.listening.sentences import sentences
from access_chess.listening.short_answers import answer_sentences
from access_chess.recognition.loudness import RATE
from access_chess.session.ports import NoRecogniserError

# They give no score that compares with a phone loop; a sentence of the grammar, word for word, is rarely chance.
_CONFIDENCE = 0.9

Transcribe = Callable[[speech_recognition.AudioData, tuple[str, ...]], str]


class TextRecogniser:
    """Hears by a recogniser that writes text; `transcribe` takes the sound and the words to expect.

    `spelled` leads from a word of the lexicon to how it is written, where that differs.
    """

    is_quick = False

    def __init__(self, lexicon: Lexicon, transcribe: Transcribe, spelled: Mapping[str, str]) -> None:
        self._lexicon = lexicon
        self._spelled = spelled
        self._transcribe = transcribe
        self._expected: Expected | None = None

    def expect(self, expected: Expected) -> None:
        """Switches to the sentences of a position."""
        self._expected = expected
        self._sentences = found = sentences(self._lexicon, expected.board, expected.commands, moves=expected.moves)
        self._answers = None if expected.awaited is None else answer_sentences(self._lexicon, expected.awaited)
        graphs = [found.graph, *([] if self._answers is None else [self._answers.graph])]
        self._words = {arc.word for graph in graphs for arc in graph.arcs if arc.word}

    def hear(self, audio: speech_recognition.AudioData) -> Heard:
        """What was asked in the sound; `expect` comes first, else ValueError."""
        if self._expected is None:
            raise ValueError("a recogniser must be told what to expect before it hears")
        started = time.monotonic()
        words = tuple(sorted(set(map(self._written, self._words))))
        text = folded(self._transcribe(audio, words)).translate(str.maketrans("", "", ".,!?"))
        return Heard(asked=self._asked(text), seconds=round(time.monotonic() - started, 3))

    def _written(self, word: str) -> str:
        return self._spelled.get(word, spoken(word))

    def _readings(self, words: list[str]) -> Iterator[tuple[str, ...]]:
        """The words as they stand, then with letters taken for those of one language after the other."""
        yield tuple(words)
        for language in sorted({word.partition(".")[2] for word in self._words if "." in word}):
            letters = (f"{word}.{language}" for word in words)
            yield tuple(letter if letter in self._words else word for word, letter in zip(words, letters, strict=True))

    def _asked(self, text: str) -> Asked:
        among = [each for each in (self._answers, self._sentences) if each is not None]  # what is awaited comes first
        meanings = (each.meaning(words) for each in among for words in self._readings(text.split()))
        meaning = next((meaning for meaning in meanings if meaning is not None), None)
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
                file=meaning.file,
                rank=meaning.rank,
            )
        if len(meaning.moves) == 1:
            return HeardMove(move=meaning.moves[0], confidence=_CONFIDENCE, heard=text)
        return HeardChoice(moves=meaning.moves, confidence=_CONFIDENCE, heard=text)


def vosk(model: Path, lexicon: Lexicon, spelled: Mapping[str, str]) -> TextRecogniser:
    """Vosk with the model of a folder. Raises NoRecogniserError when the package or the model is missing."""
    package = _package("vosk", "Vosk", "vosk")
    if not model.is_dir():
        raise NoRecogniserError("model_missing", path=repr(str(model)))
    package.SetLogLevel(-1)  # its own lines are for its makers
    loaded = _loaded("Vosk", lambda: package.Model(str(model)), str(model))

    def transcribe(audio: speech_recognition.AudioData, words: tuple[str, ...]) -> str:
        # SpeechRecognition's own recognize_vosk takes neither a model's place nor a list of phrases.
        recogniser = package.KaldiRecognizer(loaded, RATE, json.dumps([*words, "[unk]"], ensure_ascii=False))
        recogniser.AcceptWaveform(audio.get_raw_data(convert_rate=RATE, convert_width=2))
        return str(json.loads(recogniser.FinalResult())["text"]).replace("[unk]", "")

    return TextRecogniser(lexicon, transcribe, spelled)


def whisper(model: str, lexicon: Lexicon, spelled: Mapping[str, str]) -> TextRecogniser:
    """Whisper with a model by file or name.

    Raises NoRecogniserError when the package is missing or the model cannot be loaded.
    """
    package = _package("whisper", "Whisper", "openai-whisper")
    numpy: Any = importlib.import_module("numpy")  # Whisper brings it along
    loaded = _loaded("Whisper", lambda: package.load_model(model), model)

    def transcribe(audio: speech_recognition.AudioData, words: tuple[str, ...]) -> str:
        # SpeechRecognition's own recognize_whisper loads the model anew for each sentence.
        samples = numpy.frombuffer(audio.get_raw_data(convert_rate=RATE, convert_width=2), dtype="<i2")
        heard = loaded.transcribe(samples.astype("float32") / 32_768, initial_prompt=" ".join(words), fp16=False)
        return str(heard["text"])

    return TextRecogniser(lexicon, transcribe, spelled)


def _package(module: str, name: str, package: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise NoRecogniserError("model_package", name=name, package=package) from None


def _loaded(name: str, load: Callable[[], Any], model: str) -> Any:
    try:
        return load()
    except Exception as error:  # Vosk raises nothing more exact
        reason = str(error).rstrip(".")
        raise NoRecogniserError("model_unloaded", name=name, model=repr(model), error=reason) from error
