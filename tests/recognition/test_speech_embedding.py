"""What a sound is like from moment to moment, beside what the original network makes of it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from access_chess.edge.recognisers.pocketsphinx import load_embedding
from access_chess.recognition.speech_embedding import MOMENT, SIZE, between, speech_embedding

#: What onnxruntime makes of it with openWakeWord's files, a twelfth of the first numbers of three moments.
ORIGINAL = {
    5: [-0.901, 1.465, 0.173, -0.957, 0.922, 1.340, 0.389, -0.925],
    6: [-0.653, 1.531, 0.154, -0.470, 0.980, 1.399, 0.421, -0.495],
    7: [-0.302, 1.755, -0.087, -0.543, 0.881, 1.642, 0.616, -0.250],
}


def rising(seconds: float = 1.0) -> NDArray[np.float64]:
    time = np.arange(int(16_000 * seconds)) / 16_000
    sound: NDArray[np.float64] = np.sin(2 * np.pi * (300 + 900 * time) * time) * (1 + np.sin(2 * np.pi * 4 * time))
    return sound


@pytest.mark.parametrize("moment", ORIGINAL)
def test_it_is_the_original_network(moment: int) -> None:
    found = load_embedding().moments(rising())[moment]
    np.testing.assert_allclose(found[:8], ORIGINAL[moment], atol=0.01)


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
