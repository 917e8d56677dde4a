"""A voice pack is complete, or refused with file, line and key."""

import os
import shutil
from pathlib import Path

import pytest

from access_chess.edge.packs import texts, typed_words, voice_packs
from access_chess.edge.packs.texts import HELP, WEB, load_texts
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import VoicePackError, load_voice_pack, reading_vocabulary, voice_pack_names
from access_chess.edge.storage.places import CACHE_VARIABLE, HOME_VARIABLE, data_folder
from access_chess.notation.written import LETTERS
from access_chess.speech.language.voice_pack import fallen_back

NAMES = ("de", "en", "es", "et", "fide", "fr", "is", "mr", "pt", "ru", "sq", "sw")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of packs that may be spoiled."""
    for name in ("en", "de", "fide", "sq"):
        shutil.copytree(data_folder("voices") / name, tmp_path / name)
    return tmp_path


def test_the_packs_that_there_are() -> None:
    assert set(NAMES) <= set(voice_pack_names())


@pytest.mark.parametrize("name", NAMES)
def test_every_pack_is_complete(name: str) -> None:
    pack = load_voice_pack(name)
    assert pack.name == name
    assert pack.letters == LETTERS["en" if name in ("sw", "mr") else pack.language]


@pytest.mark.parametrize("name", ["fide", "de", "en"])
def test_these_have_all_phrases(name: str) -> None:
    assert fallen_back(load_voice_pack(name)) == ()


def test_a_pack_that_builds_on_another_has_its_words() -> None:
    fide, german = load_voice_pack("fide"), load_voice_pack("de")
    assert fide.numbers == german.numbers
    assert fide.names.pieces.bishop.text == "Laeufer"
    assert fide.names.pieces.bishop.spoken == german.names.pieces.bishop.spoken == "Läufer"


@pytest.mark.parametrize(
    ("old", "new", "line_of", "problem"),
    [
        pytest.param('king = "mbreti"', "", "[names.pieces]",
                     "key names.pieces: object missing required field `king`", id="missing"),
        pytest.param('knight = "kali"', "knight = 5", "knight = 5", "key names.pieces.knight: expected `object`",
                     id="wrong type"),
        pytest.param('letters = "sq"', 'letters = "xx"', 'letters = "xx"', "key letters: there are no letters for 'xx'",
                     id="letters"),
        pytest.param('title = "Shqip"', 'titel = "Shqip"', 'titel = "Shqip"', "key titel", id="unknown"),
        pytest.param('"tetë"]', '"tetë", "nëntë"]', "ranks = [", "key names.ranks: expected `array` of length 8",
                     id="nine ranks"),
        pytest.param('"dy", "tre", "katër", "pesë", "gjashtë", "shtatë", "tetë", "nëntë", "dhjetë"', '"dy"',
                     "[numbers]", "words: expected the numbers from 0 to 19", id="too few numbers"),
        pytest.param('"{ten} e {unit}"', '"{tens} e {unit}"', "[numbers]", "joined: nothing fills the slot {tens}",
                     id="unknown slot"),
        pytest.param('king = "mbreti"', "king = {text = 5}", "king = ", "key names.pieces.king.text: expected `str`",
                     id="no text"),
    ],
)  # fmt: skip
def test_a_faulty_pack_is_refused(folder: Path, old: str, new: str, line_of: str, problem: str) -> None:
    file = folder / "sq" / "pack.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")
    line = next(number for number, line in enumerate(text.splitlines(), start=1) if line_of in line)
    with pytest.raises(VoicePackError) as refused:
        load_voice_pack("sq", folder)
    assert f"{file}, line {line}, " in str(refused.value)
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("phrases", "problem"),
    [
        pytest.param('white = "E bardha"\nno_such = "x"', "line 2, key no_such: the program has no such phrase",
                     id="key"),
        pytest.param('ambiguous = "{choices}?"',
                     "line 1, key ambiguous: expected the slots {choices}, {last}, got {choices}", id="slots"),
        pytest.param('ambiguous = "{choices?"', "line 1, key ambiguous: its braces do not match", id="braces"),
        pytest.param('white = {other = "E bardha"}', "line 1, key white: it goes by no number", id="forms"),
        pytest.param("white = 1", "line 1, key white: ", id="type"),
        pytest.param("white = ", "this is not TOML in UTF-8", id="no TOML"),
    ],
)  # fmt: skip
def test_faulty_phrases_are_refused(folder: Path, phrases: str, problem: str) -> None:
    (folder / "sq" / "phrases.toml").write_text(phrases, encoding="utf-8")
    with pytest.raises(VoicePackError) as refused:
        load_voice_pack("sq", folder)
    assert problem in str(refused.value)


def test_a_pack_cannot_build_on_what_is_not_there(folder: Path) -> None:
    (folder / "fide" / "pack.toml").write_text('title = "x"\nbuilds_on = "xx"', encoding="utf-8")
    with pytest.raises(
        VoicePackError, match="line 2, key builds_on: there is no voice pack 'xx' that builds on no other"
    ):
        load_voice_pack("fide", folder)


def test_packs_do_not_build_on_each_other(folder: Path) -> None:
    (folder / "fide" / "pack.toml").write_text('title = "x"\nbuilds_on = "fide"', encoding="utf-8")
    with pytest.raises(VoicePackError, match="key builds_on: there is no voice pack 'fide' that builds on no other"):
        load_voice_pack("fide", folder)


def test_an_unknown_pack_is_named_with_those_that_there_are(folder: Path) -> None:
    with pytest.raises(VoicePackError, match=r"There is no voice pack 'xx'\. There are: de, en, fide, sq\."):
        load_voice_pack("xx", folder)


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
        voice_packs._made_of,
    ):
        function.cache_clear()


def all_of(pack: str) -> tuple[object, ...]:
    forget()
    read = (load_texts(file, pack) for file in (HELP, WEB))
    return (load_voice_pack(pack), reading_vocabulary(pack), load_typed_words(pack), *read)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.delenv(CACHE_VARIABLE, raising=False)
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
    files = sorted((home / voice_packs.FOLDER).iterdir())
    whole = [file.read_bytes() for file in files]
    for file, content in zip(files, whole, strict=True):
        file.write_bytes(content[:bytes_left])
    assert all_of("en") == read
    assert [file.read_bytes() for file in files] == whole


def test_where_nothing_can_be_kept_everything_is_read(home: Path) -> None:
    home.write_text("a file where the folder should be")
    assert all_of("en") == all_of("en")
