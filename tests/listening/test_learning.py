"""What trusted corrections change: a word may sound like the one it was taken for."""

import chess
import pytest

from access_chess.listening.asked import HeardChoice, HeardMove
from access_chess.listening.learning import ALIKE, Correction, doubted, rivals, taught
from access_chess.listening.lexicon import Phones
from access_chess.listening.readings import Evidence, Hypothesis
from access_chess.listening.sentences import Meaning
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
        ((("drei", "vier"),), "drei", set()),
        ((("drei", "vier"), ("vier", "zwei")), "zwei", sounds("vier")),
        ((("blimp", "vier"),), "vier", set()),
    ],
    ids=["one", "two words", "two sounds", "German letter", "English letter", "not back", "no chain", "unknown"],
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


E3, E4, D3, D4 = (chess.Move.from_uci(move) for move in ("e2e3", "e2e4", "d2d3", "d2d4"))
CONFUSED = (("drei", "vier"), ("david", "eva"))


@pytest.mark.parametrize(
    ("heard", "move", "others"),
    [
        ("eva vier", E4, {E3, D4}),
        ("eva drei", E3, {E4, D3}),
        ("david drei", D3, {D4, E3}),
        ("bauer eva zwei eva vier", E4, {E3}),
        ("springer felix drei", chess.Move.from_uci("g1f3"), set()),
        ("gustav eins", chess.Move.from_uci("g2g4"), set()),
    ],
    ids=["meant", "heard", "both", "long", "no such move", "no such word"],
)
def test_what_else_was_perhaps_said(heard: str, move: chess.Move, others: set[chess.Move]) -> None:
    asked = HeardMove(move=move, confidence=0.9, heard=heard)
    assert set(rivals(asked, chess.Board(), LEXICON, CONFUSED)) == others


def hypothesis(score: float, *moves: chess.Move) -> Hypothesis:
    return Hypothesis(words=("eva",), score=score, meaning=Meaning(moves=moves))


@pytest.mark.parametrize(
    ("second", "is_doubted"),
    [
        (hypothesis(-100, E4), True),
        (hypothesis(-100 - ALIKE / 2, E4), True),
        (hypothesis(-100 - ALIKE, E4), False),
        (hypothesis(-100, D3), False),
        (None, False),
    ],
    ids=["as near", "near", "far", "no rival", "none"],
)
def test_only_what_sounds_alike_is_doubted(second: Hypothesis | None, is_doubted: bool) -> None:
    asked = HeardMove(move=E3, confidence=0.9, heard="eva drei")
    evidence = Evidence(seconds=1, position=hypothesis(-100, E3), second=second)
    expected = HeardChoice(moves=(E3, E4), confidence=0.9, heard="eva drei") if is_doubted else asked
    assert doubted(asked, (E4,), evidence) == expected
