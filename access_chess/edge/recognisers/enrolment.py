"""Enrolment: from recordings of known sentences to what fits the recogniser to a voice.

pocketsphinx finds which state of which phone each moment belongs to; `recognition.adaptation` does the rest. Nothing of
this is needed to use what was found.
"""

import math
import tempfile
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from pathlib import Path
from types import TracebackType

import numpy as np
import pocketsphinx
import speech_recognition
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.edge.recognisers.pocketsphinx import decoder_of, installed_model, load_likelihoods, load_network
from access_chess.edge.storage.own_voice import Recording
from access_chess.listening.lexicon import Lexicon, Words
from access_chess.recognition.adaptation.acoustic_model import Floats
from access_chess.recognition.adaptation.mllr import AlignedSpeech, mean_transform
from access_chess.recognition.adaptation.recordings import Spoken
from access_chess.recognition.adaptation.scale_learning import as_recorded, frames_of, in_rooms, learned_scales
from access_chess.recognition.adaptation.speaker_adaptation import (
    MeanTransform,
    SpeakerAdaptation,
    UnitScales,
    transform_text,
)
from access_chess.recognition.filterbank import peak_of
from access_chess.recognition.front_end import cepstra_of, powers
from access_chess.recognition.loudness import RATE, speech_within
from access_chess.recognition.phone_network import SILENCE

_PHONES = f"{pocketsphinx.get_model_path()}/en-us/en-us-phone.lm.bin"
_CEPSTRA = 13
_LONGEST = 20  # words of a sentence
_ROUNDS = 2  # the states are found again with the first transform; a third round changes nothing that is heard
# A voice is met in quiet and heard in halls: sentences count with noise so many decibels below them as well.
_NOISES = (20.0, 10.0)
_ROOMS = 5  # in which each sentence is heard by the network, besides that in which it was said
_SEED = 1  # the same recordings are always learned alike
_SILENT = frozenset([SILENCE, "+NSN+", "+SPN+"])  # what the room does is not the voice


class Aligned(Struct, frozen=True, kw_only=True):
    """A sentence with the phone of each frame; and with its states, as it is and in noises."""

    spoken: Spoken
    speech: tuple[AlignedSpeech, ...]


def estimated(lexicon: Lexicon, recordings: Iterable[Recording]) -> SpeakerAdaptation:
    """What fits the voice that said the sentences. Raises ValueError when none of them can be aligned."""
    sentences, model, transform, found = tuple(recordings), installed_model(), None, list[Aligned]()
    for _ in range(_ROUNDS):
        with Aligner(lexicon, transform) as aligner:
            found = [each for recording in sentences if (each := aligner.aligned(*recording)) is not None]
        if not found:
            raise ValueError("no sentence was understood")
        transform = mean_transform(model, [speech for each in found for speech in each.speech], start=transform)
    assert transform is not None
    return SpeakerAdaptation(transform=transform, scales=_scales([each.spoken for each in found]))


def _scales(spoken: Sequence[Spoken]) -> UnitScales:
    """Those of the network that comes with the program."""
    chance, network = np.random.default_rng(_SEED), load_network()
    heard = chain(as_recorded(spoken), in_rooms(spoken, _ROOMS, chance))
    return learned_scales(network, frames_of(heard, load_likelihoods(), network.phones), chance)


