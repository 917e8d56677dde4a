"""Reads the words for what may be asked: `voices/<pack>/terminal.toml`, and the spoken phrases of `grammar.toml`."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import chess
import msgspec

from access_chess.edge.packs.voice_packs import (
    BROKEN_TOML,
    DEFAULT,
    REFERENCE,
    VoicePackError,
    kept,
    load_voice_pack,
    pack_table,
    reading_vocabulary,
)
from access_chess.edge.storage.places import data_folder
from access_chess.laws.commands import PenaltyKind
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.row import Topic
from access_chess.requests.words import PlayerLanguage, RequestWords, Words
from access_chess.speech.announcement import Form
from access_chess.speech.language.spelling import Spelling

if TYPE_CHECKING:
    from access_chess.speech.answers.laws import LawTexts

Name = TypeVar("Name")
Table = Mapping[Name, Iterable[str]]  # by meaning the words for it

_ANSWERS = (RequestName.YES, RequestName.NO)
_REQUESTS = frozenset(RequestName)
_NATIVE = (Spelling.NATIVE,)  # what has no other letters is written in one way


class TypedRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One request of `terminal.toml`: what may be typed for it, and its line in the help."""

    words: tuple[str, ...]
    help: str


class TerminalFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`terminal.toml` of a language as it stands; in `arbiter` and `assistant` the names lack these words."""

    commands: dict[RequestName, TypedRequest]
    arbiter: dict[str, TypedRequest]
    assistant: dict[str, TypedRequest]
    topics: dict[Topic, tuple[str, ...]]
    words: dict[str, tuple[str, ...]]
    answers: dict[Literal["yes", "no"], tuple[str, ...]]
    pieces: dict[str, tuple[str, ...]]
    penalties: dict[PenaltyKind, tuple[str, ...]]
    units: dict[str, tuple[str, ...]]


def load_language(pack: str = DEFAULT, form: Form = Form.FIDE) -> PlayerLanguage:
    """All that is needed to understand and to answer by a voice pack. Raises VoicePackError."""
    return PlayerLanguage(
        pack=load_voice_pack(pack), words=load_typed_words(pack), vocabulary=reading_vocabulary(pack), form=form,
        laws=laws_of(pack),
    )  # fmt: skip


@cache
def laws_of(pack: str) -> "partial[LawTexts | None]":
    """One function for each pack, so that equal languages are equal."""
    return partial(_laws, pack)


def _laws(pack: str) -> "LawTexts | None":
    from access_chess.edge.packs import laws  # few games need them

    return laws.load_laws(pack) if laws.has_laws(pack) else None


@cache
def load_typed_words(pack: str = DEFAULT, folder: Path | None = None) -> RequestWords:
    """The words of a pack's language, then English, then all others. Raises VoicePackError."""
    if folder is None:
        voices = data_folder("voices")
        return kept(voices, f"{pack}.words", RequestWords, partial(_typed_words, pack, voices))
    return _typed_words(pack, folder)


def _typed_words(pack: str, folder: Path) -> RequestWords:
    languages = languages_with("terminal.toml", pack, folder)
    files = [_read(_file(folder, name)) for name in languages]
    grammars = [_grammar(folder / name / "grammar.toml") for name in languages]
    own, reference = files[0], files[languages.index(REFERENCE)]
    every = {**_named(own, "arbiter"), **_named(own, "assistant")}
    return RequestWords(
        commands=by_words([*map(_typed, (file.commands for file in files)), *(_spoken(each) for each in grammars)]),
        arbiter=by_words([_typed(_named(file, "arbiter")) for file in files]),
        assistant=by_words([_typed(_named(file, "assistant")) for file in files]),
        words=by_words([file.words for file in files]),
        answers=by_words([_answers(file, grammar) for file, grammar in zip(files, grammars, strict=True)]),
        pieces=by_words([_pieces(file) for file in files]),
        penalties=by_words([file.penalties for file in files]),
        topics=by_words([file.topics for file in files]),
        topic_names={topic: words[0] for topic, words in {**reference.topics, **own.topics}.items()},
        units=_units(files),
        help={name: entry.help for name, entry in {**reference.commands, **own.commands, **every}.items()},
        help_language=str(pack_table(languages[0], folder)["language"]),
        own={phrase: name for name, entry in own.commands.items() for phrase in entry.words},
        own_rulings={phrase: name for name, entry in _named(own, "arbiter").items() for phrase in entry.words},
    )  # fmt: skip


