"""What a blind player hears through Orca and feels through BRLTTY in a terminal.

What is heard is kept in `tests/golden/screen_readers/`, and is what the program writes down of itself: each line of it
once and in its order, and the last one is what the display shows.
"""

import sys
from collections.abc import Callable

from tests.screen_readers.reading import Reader, golden, played
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


def test_a_tournament_game_with_a_claim(rig: Rig, read: Read) -> None:
    def scene() -> Reader:
        given = ("--white", "Anna", "--black", "Boris", "--event", "Open")
        reader = read("play", "--profile", "tournament", "--time", "90+30", *given, first="White to move.")
        for line, words in (
            ("g1f3", "Felix three"),
            ("", ""),
            ("g8f6", "Felix six"),
            ("", ""),
            ("threefold", "clock runs"),
        ):
            reader.answer(line, words)
            rig.until_felt(reader.said[-1])
        reader.leave()
        return reader

    reader = played(scene)
    assert reader.heard == reader.said == golden("tournament.en")


def test_a_screen_reader_that_runs_is_asked_about_once(rig: Rig, read: Read) -> None:
    def scene() -> Reader:
        reader = read("play", "--opponent", "human", first="Who shall speak?", has_sound=True)
        reader.answer("2", "White to move.")
        rig.until_felt(reader.said[-1])
        reader.leave()
        return reader

    reader = played(scene)
    assert reader.heard == reader.said == golden("speech.en")


def test_all_lines_of_the_help_are_heard(rig: Rig, read: Read) -> None:
    def scene() -> Reader:
        reader = read("play", "--opponent", "human", first="White to move.")
        reader.answer("?", "game, claims")
        rig.until_felt(reader.said[-1])
        reader.answer("? claims", "put right")
        rig.until_felt(reader.said[-1])
        reader.leave()
        return reader

    reader = played(scene)
    assert reader.heard == reader.said == golden("help.en")


def test_a_half_typed_move_survives_the_clock(rig: Rig, read: Read) -> None:
    reader = read("play", "--opponent", "human", "--time", "10:00", "--tell", "600/3", first="White to move.")
    rig.type("nf")
    rig.until_felt("seconds. nf")
    reader.answer("3", "Felix three")
    assert "knight Gustav one Felix three" in reader.said
    reader.leave()


def test_the_clock_is_set_by_ear(rig: Rig, read: Read) -> None:
    def scene() -> Reader:
        reader = read("clock", "--keys", "lines", "--tell", "silent", first="?")
        rig.until_felt(reader.said[-1])
        for line, words in (("1", "Right?"), ("yes", "starts White's clock")):
            reader.answer(line, words)
            rig.until_felt(reader.said[-1])
        reader.leave()
        return reader

    reader = played(scene)
    assert reader.heard == reader.said == golden("clock.en")
