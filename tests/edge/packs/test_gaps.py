"""What a pack leaves to English, and words that mean two requests."""

from pathlib import Path

import pytest

from access_chess.edge.packs.gaps import FILES, clashing_words, left_to_english
from access_chess.edge.packs.guides import unlike_english
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.speech.language.voice_pack import fallen_back
from tests.edge.packs.conftest import edit


def test_what_neither_a_pack_nor_its_base_has_is_english(folder: Path) -> None:
    edit(folder / "de" / "terminal.toml", "\nresign = ", "\n# resign = ")
    assert left_to_english("de", "terminal.toml", folder) == ("commands.resign",)
    assert left_to_english("fide", "terminal.toml", folder) == ("commands.resign",)
    assert left_to_english("en", "terminal.toml", folder) == ()


def test_a_file_that_is_not_there_is_wholly_english(folder: Path) -> None:
    (folder / "de" / "clock.toml").unlink()
    assert "commands.press" in left_to_english("de", "clock.toml", folder)


def test_units_of_time_without_a_name_of_their_own_are_no_gap() -> None:
    assert not [key for key in left_to_english("de", "terminal.toml") if key.startswith("units.")]


def test_words_for_two_requests_are_named(folder: Path) -> None:
    edit(folder / "de" / "terminal.toml", 'words = ["aufgeben"]', 'words = ["Remis"]')
    assert clashing_words("de", folder) == (("remis", ("offer_draw", "resign")),)


@pytest.mark.parametrize("pack", voice_pack_names())
def test_no_word_of_a_language_means_two_requests(pack: str) -> None:
    assert clashing_words(pack) == ()


@pytest.mark.parametrize("pack", voice_pack_names())
def test_every_language_is_whole(pack: str) -> None:
    """A sentence, a word to be typed or a text of a page is added to all packs at once."""
    assert fallen_back(load_voice_pack(pack)) == ()
    assert {file: left_to_english(pack, file) for file in FILES} == dict.fromkeys(FILES, ())
    assert unlike_english(pack) == ()
