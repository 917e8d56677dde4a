"""What the network is made of: sounds of words, recordings in rooms, frames and steps."""

import numpy as np
import pytest

from access_chess.edge.recognisers.pocketsphinx import load_likelihoods
from access_chess.recognition.adaptation.recordings import FRAME, Spoken, at_speed, in_some_room, sound_of
from access_chess.recognition.adaptation.scale_learning import Frames, as_recorded, frames_of, halved
from access_chess.recognition.filterbank import levels
from access_chess.recognition.network_inputs import seen, views
from access_chess.recognition.phone_network import SILENCE, places_of
from tests.training import trainer
from tests.training.ipa import pronunciations
from tests.training.recordings import bare_noise, in_a_row, joined, people_in_rooms, said_part
from tests.training.trainer import Source, Trainer, beginner, share_right

PHONES = ("AA", SILENCE)


def tone(hertz: float, frames: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return 9000 * np.sin(2 * np.pi * hertz * np.arange(frames * FRAME) / (100 * FRAME))


def spoken(hertz: float = 300.0, speaker: str = "one") -> Spoken:
    """A quarter of a second of a tone, with quiet on both sides."""
    quiet = np.zeros(10 * FRAME)
    phones = (SILENCE,) * 10 + ("AA",) * 25 + (SILENCE,) * 10
    return Spoken(sound=sound_of(np.concatenate([quiet, tone(hertz, 25), quiet])), phones=phones, speaker=speaker)


@pytest.mark.parametrize(
    ("ipa", "is_english", "sounds"),
    [
        ("f ˈy n f", False, ("F UW N F", "F IY N F")),
        ("d a s  t ˈiː ɾ", False, ("D AA S T IY R", "D AH S T IY AH")),
        ("w ˈɔː ɾ ɚ", True, ("W AO D ER", "W AO T ER")),
        ("ʁ e v ˈɛ j", False, ("R EY V EH Y", "HH EH V EH Y")),
        ("b iː", True, ("B IY",)),
        ("ǃ a", False, ()),
    ],
)
def test_the_sounds_of_a_word_are_phones_of_the_model(ipa: str, is_english: bool, sounds: tuple[str, ...]) -> None:
    assert tuple(" ".join(phones) for phones in pronunciations(ipa, is_english=is_english)) == sounds


def test_quiet_around_a_recording_is_cut_off() -> None:
    said = said_part(np.concatenate([np.zeros(80 * FRAME), tone(300, 30), np.zeros(80 * FRAME)]))
    assert said is not None
    assert len(said) == (30 + 2 * 4) * FRAME
    assert np.abs(said).max() == pytest.approx(0.5 * 32768)
    assert said_part(np.zeros(80 * FRAME)) is None
    assert said_part(tone(300, 5)) is None


def test_recordings_in_a_row_keep_their_phones() -> None:
    chance = np.random.default_rng(1)
    both = joined([spoken(), spoken(500)], chance)
    assert both.phones.count("AA") == 50
    assert len(both.samples) == len(both.phones) * FRAME
    loud = np.abs(both.samples).reshape(-1, FRAME).max(1) > 1000
    assert [phone == "AA" for phone in both.phones] == loud.tolist()


def test_what_is_faster_is_shorter_and_higher() -> None:
    slow, fast = spoken(), at_speed(spoken(), 1.25)
    assert fast.phones.count("AA") == pytest.approx(slow.phones.count("AA") / 1.25, abs=1)

    def pitch(each: Spoken) -> float:
        spectrum = np.abs(np.fft.rfft(each.samples))
        return float(spectrum.argmax() * 16_000 / len(each.samples))

    assert pitch(fast) == pytest.approx(1.25 * pitch(slow), rel=0.05)


def test_a_room_changes_the_sound_and_the_same_chance_makes_the_same_room() -> None:
    one, same = (in_some_room(spoken().samples, [spoken()], tone(200, 400), np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, spoken().samples / 32768)


def test_a_bare_noise_is_silence_to_the_network() -> None:
    noise = bare_noise(np.random.default_rng(2))
    assert set(noise.phones) == {SILENCE}
    assert np.abs(noise.samples).max() == pytest.approx(16_000, abs=1)


def frames(hertz: float = 300.0) -> Frames:
    return frames_of(as_recorded([spoken(hertz), spoken(hertz + 50)]), load_likelihoods(), PHONES)


def test_frames_show_the_network_what_it_will_see() -> None:
    logarithms, likelihoods = views(spoken().samples, load_likelihoods())
    own, alone = frames(), seen(np.arange(len(logarithms)), *levels(logarithms), likelihoods)
    shown = own.seen(np.arange(len(alone)))
    np.testing.assert_allclose(shown, alone, atol=0.02)
    assert own.last[0] == len(alone) - 1  # the second recording begins anew
    assert own.first[len(alone)] == len(alone)


def test_training_learns_and_the_same_seed_makes_the_same_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "HIDDEN", (60, 40, 40))

    def trained() -> Trainer:
        sources = [Source(frames=frames(), share=0.4), Source(frames=frames(400), share=0.6)]
        chance = np.random.default_rng(7)
        return Trainer(sources, beginner(sources, PHONES, chance), chance)

    before = share_right(trained().network(), frames())
    network, one, same = trained().run(20), trained().run(3), trained().run(3)
    assert share_right(network, frames()) > max(before, 0.9)
    assert all(np.array_equal(*pair) for pair in zip(one.weights, same.weights, strict=True))
    assert network.shares.sum() == pytest.approx(1)


def test_a_second_lesson_goes_on_from_the_network_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "HIDDEN", (60, 40, 40))
    sources, chance = [Source(frames=frames(), share=1.0)], np.random.default_rng(7)
    first = Trainer(sources, beginner(sources, PHONES, chance), chance).run(20)
    kept = [weights.copy() for weights in first.weights]
    second = Trainer(sources, first, chance, learning=0.0).run(1)
    assert share_right(second, frames()) == pytest.approx(share_right(first, frames()), abs=0.05)
    assert all(np.array_equal(*pair) for pair in zip(kept, first.weights, strict=True)), "the first is another's"
    assert not np.array_equal(first.weights[0], second.weights[0])


def test_a_phone_has_two_halves_and_silence_none() -> None:
    places = places_of(PHONES)
    said = (SILENCE, SILENCE, "AA", "AA", "AA", "ZZ", SILENCE)
    first, second = places["AA"]
    assert halved(said, places) == [0, 0, first, first, second, -1, 0]


def test_frames_in_a_row_stay_within_their_sounds() -> None:
    one = frames()
    both = in_a_row([one, one])
    places = np.arange(len(one.halves))
    np.testing.assert_array_equal(both.seen(places + len(places)), one.seen(places))
    np.testing.assert_array_equal(both.halves, np.tile(one.halves, 2))


def test_people_are_heard_once() -> None:
    recordings = [spoken(300), spoken(400), spoken(500, "two")]
    heard = list(people_in_rooms(recordings, tone(200, 400), np.random.default_rng(4)))
    said = sum(phones.count("AA") for _, _, phones in heard)
    assert said == pytest.approx(3 * 25, rel=0.15)  # slower and faster ones
