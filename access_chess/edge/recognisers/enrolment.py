"""Enrolment: from recordings of known sentences to the transform that fits the recogniser to a voice.

The recogniser itself finds which state of which phone each moment belongs to, and hands out the cepstra it worked
with; `listening.adaptation` does the rest. Nothing of this is needed to use a transform.
"""

import math
import tempfile
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from types import TracebackType

import numpy as np
import pocketsphinx
import speech_recognition
from numpy.typing import NDArray

from access_chess.edge.recognisers.decoder import decoder_of
from access_chess.edge.recognisers.model import installed_model
from access_chess.listening.lexicon import Lexicon, Words
from access_chess.recognition.adaptation.acoustic_model import Floats
from access_chess.recognition.adaptation.mean_transform import MeanTransform, transform_text
from access_chess.recognition.adaptation.mllr import AlignedSpeech, mean_transform
from access_chess.recognition.loudness import RATE, speech_within
from access_chess.recognition.phone_network import SILENCE

_PHONES = f"{pocketsphinx.get_model_path()}/en-us/en-us-phone.lm.bin"
_CEPSTRA = 13
_LONGEST = 20  # words of a sentence
_ROUNDS = 2  # the states are found again with the first transform; a third round changes nothing that is heard
# A voice is met in quiet and heard in halls: sentences count with noise so many decibels below them as well.
_NOISES = (20.0, 10.0)
_SILENT = frozenset([SILENCE, "+NSN+", "+SPN+"])  # what the room does is not the voice

Recording = tuple[Words, speech_recognition.AudioData]  # a sentence and how it was said


def estimated(lexicon: Lexicon, recordings: Iterable[Recording]) -> MeanTransform:
    """The transform of the voice that said the sentences. Raises ValueError when none of them can be aligned."""
    recordings, model, transform = tuple(recordings), installed_model(), None
    for _ in range(_ROUNDS):
        with Aligner(lexicon, transform) as aligner:
            speech = [each for recording in recordings for each in aligner.aligned(*recording)]
        if not speech:
            raise ValueError("no sentence was understood")
        transform = mean_transform(model, speech, start=transform)
    assert transform is not None
    return transform


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
        sound = _speech(audio)
        if not sound:
            return False
        arcs = [arc for number, each in enumerate(among) for arc in _arcs(each, number * _LONGEST)]
        self._decoder.add_fsg("sentences", self._decoder.create_fsg("sentences", 0, 1, arcs))
        said, score = self._found("sentences", sound)
        _, rival = self._found("phones", sound)
        return said == words and score - rival > 0

    def _found(self, search: str, sound: bytes) -> tuple[Words, float]:
        """The words of the best path, and the logarithm of its score."""
        self._decoder.activate_search(search)
        self._cepstra(sound)
        found = self._decoder.hyp()
        if found is None or found.score <= 0:
            return (), -math.inf
        return tuple(found.hypstr.split()), math.log(found.score)

    def aligned(self, words: Words, audio: speech_recognition.AudioData) -> tuple[AlignedSpeech, ...]:
        """The sentence with its states, as it is and in noises; empty when the sound cannot be this sentence."""
        sound = _speech(audio)
        cepstra = self._align(words, sound) if sound else None
        if cepstra is None:
            return ()
        senones, codebooks = self._states(len(cepstra))
        self._decoder.activate_search("phones")  # that of the alignment would miss the end of its states
        noisy = [self._cepstra(in_noise(sound, level), no_search=True) for level in _NOISES]
        return tuple(AlignedSpeech(cepstra=each, senones=senones, codebooks=codebooks) for each in (cepstra, *noisy))

    def phones(self, words: Words, sound: bytes) -> tuple[str, ...] | None:
        """The phone of each frame of a sound at 16 kHz; None when it cannot be this sentence."""
        cepstra = self._align(words, sound)
        if cepstra is None:
            return None
        found = [SILENCE] * len(cepstra)
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

    def _cepstra(self, sound: bytes, *, no_search: bool = False) -> Floats:
        """What the recogniser makes of the sound; it logs them as big-endian 32-bit floats behind a count."""
        for path in Path(self._folder.name).glob("*.mfc"):
            path.unlink()
        self._decoder.start_utt()
        self._decoder.process_raw(sound, no_search=no_search, full_utt=True)
        self._decoder.end_utt()
        (logged,) = Path(self._folder.name).glob("*.mfc")
        return np.frombuffer(logged.read_bytes(), ">f4", offset=4).astype(np.float64).reshape(-1, _CEPSTRA)


def _arcs(words: Words, place: int) -> Iterable[tuple[int, int, float, str]]:
    """A path of its own from the start (0) to the end (1), whose states are counted from a place."""
    states = [0, *range(place + 2, place + 1 + len(words)), 1]
    return [(*step, 1.0, word) for step, word in zip(pairwise(states), words, strict=True)]


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
