"""How letters of files and numbers of ranks go as a whole: what is seen of them, and how sure the network is."""

from functools import cache

import chess
import numpy as np
import pytest

from access_chess.edge.packs.lexicons import load_language
from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser, load_word_networks
from access_chess.listening import evidence
from access_chess.listening.evidence import Evidence
from access_chess.listening.lexicon import folded
from access_chess.listening.short_answers import Expected
from access_chess.recognition.answer_network import AnswerNetwork
from access_chess.recognition.square_names import COUNT, LEAST, SquareNames, respelt, seen_of_word
from tests.support.spoken import audio_of


def heard(text: str, tongue: str) -> Evidence:
    """By the recogniser at the start of a game."""
    return at_the_start().evidence(audio_of(text, tongue))


@cache
def at_the_start() -> PocketsphinxRecogniser:
    recogniser = PocketsphinxRecogniser()
    recogniser.expect(Expected(board=chess.Board(), commands=frozenset()))
    return recogniser


#: Sees a number for each output, and takes it for how sure it is.
PLAIN = AnswerNetwork(
    outputs={"a": 0, "b": 1, "one": COUNT, "uno": COUNT},
    weights=(np.eye(2 * COUNT, dtype=np.float32),),
    biases=(np.zeros(2 * COUNT, np.float32),),
)


def test_a_word_is_one_of_eight() -> None:
    """Whatever the others are like: "a" is no number."""
    names, seen = SquareNames(network=PLAIN), np.zeros(2 * COUNT, np.float32)
    seen[COUNT:] = 50
    assert names.fits("a", seen) == pytest.approx({"a": -np.log(COUNT), "b": -np.log(COUNT)}, abs=1e-5)
    seen[1] = 2
    assert names.fits("b", seen) == pytest.approx({"a": -2.66, "b": -0.66}, abs=1e-2)
    seen[1] = 20
    assert names.fits("b", seen) == pytest.approx({"a": LEAST, "b": 0}, abs=1e-5)
    assert names.fits("one", seen) == pytest.approx({"one": -np.log(COUNT), "uno": -np.log(COUNT)}, abs=1e-5)
    assert names.fits("anna", seen) == {}


def test_a_sentence_is_spelt_otherwise_the_likeliest_first() -> None:
    """And so far as that is not much less likely than what it is; other words stay."""
    fits = [{}, {"a": -1.0, "b": -0.5, "c": -9.0}, {"one": 0.0, "two": -3.0}]
    assert respelt(("knight", "a", "one"), fits) == [
        (("knight", "b", "one"), (-0.5, 0.0)),
        (("knight", "a", "one"), (-1.0, 0.0)),
        (("knight", "b", "two"), (-0.5, -3.0)),
        (("knight", "a", "two"), (-1.0, -3.0)),
    ]
    assert respelt(("knight", "c", "one"), fits)[0] == (("knight", "b", "one"), (-0.5, 0.0))
    assert respelt(("knight", "anna"), [{}, {}]) == [(("knight", "anna"), ())]


def test_a_word_is_seen_around_its_middle() -> None:
    moments, steps = np.arange(20, dtype=np.float32)[:, None], np.arange(80, dtype=np.float32)[:, None]
    seen = seen_of_word(moments, steps, 30, 50)  # steps, of which a moment has four
    np.testing.assert_allclose(seen[:6], [7.5, 8.5, 9.5, 10.5, 11.5, 12.5], atol=1e-5)
    np.testing.assert_allclose(seen[6:], [28, 32, 36, 40, 44, 48, 52, 0], atol=1e-5)
    assert seen_of_word(moments, steps, 0, 4)[:3].tolist() == [0, 0, 0]  # nothing is before the first
    assert seen_of_word(moments, steps, 30, 40)[-1] == pytest.approx(-np.log(2))


@pytest.mark.parametrize("tongue", ["de", "en"])
def test_the_network_knows_each_letter_and_each_number(tongue: str) -> None:
    outputs = load_word_networks().squares.network.outputs
    assert {outputs[f"{file}.{tongue}"] % COUNT for file in chess.FILE_NAMES} == {*range(COUNT)}
    for rank, ways in load_language(tongue).grammar.ranks.items():
        assert {outputs[folded(way)] % COUNT for way in ways} == {int(rank) - 1}


@pytest.mark.parametrize(
    ("text", "tongue", "count"),
    [("knight f three", "en", 2), ("e zwei e vier", "de", 4), ("springer gustav eins felix drei", "de", 2)],
)
def test_of_a_move_it_is_sure_of_each(text: str, tongue: str, count: int) -> None:
    best = heard(text, tongue).best
    assert best is not None
    assert len(best.names) == count
    assert min(best.names) > -1.0


def test_what_a_move_may_have_been_by_its_letters_are_other_legal_moves() -> None:
    """Of "d four" those whose letter is not much less like it, the likeliest first, and none in other words."""
    found = heard("d four", "en")
    assert found.best is not None
    others = [each.words for each in found.respelt]
    assert others and all(
        number == "four" and letter in {f"{file}.en" for file in "abcefgh"} for letter, number in others
    )
    totals = [each.as_spelt for each in (found.best, *found.respelt)]
    assert totals == sorted(totals, reverse=True)
    assert not any(found.best.meaning == each.meaning or not each.meaning.moves for each in found.respelt)


def test_a_square_that_its_letters_bring_to_the_front_is_looked_at_phone_by_phone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As one that was there before: whether it seems said decides whether it is taken."""
    monkeypatch.setattr(evidence, "NAMES", -100.0)  # the worse they go, the better
    best = heard("d four", "en").best
    assert best is not None
    assert best.words != ("d.en", "four")
    assert best.likeness is not None
