"""Words of packs, looked up in the dictionaries of hunspell and aspell; `test_voices.py` does it for all of them."""

import os
import shutil
import tomllib
from pathlib import Path

import pytest

from access_chess.edge.packs.dictionaries import (
    DICTIONARIES,
    Dictionary,
    NoDictionaryError,
    listed_words,
    misspelt,
    words_of,
)
from access_chess.edge.storage.places import data_folder
from tests.support.programs_of_others import leave_out


def looked_up(pack: str, folder: Path | None = None) -> tuple[str, ...]:
    try:
        return misspelt(pack, folder)
    except NoDictionaryError as error:
        leave_out(f"a dictionary is not here: {error}", "REQUIRE_DICTIONARIES")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for pack in ("en", "sq"):
        shutil.copytree(data_folder("voices") / pack, tmp_path / pack)
    shutil.copy(data_folder("voices") / "words.toml", tmp_path)
    return tmp_path


def append(file: Path, line: str) -> None:
    file.write_text(f"{line}\n{file.read_text(encoding='utf-8')}", encoding="utf-8")


def test_a_slip_is_found_in_a_sentence_in_help_and_on_a_page(folder: Path) -> None:
    append(folder / "sq" / "phrases.toml", 'new = "Barazzim, `barrazim`, {color}i."')
    append(folder / "sq" / "web.toml", 'new = "Lëvizzja e4"')
    terminal = folder / "sq" / "terminal.toml"
    terminal.write_text(terminal.read_text(encoding="utf-8").replace('help = "', 'help = "ndihmma '), encoding="utf-8")
    assert looked_up("sq", folder) == ("Barazzim", "Lëvizzja", "ndihmma")


def test_what_stands_on_the_list_with_its_reason_is_right(folder: Path) -> None:
    append(folder / "sq" / "phrases.toml", 'new = "Barazzim"')
    append(folder / "sq" / "words.toml", 'more = ["Barazzim"]')
    assert looked_up("sq", folder) == ()


@pytest.mark.parametrize("pack", sorted(DICTIONARIES))
def test_a_list_has_no_word_that_nobody_says_any_more(pack: str) -> None:
    listed = tomllib.loads((data_folder("voices") / pack / "words.toml").read_text(encoding="utf-8"))
    said = {word.casefold() for word in words_of(pack)}
    assert [word for words in listed.values() for word in words if word.casefold() not in said] == []


def test_what_is_typed_is_known_by_what_the_pack_takes() -> None:
    assert "kohtunik" in listed_words("et")
    assert "kohtunik" not in words_of("sq")


def test_a_dictionary_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    without_words = tmp_path / "hunspell"
    without_words.write_text("#!/bin/sh\nexit 1\n")
    without_words.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    for program, packages in (("hunspell-of-nobody", "hunspell-of-nobody, hunspell-xx"), ("hunspell", "hunspell-xx")):
        none = Dictionary(program=program, name="xx_XX", package="hunspell-xx")
        monkeypatch.setitem(DICTIONARIES, "sq", none)
        with pytest.raises(NoDictionaryError, match=f"packages='{packages}'"):
            misspelt("sq")
    monkeypatch.delitem(DICTIONARIES, "sq")
    with pytest.raises(NoDictionaryError, match="sq"):
        misspelt("sq")
