"""The offline recogniser: one kept pocketsphinx decoder, given the sentences of each position.

SpeechRecognition's `AudioData` is the frame in which sound arrives; resampling and mixing down are its work. An
utterance is searched up to four times, and `listening.readings` judges the scores.
"""

import importlib.util
import math
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import chess
import pocketsphinx
import speech_recognition

from access_chess.edge.finding import Finding
from access_chess.edge.languages import load_lexicon
from access_chess.listening.answers import Awaited, answer_of, answer_sentences
from access_chess.listening.asked import Asked, CommandName, HeardCommand
from access_chess.listening.lexicon import Lexicon
from access_chess.listening.loudness import RATE, speech_within
from access_chess.listening.open_sentences import open_sentences
from access_chess.listening.readings import SHORTEST, Evidence, Hypothesis, is_possible, needs_a_rival, reading_of
from access_chess.listening.sentences import Meaning, Sentences, sentences
from access_chess.listening.word_graph import END, START

_MODEL = f"{pocketsphinx.get_model_path()}/en-us/en-us"
_PHONES = f"{pocketsphinx.get_model_path()}/en-us/en-us-phone.lm.bin"

# Found by trying on the tuning part of the corpus. `compallsen` scores each frame against all sounds of the model, so
# that the scores of different searches can be compared.
_SETTINGS = {
    "hmm": _MODEL,
    "dict": None,
    "lm": None,
    "loglevel": "FATAL",
    "bestpath": False,
    "beam": 1e-60,
    "pbeam": 1e-60,
    "wbeam": 1e-40,
    "topn": 4,
    "wip": 0.05,
    "fillprob": 1e-12,
    "silprob": 0.02,
    "compallsen": True,
    "allphone_ci": True,
}
# pocketsphinx hands out powers of e to a thousandth of its score; a thousand times their logarithm is near to nats.
_NATS = 1000.0  # the weights of listening/readings.py were found in this unit


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What may be said now: the position, the commands that are valid, and the moves if only some are asked for.

    `awaited` are the short answers to listen for by themselves.
    """

    board: chess.Board
    commands: frozenset[CommandName]
    moves: tuple[chess.Move, ...] | None = None
    awaited: Awaited | None = None


@dataclass(frozen=True, kw_only=True)
class Heard:
    """What was asked, and the seconds from the end of the sound to the answer."""

    asked: Asked
    seconds: float


class Recogniser:
    """Hears moves and commands. The decoder is made in a thread when the object is, within some tenths of a second.

    `adaptation` is the file of a speaker's mean transform that was found sound (`edge.enrolment`).
    Not to be used by two threads at once.
    """

    def __init__(self, lexicon: Lexicon | None = None, *, adaptation: Path | None = None) -> None:
        self._lexicon = lexicon or load_lexicon()
        self._settings = _SETTINGS if adaptation is None else {**_SETTINGS, "mllr": str(adaptation)}
        self._ready = threading.Event()
        self._failure: Exception | None = None
        self._expected: Expected | None = None
        self._sentences: Sentences | None = None
        threading.Thread(target=self._load, name="recogniser", daemon=True).start()

    def expect(self, expected: Expected) -> None:
        """Switches to the sentences of a position."""
        decoder = self._decoder_when_ready()
        self._expected = expected
        self._sentences = sentences(self._lexicon, expected.board, (), moves=expected.moves)
        _give(decoder, "position", self._sentences)
        if expected.awaited is not None:
            self._answers = answer_sentences(self._lexicon, expected.awaited)
            _give(decoder, "answers", self._answers)

    def hear(self, audio: speech_recognition.AudioData) -> Heard:
        """What was asked in the sound; `expect` comes first, else ValueError."""
        started = time.monotonic()
        sound = _speech(audio)
        evidence = self._evidence(sound)
        assert self._expected is not None
        answer = self._answer(sound, evidence) if self._expected.awaited is not None else None
        asked = answer or reading_of(evidence, self._expected.commands)
        return Heard(asked=asked, seconds=round(time.monotonic() - started, 3))

    def evidence(self, audio: speech_recognition.AudioData) -> Evidence:
        """What the searches found, before it is judged. Raises ValueError when `expect` was not called."""
        return self._evidence(_speech(audio))

    def _answer(self, sound: bytes, evidence: Evidence) -> HeardCommand | None:
        """The awaited answer, if it is one; moves and silence are none."""
        if evidence.seconds < SHORTEST:
            return None
        answer = self._searched("answers", sound, self._answers)
        phones = evidence.phones if evidence.phones is not None else (self._score("phones", sound) or ("", None))[1]
        return None if answer is None else answer_of(answer, replace(evidence, phones=phones))

    def _evidence(self, sound: bytes) -> Evidence:
        if self._expected is None or self._sentences is None:
            raise ValueError("a recogniser must be told what to expect before it hears")
        evidence = Evidence(seconds=len(sound) / 2 / RATE)
        if not sound:
            return evidence
        position = self._searched("position", sound, self._sentences)
        evidence = replace(evidence, position=position, open=self._searched("open", sound, self._open))
        if not is_possible(evidence):
            return evidence
        phones = self._score("phones", sound)
        evidence = replace(evidence, phones=phones[1] if phones else None)
        if position is None or not needs_a_rival(evidence):
            return evidence
        rest = self._rest(position.meaning.moves)
        if not rest.moves:
            return evidence
        _give(self._decoder, "rest", rest)
        return replace(evidence, second=self._searched("rest", sound, rest))

    def _rest(self, moves: Iterable[chess.Move]) -> Sentences:
        assert self._expected is not None
        possible = self._expected.moves or tuple(self._expected.board.legal_moves)
        taken = set(moves)
        others = [move for move in possible if move not in taken]
        return sentences(self._lexicon, self._expected.board, (), moves=others)

    def _searched(self, name: str, sound: bytes, searched: Sentences) -> Hypothesis | None:
        found = self._score(name, sound)
        if found is None:
            return None
        words = tuple(found[0].split())
        assert self._sentences is not None
        meaning = searched.meaning(words, self._sentences.moves) or Meaning()
        return Hypothesis(words=words, score=found[1], meaning=meaning)

    def _score(self, name: str, sound: bytes) -> tuple[str, float] | None:
        """The words of the best path and its score in nats; None when no path fits the sound."""
        decoder = self._decoder
        decoder.activate_search(name)
        decoder.start_utt()
        decoder.process_raw(sound, no_search=False, full_utt=True)
        decoder.end_utt()
        found = decoder.hyp()
        if found is None or (found.best_score <= 0 and found.score <= 0):
            return None
        return found.hypstr, math.log(found.score) * _NATS

    def _load(self) -> None:
        try:
            decoder = pocketsphinx.Decoder(**self._settings)
            for word, sounds in self._lexicon.phones.items():
                for number, phones in enumerate(sounds, start=1):
                    decoder.add_word(word if number == 1 else f"{word}({number})", " ".join(phones), False)
            self._open = open_sentences(self._lexicon)
            _give(decoder, "open", self._open)
            decoder.add_allphone_file("phones", _PHONES)
            self._decoder = decoder
        except (RuntimeError, ValueError, OSError) as error:
            self._failure = error
        finally:
            self._ready.set()

    def _decoder_when_ready(self) -> pocketsphinx.Decoder:
        self._ready.wait()
        if self._failure is not None:
            raise RuntimeError(f"pocketsphinx does not start: {self._failure}") from self._failure
        return self._decoder


def examine() -> list[Finding]:
    """What hears on this machine: the built-in recogniser, and Vosk and Whisper where they are installed."""
    try:
        recogniser = Recogniser()
        recogniser.expect(Expected(board=chess.Board(), commands=frozenset()))
        own = Finding(part="Recogniser", works=True, seen="pocketsphinx listens offline for moves and commands.")
    except (RuntimeError, ValueError, OSError) as error:
        own = Finding(
            part="Recogniser",
            works=False,
            seen=f"{error}.",
            mend="Reinstall it: pip install --force-reinstall pocketsphinx.",
        )
    return [own, _optional("Vosk", "vosk"), _optional("Whisper", "whisper", "openai-whisper")]


def _optional(part: str, module: str, package: str = "") -> Finding:
    if importlib.util.find_spec(module) is not None:
        return Finding(part=part, works=True, seen=f"The package is installed; hear --{module} MODEL uses it.")
    mend = f"To use it: pip install {package or module}."
    return Finding(part=part, works=False, seen="It is not installed, and is not needed.", mend=mend)


def _speech(audio: speech_recognition.AudioData) -> bytes:
    return speech_within(audio.get_raw_data(convert_rate=RATE, convert_width=2))


def _give(decoder: pocketsphinx.Decoder, name: str, given: Sentences) -> None:
    """Gives the decoder a graph under a name, in place of the one that had it."""
    arcs = [arc[:4] if arc.word else arc[:3] for arc in given.graph.arcs]  # source, target, chance and the word, if any
    decoder.add_fsg(name, decoder.create_fsg(name, START, END, arcs))
