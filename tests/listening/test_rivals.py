"""What else may have been said: the same form, another thing; or another move to a square."""

import pytest

from access_chess.listening.lexicon import Words
from access_chess.listening.rivals import moves_to_a_square, rivals, vocabularies, vocabulary
from tests.listening.lexicons import LEXICON

KNOWN = vocabularies(LEXICON)


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
        ("springer nach felix drei", "springer auf eva drei", True),
        ("springer nach felix drei", "springer schlaegt felix drei", False),
        ("springer zieht nach felix drei", "springer zieht nach eva drei", True),
        ("springer nach felix drei", "laeufer nach felix drei", True),
        ("springer nach felix drei", "nach felix drei", False),
        ("springer nach felix drei", "springer eva drei", False),
        ("e.de drei", "b.de drei", True),
        ("e.de drei", "bella drei", False),
        ("eva drei", "b.de drei", False),
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
    ("sentence", "rival", "is_one"),
    [
        ("felix fuenf", "felix two", True),
        ("felix fuenf", "felix five", False),
        ("felix fuenf", "felix zwei", True),
        ("springer felix drei", "rook eva two", True),
        ("springer felix drei", "knight felix three", False),
        ("springer felix drei", "knight eva drei", False),
        ("springer felix drei", "springer eva two", False),
        ("knight takes felix three", "turm schlaegt eva zwei", True),
        ("springer zieht nach felix drei", "knight to eva two", False),
        ("bravo five", "bella zwei", False),
        ("e.en five", "eva zwei", False),
        ("e.en five", "a.de zwei", False),
        ("springer schlaegt dame", "knight takes rook", False),
        ("kurze rochade", "castle long", False),
    ],
)
def test_where_the_files_are_named_so_in_another_tongue_rivals_are_said_in_either(
    sentence: str, rival: str, is_one: bool
) -> None:
    assert says(sentence, rival) is is_one


@pytest.mark.parametrize(
    ("sentence", "other", "is_one"),
    [
        ("david three", "king david three", True),
        ("david three", "queen takes anna eight", True),
        ("knight to eva four", "eva four", True),
        ("knight eva four", "knight eva four", True),
        ("eva four", "b.en four", False),
        ("b.en four", "eva four", False),
        ("david three", "dame david drei", False),
        ("david three", "david two david three", False),
        ("david two david three", "king david three", False),
        ("knight takes rook", "knight takes eva four", False),
    ],
)
def test_with_a_piece_or_without_it_may_be_another_move(sentence: str, other: str, is_one: bool) -> None:
    assert bool(moves_to_a_square(words(sentence), KNOWN).meanings(words(other))) is is_one


def test_of_one_tongue_there_is_one_vocabulary() -> None:
    german = LEXICON.tongues[0]
    assert vocabularies(german) == (vocabulary(german),)


@pytest.mark.parametrize("sentence", ["springer nach felix drei", "kurze rochade"])
def test_no_rival_is_likelier_than_another(sentence: str) -> None:
    assert {arc.chance for arc in rivals(words(sentence), KNOWN).arcs} == {1.0}


def test_no_state_of_a_castlings_graph_is_left_over() -> None:
    graph = rivals(words("kurze rochade"), KNOWN)
    assert {state for arc in graph.arcs for state in (arc.source, arc.target)} == set(range(graph.states))
