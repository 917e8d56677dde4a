"""Reads the words for typing from `voices/<pack>/terminal.toml` and the phrases for commands from `grammar.toml`."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from access_chess.edge.packs.voice_packs import DEFAULT, REFERENCE, VoicePackError
from access_chess.edge.storage.resources import data_folder
from access_chess.laws.commands import PenaltyKind
from access_chess.notation.vocabulary import folded
from access_chess.speech.language.spelling import Spelling

Words = tuple[str, ...]  # folded, so that case, accents and hyphens do not matter


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One command of `terminal.toml`: what may be typed for it, and its line in the list of commands."""

    words: tuple[str, ...]
    help: str


class TerminalFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`terminal.toml` of a language as it stands."""

    commands: dict[str, Entry]
    arbiter: dict[str, Entry]
    assistant: dict[str, Entry]
    words: dict[str, tuple[str, ...]]
    answers: dict[Literal["yes", "no"], tuple[str, ...]]
    pieces: dict[str, tuple[str, ...]]
    penalties: dict[PenaltyKind, tuple[str, ...]]


class TypedWords(msgspec.Struct, frozen=True, kw_only=True):
    """What may be typed, from the folded words to the name; `help` is by name, in the order of the file.

    `help_language` (BCP 47) is the language of the help, which may be the pack's own or English. `answers` are what
    counts as yes or no only where that was asked, such as a single letter.

    English words are always understood; where the pack's own language means something else by them, it is right.
    """

    commands: dict[Words, str]
    arbiter: dict[Words, str]
    assistant: dict[Words, str]
    words: dict[Words, str]
    answers: dict[Words, str]
    pieces: dict[Words, str]
    penalties: dict[Words, PenaltyKind]
    help: dict[str, str]
    help_language: str
    arbiter_help: tuple[str, ...]
    assistant_help: tuple[str, ...]


@cache
def load_typed_words(pack: str = DEFAULT, folder: Path | None = None) -> TypedWords:
    """The words of a pack's language, or the English ones where it has none. Raises VoicePackError."""
    folder = folder or data_folder("voices")
    languages = [name for name in dict.fromkeys((*lineage(pack, folder), REFERENCE)) if _file(folder, name).exists()]
    files = [_read(_file(folder, name)) for name in languages]
    spoken = [_grammar(folder / name / "grammar.toml") for name in languages]
    own = files[0]
    return TypedWords(
        commands=_by_words([*(_typed(file.commands) for file in files), *spoken]),
        arbiter=_by_words([_typed(file.arbiter) for file in files]),
        assistant=_by_words([_typed(file.assistant) for file in files]),
        words=_by_words([file.words for file in files]),
        answers=_by_words([{str(name): words for name, words in file.answers.items()} for file in files]),
        pieces=_by_words([file.pieces for file in files]),
        penalties={
            folded(word): kind for file in reversed(files) for kind in file.penalties for word in file.penalties[kind]
        },
        help_language=str(_pack_table(languages[0], folder)["language"]),
        help={name: entry.help for name, entry in own.commands.items()},
        arbiter_help=tuple(entry.help for entry in own.arbiter.values()),
        assistant_help=tuple(entry.help for entry in own.assistant.values()),
    )


def lineage(pack: str, folder: Path) -> tuple[str, ...]:
    """The pack and those that it builds on."""
    base = _pack_table(pack, folder).get("builds_on")
    return (pack, *lineage(base, folder)) if base else (pack,)


def _pack_table(pack: str, folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / pack / "pack.toml").read_text(encoding="utf-8"))


def _file(folder: Path, name: str) -> Path:
    return folder / name / "terminal.toml"


def _read(file: Path) -> TerminalFile:
    try:
        return msgspec.toml.decode(file.read_bytes(), type=TerminalFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise VoicePackError(f"{file}: {error}.") from error


def _grammar(file: Path) -> dict[str, tuple[str, ...]]:
    """The spoken commands; what stands for a square or a piece is left out, since it follows as it is typed."""
    if not file.exists():
        return {}
    try:
        tables: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise VoicePackError(f"{file}: {error}.") from error
    return {name: tuple(map(_without_slot, phrases)) for name, phrases in tables.get("commands", {}).items()}


def _without_slot(phrase: str) -> str:
    return phrase.partition("{")[0]


def _typed(entries: dict[str, Entry]) -> dict[str, tuple[str, ...]]:
    return {name: entry.words for name, entry in entries.items()}


def _by_words(tables: list[dict[str, tuple[str, ...]]]) -> dict[Words, str]:
    """All words of several languages; the first language that has a word decides what it means."""
    by_words: dict[Words, str] = {}
    for table in tables:
        for name, phrases in table.items():
            for phrase in phrases:
                for spelling in Spelling:  # "fünfzig" and "fuenfzig"
                    by_words.setdefault(folded(spelling.shown(phrase)), name)
    return by_words
