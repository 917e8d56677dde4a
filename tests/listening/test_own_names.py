"""Which words a player hardly says, after the moves that he said."""

import pytest

from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.listening.lexicon import words_of
from access_chess.listening.own_names import REMEMBERED, Habits, refused, understood, unusual_words

LEXICON = load_lexicon(("fide", "de", "en"))


def after(*said: str) -> Habits:
    habits = Habits()
    for sentence in said:
        habits = understood(habits, sentence)
    return habits


def test_of_a_stranger_nothing_is_expected() -> None:
    assert unusual_words(Habits(), LEXICON) == frozenset()


@pytest.mark.parametrize(
    ("said", "usual", "unusual"),
    [
        (("springer felix drei",), {"springer", "felix", "anna", "drei", "turm"}, {"knight", "three", "echo", "e.de"}),
        (("knight foxtrot three",), {"knight", "echo", "three", "rook"}, {"springer", "felix", "e.en", "drei"}),
        (("knight f three",), {"knight", "e.en", "three"}, {"springer", "felix", "echo", "e.de", "drei"}),
        (("knight felix three",), {"knight", "anna", "three"}, {"echo", "e.en", "drei", "springer"}),
        (("e vier",), {"e.de", "springer", "vier"}, {"e.en", "four", "felix", "echo"}),
        (("knight f three", "knight felix three"), {"e.en", "anna", "knight"}, {"echo", "e.de"}),
        (("springer felix drei", "knight felix three"), {"springer", "knight", "anna"}, {"echo", "e.de", "e.en"}),
        (("kurze rochade",), {"springer", "felix", "e.de"}, {"knight", "e.en"}),
    ],
)  # fmt: skip
def test_the_tongue_and_the_names_of_the_last_moves_are_usual(
    said: tuple[str, ...], usual: set[str], unusual: set[str]
) -> None:
    found = unusual_words(after(*said), LEXICON)
    assert unusual <= found
    assert not usual & found
    assert found <= words_of(LEXICON)


def test_commands_of_the_own_tongue_are_usual() -> None:
    assert not {"remis", "uhr"} & unusual_words(after("springer felix drei"), LEXICON)


def test_who_changes_his_mind_is_followed() -> None:
    changed = after("springer felix drei", *["knight f three"] * REMEMBERED)
    assert "springer" in unusual_words(changed, LEXICON)
    assert "knight" not in unusual_words(changed, LEXICON)


def test_two_refusals_open_all_words_until_the_next_move() -> None:
    habits = after("springer felix drei")
    once = refused(habits)
    assert unusual_words(once, LEXICON) == unusual_words(habits, LEXICON)
    assert unusual_words(refused(once), LEXICON) == frozenset()
    assert unusual_words(understood(refused(once), "knight f three"), LEXICON)
