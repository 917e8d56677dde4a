"""Reads the Laws to be heard from `voices/<pack>/laws.toml`: a text a rule, or one for each edition that differs.

A pack has them whole or not at all: what names no rule, no edition or no topic is refused, with file and key.
"""

import re
from functools import cache
from pathlib import Path

import msgspec

from access_chess.edge.packs.typed_words import nearest_file
from access_chess.edge.packs.voice_packs import BROKEN_TOML, REFERENCE, VoicePackError, load_voice_pack
from access_chess.edge.storage.places import data_folder
from access_chess.laws.editions import Edition
from access_chess.laws.rule_numbers import CHAPTERS
from access_chess.laws.rule_topics import TOPICS
from access_chess.laws.told_articles import RULES_TOLD, Rule, number_in
from access_chess.notation.vocabulary import folded
from access_chess.speech.answers.laws import MADE_OF, LawTexts, parameter_slots
from access_chess.speech.language.voice_pack import Phrase, slots_of

FILE = "laws.toml"
LONG = 25  # words; a longer sentence is hard to keep in the ear
_SENTENCE_ENDS = re.compile(r"(?<=[.!?।])\s+")
_CHAPTERS, _INDEX = "chapters", "index"
_SAME = "@"  # before the key of a phrase that says it already
_EDITIONS = {edition.value: edition for edition in Edition}

_Table = dict[str, str | dict[str, str | tuple[str, ...]]]


def has_laws(pack: str, folder: Path | None = None) -> bool:
    """Whether the Laws can be heard in a pack's language."""
    folder = folder or data_folder("voices")
    return nearest_file(FILE, pack, folder) is not None


@cache
def load_laws(pack: str, folder: Path | None = None) -> LawTexts:
    """The Laws in a pack's language. Raises VoicePackError, for a pack without them too."""
    folder = folder or data_folder("voices")
    spoken = load_voice_pack(pack, folder)
    file = nearest_file(FILE, pack, folder)
    if file is None:
        raise VoicePackError(f"{folder / pack / FILE}: there is no such file.")
    table = _read(file)
    phrases: dict[str, Phrase] = {}
    keys: dict[Rule, dict[Edition, str]] = {}
    for rule in RULES_TOLD:
        keys[rule] = {}
        for edition, text in _texts_of(rule, table, file).items():
            key = text.removeprefix(_SAME) if text.startswith(_SAME) else f"{FILE}.{rule.name.lower()}.{edition.value}"
            if not text.startswith(_SAME):
                phrases[key] = text
            keys[rule][edition] = key
    _refuse_unknown(table, file)
    laws = LawTexts(
        pack=msgspec.structs.replace(spoken, phrases=spoken.phrases | phrases),
        keys=keys,
        chapters={name: str(title) for name, title in _part(table, _CHAPTERS, _chapters(), file).items()},
        topics={name: tuple(words) for name, words in _part(table, _INDEX, set(TOPICS), file).items()},
    )
    _check_slots(laws, file)
    _check_index(laws, file)
    return laws


def check_laws(pack: str, folder: Path | None = None) -> None:
    """Look whether the Laws of a pack say each number that the English ones say. Raises VoicePackError."""
    laws, english = load_laws(pack, folder), load_laws(REFERENCE, folder)
    for rule, keys in english.keys.items():
        for edition in keys:
            own, expected = laws.slots(rule, edition), english.slots(rule, edition)
            if own != expected:
                listed = ", ".join(f"{{{slot}}}" for slot in sorted(expected)) or "none"
                where = f"{pack}/{FILE}, key {rule.name.lower()}, {edition.value}"
                raise VoicePackError(f"{where}: expected the slots {listed}.")


def long_laws(pack: str, folder: Path | None = None) -> tuple[str, ...]:
    """The keys of a pack's own rules that have a sentence of more than `LONG` words."""
    folder = folder or data_folder("voices")
    if not (folder / pack / FILE).exists():
        return ()
    laws = load_laws(pack, folder)
    return tuple(
        key.removeprefix(f"{FILE}.")
        for key, phrase in laws.pack.phrases.items()
        if key.startswith(FILE) and any(len(each.split()) > LONG for each in _SENTENCE_ENDS.split(str(phrase)))
    )


@cache
def _read(file: Path) -> _Table:
    try:
        return msgspec.toml.decode(file.read_bytes(), type=_Table)
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error


def _texts_of(rule: Rule, table: _Table, file: Path) -> dict[Edition, str]:
    key = rule.name.lower()
    if key not in table:
        raise VoicePackError(f"{file}: it lacks {key}.")
    written = table[key]
    by_name = {Edition.FIDE_2009.value: written} if isinstance(written, str) else written  # whichever has it first
    if wrong := next((name for name in by_name if name not in _EDITIONS), None):
        raise VoicePackError(f"{file}, key {key}: there is no edition {wrong!r}.")
    texts = {_EDITIONS[name]: str(text) for name, text in by_name.items()}
    for edition in Edition:
        has_text = edition in texts or any(base in texts for base in _bases(edition))
        if number_in(rule, edition) and not has_text:
            raise VoicePackError(f"{file}, key {key}: it has no text for {edition.value}.")
    return texts


def _bases(edition: Edition) -> list[Edition]:
    bases = []
    while edition in MADE_OF:
        edition = MADE_OF[edition]
        bases.append(edition)
    return bases


def _chapters() -> set[str]:
    return {name for chapters in CHAPTERS.values() for name in chapters}


def _part(table: _Table, name: str, wanted: set[str], file: Path) -> dict[str, str | tuple[str, ...]]:
    part = table.get(name, {})
    if not isinstance(part, dict) or part.keys() != wanted:
        differ = ", ".join(sorted(wanted ^ set(part)))
        raise VoicePackError(f"{file}, table {name}: lacking or unknown are {differ}.")
    return part


def _refuse_unknown(table: _Table, file: Path) -> None:
    known = {rule.name.lower() for rule in RULES_TOLD} | {_CHAPTERS, _INDEX}
    if unknown := sorted(table.keys() - known):
        raise VoicePackError(f"{file}: the Laws have no rule {', '.join(unknown)}.")


def _check_slots(laws: LawTexts, file: Path) -> None:
    """A slot is a number of each edition that says the text; a phrase that is said instead is there."""
    for rule, keys in laws.keys.items():
        for edition, key in keys.items():
            if key not in laws.pack.phrases:
                raise VoicePackError(f"{file}, key {rule.name.lower()}: there is no phrase {key!r}.")
            if unknown := slots_of(laws.pack.phrases[key]) - parameter_slots(edition).keys():
                raise VoicePackError(f"{file}, key {rule.name.lower()}: no number is called {', '.join(unknown)}.")


def _check_index(laws: LawTexts, file: Path) -> None:
    topics: dict[tuple[str, ...], str] = {}
    for name, words in laws.topics.items():
        for word in {folded(word) for word in words}:
            if topics.setdefault(word, name) != name:
                raise VoicePackError(f"{file}, index: {' '.join(word)!r} stands for {topics[word]} and {name}.")
