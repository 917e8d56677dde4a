"""The words of cases to rule on: whole in a language or not there, with the slots of the English ones."""

from pathlib import Path

import pytest

from access_chess.edge.packs.cases import FILE, has_cases, load_case_words, long_cases
from access_chess.edge.packs.voice_packs import VoicePackError, voice_pack_names
from tests.edge.packs.conftest import edit

PACKS = [pack for pack in voice_pack_names() if has_cases(pack)]


def test_seven_languages_have_them_and_fide_speaks_german() -> None:
    assert {"en", "de", "et", "is", "mr", "sq", "sw", "fide"} <= set(PACKS)
    assert load_case_words("fide").phrase("cases.draw").text == load_case_words("de").phrase("cases.draw").text


@pytest.mark.parametrize("pack", PACKS)
def test_no_sentence_is_too_long_for_the_ear(pack: str) -> None:
    assert load_case_words(pack).phrases["cases.draw"] and long_cases(pack) == ()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("wins = ", "winz = ", "lacking or unknown are wins, winz"),
        ('"{color} gewinnt."', '"Weiß gewinnt."', r"key wins: expected the slots \{color\}"),
        ('"{color} gewinnt."', '"{color gewinnt."', "key wins: its braces do not match"),
        ("wins = ", "wins ", "cases.toml"),
    ],
)
def test_words_that_do_not_fit_are_refused_with_their_key(folder: Path, old: str, new: str, fault: str) -> None:
    edit(folder / "de" / FILE, old, new)
    with pytest.raises(VoicePackError, match=fault):
        load_case_words("de", folder)


def test_a_language_without_them_says_so(folder: Path) -> None:
    (folder / "de" / FILE).unlink()
    assert not has_cases("de", folder) and not has_cases("fide", folder)
    with pytest.raises(VoicePackError, match=r"cases.toml: there is no such file"):
        load_case_words("de", folder)


def test_a_sentence_that_is_too_long_is_named(folder: Path) -> None:
    edit(folder / "en" / FILE, "The game is drawn.", "The game is drawn" + " and that is so" * 6 + ".")
    assert long_cases("en", folder) == ("draw",)
