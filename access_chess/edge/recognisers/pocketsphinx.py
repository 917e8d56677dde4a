"""The offline recogniser: the model of pocketsphinx and the network of phones, given the sentences of each position.

SpeechRecognition's `AudioData` is the frame in which sound arrives; resampling and mixing down are its work. What is
searched and how is in `recognition`; `listening.readings` judges what was found. The model and its decoder, with the
words of a lexicon, stand here, too, for an enrolment.
"""

import gc
import importlib.util
import threading
import time
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pocketsphinx
import speech_recognition
from msgspec.structs import replace
from numpy.typing import NDArray

from access_chess import recognition
from access_chess.edge.diagnosis import Diagnosis, installing
from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.edge.recognisers.registry import WITH_MODELS, RecogniserKind
from access_chess.listening.evidence import Evidence, Hypothesis, likeliest
from access_chess.listening.lexicon import Lexicon, Words
from access_chess.listening.readings import SHORTEST, SLOWEST, is_longer_move
from access_chess.listening.sentences import Meaning, Sentences, sentences
from access_chess.listening.short_answers import Expected, HeardAnswer, answer_sentences, asked_of
from access_chess.listening.word_graph import SlotValue, WordSlot
from access_chess.recognition.adaptation.acoustic_model import AcousticModel, acoustic_model
from access_chess.recognition.adaptation.mllr import adapted
from access_chess.recognition.adaptation.speaker_adaptation import SpeakerAdaptation
from access_chess.recognition.answer_network import answer_network
from access_chess.recognition.context_states import ContextStates, context_states
from access_chess.recognition.loudness import RATE, decibels_of, voiced
from access_chess.recognition.phone_likelihoods import PhoneLikelihoods
from access_chess.recognition.phone_network import PhoneNetwork, phone_network
from access_chess.recognition.phone_recogniser import PhoneRecogniser
from access_chess.recognition.phone_search import Found
from access_chess.recognition.second_look import SecondLook, WordNetworks, verifier
from access_chess.recognition.speech_embedding import SpeechEmbedding, speech_embedding
from access_chess.recognition.square_names import Names, SpeechSounds, names_of, respelt, speech_sounds, square_names
from access_chess.recognition.units import LANES, NETWORK, Scores
from access_chess.recognition.utterance import FollowedSpeech, FollowedUtterance

MODEL_FOLDER = f"{pocketsphinx.get_model_path()}/en-us/en-us"


def decoder_of(lexicon: Lexicon, **settings: object) -> pocketsphinx.Decoder:
    """A decoder that knows the words by all their pronunciations; `settings` are pocketsphinx's own options.

    Raises RuntimeError when it does not start.
    """
    decoder = pocketsphinx.Decoder(hmm=MODEL_FOLDER, dict=None, lm=None, loglevel="FATAL", **settings)
    for word, sounds in lexicon.phones.items():
        for number, phones in enumerate(sounds, start=1):
            decoder.add_word(word if number == 1 else f"{word}({number})", " ".join(phones), False)
    return decoder


_MODEL = Path(MODEL_FOLDER)


@cache
def installed_model() -> AcousticModel:
    """Its densities, kept for those who ask often: they take 20 MB. Raises as `read_model`."""
    return read_model()


def read_model() -> AcousticModel:
    """Its densities. Raises ModelError, or OSError when a file is missing."""
    return acoustic_model(
        means=(_MODEL / "means").read_bytes(),
        variances=(_MODEL / "variances").read_bytes(),
        definition=(_MODEL / "mdef").read_bytes(),
        weights=(_MODEL / "sendump").read_bytes(),
    )


@cache
def installed_states() -> ContextStates:
    """Its states of phones between their neighbours. Raises ModelError, or OSError when the file is missing."""
    return context_states((_MODEL / "mdef").read_bytes())


_RESPELT, _TRIED = 3, 100  # moves whose letters and numbers are other ones; sentences that are looked at for them


