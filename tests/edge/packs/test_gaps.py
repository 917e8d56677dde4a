"""What a pack leaves to English, and words that mean two requests."""

import tomllib
from pathlib import Path

import pytest

from access_chess.edge.packs.guides import unlike_english
from access_chess.edge.packs.translated_from import FILES, changed_since, clashing_words, left_to_english
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.edge.storage.places import data_folder
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
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
    edit(folder / "de" / "terminal.toml", 'words = ["aufgeben"', 'words = ["Remis"')
    assert clashing_words("de", folder) == (("remis", ("offer_draw", "resign")),)


@pytest.mark.parametrize("pack", voice_pack_names())
def test_no_word_of_a_language_means_two_requests(pack: str) -> None:
    assert clashing_words(pack) == ()


@pytest.mark.parametrize("pack", voice_pack_names())
def test_every_language_is_whole(pack: str) -> None:
    """A sentence, a word to be typed or a text of a page is added, or changed, in all packs at once.

    Of the guide, whole topics may be left to English but by German; it is said of each when it is heard.
    """
    assert fallen_back(load_voice_pack(pack)) == ()
    left = {file: left_to_english(pack, file) for file in FILES}
    for file in ("lessons.toml", "laws.toml", "cases.toml"):  # each whole or English, by tests of their own
        assert not left.pop(file) or pack not in ("en", "de", "et", "fide", "is", "mr", "sq", "sw")
    topics = left.pop("guide.toml")
    assert left == dict.fromkeys(left, ())
    assert not topics or pack not in ("en", "de")
    names = {key.partition(".")[0] for key in topics}
    assert {*topics} == {f"{name}.{part}" for name in names for part in ("title", "parts")}
    assert {*unlike_english(pack)} == names
    assert changed_since(pack) == (), f"translate it, and then: access-chess voices translated {pack}"


TERMS = sorted(file.parent.name for file in data_folder("voices").glob("*/terms.toml"))


@pytest.mark.parametrize("pack", TERMS)
def test_the_terms_that_were_chosen_are_those_that_are_said(pack: str) -> None:
    folder = data_folder("voices") / pack
    files = ("pack.toml", "phrases.toml", "terminal.toml", "guide.toml")
    said = "".join((folder / file).read_text(encoding="utf-8") for file in files).casefold()
    terms = tomllib.loads((folder / "terms.toml").read_text(encoding="utf-8"))
    assert len(terms) >= 32
    assert {name: entry["term"] for name, entry in terms.items() if entry["term"].casefold() not in said} == {}


#: A language's words for yes, no and the like, without the signs over its letters or in Latin ones.
WITHOUT_SIGNS = [
    ("es", RequestName.YES, "si"), ("fr", RequestName.DECLINE_DRAW, "refuser"), ("is", RequestName.YES, "ja"),
    ("pt", RequestName.NO, "nao"), ("et", RequestName.DECLINE_DRAW, "lukka tagasi"), ("sq", RequestName.YES, "po"),
    ("mr", RequestName.YES, "ho"), ("mr", RequestName.NO, "nahi"), ("mr", RequestName.RESIGN, "har"),
    ("ru", RequestName.YES, "da"), ("ru", RequestName.NO, "net"), ("ru", RequestName.RESIGN, "sdayus"),
]  # fmt: skip


@pytest.mark.parametrize(("pack", "name", "typed"), WITHOUT_SIGNS)
def test_words_are_understood_without_the_signs_of_a_language(pack: str, name: RequestName, typed: str) -> None:
    words = load_typed_words(pack)
    assert {**words.commands, **words.answers}[folded(typed)] is name
