"""A translation is found whose English has changed since it was made."""

from pathlib import Path

import pytest

from access_chess.edge.packs.translated_from import NOTES, changed_since, note_translated
from tests.edge.packs.conftest import edit

#: The files of packs that are as small as can be; `fide` has nothing of its own.
PACKS = {
    "en/phrases.toml": 'white = "White"\nmoves = {one = "{count} move", other = "{count} moves"}\n',
    "en/terminal.toml": '[commands]\nresign = {words = ["resign"], help = "resign: give up"}\n[answers]\nyes = ["y"]\n',
    "en/guide.toml": '[first-game]\ntitle = "The first game"\nparts = ["Type.", "Listen."]\n',
    "de/phrases.toml": 'white = "Weiß"\nmoves = {one = "{count} Zug", other = "{count} Züge"}\n',
    "de/terminal.toml": '[commands]\nresign = {words = ["aufgeben"], help = "aufgeben: verloren geben"}\n',
    "de/guide.toml": '[first-game]\ntitle = "Die erste Partie"\nparts = ["Tippen.", "Hören."]\n',
    "sq/phrases.toml": 'white = "I bardhi"\n',
    "sq/terminal.toml": '[commands]\nresign = {words = ["dorëzohem"], help = "dorëzohem: e humb lojën"}\n',
    "sq/guide.toml": '[first-game]\ntitle = "Loja e parë"\nparts = ["Shtypni.", "Dëgjoni."]\n',
} | {f"{pack}/pack.toml": "" for pack in ("en", "de", "sq", "fide")}


@pytest.fixture
def noted(tmp_path: Path) -> Path:
    """Packs of which all is noted."""
    for file, text in PACKS.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    for pack in ("de", "sq"):
        note_translated(pack, tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("phrases.toml", '"White"', '"The white one"', [("phrases.toml", "white")]),
        ("terminal.toml", "give up", "lose", [("terminal.toml", "commands.resign")]),
        ("terminal.toml", '["resign"]', '["resign", "enough"]', []),  # each language types words of its own
        ("guide.toml", "Type.", "Type a line.", [("guide.toml", "first-game.parts")]),
    ],
)
def test_what_english_says_otherwise_is_found(
    noted: Path, file: str, old: str, new: str, changed: list[tuple[str, str]]
) -> None:
    edit(noted / "en" / file, old, new)
    assert {pack: changed_since(pack, noted) for pack in ("de", "sq", "fide", "en")} == {
        "de": tuple(changed), "sq": tuple(changed), "fide": (), "en": (),
    }  # fmt: skip


def test_a_form_after_a_number_may_change_as_well(noted: Path) -> None:
    edit(noted / "en" / "phrases.toml", "{count} move", "only {count} move")
    assert changed_since("de", noted) == (("phrases.toml", "moves"),)
    assert changed_since("sq", noted) == ()  # which leaves it to English


def test_one_language_is_noted_and_the_others_wait(noted: Path) -> None:
    edit(noted / "en" / "phrases.toml", '"White"', '"The white one"')
    assert note_translated("sq", noted) == (("phrases.toml", "white"),)
    assert (changed_since("sq", noted), changed_since("de", noted)) == ((), (("phrases.toml", "white"),))
    assert note_translated("de", noted) == (("phrases.toml", "white"),)
    assert changed_since("de", noted) == ()
    assert "{" not in (noted / NOTES).read_text(encoding="utf-8")


def test_a_translation_of_which_nothing_is_noted_is_found(noted: Path) -> None:
    edit(noted / "sq" / "phrases.toml", "white", 'moves = {one = "{count} lëvizje", other = "{count} lëvizje"}\nwhite')
    edit(noted / "en" / "phrases.toml", "{count} move", "only {count} move")
    assert changed_since("sq", noted) == (("phrases.toml", "moves"),)
    assert note_translated("sq", noted) == (("phrases.toml", "moves"),)
    assert changed_since("de", noted) == (("phrases.toml", "moves"),)
