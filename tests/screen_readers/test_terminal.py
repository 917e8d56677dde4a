"""What a blind player hears through Orca and feels through BRLTTY in a terminal.

What is heard is kept in `tests/golden/screen_readers/`, and is what the program writes down of itself: each line of it
once and in its order, and the last one is what the display shows.
"""

import sys
from collections.abc import Callable

import pytest

from tests.screen_readers.reading import KEPT, Reader, golden, golden_file, played
from tests.screen_readers.rig import Rig
from tests.support.terminal_player import ROOT

Read = Callable[..., Reader]
ENGINE = f"{sys.executable} {ROOT}/tests/support/uci_stand_in.py"


def test_a_practice_game_is_heard_once_and_its_last_words_are_felt(rig: Rig, read: Read) -> None:
    def scene() -> Reader:
        reader = read("play", "--engine", ENGINE, first="White to move.")
        rig.until_felt("White to move.")
        said = len(reader.said)
        rig.type("e4\n")
        rig.until(lambda: len(reader.said) == said + 2)  # the move, and the engine's
        rig.until_heard(reader.said[-1])
        rig.until_felt(reader.said[-1])
        assert reader.not_finished == []
        for line in ("ke5", "ke5", "again"):
            reader.answer(line, "Not legal", by_letter=True)
            rig.until_felt(reader.said[-1])
        reader.leave()
        return reader

    reader = played(scene)
    assert reader.heard == reader.said == golden("practice.en")


NAMES = ("--white", "Anna", "--black", "Boris", "--event", "Open")
#: The golden file, how the program is begun, its first words, and what is typed, each with words of the answer.
SCENES = (
    (
        "tournament.en",
        ("play", "--profile", "tournament", "--time", "90+30", *NAMES),
        "White to move.",
        (("g1f3", "Felix three"), ("", ""), ("g8f6", "Felix six"), ("", ""), ("threefold", "clock runs")),
    ),
    ("speech.en", ("play", "--opponent", "human"), "Which should speak?", (("2", "White to move."),)),
    (
        "help.en",
        ("play", "--opponent", "human"),
        "White to move.",
        (("?", "game, claims"), ("? claims", "put right")),
    ),
    (
        "clock.en",
        ("clock", "--keys", "lines", "--tell", "silent"),
        "?",
        (("1", "Right?"), ("yes", "starts White's clock")),
    ),
    (
        "lesson.en",
        ("learn", "rook"),
        "a castle wall.",
        (
            ("", "does not jump."), ("", "Three moves are enough."), ("fish", "One move"), ("rook e5", "Not yet"),
            ("why", "its rank or its file"), ("rook d7", "two are left"), ("hint", "the same rank or file"),
            ("rook h7", "One is left"), ("rook h2", "Next?"), ("", "There are four."),
        ),
    ),
    (
        "exam.en",
        ("exam", "--count", "3", "--topic", "touch"),
        "Four: Nothing changes",
        (("2", "Next?"), ("", "Four: The king"), ("1", "Which article?"), ("5.2", "Next?")),
    ),
)  # fmt: skip


LEFT = {"learn": "Your stars are kept.", "exam": "Your progress is kept."}


@pytest.mark.parametrize(("name", "begun", "first", "answers"), SCENES, ids=[scene[0] for scene in SCENES])
def test_a_scene_is_heard_once_and_each_answer_is_felt(
    rig: Rig, read: Read, name: str, begun: tuple[str, ...], first: str, answers: tuple[tuple[str, str], ...]
) -> None:
    def scene() -> Reader:
        reader = read(*begun, first=first, has_sound=name == "speech.en")  # only who has sound is asked who shall speak
        rig.until_felt(reader.said[-1])
        for line, words in answers:
            reader.answer(line, words)
            rig.until_felt(reader.said[-1])
        reader.leave(LEFT.get(begun[0], KEPT))
        return reader

    reader = played(scene)
    assert reader.heard == reader.said == golden(name)


def test_the_laws_are_read_rule_by_rule_in_german(rig: Rig, read: Read) -> None:
    """They write no transcript: what is to be said is known."""

    def scene() -> Reader:
        reader = read("laws", "Rochade", first="überquert hat.", voices="de", transcript=golden_file("laws.de"))
        rig.until_felt("überquert hat.")
        for line, words in (("", "Mit einem Turm"), ("", "Der Turm darf"), ("nochmal", "Der Turm darf")):
            reader.answer(line, words)
            rig.until_felt(next(each for each in reader.said if words in each))
        return reader

    reader = played(scene)
    assert reader.heard == reader.said


def test_stars_are_felt_as_stars(rig: Rig, read: Read) -> None:
    reader = read("learn", "rook", "--form", "braille", first="a castle wall.")
    for line, words in (("", "jump."), ("", "enough."), ("Rd7", "left"), ("Rh7", "left"), ("Rh2", "Next?")):
        reader.answer(line, words)
    rig.until_was_felt("***")
    assert "***" in reader.said
    reader.leave(LEFT["learn"])


def test_a_half_typed_move_survives_the_clock(rig: Rig, read: Read) -> None:
    reader = read("play", "--opponent", "human", "--time", "10:00", "--tell", "600/3", first="White to move.")
    rig.type("nf")
    rig.until_felt("seconds. nf")
    reader.answer("3", "Felix three")
    assert "knight Gustav one Felix three" in reader.said
    reader.leave()
