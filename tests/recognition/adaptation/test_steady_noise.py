"""The model in a noisy room: which noise is found, and what the model is in it."""

from collections.abc import Callable

import chess
import numpy as np
import pytest
import speech_recognition
from numpy.typing import NDArray

from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser, installed_model
from access_chess.listening.short_answers import Expected
from access_chess.recognition import unfolding
from access_chess.recognition.adaptation.mllr import features
from access_chess.recognition.adaptation.recordings import pink
from access_chess.recognition.adaptation.steady_noise import SteadyNoise, in_noise, steady_noise
from access_chess.recognition.filterbank import peak_of
from access_chess.recognition.front_end import BANDS, cepstra_of, frames_within, powers
from access_chess.recognition.loudness import RATE
from tests.support.spoken import audio_of

Samples = NDArray[np.float64]
Noise = Callable[[int, np.random.Generator], Samples]  # so many samples of it

SENTENCE = "springer gustav eins felix drei"
MOVES = {
    SENTENCE: "g1f3",
    "springer bella eins cesar drei": "b1c3",
    "eva zwei eva vier": "e2e4",
    "david zwei david drei": "d2d3",
    "felix zwei felix vier": "f2f4",
    "hector zwei hector drei": "h2h3",
}
OTHERS = ("guten morgen allerseits", "ein kleines bier bitte", "das wetter wird morgen wieder schlechter")


def speech(text: str = SENTENCE) -> Samples:
    """With half a second of silence on both sides."""
    spoken = np.frombuffer(audio_of(text, "de").get_raw_data(convert_rate=RATE, convert_width=2), "<i2")
    return np.pad(spoken.astype(np.float64), RATE // 2)


def white(length: int, chance: np.random.Generator) -> Samples:
    return chance.standard_normal(length)


def in_noise_of(kind: Noise, said: Samples, decibels: float) -> tuple[Samples, Samples]:
    return in_a_room(said, kind(len(said), np.random.default_rng(3)), decibels)


def in_a_room(said: Samples, room: Samples, decibels: float) -> tuple[Samples, Samples]:
    """Both, and the room alone so many decibels below what is said."""
    room = room * np.sqrt(np.mean(said**2) / np.mean(room**2)) / 10 ** (decibels / 20)
    return said + room, room


@pytest.mark.parametrize("kind", [white, pink])
@pytest.mark.parametrize("decibels", [0, 5, 10])
def test_steady_noise_is_found(kind: Noise, decibels: float) -> None:
    """In bands in which it is more than a quiet room's."""
    both, alone = in_noise_of(kind, said := speech(), decibels)
    found = steady_noise(powers(both, peak_of(both)))
    assert found is not None
    true = np.log(powers(alone, peak_of(both)).mean(0))
    counts = true > np.log(powers(said, peak_of(both)).mean(0)) + np.log(0.01)
    assert np.abs(found.bands - true)[counts].mean() < 0.25  # nats: a decibel


def test_silence_that_was_made_up_is_not_the_room_s() -> None:
    both, _ = in_noise_of(pink, speech(), 5)
    cut_off = np.pad(both, RATE // 4)
    of_bands = powers(cut_off, peak_of(both))
    assert steady_noise(of_bands) is None
    found = steady_noise(of_bands, frames_within(slice(RATE // 4, len(cut_off) - RATE // 4)))
    true = steady_noise(powers(both, peak_of(both)))
    assert found is not None and true is not None
    np.testing.assert_allclose(found.bands, true.bands, atol=0.3)


@pytest.mark.parametrize(
    ("samples", "frames"),
    [
        (slice(None), slice(None, None)),
        (slice(0, 410), slice(0, 1)),
        (slice(1, 569), slice(1, 1)),
        (slice(160, 570), slice(1, 2)),
        (slice(0, 100), slice(0, 0)),
    ],
)
def test_frames_within_samples(samples: slice, frames: slice) -> None:
    """Windows of 410 samples, 160 apart."""
    assert frames_within(samples) == frames


def test_voices_are_no_steady_noise() -> None:
    voices = [speech(text) for text in OTHERS]
    length = len(said := speech())
    both, _ = in_a_room(said, np.sum([np.resize(voice, length) for voice in voices], 0), 10)
    assert steady_noise(powers(both, peak_of(both))) is None


def test_a_quiet_room_has_no_noise() -> None:
    both, _ = in_noise_of(pink, speech(), 35)
    assert steady_noise(powers(both, peak_of(both))) is None


def of_room(bands: float) -> SteadyNoise:
    return SteadyNoise(bands=np.full(BANDS, bands), said=np.full(13, 2.0), heard=np.full(13, 2.0))


def test_in_noise_that_nobody_hears_the_model_is_as_it_was() -> None:
    model = installed_model()
    there = in_noise(model, of_room(-100.0))
    np.testing.assert_allclose(there.means, model.means, atol=1e-3)
    np.testing.assert_allclose(there.variances, model.variances, rtol=1e-3)


def test_where_noise_hides_all_that_is_said_all_phones_are_noise() -> None:
    hidden = in_noise(installed_model(), of_room(100.0))
    sound = pink(2 * RATE, np.random.default_rng(3))
    swaying = features(cepstra_of(powers(sound, peak_of(sound)))).var(1)
    assert np.ptp(hidden.means, axis=(0, 2)).max() < 1e-3
    np.testing.assert_allclose(hidden.means[0, 1:, 0], 0, atol=1e-3)
    np.testing.assert_allclose(hidden.variances.mean((0, 2)), swaying, rtol=0.4)


def right_by_the_model(recogniser: PocketsphinxRecogniser) -> int:
    """Of what is said in white noise, how often the model alone finds it."""
    found = 0
    for text, move in MOVES.items():
        both, _ = in_noise_of(white, speech(text), 3)
        samples = (both * (0.5 * 32767 / peak_of(both))).astype("<i2").tobytes()
        best = recogniser.evidence(speech_recognition.AudioData(samples, RATE, 2)).model
        found += best is not None and best.meaning.moves == (chess.Move.from_uci(move),)
    return found


def test_in_noise_the_model_understands_more_than_without(monkeypatch: pytest.MonkeyPatch) -> None:
    recogniser = PocketsphinxRecogniser()
    recogniser.expect(Expected(board=chess.Board(), commands=frozenset()))
    adapted = right_by_the_model(recogniser)
    monkeypatch.setattr(unfolding, "steady_noise", lambda *_: None)
    assert adapted >= right_by_the_model(recogniser) + 2
