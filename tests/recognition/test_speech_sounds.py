"""How like each letter and number a step of a sound is: beside what torch makes of it, and in the mouths of synthetic
voices.
"""

import chess
import numpy as np
import pytest

from access_chess.edge.recognisers.pocketsphinx import load_embedding, load_sounds, load_word_networks
from access_chess.recognition.square_names import COUNT, SIZE, arrays_of, speech_sounds
from tests.recognition.test_speech_embedding import rising
from tests.support.spoken import audio_of

#: What torch makes of a rising tone: eight numbers of three steps.
TORCH = {
    0: [0.463, 0.016, -0.495, -0.185, 0.551, -0.312, 0.471, -0.492],
    20: [2.019, -0.619, -1.073, -0.093, 0.616, 0.364, -0.221, -0.930],
    35: [0.909, -0.577, 0.242, -0.500, 0.592, -0.066, -0.522, -0.093],
}


@pytest.mark.parametrize("step", TORCH)
def test_it_is_the_network_that_was_taught(step: int) -> None:
    found = load_sounds().steps(load_embedding().frames(rising()))[step]
    np.testing.assert_allclose(found[:8], TORCH[step], atol=0.01)


@pytest.mark.parametrize("frames", [1, 2, 3, 40, 101])
def test_there_is_a_step_of_two_frames_however_short_the_sound(frames: int) -> None:
    assert load_sounds().steps(np.zeros((frames, 32), np.float32)).shape == ((frames + 1) // 2, SIZE)


def test_it_comes_out_of_its_file_as_it_went_in() -> None:
    one = load_sounds()
    again = speech_sounds(arrays_of(one))
    assert all(np.array_equal(*each) for each in zip(one.weights, again.weights, strict=True))
    assert all(np.array_equal(*each) for each in zip(one.biases, again.biases, strict=True))


def test_another_file_is_refused() -> None:
    with pytest.raises(KeyError):
        speech_sounds({"weights0": np.zeros((25, 16))})


@pytest.mark.parametrize(("text", "tongue"), [("c", "en"), ("f", "en"), ("h", "de"), ("a", "de")])
def test_a_letter_is_most_like_itself_somewhere(text: str, tongue: str) -> None:
    """Among the eight letters of its tongue, by espeak-ng."""
    outputs = load_word_networks().squares.network.outputs
    own = outputs[f"{text}.{tongue}"]
    first = own - own % COUNT
    sound = np.frombuffer(audio_of(text, tongue).get_raw_data(convert_rate=16_000), "<i2").astype(np.float64)
    letters = load_sounds().steps(load_embedding().frames(sound))[:, first : first + COUNT]
    assert letters.max(0).argmax() == own - first, chess.FILE_NAMES[letters.max(0).argmax()]