class PocketsphinxRecogniser:
    """Hears moves and commands. What it needs is loaded in a thread when the object is made, within half a second.

    `adaptation` is what was found of a speaker (`enrolment`), for the network that comes with the program; `networks`
    are those of a second look, if others than it brings.
    Not to be used by two threads at once.
    """

    is_quick = True

    def __init__(
        self,
        lexicon: Lexicon | None = None,
        *,
        adaptation: SpeakerAdaptation | None = None,
        networks: WordNetworks | None = None,
    ) -> None:
        self._lexicon = lexicon or load_lexicon()
        self._ready = threading.Event()
        self._failure: Exception | None = None
        self._expected: Expected | None = None
        self._utterance: FollowedUtterance | None = None
        threading.Thread(target=self._load, args=(adaptation, networks), name="recogniser", daemon=True).start()

    def expect(self, expected: Expected) -> None:
        """Switches to the sentences of a position."""
        phones = self._phones_when_ready()
        if expected == self._expected:
            return
        self._expected = expected
        self._sentences = sentences(self._lexicon, expected.board, expected.commands, moves=expected.moves)
        awaited = expected.awaited
        self._answers = None if awaited is None else answer_sentences(self._lexicon, awaited)
        answers = None if self._answers is None else self._answers.graph
        phones.expect(self._sentences.graph, answers=answers)
        if self._utterance is not None:
            self._utterance.forget_searches()

    def follow(self, audio: speech_recognition.AudioData) -> None:
        """What was said so far; most of the work is done when it is over. Raises ValueError as `hear`."""
        recording, phones = _recording(audio), self._told()
        if self._utterance is None or not self._utterance.goes_on(recording):
            self._utterance = FollowedUtterance(phones)
        self._utterance.follow(recording)

    def hear(self, audio: speech_recognition.AudioData) -> HeardAnswer:
        """What was asked in the sound, which may have been followed; `expect` comes first, else ValueError."""
        started = time.monotonic()
        evidence = self.evidence(audio)
        assert self._expected is not None
        asked = asked_of(evidence, self._expected.awaited, self._expected.commands)
        return HeardAnswer(asked=asked, seconds=round(time.monotonic() - started, 3))

    def evidence(self, audio: speech_recognition.AudioData) -> Evidence:
        """What the searches found, before it is judged. Raises ValueError when `expect` was not called."""
        self.follow(audio)
        assert self._utterance is not None
        said, above = self._utterance.over(), decibels_of(_recording(audio))
        seconds = 0.0 if said is None else len(said.speech) / 2 / RATE
        if said is None or seconds < SHORTEST:
            return Evidence(seconds=seconds, decibels=above)
        return self._found(said, seconds, above)

    def _found(self, said: FollowedSpeech, seconds: float, above: float) -> Evidence:
        best, model, network = (said.searches.sentences.best(lane) for lane in range(LANES))
        rival = None if best is None else self._rival(best[0], said.scores)
        answer = None if said.searches.answers is None else said.searches.answers.best(0)
        found = (best, answer, model, network, rival)
        look = self._phones.second_look(self._word_networks, said.speech, said.scores)
        names, otherwise = ((), {}) if best is None else self._spelt(best[0], look)
        fits = self._phones.fits([*(each[0] for each in found if each is not None), *otherwise], said.scores)
        fitting = iter(zip(fits.sentences, fits.weakest, strict=True))
        among = (self._sentences, self._answers or self._sentences, *[self._sentences] * 3)
        judged = [
            None if each is None else self._hypothesis(each[0], *next(fitting), own)
            for each, own in zip(found, among, strict=True)
        ]
        judged[0] = judged[0] and replace(judged[0], names=names)
        others = [
            replace(self._hypothesis(words, *next(fitting), self._sentences), names=own)
            for words, own in otherwise.items()
        ]
        evidence = likeliest(
            Evidence(
                seconds=seconds,
                decibels=above,
                voiced=voiced(said.speech),
                loop=fits.loop[NETWORK],
                is_fitted=self._phones.is_fitted,
                as_whole=None if answer is None or seconds > SLOWEST else look.as_whole(answer[0]),
                respelt=tuple(others),
                **dict(zip(("best", "answer", "model", "network", "rival"), judged, strict=True)),
            )
        )
        chosen, answered = (each and _verified(each, look) for each in (evidence.best, evidence.answer))
        return replace(evidence, best=chosen, answer=answered)

    def _spelt(self, words: Words, look: SecondLook) -> tuple[Names, dict[Words, Names]]:
        """How sure each letter and number of a move is, and which other moves it may have been by them."""
        meaning, others = self._sentences.meaning(words), dict[Words, Names]()
        if meaning is None or meaning.command is not None:
            return (), others
        fits, moves = look.spelt(words), {meaning}
        for other, names in respelt(words, fits)[:_TRIED]:
            meant = self._sentences.meaning(other)
            if meant is None or meant.command is not None or meant == meaning:
                continue
            moves.add(meant)
            if len(moves) > _RESPELT + 1:
                break
            others[other] = names
        return names_of(words, fits), others

    def _rival(self, best: Words, scores: Scores) -> Found | None:
        """The nearest other thing that may have been said: of a move, any move; of a command, anything else."""
        meaning = self._sentences.meaning(best)
        if meaning is not None and meaning.command is not None:
            return self._phones.sentence_without(SlotValue(WordSlot.COMMAND, meaning.command), scores)
        alike, other = self._phones.rival(best, scores), self._phones.move_to_a_square(best, scores)
        if other is None or self._sentences.meaning(other[0]) == meaning:
            return alike
        return other if alike is None or other[1] > alike[1] else alike

    def _hypothesis(self, words: Words, fits: tuple[float, ...] | None, weakest: float, among: Sentences) -> Hypothesis:
        both, model, network = fits or (-np.inf,) * 3
        meaning = among.meaning(words, self._sentences.moves) or Meaning()
        return Hypothesis(words=words, meaning=meaning, score=both, model=model, network=network, weakest=weakest)

    def _told(self) -> PhoneRecogniser:
        if self._expected is None:
            raise ValueError("a recogniser must be told what to expect before it hears")
        return self._phones

    def _load(self, adaptation: SpeakerAdaptation | None, networks: WordNetworks | None) -> None:
        try:
            self._word_networks = networks or load_word_networks()
            self._phones = self._phones_of(adaptation)
        except (RuntimeError, ValueError, KeyError, OSError) as error:
            self._failure = error
        finally:
            self._ready.set()

    def _phones_of(self, own: SpeakerAdaptation | None) -> PhoneRecogniser:
        network = load_network()
        phones = PhoneRecogniser(
            network if own is None else network.scaled(own.scales.layers),
            load_likelihoods(),
            installed_states(),
            self._lexicon,
            adapted=None if own is None else PhoneLikelihoods(adapted(read_model(), own.transform)),
        )
        gc.freeze()  # it stays: a search for garbage in all of it would take 20 ms of a change of the position
        return phones

    def _phones_when_ready(self) -> PhoneRecogniser:
        self._ready.wait()
        if self._failure is not None:
            raise RuntimeError(f"the recogniser does not start: {self._failure}") from self._failure
        return self._phones


