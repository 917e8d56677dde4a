"""The scales of a network: what they do, how they are learned, and their text."""

from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace

from access_chess.recognition.adaptation.recordings import FRAME, Spoken, sound_of
from access_chess.recognition.adaptation.scale_learning import Frames, in_rooms, learned_scales
from access_chess.recognition.adaptation.speaker_adaptation import UnitScales, fit, read_scales, scales_text
from access_chess.recognition.filterbank import Floats
from access_chess.recognition.phone_network import SILENCE, PhoneNetwork
from tests.training.trainer import share_right

PHONES = ("AA", "B", SILENCE)
OUTPUTS = 2 * len(PHONES) - 1
HIDDEN = 24
COUNT = 300


def frames() -> Frames:
    """Noise whose bands tell the half of the phone, a third of it "AA"; nobody says "B"."""
    chance = np.random.default_rng(1)
    halves = chance.integers(0, 3, COUNT)
    levels = chance.normal(0, 0.3, (COUNT, 32))
    levels[np.arange(COUNT), halves] += 1.0
    places = np.arange(COUNT)
    return Frames(
        levels=levels.astype(np.float16),
        room=np.zeros((COUNT, 32), np.float16),
        likelihoods=np.zeros((COUNT, 2), np.float16),
        first=places,
        last=places,
        halves=halves,
    )


def network() -> PhoneNetwork:
    """Of weights drawn by chance: each unit knows something, and together they know little."""
    chance = np.random.default_rng(2)
    sizes = (frames().seen(np.arange(1)).shape[1], HIDDEN, HIDDEN, OUTPUTS)
    shapes = list(pairwise(sizes))
    return PhoneNetwork(
        phones=PHONES,
        shares=np.full(OUTPUTS, 1 / OUTPUTS, np.float32),
        weights=tuple((chance.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32) for shape in shapes),
        biases=tuple(np.zeros(size, np.float32) for size in sizes[1:]),
    )


def shares(of: PhoneNetwork) -> Floats:
    """What it says of each frame, without how common a phone is."""
    powers = np.exp(of.outputs(frames().seen(np.arange(COUNT))))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def learned() -> UnitScales:
    return learned_scales(network(), frames(), np.random.default_rng(3))


def test_scales_of_one_change_nothing_and_others_do() -> None:
    ones = network().scaled([[1.0] * HIDDEN] * 2)
    assert np.array_equal(shares(ones), shares(network()))
    without = network().scaled([[0.0] * HIDDEN, [1.0] * HIDDEN])  # no unit of the first layer counts
    assert np.ptp(shares(without), axis=0).max() == 0


def test_what_was_said_is_known_better() -> None:
    own = network().scaled(learned().layers)
    assert share_right(own, frames()) > share_right(network(), frames()) + 0.1


def test_what_was_never_said_keeps_its_share() -> None:
    before, after = (shares(each)[:, 3:].sum(1).mean() for each in (network(), network().scaled(learned().layers)))
    assert float(after) == pytest.approx(float(before), rel=0.1)


def test_the_same_recordings_are_learned_alike() -> None:
    assert learned() == learned()


def test_scales_are_of_one_network() -> None:
    own, other = network(), replace(network(), biases=tuple(each + 1 for each in network().biases))
    assert fit(learned(), own)
    assert not fit(learned(), other)
    assert not fit(replace(learned(), layers=learned().layers[:1]), own)


def test_the_text_is_read_again() -> None:
    text = scales_text(learned())
    assert text.splitlines()[0] == f"network {network().mark}"
    assert scales_text(read_scales(text)) == text


@pytest.mark.parametrize(
    "text", ["", "network 12\n", "12\n1.0\n", "network 12\n2.1\n", "network 12\n-1\n", "network 12\nnan\n"]
)
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_scales(text)


def test_a_sentence_is_heard_in_rooms() -> None:
    tone = 9000 * np.sin(np.arange(40 * FRAME) / 8)
    spoken = Spoken(sound=sound_of(tone), phones=("AA",) * 40)
    heard = list(in_rooms([spoken, spoken], 2, np.random.default_rng(1)))
    assert len(heard) == 4
    assert len({samples.tobytes() for samples, _, _ in heard}) == 4
    assert all(abs(len(samples) - len(phones) * FRAME) <= FRAME for samples, _, phones in heard)