@cache
def told_words(pack: str, folder: Path | None = None) -> dict[RequestName, str]:
    """What a text tells a player to type for each request: the first of their language's words.

    Raises VoicePackError.
    """
    folder = folder or data_folder("voices")
    own = _read(_file(folder, languages_with("terminal.toml", pack, folder)[0]))
    said = {name: entry.words[0] for name, entry in own.commands.items() if entry.words}
    for who in ("arbiter", "assistant"):
        said |= {name: f"{own.words[who][0]} {entry.words[0]}" for name, entry in _named(own, who).items()}
    return said | {name: own.answers[name.value][0] for name in _ANSWERS}  # type: ignore[index]


def languages_with(file: str, pack: str, folder: Path) -> list[str]:
    """The packs that have this file: the pack and those that it builds on, the reference, then all others."""
    there = sorted(path.parent.name for path in folder.glob(f"*/{file}"))
    return [name for name in dict.fromkeys((*lineage(pack, folder), REFERENCE, *there)) if name in there]


def lineage(pack: str, folder: Path) -> Iterator[str]:
    """The pack and those that it builds on, of which none is read before it is asked for."""
    name: str | None = pack
    while name is not None:
        yield name
        name = pack_table(name, folder).get("builds_on")


def nearest_file(file: str, pack: str, folder: Path) -> Path | None:
    """The file of this name by which a pack speaks: its own, or that of a pack that it builds on."""
    return next((path for name in lineage(pack, folder) if (path := folder / name / file).exists()), None)


def by_words(tables: Iterable[Table[Name]]) -> dict[Words, Name]:
    """All words of several languages; the first language that has a word decides what it means."""
    found: dict[Words, Name] = {}
    for table in tables:
        for name, phrases in table.items():
            for phrase in phrases:
                for spelling in _NATIVE if phrase.isascii() else Spelling:  # "fünfzig" and "fuenfzig"
                    found.setdefault(folded(spelling.shown(phrase)), name)
    return found


def _file(folder: Path, name: str) -> Path:
    return folder / name / "terminal.toml"


@cache
def _read(file: Path) -> TerminalFile:
    try:
        return msgspec.toml.decode(file.read_bytes(), type=TerminalFile)
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error


def _named(file: TerminalFile, who: Literal["arbiter", "assistant"]) -> dict[RequestName, TypedRequest]:
    """The table of the arbiter or the assistant by the names of requests."""
    entries: dict[str, TypedRequest] = getattr(file, who)
    unknown = next((name for name in entries if f"{who}_{name}" not in _REQUESTS), None)
    if unknown is not None:
        raise VoicePackError(f"terminal.toml, table {who}: there is no request {unknown!r}.")
    return {RequestName(f"{who}_{name}"): entry for name, entry in entries.items()}


def _grammar(file: Path) -> dict[str, Any]:
    if not file.exists():
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error


def _spoken(grammar: dict[str, Any]) -> dict[RequestName, tuple[str, ...]]:
    """The spoken phrases; what stands for a square or a piece is left out, since it follows as it is typed."""
    commands: dict[str, list[str]] = grammar.get("commands", {})
    return {RequestName(name): tuple(map(_without_slot, phrases)) for name, phrases in commands.items()}


def _without_slot(phrase: str) -> str:
    return phrase.partition("{")[0]


def _typed(entries: Mapping[RequestName, TypedRequest]) -> dict[RequestName, tuple[str, ...]]:
    return {name: entry.words for name, entry in entries.items()}


def _pieces(file: TerminalFile) -> dict[chess.PieceType, tuple[str, ...]]:
    return {chess.PIECE_NAMES.index(name): words for name, words in file.pieces.items()}


def _answers(file: TerminalFile, grammar: dict[str, Any]) -> dict[RequestName, tuple[str, ...]]:
    """Yes and no with their letters, and the numbers of choices, in digits too."""
    choices: dict[str, list[str]] = grammar.get("choices", {})
    numbered = {name: (str(place), *choices.get(str(place), ())) for place, name in enumerate(NUMBERS, start=1)}
    spoken: dict[str, list[str]] = grammar.get("commands", {})
    agreed = {name: (*file.answers[name.value], *spoken.get(name, ())) for name in _ANSWERS}  # type: ignore[index]
    return {**agreed, **numbered}


def _units(files: list[TerminalFile]) -> dict[str, tuple[str, ...]]:
    names = dict.fromkeys(name for file in files for name in file.units)
    return {name: tuple(unit for file in files for unit in file.units.get(name, ())) for name in names}
