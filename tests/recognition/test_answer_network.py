"""The network of answers: what it sees of a sound, and which of the answers it takes it for."""

from functools import cache

import chess
import numpy as np
import pytest

from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser, load_word_networks
from access_chess.listening.evidence import Evidence
from access_chess.listening.readings import SLOWEST
from access_chess.listening.short_answers import ANSWERS, Awaited, Expected
from access_chess.recognition.answer_network import MOMENTS, OTHER, PARTS, answer_network, arrays_of, seen_of
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.speech_embedding import MOMENT
from access_chess.requests.names import RequestName
from tests.support.spoken import audio_of
from tests.training import answer_trainer
from tests.training.answer_trainer import taught_further, trained

COLUMNS = 5


def sound(steps: int, quiet: int = 10) -> tuple[Floats, Floats]:
    """Halves of phones and moments; these have one number, which rises while something is said."""
    told = np.clip((np.arange(0, steps + 2 * quiet + MOMENT, MOMENT) - quiet) / steps, 0, 1)
    return halves(steps, quiet), told[:, None].astype(np.float32)


def halves(steps: int, quiet: int = 10) -> Floats:
    """Steps of which each half of a phone has as many, with quiet on both sides."""
    scores = np.full((steps + 2 * quiet, COLUMNS), -4.0, np.float32)
    scores[:quiet, 0] = scores[quiet + steps :, 0] = 2
    for step in range(steps):
        scores[quiet + step, 1 + step * (COLUMNS - 1) // steps] = 2
    return scores


def test_a_word_is_seen_alike_however_long_it_is_and_whatever_quiet_is_beside_it() -> None:
    slow, fast, beside = (seen_of(*each) for each in (sound(80), sound(40), sound(40, quiet=30)))
    assert slow is not None and fast is not None and beside is not None
    assert slow.shape == (PARTS * COLUMNS + MOMENTS + 1,)
    phones = np.delete(np.arange(len(fast)), PARTS * COLUMNS + np.arange(MOMENTS))
    np.testing.assert_array_equal(fast[phones], beside[phones])
    np.testing.assert_allclose(fast, beside, rtol=0, atol=1e-6)  # of the moments the places are rounded otherwise
    parts = slice(PARTS * COLUMNS)
    assert np.mean(np.abs(slow[parts] - fast[parts]) > 0.2) < 0.1  # but where one half becomes the next
    assert slow[-1] - fast[-1] == pytest.approx(np.log(82 / 42))


def test_moments_are_seen_around_the_middle_each_160_ms() -> None:
    shown = seen_of(*sound(80))
    assert shown is not None
    moments = shown[PARTS * COLUMNS : -1]
    np.testing.assert_allclose(moments, np.clip(0.5 + 8 / 80 * (np.arange(10) - 4.5), 0, 1), atol=0.02)


def test_of_hardly_anything_nothing_is_seen() -> None:
    assert seen_of(*sound(3)) is None
    assert seen_of(*sound(4)) is not None


def test_it_is_kept_as_arrays() -> None:
    network = load_word_networks().answers
    kept = answer_network(arrays_of(network))
    shown = np.zeros((1, network.weights[0].shape[0]), np.float32)
    assert kept.outputs == network.outputs
    np.testing.assert_allclose(kept.shares(shown), network.shares(shown), atol=0.01)
    with pytest.raises(KeyError):
        answer_network({"weights0": np.zeros((1, 1))})


def test_of_a_word_that_it_does_not_know_it_says_nothing() -> None:
    shown = np.zeros(load_word_networks().answers.weights[0].shape[0], np.float32)
    assert load_word_networks().answers.fit("bella", shown) is None
    assert (load_word_networks().answers.fit("drei", shown) or 0) < 0


def test_what_is_learned_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_trainer, "STEPS", 150)
    chance = np.random.default_rng(3)
    seen, said = chance.standard_normal((300, 8), np.float32), chance.integers(3, size=300)
    seen[np.arange(300), said] += 4
    groups = [(seen[:150], said[:150]), (seen[150:], said[150:])]
    network, again = (trained(groups, {"a": 1, "b": 2}, np.random.default_rng(4)) for _ in range(2))
    assert np.mean(network.shares(seen).argmax(1) == said) > 0.9
    np.testing.assert_array_equal(network.weights[0], again.weights[0])


def test_one_answer_is_taught_further_by_who_says_it_now() -> None:
    chance = np.random.default_rng(3)
    seen, said = chance.standard_normal((300, 8), np.float32), chance.integers(3, size=300)
    seen[np.arange(300), said] += 4
    network = trained([(seen, said)], {"a": 1, "b": 2}, np.random.default_rng(4), steps=150)
    strange = chance.standard_normal((60, 8), np.float32)  # somebody's "b" that is half an "a"
    strange[:, 1:3] += 3
    groups = [(seen, said), (strange, np.full(60, 2))]
    further = taught_further(network, groups, [2])
    right = [np.mean(each.shares(strange).argmax(1) == 2) for each in (network, further)]
    assert right[0] < 0.7 and right[1] > 0.9
    assert np.mean(further.shares(seen).argmax(1) == said) > 0.9
    for before, after in ((network.weights[-1], further.weights[-1]), (network.biases[-1], further.biases[-1])):
        np.testing.assert_array_equal(before[..., :2], after[..., :2])
        assert not np.array_equal(before[..., 2], after[..., 2])


@cache
def recogniser() -> PocketsphinxRecogniser:
    return PocketsphinxRecogniser()


def evidence(word: str, tongue: str) -> Evidence:
    """Where all answers may come, though no list of lessons is open."""
    answers = ANSWERS - {RequestName.THIS_LESSON}
    recogniser().expect(Expected(board=chess.Board(), commands=answers, awaited=Awaited(commands=answers)))
    return recogniser().evidence(audio_of(word, tongue))


@pytest.mark.parametrize(
    ("answer", "other", "tongue"),
    [
        ("drei", "frei", "de"),
        ("vier", "bier", "de"),
        ("zwei", "schwein", "de"),
        ("four", "door", "en"),
        ("two", "shoe", "en"),
        ("stopp", "stock", "de"),
        ("stop", "shop", "en"),
    ],
)
def test_an_answer_is_told_from_a_word_that_is_like_it(answer: str, other: str, tongue: str) -> None:
    of_answer, of_other = (evidence(word, tongue).as_whole for word in (answer, other))
    assert of_answer is not None and of_other is not None
    assert of_answer > of_other + 2


def test_what_is_too_long_for_an_answer_is_not_looked_at() -> None:
    found = evidence("springer gustav eins felix drei, dame david eins david drei", "de")
    assert found.seconds > SLOWEST
    assert found.answer is not None
    assert found.as_whole is None


def test_other_words_have_the_first_output() -> None:
    assert OTHER not in load_word_networks().answers.outputs.values()
