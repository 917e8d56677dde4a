"""Packs that were kept are what was read, and never what they are no longer."""

import os
import shutil
from pathlib import Path

import pytest

from access_chess.edge.packs import kept, texts, typed_words, voice_packs
from access_chess.edge.packs.texts import HELP, WEB, load_texts
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import load_voice_pack, reading_vocabulary, voice_pack_names
from access_chess.edge.storage.places import HOME_VARIABLE, data_folder


def forget() -> None:
    """As a program that begins."""
    for function in (
        voice_packs._loaded,
        voice_packs._without_phrases,
        voice_packs.pack_table,
        reading_vocabulary,
        load_typed_words,
        typed_words._read,
        load_texts,
        kept._made_of,
    ):
        function.cache_clear()


def all_of(pack: str) -> tuple[object, ...]:
    forget()
    read = (load_texts(file, pack) for file in (HELP, WEB))
    return (load_voice_pack(pack), reading_vocabulary(pack), load_typed_words(pack), *read)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def voices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the packs, in which something may be changed."""
    folder = tmp_path / "voices"
    shutil.copytree(data_folder("voices"), folder)
    for module in (texts, typed_words, voice_packs):
        monkeypatch.setattr(module, "data_folder", lambda _: folder)
    return folder


def test_what_is_kept_is_what_is_read(home: Path, voices: Path) -> None:
    read = {pack: all_of(pack) for pack in voice_pack_names()}
    for file in voices.rglob("*.toml"):
        state = file.stat()
        file.write_bytes(b"#" * state.st_size)  # nothing that can be read: it is not read again
        os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert {pack: all_of(pack) for pack in voice_pack_names(data_folder("voices"))} == read


def test_what_was_changed_is_read_again(home: Path, voices: Path) -> None:
    all_of("en")
    phrases = voices / "en" / "phrases.toml"
    text = phrases.read_text(encoding="utf-8")
    key, old = next(line.split(" = ", 1) for line in text.splitlines() if line.endswith('."') and "{" not in line)
    phrases.write_text(text.replace(f"{key} = {old}", f'{key} = "Said otherwise."', 1), encoding="utf-8")
    forget()
    assert load_voice_pack("en").phrase(key).text == "Said otherwise."


@pytest.mark.parametrize("bytes_left", [0, 100, -9])
def test_a_kept_file_that_is_broken_is_made_again(home: Path, bytes_left: int) -> None:
    read = all_of("en")
    files = sorted((home / kept.FOLDER).iterdir())
    whole = [file.read_bytes() for file in files]
    for file, content in zip(files, whole, strict=True):
        file.write_bytes(content[:bytes_left])
    assert all_of("en") == read
    assert [file.read_bytes() for file in files] == whole


def test_where_nothing_can_be_kept_everything_is_read(home: Path) -> None:
    home.write_text("a file where the folder should be")
    assert all_of("en") == all_of("en")
