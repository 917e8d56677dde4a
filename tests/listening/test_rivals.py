"""What else may have been said: the same form, another thing."""

from dataclasses import replace

import pytest

from access_chess.listening.lexicon import Words
from access_chess.listening.rivals import rivals, vocabularies, vocabulary, vocabulary_of
from tests.listening.lexicons import LEXICON

KNOWN = vocabulary(LEXICON)


def says(sentence: str, rival: str) -> bool:
    return bool(rivals(words(sentence), KNOWN).meanings(words(rival)))


def words(sentence: str) -> Words:
    return tuple(sentence.split())


@pytest.mark.parametrize(
    ("sentence", "rival", "is_one"),
    [
        ("springer felix drei", "springer felix drei", False),
        ("springer felix drei", "springer felix vier", True),
        ("springer felix drei", "laeufer felix drei", True),
        ("springer felix drei", "laeufer anna acht", True),
        ("springer felix drei", "felix drei", False),
        ("springer nach felix drei", "springer nach eva drei", True),
        ("springer nach felix drei", "laeufer nach felix drei", True),
        ("springer nach felix drei", "nach felix drei", False),
        ("springer nach felix drei", "springer eva drei", False),
        ("felix", "eva", True),
        ("felix", "felix", False),
        ("kurze rochade", "lange rochade", True),
        ("kurze rochade", "rochade kurz", False),
        ("nach", "nach", False),
    ],
)
def test_the_rivals_of_a_sentence(sentence: str, rival: str, is_one: bool) -> None:
    assert says(sentence, rival) is is_one


def test_the_same_thing_in_another_tongue_is_no_rival() -> None:
    for same in LEXICON.ranks[2]:
        assert not rivals(("eva", "drei"), KNOWN).meanings(("eva", *same))


@pytest.mark.parametrize(
    ("sentence", "own", "foreign"),
    [
        ("springer felix drei", "laeufer eva zwei", "knight eva two"),
        ("knight felix three", "rook eva two", "turm eva zwei"),
    ],
)
def test_the_rivals_are_said_in_the_tongue_of_the_sentence(sentence: str, own: str, foreign: str) -> None:
    graph = rivals(words(sentence), vocabulary_of(words(sentence), vocabularies(LEXICON)))
    assert graph.meanings(words(own))
    assert not graph.meanings(words(foreign))


def test_of_one_tongue_there_is_one_vocabulary() -> None:
    assert vocabularies(replace(LEXICON, tongues=())) == (vocabulary(LEXICON),)


@pytest.mark.parametrize("sentence", ["springer nach felix drei", "kurze rochade"])
def test_no_rival_is_likelier_than_another(sentence: str) -> None:
    assert {arc.chance for arc in rivals(words(sentence), KNOWN).arcs} == {1.0}


def test_no_state_of_a_castlings_graph_is_left_over() -> None:
    graph = rivals(words("kurze rochade"), KNOWN)
    assert {state for arc in graph.arcs for state in (arc.source, arc.target)} == set(range(graph.states))
