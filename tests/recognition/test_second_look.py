"""The verifier: what it sees of a sentence beside a sound, and whether it takes it for said."""

from functools import cache

import chess
import numpy as np
import pytest

from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser, load_word_networks
from access_chess.listening.evidence import Evidence
from access_chess.listening.short_answers import Awaited, Expected
from access_chess.profile import Profile
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.second_look import Compared, arrays_of, compared, verifier
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.table import said_in
from tests.support.spoken import audio_of
from tests.training import verifier_trainer
from tests.training.verifier_trainer import trained

COLUMNS = 7  # the pause, and three phones of two halves
WORD = [[(1, 2, 3, 4)]]


def heard(*columns: int) -> Floats:
    scores = np.full((len(columns), COLUMNS), -8.0, np.float32)
    scores[np.arange(len(columns)), columns] = 0
    return scores


def test_a_phone_is_seen_beside_what_was_heard_in_its_place() -> None:
    said, other = (compared(heard(*columns), WORD) for columns in ((0, 1, 2, 3, 4, 0), (0, 1, 2, 5, 6, 0)))
    assert said is not None and other is not None
    assert said.phones.shape == other.phones.shape == (2, 3 * 3 + 1 + 2 * COLUMNS + 7)
    np.testing.assert_array_equal(said.phones[0], other.phones[0])  # the first was said both times
    assert said.phones[1, -5:-1].tolist() == [0, 0, 0, 0]  # nothing fits better than the phone
    assert (other.phones[1, -5:-1] < 0).all()


def test_names_of_neighbours_are_seen() -> None:
    shown = compared(heard(1, 2, 3, 4), WORD)
    assert shown is not None
    own, before, after = (shown.phones[:, 3 * place : 3 * place + 3].tolist() for place in range(3))
    assert own == [[1, 0, 0], [0, 1, 0]]
    assert before == [[0, 0, 0], [1, 0, 0]]
    assert after == [[0, 1, 0], [0, 0, 0]]
    assert shown.phones[:, 9].tolist() == [1, 0]


def test_nothing_is_seen_of_a_sound_that_is_too_short() -> None:
    assert compared(heard(1, 2, 3), WORD) is None


def test_it_is_kept_as_arrays() -> None:
    network = load_word_networks().verifier
    kept = verifier(arrays_of(network))
    inputs, whole = network.weights[0].shape[0], network.weights[2].shape[0] - 3 * network.weights[1].shape[1]
    shown = Compared(phones=np.ones((3, inputs), np.float32), whole=np.ones(whole, np.float32))
    assert kept.likeness(shown) == pytest.approx(network.likeness(shown), abs=0.05)
    with pytest.raises(KeyError):
        verifier({"weights0": np.zeros((1, 1))})


def test_what_is_learned_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence one of whose phones is not there was not said."""
    monkeypatch.setattr(verifier_trainer, "STEPS", 200)
    chance = np.random.default_rng(3)

    def some(*, is_said: bool) -> Compared:
        phones = chance.normal(size=(int(chance.integers(2, 9)), 6)).astype(np.float32)
        phones[:, 0] = 0
        if not is_said:
            phones[chance.integers(len(phones)), 0] = -4
        return Compared(phones=phones, whole=np.zeros(2, np.float32))

    groups = [([some(is_said=is_said) for _ in range(300)], is_said) for is_said in (True, False)]
    network, again = (trained(groups, np.random.default_rng(4)) for _ in range(2))
    assert np.mean([(network.likeness(some(is_said=said)) > 0) == said for said in (True, False) * 50]) > 0.9
    np.testing.assert_array_equal(network.weights[0], again.weights[0])


@cache
def recogniser() -> PocketsphinxRecogniser:
    return PocketsphinxRecogniser()


def evidence(text: str, tongue: str) -> Evidence:
    """Of what is said while nothing was asked."""
    commands = said_in(Profile.PRACTICE) - {RequestName.YES, RequestName.NO, *NUMBERS}
    recogniser().expect(Expected(board=chess.Board(), commands=commands, awaited=Awaited(commands=commands)))
    return recogniser().evidence(audio_of(text, tongue))


@pytest.mark.parametrize(
    ("command", "other", "tongue"),
    [("help", "held", "en"), ("stop", "shop", "en"), ("whose turn", "wood stern", "en"), ("stopp", "kopf", "de")],
)
def test_a_command_is_told_from_words_that_are_like_it(command: str, other: str, tongue: str) -> None:
    said, like = (evidence(text, tongue).best for text in (command, other))
    assert said is not None and said.likeness is not None
    assert said.meaning.command is not None
    assert like is not None
    assert like.likeness is None or like.likeness < said.likeness - 1
