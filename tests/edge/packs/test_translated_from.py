"""A translation is found whose English has changed since it was made."""

import shutil
from pathlib import Path

import pytest

from access_chess.edge.packs.translated_from import NOTES, changed_since, note_translated
from access_chess.edge.storage.resources import data_folder
from tests.edge.packs.conftest import edit


@pytest.fixture
def noted(folder: Path) -> Path:
    """Packs of which all is noted."""
    shutil.copytree(data_folder("voices") / "sq", folder / "sq")
    for pack in ("de", "sq"):
        note_translated(pack, folder)
    return folder


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("phrases.toml", 'white = "White"', 'white = "The white one"', [("phrases.toml", "white")]),
        ("terminal.toml", 'help = "resign: ', 'help = "resign it: ', [("terminal.toml", "commands.resign")]),
        (
            "terminal.toml",
            "\nresign = {words = [",
            '\nresign = {words = ["enough", ',
            [],
        ),  # each language types words of its own
        ("guide.toml", "You talk with this", "You speak with this", [("guide.toml", "first-game.parts")]),
    ],
)
def test_what_english_says_otherwise_is_found(
    noted: Path, file: str, old: str, new: str, changed: list[tuple[str, str]]
) -> None:
    edit(noted / "en" / file, old, new)
    assert {pack: changed_since(pack, noted) for pack in ("de", "sq", "fide", "en")} == {
        "de": tuple(changed), "sq": tuple(changed), "fide": (), "en": (),
    }  # fmt: skip


def test_one_language_is_noted_and_the_others_wait(noted: Path) -> None:
    edit(noted / "en" / "phrases.toml", 'white = "White"', 'white = "The white one"')
    assert note_translated("sq", noted) == (("phrases.toml", "white"),)
    assert (changed_since("sq", noted), changed_since("de", noted)) == ((), (("phrases.toml", "white"),))
    assert note_translated("de", noted) == (("phrases.toml", "white"),)
    assert changed_since("de", noted) == ()
    assert "{" not in (noted / NOTES).read_text(encoding="utf-8")


def test_a_translation_of_which_nothing_is_noted_is_found(noted: Path) -> None:
    for pack in ("en", "de", "sq"):
        edit(noted / pack / "phrases.toml", "\nwhite = ", '\nred = "Red"\nwhite = ')
    assert note_translated("de", noted) == (("phrases.toml", "red"),)
    assert changed_since("sq", noted) == (("phrases.toml", "red"),)


def test_what_a_pack_leaves_to_english_has_not_changed(noted: Path) -> None:
    edit(noted / "sq" / "phrases.toml", "\nwhite = ", "\n# white = ")
    edit(noted / "en" / "phrases.toml", 'white = "White"', 'white = "The white one"')
    assert changed_since("sq", noted) == ()
