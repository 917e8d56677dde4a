"""Enrolment with the real decoder: sentences are aligned, a voice is fitted, and the recogniser uses it."""

from functools import cache

import chess
import numpy as np
import pytest
import speech_recognition
from msgspec.structs import replace

from access_chess.edge.packs.lexicons import load_enrolment_text, load_lexicon, spoken_words
from access_chess.edge.recognisers.enrolment import Aligned, Aligner, estimated, in_noise
from access_chess.edge.recognisers.pocketsphinx import (
    PocketsphinxRecogniser,
    installed_model,
    load_likelihoods,
    load_network,
)
from access_chess.edge.storage.own_voice import Recording
from access_chess.listening.short_answers import Expected
from access_chess.recognition.adaptation.acoustic_model import ModelError, acoustic_model
from access_chess.recognition.adaptation.mllr import AlignedSpeech
from access_chess.recognition.adaptation.scale_learning import as_recorded, frames_of
from access_chess.recognition.adaptation.speaker_adaptation import SpeakerAdaptation, StreamTransform
from access_chess.recognition.phone_network import SILENCE as SILENT
from tests.support.adaptation import UNCHANGED
from tests.support.likelihood import likelihood
from tests.support.spoken import RECOGNISER_RATE, audio_of
from tests.training.trainer import share_right

TEXT = load_enrolment_text("de")
LEXICON = load_lexicon(("de", "fide"))
WORDS = [spoken_words(sentence, TEXT, LEXICON) for sentence in TEXT.sentences]
SILENCE = speech_recognition.AudioData(bytes(2 * RECOGNISER_RATE), RECOGNISER_RATE, 2)
SPOKEN = 4  # sentences are enough to see that a voice is met
OTHER = ("springer", "felix", "drei")  # what is no sentence of the enrolment


@cache
def recordings() -> list[Recording]:
    return [(words, audio_of(sentence, "de")) for words, sentence in zip(WORDS, TEXT.sentences, strict=True)]


@cache
def adaptation() -> SpeakerAdaptation:
    return estimated(LEXICON, recordings()[:SPOKEN])


def aligned(recording: Recording) -> Aligned:
    with Aligner(LEXICON) as aligner:
        found = aligner.aligned(*recording)
    assert found is not None
    return found


def test_the_installed_model_is_read() -> None:
    """Each state's weights are shares of one; they are stored in a byte, so that the sum is near to it."""
    model = installed_model()
    assert model.means.shape == (42, 3, 128, 13)
    assert model.phones[:4] == ("+NSN+", "+SPN+", "AA", "AE")
    sums = np.exp(model.weights).sum(axis=1)
    assert 0.85 < sums.min() < sums.max() < 1.15


@pytest.mark.parametrize("broken", ["means", "variances", "definition", "weights"])
def test_a_broken_model_is_a_sentence(broken: str) -> None:
    with pytest.raises(ModelError, match="the acoustic model cannot be read"):
        acoustic_model(**{"means": b"", "variances": b"", "definition": b"", "weights": b"", broken: b"nonsense"})


def test_states_fit_the_moments_that_they_were_found_in() -> None:
    """Our features are those of the model: any other alignment of the same sound is much less likely."""
    for speech in aligned(recordings()[0]).speech:
        later = AlignedSpeech(
            cepstra=np.roll(speech.cepstra, 8, axis=0), senones=speech.senones, codebooks=speech.codebooks
        )
        assert likelihood(installed_model(), speech) > likelihood(installed_model(), later) + 4


def test_silence_cannot_be_aligned() -> None:
    with Aligner(LEXICON) as aligner:
        assert aligner.aligned(WORDS[0], SILENCE) is None
    with pytest.raises(ValueError, match="no sentence was understood"):
        estimated(LEXICON, [(WORDS[0], SILENCE)])


def test_it_knows_which_sentence_was_said() -> None:
    with Aligner(LEXICON) as aligner:
        said = [[aligner.is_said(words, WORDS, audio) for words in WORDS[:4]] for _, audio in recordings()[:2]]
    assert said == [[True, False, False, False], [False, True, False, False]]


@pytest.mark.parametrize("text", ["Ich glaube, heute regnet es noch", "was steht auf Eva vier", "ja"])
def test_something_else_is_none_of_them(text: str) -> None:
    with Aligner(LEXICON) as aligner:
        assert not any(aligner.is_said(words, WORDS, audio_of(text, "de")) for words in WORDS[:4])


def test_a_sentence_that_was_not_enrolled_becomes_likelier() -> None:
    for speech in aligned((OTHER, audio_of(" ".join(OTHER), "de"))).speech:
        before, after = (likelihood(installed_model(), speech, each) for each in (None, adaptation().transform))
        assert after > before + 2  # nats a frame: the voice is met better in quiet and in noise


def test_the_recogniser_uses_the_transform() -> None:
    """With the speaker's own the model hears the move; with one that turns all sounds round it hears no such thing."""
    own = adaptation().transform
    turned = replace(
        own, streams=tuple(StreamTransform(matrix=_negated(each.matrix), shift=each.shift) for each in own.streams)
    )
    heard = []
    for transform in (own, turned):
        recogniser = PocketsphinxRecogniser(LEXICON, adaptation=replace(UNCHANGED, transform=transform))
        recogniser.expect(Expected(board=chess.Board(), commands=frozenset()))
        heard.append(recogniser.evidence(audio_of(" ".join(OTHER), "de")).model)
    assert heard[0] is not None and heard[0].meaning.moves == (chess.Move.from_uci("g1f3"),)
    assert heard[1] is None or heard[1].meaning != heard[0].meaning


def test_the_network_knows_the_voice_better() -> None:
    """Of the speech of a sentence that was not enrolled more gets its phone."""
    network, said = load_network(), aligned((OTHER, audio_of(" ".join(OTHER), "de"))).spoken
    frames = frames_of(as_recorded([said]), load_likelihoods(), network.phones)
    own = network.scaled(adaptation().scales.layers)
    assert share_right(own, frames, SILENT) > share_right(network, frames, SILENT)


def test_the_recogniser_uses_the_scales() -> None:
    """With the speaker's own the network hears the move; with none of its units it hears no such thing."""
    own = adaptation().scales
    heard = []
    for scales in (own, replace(own, layers=tuple((0.0,) * len(layer) for layer in own.layers))):
        recogniser = PocketsphinxRecogniser(LEXICON, adaptation=replace(UNCHANGED, scales=scales))
        recogniser.expect(Expected(board=chess.Board(), commands=frozenset()))
        heard.append(recogniser.evidence(audio_of(" ".join(OTHER), "de")).network)
    assert heard[0] is not None and heard[0].meaning.moves == (chess.Move.from_uci("g1f3"),)
    assert heard[1] is None or heard[1].meaning != heard[0].meaning


def _negated(matrix: tuple[tuple[float, ...], ...]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(-value for value in row) for row in matrix)


def test_noise_is_as_loud_as_asked() -> None:
    sound = recordings()[0][1].get_raw_data(convert_rate=RECOGNISER_RATE)
    clean = np.frombuffer(sound, "<i2").astype(float)
    noise = np.frombuffer(in_noise(sound, 10), "<i2") - clean
    assert 10 * np.log10(np.mean(clean**2) / np.mean(noise**2)) == pytest.approx(10, abs=0.2)
    assert in_noise(sound, 10) == in_noise(sound, 10)
