"""The spelling of a pack, by the dictionaries of hunspell and aspell: words that are in none and on no list of its own.

`words.toml` beside a pack lists what its dictionary does not know, by the reason why it is right all the same;
`voices/words.toml` has the names and what is typed in every language.
"""

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from access_chess.edge.packs.voice_packs import pack_table
from access_chess.edge.storage.places import data_folder
from access_chess.phrased_error import PhrasedError


class Dictionary(Struct, frozen=True, kw_only=True):
    """A program that knows words, its own name for a language, and the package of Debian that brings it."""

    program: str
    name: str
    package: str


#: by language (BCP 47)
DICTIONARIES = {
    "de": Dictionary(program="hunspell", name="de_DE", package="hunspell-de-de"),
    "en": Dictionary(program="hunspell", name="en_GB", package="hunspell-en-gb"),
    "es": Dictionary(program="hunspell", name="es_ES", package="hunspell-es"),
    "et": Dictionary(program="hunspell", name="et_EE", package="myspell-et"),
    "fr": Dictionary(program="hunspell", name="fr_FR", package="hunspell-fr"),
    "is": Dictionary(program="hunspell", name="is_IS", package="hunspell-is"),
    "mr": Dictionary(program="aspell", name="mr", package="aspell-mr"),
    "pt": Dictionary(program="hunspell", name="pt_PT", package="hunspell-pt-pt"),
    "ru": Dictionary(program="hunspell", name="ru_RU", package="hunspell-ru"),
    "sq": Dictionary(program="hunspell", name="sq_AL", package="myspell-sq"),
    "sw": Dictionary(program="hunspell", name="sw_TZ", package="hunspell-sw"),
}

_SENTENCES = ("phrases.toml", "web.toml", "guide.toml", "help.toml", "lessons.toml", "laws.toml", "cases.toml")
_TYPED = ("terminal.toml", "clock.toml")
_LIST = "words.toml"
_OPTION = r"--?[a-z][a-z-]*"
#: What is no word of the language: what is typed as it stands, names in capitals, addresses, options, slots with what
#: is joined to them.
_NO_WORDS = re.compile(
    rf"`[^`]*`|@\w+|\"[^\"]*\"|https?\S*|\w+://\S+|\S+\.\S*/\S+|\w+(?:\.\w+)+|\b[A-Z]{{2,}}\b"
    rf"|access-chess\b(?: [a-z][a-z-]*(?!\w)){{0,2}}|{_OPTION}(?!\w)"
    r"|(?:apt|pipx?) install \S+(?: \S+)*|\w*\{[^}]*\}\w*|\w+=\S+|\w*\d\w*"
)
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0900-\u0963\u200d]|['’](?=\w)|-(?=\w))+")  # Marathi's vowels are signs


class NoDictionaryError(PhrasedError):
    """There is no dictionary of this language here; what is told names what brings it."""


def misspelt(pack: str, folder: Path | None = None) -> tuple[str, ...]:
    """The words that are in no dictionary and no list, in the order of their letters. Raises NoDictionaryError."""
    folder = folder or data_folder("voices")
    words = unlisted_words(pack, folder)
    return tuple(sorted(words & _unknown(words, str(pack_table(pack, folder).get("language"))))) if words else ()


def unlisted_words(pack: str, folder: Path | None = None) -> frozenset[str]:
    """The words of a pack's sentences that stand on no list, in capitals or not."""
    listed = {word.casefold() for word in listed_words(pack, folder)}
    return frozenset(word for word in words_of(pack, folder) if word.casefold() not in listed)


def words_of(pack: str, folder: Path | None = None) -> frozenset[str]:
    """Every word of at least two letters in a pack's own sentences: of what is said, of help, pages and guide."""
    folder = folder or data_folder("voices")
    said = [text for file in _SENTENCES for text in _texts(_read(folder / pack / file), without=("gender",))]
    helped = [text for file in _TYPED for text in _helps(_read(folder / pack / file))]
    return frozenset(word for text in (*said, *helped) for word in _WORD.findall(_NO_WORDS.sub(" ", text)))


def listed_words(pack: str, folder: Path | None = None) -> frozenset[str]:
    """What is right though no dictionary knows it: the pack's list, that of all packs, and what is typed in it."""
    folder = folder or data_folder("voices")
    reasons = [text for file in (folder / _LIST, folder / pack / _LIST) for text in _texts(_read(file))]
    typed = [text for file in _TYPED for text in _texts(_read(folder / pack / file), without=("help",))]
    return frozenset((*reasons, *(word for text in typed for word in _WORD.findall(text))))


def _unknown(words: frozenset[str], language: str) -> frozenset[str]:
    dictionary = DICTIONARIES.get(language.partition("-")[0])
    if dictionary is None:
        raise NoDictionaryError("check_no_dictionary", language=language)
    program, name = dictionary.program, dictionary.name
    if shutil.which(program) is None:
        raise NoDictionaryError("check_not_installed", packages=f"{program}, {dictionary.package}")
    asked = [program, "-l", name, "--encoding=utf-8", "list"]
    if program == "hunspell":
        asked = [program, "-d", name, "-i", "utf-8", "-l"]
    told = subprocess.run(asked, input="\n".join(words), capture_output=True, encoding="utf-8", check=False)
    if told.returncode != 0:
        raise NoDictionaryError("check_not_installed", packages=dictionary.package)
    return frozenset(told.stdout.split())


def _texts(value: Any, *, without: tuple[str, ...] = ()) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for each in value:
                yield from _texts(each, without=without)
        case dict():
            for key, each in value.items():
                yield from _texts(each, without=without) if key not in without else ()


def _helps(table: dict[str, Any]) -> Iterator[str]:
    return (
        entry["help"]
        for entries in table.values()
        if isinstance(entries, dict)
        for entry in entries.values()
        if isinstance(entry, dict) and "help" in entry
    )


def _read(file: Path) -> dict[str, Any]:
    return _parsed(file, file.stat().st_mtime_ns) if file.exists() else {}


@lru_cache(maxsize=64)  # of one pack, each file is read three times
def _parsed(file: Path, _changed: int) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
