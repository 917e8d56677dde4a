"""Words, their phones, and the sentences that tell what is wrong with a language."""

import pytest

from access_chess.edge.packs.lexicons import language_names, load_language
from access_chess.listening.lexicon import (
    LexiconError,
    distance,
    far_apart,
    folded,
    language,
    lexicon,
    sound_alikes,
    sound_alikes_of,
)
from tests.listening.lexicons import LEXICON


@pytest.mark.parametrize("name", language_names())
def test_no_language_has_words_that_sound_alike(name: str) -> None:
    assert sound_alikes_of(load_language(name)) == ()


def test_every_rank_and_file_has_a_name() -> None:
    assert set(LEXICON.files) == set(LEXICON.ranks) == set(range(8))


def test_umlauts_are_one_spelling() -> None:
    assert folded("Läufer") == "laeufer"


def test_words_with_a_common_pronunciation_sound_alike() -> None:
    phones = {"two": (("T", "UW"),), "to": (("T", "AH"), ("T", "UW")), "three": (("TH", "R", "IY"),)}
    assert sound_alikes(phones, phones) == (("to", "two"),)


def test_zwei_and_drei_are_too_near_for_a_question() -> None:
    assert not far_apart(("zwei", "drei"), LEXICON.phones)
    assert far_apart(("bella", "felix"), LEXICON.phones)


def test_distance_counts_changed_phones() -> None:
    assert distance(("B", "IY"), ("D", "IY")) == 0.5
    assert distance(("IY",), ("IY",)) == 0


def test_a_word_without_phones_is_told() -> None:
    with pytest.raises(LexiconError, match=r"have no pronunciation.*'otto'"):
        lexicon([language("xx", {"files": {"a": ["otto"]}}, {})])


def test_an_unknown_table_is_told() -> None:
    with pytest.raises(LexiconError, match="does not have the expected form"):
        language("xx", {"filez": {}}, {})
