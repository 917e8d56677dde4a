"""The texts of the pages: each is used, each that is used is there, and a slip in a pack is named."""

import re
from pathlib import Path

import pytest

from access_chess.edge.packs.texts import WEB, load_web_texts
from access_chess.edge.packs.translated_from import left_to_english
from access_chess.edge.packs.voice_packs import VoicePackError, voice_pack_names
from access_chess.hall.rules.orders import OrderState
from access_chess.hall.rules.view import PublicPhase
from access_chess.hall.web.pages.arbiter import FOR_WHOM
from access_chess.hall.web.visit import CHOICES

ROOM = Path(__file__).parents[3] / "access_chess" / "hall" / "web"


def test_every_text_is_on_a_page_and_every_page_has_its_texts() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in ROOM.rglob("*") if file.suffix in (".py", ".html"))
    texts = set(load_web_texts("en").texts)
    chosen = {f"{name}_{value}" for name, values in CHOICES.items() for value in values}
    chosen |= {f"settings_{name}" for name in CHOICES}
    chosen |= {f"watch_{phase.value}" for phase in PublicPhase if phase is not PublicPhase.FINISHED}
    chosen |= {f"role_{role.value}" for role in FOR_WHOM}
    chosen |= {f"order_{state.value}" for state in OrderState}
    chosen |= {f"key_{each}" for each in ("arrows", "digits", "pieces", "enter", "l", "i")}
    chosen |= {f"ask_{each}{help_}" for each in ("watched", "named") for help_ in ("", "_help")}
    chosen |= {"error_plain_http"}  # where the hall is opened
    named = set(re.findall(r'"([a-z]\w+)"', source))
    assert not texts - named - chosen
    assert not chosen - texts
    asked = set(re.findall(r'\bt\("(\w+)"', source)) | set(re.findall(r'\btext\("(\w+)"', source))
    asked |= set(re.findall(r'refused\(\d+, "(\w+)"', source))
    assert not {key for key in asked - texts if not key.endswith("_")}


@pytest.mark.parametrize("name", voice_pack_names())
def test_every_pack_has_pages_in_one_language(name: str) -> None:
    texts = load_web_texts(name)
    assert set(texts.texts) == set(load_web_texts("en").texts)
    assert texts.language == ("en" if len(left_to_english(name, WEB)) == len(texts.texts) else texts.language)


def test_german_is_whole_and_the_laws_names_are_in_ascii() -> None:
    assert left_to_english("de", WEB) == left_to_english("fide", WEB) == ()
    assert load_web_texts("de").text("white") == "Weiß"
    assert load_web_texts("fide").text("white") == "Weiss"
    assert "".join(load_web_texts("fide").texts.values()).isascii()


@pytest.mark.parametrize(
    ("name", "key", "said"),
    [
        ("en", "count_of_boards", {0: "0 boards", 1: "1 board", 2: "2 boards"}),
        ("en", "count_in_need", {0: "0 need you", 1: "1 needs you", 40: "40 need you"}),
        ("de", "count_of_boards", {1: "1 Brett", 2: "2 Bretter"}),
        (
            "fide",
            "boards_delay",
            {1: "Alles wird 1 Minute spaeter gezeigt.", 15: "Alles wird 15 Minuten spaeter gezeigt."},
        ),
    ],
)
def test_what_is_counted_has_the_form_that_goes_with_the_number(name: str, key: str, said: dict[int, str]) -> None:
    texts = load_web_texts(name)
    assert {count: texts.text(key, count=count) for count in said} == said


def test_a_script_gets_all_forms() -> None:
    """It chooses one by the browser's own plural rules, whose names are Unicode's too."""
    found = load_web_texts("en").for_script(("connected_again", "connected_again_with"))
    assert found["connected_again"] == "Connected again."
    assert found["connected_again_with"] == {
        "one": "Connected again. {count} thing happened:", "other": "Connected again. {count} things happened:"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('hal = "Halle"', "key hal: there is no such text"),
        ('games_line = "Partie"', "key games_line: its slots are not those"),
        ('closed = "mit --auf"', "key closed: its options are not those"),
        ("hall = 3", "web.toml: "),
        ('hall = {one = "Halle", other = "Hallen"}', "key hall: it goes by no number"),
        ('hall = {one = "Halle", eins = "Hallen"}', "key hall.one: there is no such text"),
    ],
)
def test_a_slip_is_named(tmp_path: Path, line: str, problem: str) -> None:
    for name, texts in (("en", 'hall = "hall"\ngames_line = "Game {number}"\nclosed = "with --open"\n'), ("de", line)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pack.toml").write_text(f'language = "{name}"\n', encoding="utf-8")
        (folder / "web.toml").write_text(texts, encoding="utf-8")
    with pytest.raises(VoicePackError, match=re.escape(problem)):
        load_web_texts("de", tmp_path)
