"""The offline recogniser: one kept pocketsphinx decoder, given the sentences of each position.

SpeechRecognition's `AudioData` is the frame in which sound arrives; resampling and mixing down are its work. Two hear
each utterance: the model of pocketsphinx, trained on people, and a small network (`listening.phone_network`), trained
on synthetic voices in noise. `listening.readings` judges what they agree on and what they do not.
"""

import importlib.util
import math
import threading
import time
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

import chess
import numpy as np
import pocketsphinx
import speech_recognition

from access_chess import recognition
from access_chess.edge.finding import Finding
from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers.decoder import decoder_of, give
from access_chess.listening.expected import Expected, Heard
from access_chess.listening.lexicon import Lexicon, Words
from access_chess.listening.readings import SHORTEST, Evidence, Hypothesis, chosen, reading_of
from access_chess.listening.sentences import Meaning, Sentences, sentences
from access_chess.listening.short_answers import answer_of, answer_sentences
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.loudness import RATE, speech_within
from access_chess.recognition.phone_network import PhoneNetwork, phone_network
from access_chess.recognition.phone_recogniser import Found, SecondOpinion, straight

# Found by trying on the tuning part of the corpus. `compallsen` scores each frame against all sounds of the model, so
# that the scores of different searches can be compared.
_SETTINGS = {
    "bestpath": False,
    "beam": 1e-60,
    "pbeam": 1e-60,
    "wbeam": 1e-40,
    "topn": 4,
    "wip": 0.05,
    "fillprob": 1e-12,
    "silprob": 0.02,
    "compallsen": True,
}
# pocketsphinx hands out powers of e to a thousandth of its score; a thousand times their logarithm is near to nats.
_NATS = 1000.0  # the weights of listening/readings.py were found in this unit


class Recogniser:
    """Hears moves and commands. Its decoder is made in a thread when the object is, within some tenths of a second.

    `adaptation` is the file of a speaker's mean transform that was found sound (`edge.enrolment`).
    Not to be used by two threads at once.
    """

    def __init__(self, lexicon: Lexicon | None = None, *, adaptation: Path | None = None) -> None:
        self._lexicon = lexicon or load_lexicon()
        self._settings = _SETTINGS if adaptation is None else {**_SETTINGS, "mllr": str(adaptation)}
        self._ready = threading.Event()
        self._failure: Exception | None = None
        self._expected: Expected | None = None
        threading.Thread(target=self._load, name="recogniser", daemon=True).start()

    def expect(self, expected: Expected) -> None:
        """Switches to the sentences of a position."""
        decoder = self._decoder_when_ready()
        self._expected = expected
        self._sentences = sentences(self._lexicon, expected.board, expected.commands, moves=expected.moves)
        give(decoder, "position", self._sentences.graph)
        self._second.expect(self._sentences.graph)
        if expected.awaited is not None:
            self._answers = answer_sentences(self._lexicon, expected.awaited)

    def hear(self, audio: speech_recognition.AudioData) -> Heard:
        """What was asked in the sound; `expect` comes first, else ValueError."""
        started = time.monotonic()
        sound = _speech(audio)
        evidence, scores = self._evidence(sound)
        assert self._expected is not None
        answer = None
        if self._expected.awaited is not None and scores is not None:
            answer = answer_of(
                self._hypothesis(self._second.sentence_of(self._answers.graph, scores), self._answers), evidence
            )
        asked = answer or reading_of(evidence, self._expected.commands)
        return Heard(asked=asked, seconds=round(time.monotonic() - started, 3))

    def evidence(self, audio: speech_recognition.AudioData) -> Evidence:
        """What the searches found, before it is judged. Raises ValueError when `expect` was not called."""
        return self._evidence(_speech(audio))[0]

    def _evidence(self, sound: bytes) -> tuple[Evidence, Floats | None]:
        """What was found, with the network's scores, which other sentences can be searched for."""
        if self._expected is None:
            raise ValueError("a recogniser must be told what to expect before it hears")
        evidence = Evidence(seconds=len(sound) / 2 / RATE)
        if evidence.seconds < SHORTEST:
            return evidence, None
        scores = self._second.scores(sound)
        network = self._hypothesis(self._second.sentence(scores), self._sentences)
        evidence = replace(evidence, network=network, loop=self._second.loop(scores))
        if network is None:
            return evidence, scores
        evidence = self._with_model(evidence, network, sound, scores)
        best = chosen(evidence)
        return replace(evidence, rival=None if best is None else self._rival(best, scores)), scores

    def _with_model(self, evidence: Evidence, network: Hypothesis, sound: bytes, scores: Floats) -> Evidence:
        """What the model heard; where it is another thing, how much it prefers that."""
        found = self._score("position", sound)
        if found is None:
            return evidence
        words = tuple(found[0].split())
        score = self._second.score_of(words, scores)
        if score is None:
            return evidence
        model = Hypothesis(words=words, score=score, meaning=self._meaning(words, self._sentences))
        if model.meaning == network.meaning:
            return replace(evidence, model=model)
        give(self._decoder, "disputed", straight(network.words))
        disputed = self._score("disputed", sound)
        lead = found[1] - disputed[1] if disputed is not None else math.inf
        return replace(evidence, model=model, model_lead=lead)

    def _rival(self, best: Hypothesis, scores: Floats) -> Hypothesis | None:
        """The nearest other thing that may have been said: of a move, any move; of a command, anything else."""
        assert self._expected is not None
        if best.meaning.command is None:
            return self._hypothesis(self._second.rival(best.words, scores), self._sentences)
        commands = self._expected.commands - {best.meaning.command}
        others = sentences(self._lexicon, self._expected.board, commands, moves=self._expected.moves)
        return self._hypothesis(self._second.sentence_of(others.graph, scores), others)

    def _hypothesis(self, found: Found | None, among: Sentences) -> Hypothesis | None:
        if found is None:
            return None
        return Hypothesis(words=found[0], score=found[1], meaning=self._meaning(found[0], among))

    def _meaning(self, words: Words, among: Sentences) -> Meaning:
        return among.meaning(words, self._sentences.moves) or Meaning()

    def _score(self, name: str, sound: bytes) -> tuple[str, float] | None:
        """The model's best path: its words and its score in nats; None when no path fits the sound."""
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
            self._second = SecondOpinion(load_network(), self._lexicon)
            self._decoder = decoder_of(self._lexicon, **self._settings)
        except (RuntimeError, ValueError, KeyError, OSError) as error:
            self._failure = error
        finally:
            self._ready.set()

    def _decoder_when_ready(self) -> pocketsphinx.Decoder:
        self._ready.wait()
        if self._failure is not None:
            raise RuntimeError(f"pocketsphinx does not start: {self._failure}") from self._failure
        return self._decoder


@cache
def load_network() -> PhoneNetwork:
    """The network that comes with the program. Raises OSError, ValueError or KeyError when its file is broken."""
    with files(recognition).joinpath("phone_network.npz").open("rb") as file, np.load(file) as arrays:
        return phone_network(dict(arrays))


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
