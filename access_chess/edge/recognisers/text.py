"""Recognisers that write down words, which the sentences of the position explain: Vosk and Whisper, say.

None is needed. Each is told which words to expect, as their language writes them, and is loaded once, so that what is
missing is told at the start.
"""

import contextlib
import importlib
import time
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any

import speech_recognition
from msgspec import Struct

from access_chess.edge.diagnosis import installing
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
from access_chess.listening.short_answers import Expected, HeardAnswer, answer_sentences
from access_chess.session.ports import NoRecogniserError

# They give no score that compares with a phone loop; a sentence of the grammar, word for word, is rarely chance.
_CONFIDENCE = 0.9
_ALIKE = 0.75  # of the letters of two words, in a row

EXAMPLES = 24  # moves: as many words as a recogniser that takes a text before it heeds


class Clues(Struct, frozen=True, kw_only=True):
    """What may be said: every word by itself, and some moves of the player's language, as they are written."""

    words: tuple[str, ...]
    moves: tuple[str, ...]


class Said(Struct, frozen=True, kw_only=True):
    """What people say: the words of all languages that are listened for, those of the player's `own`, and how words are
    written that are not written as they are called. `tongues` are these languages (BCP 47, without a country).
    """

    lexicon: Lexicon
    own: Lexicon
    spelled: Mapping[str, str]
    tongues: tuple[str, ...]


Transcribe = Callable[[speech_recognition.AudioData, Clues], str]


class TextRecogniser:
    """Hears by a recogniser that writes text; `transcribe` takes the sound and what is likely in it."""

    is_quick = False

    def __init__(self, said: Said, transcribe: Transcribe) -> None:
        self._said = said
        self._lexicon = said.lexicon
        self._transcribe = transcribe
        self._expected: Expected | None = None

    def expect(self, expected: Expected) -> None:
        """Switches to the sentences of a position."""
        self._expected = expected
        self._sentences = found = sentences(self._lexicon, expected.board, expected.commands, moves=expected.moves)
        self._answers = None if expected.awaited is None else answer_sentences(self._lexicon, expected.awaited)
        graphs = [found.graph, *([] if self._answers is None else [self._answers.graph])]
        self._words = {arc.word for graph in graphs for arc in graph.arcs if arc.word}
        self._moves = sentences(self._said.own, expected.board, (), moves=expected.moves).graph

    def follow(self, audio: speech_recognition.AudioData) -> None:
        """It hears whole recordings only."""

    def hear(self, audio: speech_recognition.AudioData) -> HeardAnswer:
        """What was asked in the sound; `expect` comes first, else ValueError."""
        if self._expected is None:
            raise ValueError("a recogniser must be told what to expect before it hears")
        started = time.monotonic()
        clues = Clues(words=tuple(sorted(set(map(self._written, self._words)))), moves=tuple(self._examples()))
        text = folded(self._transcribe(audio, clues)).translate(str.maketrans("", "", ".,!?"))
        return HeardAnswer(asked=self._asked(text), seconds=round(time.monotonic() - started, 3))

    def _written(self, word: str) -> str:
        return self._said.spelled.get(word, spoken(word))

    def _examples(self) -> Iterator[str]:
        """Some moves of the position as sentences; there may be none."""
        if not any(arc.word for arc in self._moves.arcs):
            return
        for words in islice(self._moves.examples(), EXAMPLES):
            yield f"{' '.join(map(self._written, words))}.".capitalize()

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
            return self._nearly(text)
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
                number=meaning.number,
            )
        if len(meaning.moves) == 1:
            return HeardMove(move=meaning.moves[0], confidence=_CONFIDENCE, heard=text)
        return HeardChoice(moves=meaning.moves, confidence=_CONFIDENCE, heard=text)

    def _nearly(self, text: str) -> Asked:
        """What is no sentence, and is one when each strange word is the known one that is written most like it, is
        asked about: "pringer", "helix".
        """
        known = {folded(spoken(word)): word for word in self._words}
        likest = [get_close_matches(word, known, n=1, cutoff=_ALIKE) for word in text.split()]
        heard = " ".join(each[0] for each in likest if each)
        if all(likest):
            for words in self._readings(heard.split()):
                meaning = self._sentences.meaning(words)
                if meaning is not None and meaning.moves and meaning.command is None:
                    return HeardChoice(moves=meaning.moves, confidence=_CONFIDENCE / 2, heard=heard)
        return HeardNothing(reason=Nothing.UNSURE if text else Nothing.SILENCE, heard=text)


def package_of(name: str, *modules: str) -> Any:
    """The first of these packages that is installed. Raises NoRecogniserError where none is."""
    for module in modules:
        with contextlib.suppress(ImportError):
            return importlib.import_module(module)
    raise NoRecogniserError("model_package", name=name, install=installing(modules[0].replace("_", "-")))


def loaded(name: str, load: Callable[[], Any], model: str) -> Any:
    """A model, loaded. Raises NoRecogniserError where it cannot be."""
    try:
        return load()
    except Exception as error:  # Vosk raises nothing more exact
        reason = str(error).rstrip(".")
        raise NoRecogniserError("model_unloaded", name=name, model=repr(model), error=reason) from error
