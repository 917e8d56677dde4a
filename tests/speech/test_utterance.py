"""An utterance is read as its parts one after the other."""

import doctest

from access_chess.speech import utterance
from access_chess.speech.utterance import Utterance, spoken_part


def test_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(utterance).failed == 0


def test_what_is_read_and_what_is_spoken_are_apart() -> None:
    part = spoken_part("Bauer Eva vier schlaegt", language="de", spoken="Bauer Eva vier schlägt")
    said = Utterance(parts=(part, spoken_part("check", language="en")))
    assert said.text == "Bauer Eva vier schlaegt check"
    assert [part.spoken for part in said.parts] == ["Bauer Eva vier schlägt", "check"]