class Aligner:
    """Knows whether a sentence was said, and finds its states.

    Use it in a `with` statement: it keeps its cepstra in a folder.
    """

    def __init__(self, lexicon: Lexicon, transform: MeanTransform | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="access-chess-")
        settings = {"mfclogdir": self._folder.name}
        if transform is not None:
            matrix = Path(self._folder.name) / "mllr_matrix"
            matrix.write_text(transform_text(transform), encoding="ascii")
            settings["mllr"] = str(matrix)
        self._decoder = decoder_of(lexicon, **settings)
        self._decoder.add_allphone_file("phones", _PHONES)

    def __enter__(self) -> "Aligner":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._folder.cleanup()

    def is_said(self, words: Words, among: Iterable[Words], audio: speech_recognition.AudioData) -> bool:
        """Was this sentence said, rather than another of them, or something else?"""
        said, score = self._likeliest(among, sound := _speech(audio))
        return said == words and score > self._found("phones", sound)[1]

    def _likeliest(self, among: Iterable[Words], sound: bytes) -> tuple[Words, float]:
        """One of the sentences, and the logarithm of its score; no words where there is no sound."""
        if not sound:
            return (), -math.inf
        arcs = [arc for number, each in enumerate(among) for arc in _arcs(each, number * _LONGEST)]
        self._decoder.add_fsg("sentences", self._decoder.create_fsg("sentences", 0, 1, arcs))
        return self._found("sentences", sound)

    def _found(self, search: str, sound: bytes) -> tuple[Words, float]:
        """The words of the best path, and the logarithm of its score."""
        self._decoder.activate_search(search)
        self._cepstra(sound)
        found = self._decoder.hyp()
        if found is None or found.score <= 0:
            return (), -math.inf
        return tuple(found.hypstr.split()), math.log(found.score)

    def aligned(self, words: Words, audio: speech_recognition.AudioData) -> Aligned | None:
        """The sentence with its phones and states; None when the sound cannot be this sentence."""
        sound = _speech(audio)
        cepstra = self._align(words, sound) if sound else None
        if cepstra is None:
            return None
        senones, codebooks = self._states(len(cepstra))
        heard = [_front_end(each) for each in (sound, *(in_noise(sound, level) for level in _NOISES))]
        length = min(len(cepstra), *map(len, heard))
        speech = tuple(
            AlignedSpeech(cepstra=each[:length], senones=senones[:length], codebooks=codebooks[:length])
            for each in heard
        )
        return Aligned(spoken=Spoken(sound=sound, phones=self._phones(len(cepstra))), speech=speech)

    def phones(self, words: Words, sound: bytes) -> tuple[str, ...] | None:
        """The phone of each frame of a sound at 16 kHz; None when it cannot be this sentence."""
        cepstra = self._align(words, sound)
        return None if cepstra is None else self._phones(len(cepstra))

    def _phones(self, length: int) -> tuple[str, ...]:
        """The phone of each frame of what was aligned."""
        found = [SILENCE] * length
        for word in self._decoder.get_alignment():
            for phone in word:
                end = min(phone.start + phone.duration, len(found))
                found[phone.start : end] = [phone.name] * (end - phone.start)
        return tuple(found)

    def _align(self, words: Words, sound: bytes) -> Floats | None:
        """Finds the words, then their states over the very same cepstra, which are returned; None when it fails."""
        decoder = self._decoder
        decoder.set_align_text(" ".join(words))
        cepstra = self._cepstra(sound)
        if decoder.hyp() is None:
            return None
        decoder.set_alignment()
        try:
            decoder.start_utt()
            decoder.process_cep(cepstra.astype("=f4").tobytes(), no_search=False, full_utt=True)
            decoder.end_utt()
        except RuntimeError:  # no path leads through all states in the time of their words
            return None
        return cepstra

    def _states(self, length: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The senone and the codebook of each frame."""
        senones, codebooks = np.zeros(length, np.int64), np.full(length, -1)
        names = installed_model().phones
        for word in self._decoder.get_alignment():
            for phone in word:
                if phone.name in _SILENT:
                    continue
                for state in phone:
                    frames = slice(state.start, state.start + state.duration)
                    senones[frames], codebooks[frames] = int(state.name), names.index(phone.name)
        return senones, codebooks

    def _cepstra(self, sound: bytes) -> Floats:
        """What the recogniser makes of the sound; it logs them as big-endian 32-bit floats behind a count."""
        for path in Path(self._folder.name).glob("*.mfc"):
            path.unlink()
        self._decoder.start_utt()
        self._decoder.process_raw(sound, no_search=False, full_utt=True)
        self._decoder.end_utt()
        (logged,) = Path(self._folder.name).glob("*.mfc")
        return np.frombuffer(logged.read_bytes(), ">f4", offset=4).astype(np.float64).reshape(-1, _CEPSTRA)


def _arcs(words: Words, place: int) -> Iterable[tuple[int, int, float, str]]:
    """A path of its own from the start (0) to the end (1), whose states are counted from a place."""
    states = [0, *range(place + 2, place + 1 + len(words)), 1]
    return [(*step, 1.0, word) for step, word in zip(pairwise(states), words, strict=True)]


def _front_end(sound: bytes) -> Floats:
    """The cepstra of a sound (16 bit) as the recogniser will have them, which are not quite those of pocketsphinx."""
    samples = np.frombuffer(sound, "<i2").astype(np.float64)
    return cepstra_of(powers(samples, peak_of(samples)))


def _speech(audio: speech_recognition.AudioData) -> bytes:
    return speech_within(audio.get_raw_data(convert_rate=RATE, convert_width=2))


def in_noise(sound: bytes, decibels: float) -> bytes:
    """The sound (16 bit) with pink noise so many decibels below it, always the same noise."""
    samples = np.frombuffer(sound, "<i2").astype(np.float64)
    spectrum = np.fft.rfft(np.random.default_rng(len(samples)).standard_normal(len(samples)))
    spectrum /= np.sqrt(np.maximum(np.arange(len(spectrum)), 1))  # pink: power falls with frequency
    noise = np.fft.irfft(spectrum, n=len(samples))
    noise *= np.sqrt(np.mean(samples**2) / np.mean(noise**2)) / 10 ** (decibels / 20)
    return np.clip(samples + noise, -32768, 32767).astype("<i2").tobytes()
