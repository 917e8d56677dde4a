"""`access-chess voices check` and `list`."""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.packs import voice_packs
from access_chess.edge.packs.clock_words import load_clock_words
from access_chess.edge.packs.lexicons import load_language, load_lexicon
from access_chess.edge.packs.translated_from import keys_of_english, left_to_english
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import VoicePackError, load_voice_pack, voice_pack_names
from access_chess.edge.storage.places import data_folder
from access_chess.edge.translating import examined
from access_chess.listening.lexicon import LexiconError, language
from access_chess.speech.language.durations import Counted
from access_chess.speech.language.voice_pack import VoicePack

CHECK = "access_chess.edge.translating"


def run(*arguments: str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(main, ["voices", *arguments])
    return result.exit_code, result.output.splitlines()


@pytest.mark.parametrize("name", voice_pack_names())
def test_nothing_is_wrong_with_a_pack_of_the_program(name: str) -> None:
    found = examined(name, load_voice_pack("en"))
    faults = [fault for fault in found.faults if "English" not in fault]  # test_gaps.py holds them whole
    assert faults == []
    if "REQUIRE_DICTIONARIES" in os.environ:  # with this variable a machine that lacks one fails
        assert [note for note in found.notes if "not looked at" in note] == []


def test_what_is_there_is_counted() -> None:
    status, lines = run("check", "en")
    assert (status, lines[0]) == (0, "en: complete.")
    assert lines[1].startswith(f"  Sentences: {len(load_voice_pack('en').phrases)}. Requests typed: ")
    assert lines[1].endswith(" Spoken moves: understood.")
    assert "  The names that sound most alike: Cesar and Eva; of their sounds differ 50%." in lines


def altered(monkeypatch: pytest.MonkeyPatch, name: str, **phrases: str | Counted) -> list[str]:
    """What is found where a pack has these phrases besides its own."""

    def loaded(asked: str) -> VoicePack:
        pack = load_voice_pack(asked)
        return msgspec.structs.replace(pack, phrases={**pack.phrases, **phrases}) if asked == name else pack

    monkeypatch.setattr(f"{CHECK}.load_voice_pack", loaded)
    return run("check", name)[1]


def test_what_is_said_in_english_or_has_changed_there_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def loaded(name: str) -> VoicePack:
        pack = load_voice_pack(name)
        return msgspec.structs.replace(pack, phrases={}) if name == "sq" else pack

    monkeypatch.setattr(f"{CHECK}.load_voice_pack", loaded)
    monkeypatch.setattr(f"{CHECK}.changed_since", lambda name: (("web.toml", "yes"),) if name == "sq" else ())
    status, lines = run("check", "sq", "de")
    assert status == 1
    assert lines[0] == "sq: not complete."
    assert "  web.toml, changed in English since it was translated: 1. yes" in lines
    assert re.fullmatch(r"  phrases.toml, still in English: \d+\. move_full, .* and \d+ more", lines[1])
    assert "de: complete." in lines


def test_a_form_of_plural_that_lacks_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = altered(monkeypatch, "ru", counted_pawn=Counted(one="{count} пешка", few="{count} пешки", other="пешек"))
    assert lines[0] == "ru: not complete."
    assert "  counted_pawn: after a number the language also needs the form many." in lines
    lines = altered(monkeypatch, "en", counted_pawn=Counted(one="one pawn", few="few pawns", other="{count} pawns"))
    assert lines[:2] == ["en: not complete.", "  counted_pawn: the language has no form few."]


def test_names_that_a_listener_takes_for_each_other_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = load_voice_pack("sq")
    pawn = msgspec.structs.replace(pack.names.pieces.pawn, spoken="mbreta")
    names = msgspec.structs.replace(pack.names, pieces=msgspec.structs.replace(pack.names.pieces, pawn=pawn))
    alike = msgspec.structs.replace(pack, names=names)
    monkeypatch.setattr(f"{CHECK}.load_voice_pack", lambda name: alike if name == "sq" else load_voice_pack(name))
    assert "  ushtari and mbreti are hard to tell apart by ear." in run("check", "sq")[1]


@pytest.mark.parametrize(
    ("name", "loads"),
    [("terminal.toml", load_typed_words), ("clock.toml", load_clock_words), ("grammar.toml", load_typed_words)],
)
@pytest.mark.parametrize("content", [b"[commands", b"\xff\xfe"])
def test_a_damaged_file_of_words_is_named(
    tmp_path: Path, name: str, loads: Callable[[str, Path], object], content: bytes
) -> None:
    for pack in ("en", "de"):
        shutil.copytree(data_folder("voices") / pack, tmp_path / pack)
    (tmp_path / "de" / name).write_bytes(content)
    with pytest.raises(VoicePackError, match=name):
        loads("de", tmp_path)


def test_a_damaged_language_is_named(tmp_path: Path) -> None:
    shutil.copytree(data_folder("voices") / "de", tmp_path / "de")
    (tmp_path / "de" / "grammar.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(LexiconError, match=r"grammar\.toml"):
        load_language("de", tmp_path)


def test_words_that_sound_alike_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    alike = language(
        "de",
        {"files": {"b": ["bella"], "d": ["della"]}, "ranks": {"2": ["zwei"], "3": ["bella"]}},
        {"bella": ["B EH L AH", "D EH L AH"], "della": ["D EH L AH"], "zwei": ["T S V AY"]},
    )
    monkeypatch.setattr(f"{CHECK}.load_language", lambda name: alike)
    status, lines = run("check", "de")
    assert (status, lines[0]) == (0, "de: complete.")
    assert "  Spoken, bella and della sound alike." in lines


def test_an_example_that_is_not_understood_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = {"example": [{"say": "eva vier", "move": "e2e4"}, {"say": "eva neun", "move": "e2e4"}]}
    monkeypatch.setattr(f"{CHECK}.load_examples", lambda name: examples)
    status, lines = run("check", "fide")
    assert status == 1
    assert lines[:2] == ["fide: not complete.", "  eva neun should mean moves e2e4, and means –."]


def test_a_word_without_pronunciation_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("fide", "de", "en"):
        shutil.copytree(data_folder("voices") / name, tmp_path / name)
    file = tmp_path / "de" / "grammar.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('"pferd"', '"otto"'), encoding="utf-8")
    monkeypatch.setattr(f"{CHECK}.load_lexicon", lambda names: load_lexicon(names, tmp_path))
    status, lines = run("check", "de")
    assert status == 1
    assert lines[:2] == ["de: not complete.", "  words have no pronunciation in any pronunciation.toml: 'otto'"]


def test_the_list_names_the_default() -> None:
    status, lines = run("list")
    assert status == 0
    assert "fide: FIDE names (German)" in lines
    assert "en: English (default)" in lines


def test_an_unknown_pack_is_bad_input() -> None:
    assert run("check", "xx")[0] == 2


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('king = "mbreti"', "", "object missing required field `king`."),
        ('knight = "kali"', 'knight = "mbreti"', "The name mbreti stands for more than one thing."),
    ],
)
def test_an_incomplete_pack_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, sentence: str
) -> None:
    for name in ("en", "sq"):
        shutil.copytree(data_folder("voices") / name, tmp_path / name)
    file = tmp_path / "sq" / "pack.toml"
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    monkeypatch.setattr(voice_packs, "data_folder", lambda _: tmp_path)
    status, lines = run("check")
    assert status == 1
    assert lines[0] == "en: complete."
    assert [line for line in lines if line.endswith(sentence)]
    assert "sq: not complete." in lines


