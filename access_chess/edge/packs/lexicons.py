"""Reads the languages that are listened for from `voices/`: words, phrases and pronunciations; and the sentences of an
enrolment, with what is said around them.
"""

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from access_chess.edge.packs.typed_words import lineage
from access_chess.edge.packs.voice_packs import (
    BROKEN_TOML,
    REFERENCE,
    VoicePackError,
    load_voice_pack,
    voice_pack_names,
)
from access_chess.edge.storage.places import data_folder
from access_chess.listening.lexicon import Language, Lexicon, LexiconError, Words, folded, language, lexicon

DEFAULT_LANGUAGES = ("fide", "de", "en")
LEAST_HEARD = 0.85  # of the moves of a language, in quiet and at once: people who are understood less often have keys


def language_names(folder: Path | None = None) -> tuple[str, ...]:
    """The folders of `voices/` that can be listened for, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in (folder or data_folder("voices")).glob("*/grammar.toml")))


@cache
def load_language(name: str, folder: Path | None = None) -> Language:
    """One language. Raises LexiconError, naming the file, when it is missing or not as expected."""
    place = (folder or data_folder("voices")) / name
    return language(name, _table(place / "grammar.toml"), _table(place / "pronunciation.toml"))


def is_heard_well(name: str) -> bool:
    """Is the language understood well enough to be spoken? `tests.benchmarks.hearing.languages` measures it."""
    return load_language(name).grammar.hearing.get("moves", 1.0) >= LEAST_HEARD


@cache
def load_lexicon(names: tuple[str, ...] = DEFAULT_LANGUAGES, folder: Path | None = None) -> Lexicon:
    """All the languages at once; what is said may mix them."""
    return lexicon(load_language(name, folder) for name in names)


def spellings(names: tuple[str, ...] = DEFAULT_LANGUAGES, folder: Path | None = None) -> dict[str, str]:
    """From words as they are known to how their language writes them, where that differs: "laeufer", "läufer"."""
    grammars = [load_language(name, folder).grammar for name in names]
    tables = [
        table
        for each in grammars
        for table in (each.files, each.ranks, each.pieces, each.plurals, each.moves, each.choices, each.commands)
    ]
    tables += [table for each in grammars for table in (each.numbers, each.lessons, each.awaited)]
    written = [word for table in tables for phrases in table.values() for phrase in phrases for word in phrase.split()]
    return {folded(word): word.lower() for word in written if folded(word) != word.lower()}


def tongues(names: tuple[str, ...] = DEFAULT_LANGUAGES, folder: Path | None = None) -> tuple[str, ...]:
    """The languages of packs (BCP 47, without a country), each once.

    >>> tongues(("fide", "de", "en"))
    ('de', 'en')
    """
    packs = (load_voice_pack(name, folder) for name in names)
    return tuple(dict.fromkeys(pack.language.partition("-")[0] for pack in packs))


def load_examples(name: str, folder: Path | None = None) -> dict[str, list[dict[str, str]]]:
    """`examples.toml` of a language: sentences with what must be understood."""
    return {
        key: list(value) for key, value in _table((folder or data_folder("voices")) / name / "examples.toml").items()
        if isinstance(value, list)
    }  # fmt: skip


def _table(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise LexiconError(f"a language needs this file: {str(path)!r}") from None
    except BROKEN_TOML as error:
        raise LexiconError(f"a file of a language is no TOML, {error}: {str(path)!r}") from None


class EnrolmentText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`enrolment.toml` of a language. The `sentences` are moves. Slots: `begin` {count}, `sentence` {number}
    {sentence}, `saved` {understood} {count}, `too_few` {understood} {count} {least}.
    """

    language: str  # BCP 47, of the voice that says all this
    sentences: tuple[str, ...]
    begin: str
    sentence: str
    again: str
    passed_over: str
    recording_passed_over: str
    working: str
    saved: str
    too_few: str
    broken: str


@cache
def load_enrolment_text(pack: str, folder: Path | None = None) -> EnrolmentText:
    """The text of the pack, of one that it builds on, or the English one. Raises VoicePackError in a sentence."""
    voices = folder or data_folder("voices")
    if pack not in voice_pack_names(voices):
        raise VoicePackError(f"There is no voice pack {pack!r}. There are: {', '.join(voice_pack_names(voices))}.")
    places = [voices / name / "enrolment.toml" for name in (*lineage(pack, voices), REFERENCE)]
    file = next(place for place in places if place.exists())
    try:
        return msgspec.toml.decode(file.read_bytes(), type=EnrolmentText)
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error


def spoken_words(sentence: str, text: EnrolmentText, lexicon: Lexicon) -> Words:
    """The sentence in the lexicon's words; a single letter is a file in the text's language."""
    lettered = [(word, f"{word}.{text.language}") for word in folded(sentence).split()]
    return tuple(letter if letter in lexicon.phones else word for word, letter in lettered)
