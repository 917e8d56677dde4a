"""What a sound is like from moment to moment, beside what the original network and torch make of it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from access_chess.edge.recognisers.pocketsphinx import load_embedding
from access_chess.recognition.speech_embedding import MOMENT, SIZE, between, speech_embedding

#: What onnxruntime makes of 76 of its frames with openWakeWord's file, after the third pooling: eight channels of two
#: places in time and band.
ORIGINAL = {
    (3, 1): [3.579, 2.962, 2.797, 0.095, 0.003, 2.971, -0.290, 4.382],
    (10, 2): [3.145, 3.244, 2.355, 0.567, -0.110, 2.603, 0.079, 2.213],
}
#: What torch makes of it with the upper layers as they were taught: eight numbers of three moments.
TAUGHT = {
    5: [0.343, -0.202, -0.817, 0.353, -0.513, 1.259, 0.063, -0.444],
    6: [0.151, -0.075, -0.716, 0.557, -0.457, 0.767, 0.162, -0.263],
    7: [0.329, 0.122, -0.894, 0.646, -0.551, 0.389, 0.489, -0.090],
}


def rising(seconds: float = 1.0) -> NDArray[np.float64]:
    time = np.arange(int(16_000 * seconds)) / 16_000
    sound: NDArray[np.float64] = np.sin(2 * np.pi * (300 + 900 * time) * time) * (1 + np.sin(2 * np.pi * 4 * time))
    return sound


@pytest.mark.parametrize("place", ORIGINAL)
def test_below_it_is_the_original_network(place: tuple[int, int]) -> None:
    embedding = load_embedding()
    found = embedding.lower(embedding.frames(rising())[10:86])[place]
    np.testing.assert_allclose(found[:8], ORIGINAL[place], atol=0.02)


@pytest.mark.parametrize("moment", TAUGHT)
def test_above_it_is_what_was_taught(moment: int) -> None:
    found = load_embedding().moments(rising())[moment]
    np.testing.assert_allclose(found[:8], TAUGHT[moment], atol=0.01)


def test_there_is_a_moment_every_eighty_milliseconds_however_short_the_sound() -> None:
    for seconds in (0.05, 0.5, 1.0):
        moments = load_embedding().moments(rising(seconds))
        assert moments.shape[1] == SIZE
        assert 0 <= (len(moments) - 1) - seconds / (MOMENT * 0.020) < 1.5


def test_loudness_tells_nothing() -> None:
    loud, soft = (load_embedding().moments(rising() * factor) for factor in (10_000, 50))
    np.testing.assert_allclose(loud, soft, atol=1e-3)


def test_silence_is_a_sound_too() -> None:
    assert np.isfinite(load_embedding().moments(np.zeros(8000))).all()


@pytest.mark.parametrize(("place", "found"), [(0.0, 0.0), (0.25, 2.5), (1.0, 10.0), (-1.0, 0.0), (9.0, 10.0)])
def test_between_two_moments_it_is_like_both(place: float, found: float) -> None:
    moments = np.array([[0.0], [10.0]], np.float32)
    assert between(moments, np.array([place]))[0, 0] == found
    assert between(moments[:1], np.array([place]))[0, 0] == 0.0


def test_another_file_is_refused() -> None:
    with pytest.raises(KeyError):
        speech_embedding({"bands": np.zeros((257, 32))})