def _verified(hypothesis: Hypothesis, look: SecondLook) -> Hypothesis:
    """The same with how sure it is that it was said, where that counts."""
    return hypothesis if is_longer_move(hypothesis) else replace(hypothesis, likeness=look.likeness(hypothesis.words))


def _recording(audio: speech_recognition.AudioData) -> bytes:
    recording: bytes = audio.get_raw_data(convert_rate=RATE, convert_width=2)
    return recording


@cache
def load_network() -> PhoneNetwork:
    """The network that comes with the program. Raises OSError, ValueError or KeyError when its file is broken."""
    return phone_network(_arrays("phone_network.npz"))


@cache
def load_embedding() -> SpeechEmbedding:
    """The network of moments that comes with the program. Raises as `load_network`."""
    return speech_embedding(_arrays("speech_embedding.npz"))


@cache
def load_sounds() -> SpeechSounds:
    """The network of steps that comes with the program. Raises as `load_network`."""
    return speech_sounds(_arrays("speech_sounds.npz"))


@cache
def load_word_networks() -> WordNetworks:
    """The networks of a second look that come with the program. Raises as `load_network`."""
    return WordNetworks(
        embedding=load_embedding(),
        sounds=load_sounds(),
        answers=answer_network(_arrays("answer_network.npz")),
        squares=square_names(_arrays("square_names.npz")),
        verifier=verifier(_arrays("verifier.npz")),
    )


def _arrays(name: str) -> dict[str, NDArray[Any]]:
    with files(recognition).joinpath(name).open("rb") as file, np.load(file) as arrays:
        return dict(arrays)


@cache
def load_likelihoods() -> PhoneLikelihoods:
    """pocketsphinx's own model, to be asked. Raises ModelError, or OSError when a file is missing."""
    return PhoneLikelihoods(read_model())


def examine() -> list[Diagnosis]:
    """What hears on this machine: the built-in recogniser, and those with models where they are installed."""
    try:
        recogniser = PocketsphinxRecogniser()
        recogniser.expect(Expected(board=chess.Board(), commands=frozenset()))
        own = Diagnosis(part="doctor_part_recogniser", works=True, found="doctor_recogniser_listens")
    except (RuntimeError, ValueError, OSError) as error:
        own = Diagnosis(
            part="doctor_part_recogniser",
            works=False,
            found="doctor_recogniser_fails",
            mend="doctor_mend_recogniser",
            slots={"error": str(error), "install": installing("pocketsphinx", anew=True)},
        )
    return [own, *(_optional(name, kind) for name, kind in WITH_MODELS.items())]


def _optional(name: str, kind: RecogniserKind) -> Diagnosis:
    part = f"doctor_part_{name}"
    if any(importlib.util.find_spec(package) is not None for package in kind.packages):
        return Diagnosis(part=part, works=True, found=f"doctor_{name}_there")
    slots = {"install": installing(kind.packages[0].replace("_", "-"))}
    return Diagnosis(part=part, works=False, found="doctor_not_needed", mend=f"doctor_mend_{name}", slots=slots)
