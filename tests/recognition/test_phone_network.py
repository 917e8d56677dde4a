"""The network as values, what it is shown of a sound, and the halves of phones that it scores with the model."""

import numpy as np
import pytest
from numpy.typing import NDArray

from access_chess.edge.recognisers.pocketsphinx import installed_model, installed_states, load_likelihoods, load_network
from access_chess.recognition.adaptation.acoustic_model import ModelError
from access_chess.recognition.adaptation.mllr import features
from access_chess.recognition.context_states import context_states
from access_chess.recognition.filterbank import Floats, levels, peak_of
from access_chess.recognition.front_end import cepstra_of, powers
from access_chess.recognition.loudness import voiced
from access_chess.recognition.network_inputs import seen, views
from access_chess.recognition.phone_network import SILENCE, arrays_of, phone_network
from access_chess.recognition.phone_recogniser import PhoneRecogniser
from access_chess.recognition.phone_search import Found
from access_chess.recognition.units import Scores, units
from tests.listening.lexicons import LEXICON, said

SOUND = np.random.default_rng(2).integers(-9000, 9000, 16_000).astype("<i2")
SAMPLES = SOUND.astype(np.float64)


def shown_of(samples: NDArray[np.float64]) -> Floats:
    """What the network sees of all frames of a sound."""
    logarithms, likelihoods = views(samples, load_likelihoods())
    return seen(np.arange(len(logarithms)), *levels(logarithms), likelihoods)


def best_of(recogniser: PhoneRecogniser, scores: Scores) -> list[Found | None]:
    """The best sentence for both that hear, and for each alone."""
    searches = recogniser.searches()
    searches.follow(scores)
    return [searches.sentences.best(lane) for lane in range(len(scores))]


def test_a_network_is_kept_as_arrays() -> None:
    network = load_network()
    kept, shown = phone_network(arrays_of(network)), shown_of(SAMPLES)
    assert kept.phones == network.phones
    assert shown.shape[1] == kept.weights[0].shape[0]
    np.testing.assert_allclose(kept.scores(shown), network.scores(shown), atol=0.01)
    with pytest.raises(KeyError):
        phone_network({})


def test_what_is_seen_does_not_depend_on_how_loud_it_is() -> None:
    np.testing.assert_allclose(shown_of(SAMPLES), shown_of(SAMPLES / 10), rtol=1e-3, atol=1e-2)


def test_each_frame_is_shared_among_the_phones() -> None:
    shares = np.exp(load_likelihoods().of(SAMPLES))
    np.testing.assert_allclose(shares.sum(1), 1, atol=1e-3)


def test_a_phone_has_other_states_between_other_neighbours() -> None:
    states = installed_states()
    (_, after_b), (_, after_s) = states.of(("B", "IY")), states.of(("S", "IY"))
    alone = states.alone[states.phones.index("IY")]
    assert len({after_b, after_s, tuple(int(state) for state in alone)}) == 3
    assert {int(states.codebooks[state]) for state in (*after_b, *after_s)} == {states.phones.index("IY")}
    with pytest.raises(ValueError, match="not in tuple"):
        states.of(("XX",))


def test_a_definition_that_is_broken_says_so() -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        context_states(b"BMDF" + bytes(20))


def test_words_are_halves_of_phones() -> None:
    found = units({"eins": (("AY", "N", "S"), ("AY", "ZH"))}, installed_states(), load_network())
    assert [len(sounds) for sounds in found.links["eins"]] == [6]  # the network does not know ZH
    assert found.columns[found.silence] == load_network().places[SILENCE][0]


def test_a_search_needs_sentences() -> None:
    recogniser = PhoneRecogniser(load_network(), load_likelihoods(), installed_states(), LEXICON)
    scores = recogniser.scores(SOUND.tobytes())
    assert recogniser.fits([("anna",)], scores).sentences[0] is not None
    with pytest.raises(ValueError, match="must be known"):
        recogniser.searches()
    recogniser.expect(said().graph)
    for found in best_of(recogniser, scores):
        assert found is not None
        assert said().meaning(found[0]) is not None


def test_a_sentence_fits_as_well_as_the_search_says_that_finds_it_and_bare_phones_fit_better() -> None:
    recogniser = PhoneRecogniser(load_network(), load_likelihoods(), installed_states(), LEXICON)
    scores = recogniser.scores(SOUND.tobytes())
    recogniser.expect(said().graph)
    found = [each for each in best_of(recogniser, scores) if each is not None]
    fits = recogniser.fits([words for words, _ in found], scores)
    for lane, ((_, score), fit) in enumerate(zip(found, fits.sentences, strict=True)):
        assert fit is not None
        assert score <= fit[lane] + 0.1  # the graph's chances cost
        assert fits.loop[lane] > fit[lane] - 0.1


def test_the_model_is_read_from_its_files() -> None:
    assert installed_model().phones == installed_states().phones


def test_states_are_the_same_however_long_the_sound_is_at_once() -> None:
    """A sound is looked at some frames at a time; none is lost or counted twice at the seams."""
    model = load_likelihoods()
    senones, codebooks = np.array([0, 200, 5000]), installed_states().codebooks[[0, 200, 5000]]
    observed = features(cepstra_of(powers(SAMPLES, peak_of(SAMPLES))))
    phones, states = model.with_states(observed, model.asked(senones, codebooks))
    assert np.array_equal(phones, model.of(SAMPLES))
    assert states.shape == (len(phones), 3)
    alone = [model.with_states(observed, model.asked(senones[[one]], codebooks[[one]]))[1] for one in range(3)]
    np.testing.assert_allclose(states, np.concatenate(alone, 1), rtol=1e-4)


RATE = 16_000
MOMENTS = np.arange(RATE)


@pytest.mark.parametrize(
    ("samples", "least", "most"),
    [
        (8000 * np.sin(2 * np.pi * 120 * MOMENTS / RATE), 0.9, 1.0),
        (8000 * (MOMENTS % 80 < 8), 0.9, 1.0),
        (np.random.default_rng(1).standard_normal(RATE) * 4000, 0.0, 0.4),
        (np.zeros(RATE), 0.0, 0.0),
        (np.zeros(3), 0.0, 0.0),
    ],
    ids=["a low tone", "pulses of 200 hertz", "noise", "nothing", "hardly a moment"],
)
def test_what_has_a_pitch_is_voiced(samples: np.ndarray, least: float, most: float) -> None:
    assert least <= voiced(samples.astype("<i2").tobytes()) <= most
