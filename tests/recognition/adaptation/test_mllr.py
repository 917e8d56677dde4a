"""The transform of a voice: features, what is estimated, and the text that the recogniser reads."""

import numpy as np
import pytest

from access_chess.recognition.adaptation.acoustic_model import AcousticModel, Floats
from access_chess.recognition.adaptation.mllr import AlignedSpeech, features, mean_transform
from access_chess.recognition.adaptation.speaker_adaptation import (
    DIMENSIONS,
    STREAMS,
    MeanTransform,
    read_transform,
    transform_text,
)
from tests.support.likelihood import likelihood

PHONES = 6
DENSITIES = 8


def invented_model() -> AcousticModel:
    """Densities far apart, so that it is clear which one a frame belongs to; each phone has one state."""
    chance = np.random.default_rng(1)
    shape = (PHONES, STREAMS, DENSITIES, DIMENSIONS)
    return AcousticModel(
        phones=tuple(f"P{number}" for number in range(PHONES)),
        means=chance.normal(0, 10, shape),
        variances=np.full(shape, 0.5),
        weights=np.full((STREAMS, DENSITIES, PHONES), -np.log(DENSITIES)),
    )


def speech_of(frames: int, seed: int) -> AlignedSpeech:
    """Cepstra around no mean in particular: what matters here is that features of them are as they come."""
    chance = np.random.default_rng(seed)
    phones = chance.integers(0, PHONES, frames)
    return AlignedSpeech(cepstra=chance.normal(0, 5, (frames, DIMENSIONS)), senones=phones, codebooks=phones)


def unchanged(transform: MeanTransform) -> bool:
    return all(
        np.allclose(np.array(part.matrix), np.eye(DIMENSIONS)) and np.allclose(part.shift, 0)
        for part in transform.streams
    )


@pytest.mark.parametrize(
    ("cepstra", "slope", "bend"),
    [
        (np.full((9, DIMENSIONS), 7.0), 0.0, 0.0),
        (np.arange(9.0)[:, None] * np.ones(DIMENSIONS), 4.0, 0.0),
        (np.arange(9.0)[:, None] ** 2 * np.ones(DIMENSIONS), 32.0, 16.0),
    ],
    ids=["level", "rising", "bending"],
)
def test_features_in_the_middle_of_a_sentence(cepstra: Floats, slope: float, bend: float) -> None:
    """The slope of t² at 4 is 6² - 2² = 32; the slope's slope (7² - 3²) - (5² - 1²) = 16."""
    found = features(cepstra)
    assert found.shape == (STREAMS, 9, DIMENSIONS)
    assert np.allclose(found[0].mean(axis=0), 0)
    assert np.allclose(found[1, 4], slope)
    assert np.allclose(found[2, 4], bend)


def test_a_voice_that_differs_is_met() -> None:
    """The model's own means, turned into another voice, are found again from what that voice says."""
    other = np.random.default_rng(2)
    model, speech = invented_model(), speech_of(2000, 3)
    heard = features(speech.cepstra)
    matrix, shift = np.eye(DIMENSIONS) + other.normal(0, 0.02, (DIMENSIONS, DIMENSIONS)), other.normal(0, 1, DIMENSIONS)
    # A model whose densities the speech meets once the voice's transform is undone: those are its means.
    means = np.empty_like(model.means)
    for phone in range(PHONES):
        frames = np.flatnonzero(speech.codebooks == phone)[:DENSITIES]
        means[phone] = (heard[:, frames] - shift) @ np.linalg.inv(matrix).T
    model = AcousticModel(phones=model.phones, means=means, variances=model.variances * 100, weights=model.weights)
    transform = mean_transform(model, [speech])
    assert likelihood(model, speech, transform) > likelihood(model, speech)
    again = mean_transform(model, [speech], start=transform)
    assert likelihood(model, speech, again) > likelihood(model, speech, transform)


def test_who_says_nothing_changes_nothing() -> None:
    silent = speech_of(50, 4)
    silent = AlignedSpeech(cepstra=silent.cepstra, senones=silent.senones, codebooks=np.full(50, -1))
    assert unchanged(mean_transform(invented_model(), [silent]))


def test_a_frame_moves_less_than_a_hundred_sentences() -> None:
    model = invented_model()
    few, many = (mean_transform(model, [speech_of(frames, 5)]) for frames in (1, 5000))
    moved = [np.abs(np.array(each.streams[0].matrix) - np.eye(DIMENSIONS)).max() for each in (few, many)]
    assert 0 < moved[0] < moved[1]


def test_the_text_is_read_again() -> None:
    transform = mean_transform(invented_model(), [speech_of(500, 6)])
    text = transform_text(transform)
    assert text.split()[:3] == ["1", str(STREAMS), str(DIMENSIONS)]
    assert transform_text(read_transform(text)) == text


WELL = transform_text(mean_transform(invented_model(), [])).split()


@pytest.mark.parametrize(
    "words",
    [
        [],
        WELL[:-1],
        [*WELL, "1"],
        ["2", *WELL[1:]],
        ["1", "1", *WELL[2:]],
        [*WELL[:2], "12", *WELL[3:]],
        [*WELL[:9], "nan", *WELL[10:]],
        [*WELL[:9], "1e9", *WELL[10:]],
        [*WELL[:9], "x", *WELL[10:]],
        [*WELL[:-1], "2"],
    ],
    ids=["empty", "short", "long", "classes", "streams", "length", "nan", "huge", "word", "variance"],
)
def test_a_broken_text_is_refused(words: list[str]) -> None:
    with pytest.raises(ValueError, match=r"expected|could not convert"):
        read_transform(" ".join(words))
