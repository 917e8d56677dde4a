"""What trusted corrections change: a word may sound like the one it was taken for."""

import pytest

from access_chess.listening.learning import Correction, confirmed, learns, nothing_learned, taught
from access_chess.listening.lexicon import Phones
from access_chess.profile import Profile
from tests.listening.lexicons import LEXICON


def sounds(word: str) -> set[Phones]:
    return set(LEXICON.phones[word])


@pytest.mark.parametrize(
    ("corrections", "word", "added"),
    [
        ((("drei", "vier"),), "vier", sounds("drei")),
        ((("drei", "vier"), ("drei", "zwei")), "zwei", sounds("drei")),
        ((("drei", "vier"), ("zwei", "vier")), "vier", sounds("drei") | sounds("zwei")),
        ((("a", "e"),), "e.de", sounds("a.de")),
        ((("a", "e"),), "e.en", sounds("a.en")),
        ((("drei", "e"),), "e.de", sounds("drei")),
        ((("drei", "vier"),), "drei", set()),
        ((("drei", "vier"), ("vier", "zwei")), "zwei", sounds("vier")),
        ((("blimp", "vier"),), "vier", set()),
    ],
    ids=[
        "one",
        "two words",
        "two sounds",
        "German letter",
        "English letter",
        "a word for a letter",
        "not back",
        "no chain",
        "unknown",
    ],
)
def test_the_meant_word_sounds_like_the_heard_one(
    corrections: tuple[Correction, ...], word: str, added: set[Phones]
) -> None:
    assert set(taught(LEXICON, corrections).phones[word]) == sounds(word) | added


def test_a_word_that_is_not_known_any_more_teaches_nothing() -> None:
    assert taught(LEXICON, [("drei", "blimp")]).phones == LEXICON.phones


def test_what_may_be_said_stays_the_same() -> None:
    lexicon = taught(LEXICON, [("drei", "vier")])
    assert (lexicon.ranks, lexicon.files, lexicon.commands) == (LEXICON.ranks, LEXICON.files, LEXICON.commands)
    assert lexicon.phones["vier"][: len(LEXICON.phones["vier"])] == LEXICON.phones["vier"]


def test_a_correction_counts_when_it_was_confirmed_often_enough_the_commonest_first() -> None:
    learned = nothing_learned("anna")
    for heard, meant in [("eva drei", "eva zwei")] * 3 + [("anna vier", "emma vier")] * 3:
        before, learned = learned, confirmed(learned, heard, meant)
    assert (before.trusted(), learned.trusted()) == ((("drei", "zwei"),), (("anna", "emma"), ("drei", "zwei")))
    learned = confirmed(learned, "eva drei", "eva zwei")
    assert (learned.user, learned.trusted()) == ("anna", (("drei", "zwei"), ("anna", "emma")))


def test_sentences_of_other_lengths_teach_nothing() -> None:
    assert confirmed(nothing_learned("anna"), "eva drei", "springer eva drei") == nothing_learned("anna")


@pytest.mark.parametrize("profile", Profile)
def test_12_3_a_in_a_tournament_nothing_is_learned_unless_the_arbiter_allows_it(profile: Profile) -> None:
    assert learns(profile) is (profile is not Profile.TOURNAMENT)
    assert learns(profile, arbiter_allows=True)
