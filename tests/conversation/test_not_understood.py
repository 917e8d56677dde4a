"""What is not understood gets the nearest known word: never where a move is as near, and never carried out."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from access_chess.conversation.dialogue import after
from access_chess.conversation.not_understood import nearest
from access_chess.conversation.reading import AT_DESK, typed
from access_chess.conversation.state import CarryOut, Moment, NotUnderstood, Say
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.requests.table import is_known
from tests.conversation.golden_dialogues import Place

LANGUAGES = ("de", "en", "es", "et", "fide", "fr", "is", "mr", "pt", "ru", "sq", "sw")


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("boad", "board"),
        ("kinght f3", "knight f3"),
        ("nkight f3", "knight f3"),
        ("atackers e4", "attackers e4"),
        ("resing", "resign"),
        ("metarial", "material"),
        ("arbiter illegl 1 white", "arbiter illegal 1 white"),
    ],
)
def test_a_slip_of_the_keys_gets_the_word_that_was_meant(line: str, word: str) -> None:
    said = Place().type(line)
    assert said[0].endswith(f"Perhaps: {word}.")


@pytest.mark.parametrize("line", ["Nf33", "e44", "Nff3", "xyz", "qwertz uiop", "12345", "d", "weather today"])
def test_where_a_move_is_as_near_or_nothing_is_no_word_is_proposed(line: str) -> None:
    assert "Perhaps" not in " ".join(Place().type(line))


def test_only_what_can_be_asked_for_here_is_proposed() -> None:
    assert "Perhaps" not in " ".join(Place(profile=Profile.TOURNAMENT).type("hintt"))
    assert Place().type("hintt")[0].endswith("Perhaps: hint.")


def test_the_desk_proposes_rulings() -> None:
    place = Place()
    moment = Moment(game=place.game, language=place.language)
    _, steps = after(AT_DESK, typed("penalti white warning", AT_DESK, moment), moment)
    said = [step.part.text for step in steps if isinstance(step, Say)]
    assert said == ["I do not understand this. Perhaps: penalty white warning."]


@pytest.mark.parametrize("pack", LANGUAGES)
def test_every_language_proposes_words_of_its_own(pack: str) -> None:
    place = Place(voices=pack)
    own = place.language.words.own
    proposed = {
        nearest(f"{phrase[0]}{phrase[1:-1]}{phrase[-2]}{phrase[-1]}", place.dialogue.here, place.moment)
        for phrase in own
        if len(phrase) > 5 and " " not in phrase
    } - {None}
    assert len(proposed) > 10
    assert all(
        str(each).split()[0] in {word for phrase in own for word in phrase.split()} for each in proposed if each in own
    )


@settings(max_examples=200, deadline=None)
@given(st.text("abcdefghiklmnoprstuw 12345", min_size=1, max_size=14))
def test_a_word_that_is_proposed_is_not_carried_out_and_can_be_asked_for(line: str) -> None:
    place = Place(color=chess.WHITE)
    said = typed(line, place.dialogue, place.moment)
    if isinstance(said, NotUnderstood):
        _, steps = after(place.dialogue, said, place.moment)
        assert not [step for step in steps if isinstance(step, CarryOut)]
        word = nearest(line, place.dialogue.here, place.moment)
        if word is not None and (name := place.language.words.own.get(word)) is not None:
            assert is_known(name, place.dialogue.here)
            assert name is not RequestName.YES