def test_a_sentence_is_heard_in_all_its_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("say", "draw_offered", "--voices", "sq", "--no-sound") == (0, ["color ofron barazim."])
    status, forms = run("say", "counted_pawn", "--voices", "ru", "--no-sound")
    assert (status, len(forms), len(set(forms))) == (0, 4, 3)
    assert run("say", "draw_ofered", "--voices", "sq") == (2, ["Nuk ka fjali me emrin draw_ofered."])
    monkeypatch.delitem(load_voice_pack("sq").phrases, "draw_offered")
    assert run("say", "draw_offered", "--voices", "sq", "--no-sound") == (0, ["color offers a draw."])


def test_a_new_pack_is_begun_and_says_what_is_to_be_translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(data_folder("voices") / "en", tmp_path / "en")
    monkeypatch.setattr("access_chess.command_line.voices.data_folder", lambda _: tmp_path)
    status, lines = run("new", "it")
    assert status == 0
    assert f"{tmp_path / 'it' / 'phrases.toml'}: {len(load_voice_pack('en').phrases)}" in lines
    pack = load_voice_pack("it", tmp_path)
    assert (pack.title, pack.language, pack.phrases) == ("italiano", "it", {})
    assert left_to_english("it", "web.toml", tmp_path) == keys_of_english("web.toml")
    load_typed_words("it", tmp_path)
    load_clock_words("it", tmp_path)
    file = tmp_path / "it" / "phrases.toml"
    file.write_text(
        file.read_text(encoding="utf-8").replace('#~ white = "White"', 'white = "Bianco"'), encoding="utf-8"
    )
    voice_packs._loaded.cache_clear()
    assert load_voice_pack("it", tmp_path).phrases == {"white": "Bianco"}
    assert run("new", "it")[0] == 2
    assert run("new", "qq")[0] == 2


def test_what_has_changed_in_english_is_noted_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    new = {"sq": (("phrases.toml", "white"), ("web.toml", "yes"))}
    monkeypatch.setattr("access_chess.command_line.voices.note_translated", lambda name: new.get(name, ()))
    assert run("translated") == (0, ["sq, noted as translated: 2. white, yes"])
    assert run("translated", "is") == (0, [])
    assert run("translated", "xx")[0] == 2
