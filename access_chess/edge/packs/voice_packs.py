"""Reads the voice packs from `voices/`: a pack is complete, or it is refused with file, line and key.

The files of the board may have other names, from `voices/file_names.toml`: the Laws', NATO's, or the bare letters.

What was read is kept in the user's folder: a start reads a file or three in place of all their TOML.
A kept file begins with what it was made of: each file of `voices/`, the course, each of the program's own files that
read them, and the program that runs (a frozen one has no files of its own), with size and time of change. Where
anything of that is another, or the file is not what it should be, it is made anew; where it cannot be written, nothing
is kept, and nothing is told.
"""

import contextlib
import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from access_chess.edge.storage.places import cache_folder, data_folder, write_private
from access_chess.notation.spoken import Eight, Name
from access_chess.notation.vocabulary import Vocabulary, vocabulary
from access_chess.notation.written import LETTERS
from access_chess.phrased_error import DataFileError
from access_chess.speech.language.durations import Counted, categories
from access_chess.speech.language.spelling import Spelling
from access_chess.speech.language.voice_pack import Phrase, VoicePack, plain_slots, slots_of

REFERENCE = "en"  # the pack that has every phrase
DEFAULT = "fide"
ALSO_READ = ("en", "fide", "de", "ru")  # the languages of international chess, whatever else is spoken at home

_PATH = re.compile(r" - at `\$\.?(?P<key>[^`]*)`$")
_UNKNOWN = re.compile(r"unknown field `(?P<field>[^`]*)`")

#: What reading a TOML file raises where it is none: of its syntax, of UTF-8, of numbers and of nesting without end.
BROKEN_TOML = (ValueError, RecursionError)

Table = dict[str, Any]  # a TOML table as tomllib gives it, not yet checked


class VoicePackError(DataFileError):
    """A voice pack that cannot be used. The message names file, line and key, for the one who edits it."""


def voice_pack_names(folder: Path | None = None) -> tuple[str, ...]:
    """The packs that there are, by their folders' names, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in (folder or data_folder("voices")).glob("*/pack.toml")))


def load_voice_pack(name: str = DEFAULT, folder: Path | None = None) -> VoicePack:
    """The pack of one folder of `voices/` (or of another folder of packs), with the packs that it falls back to.

    Raises VoicePackError when there is none of that name, or when one of its files is not complete and right.
    """
    return _loaded(name, folder or data_folder("voices"))


@cache
def reading_vocabulary(name: str = DEFAULT) -> Vocabulary:
    """What may be typed by a player who uses this pack: its words and letters, then those of `ALSO_READ`."""
    others = (other for other in ALSO_READ if other != name)

    def read() -> Vocabulary:
        return vocabulary([_without_phrases(pack, data_folder("voices")) for pack in (name, *others)])

    return kept(data_folder("voices"), f"{name}.vocabulary", Vocabulary, read)


@cache
def pack_table(name: str, folder: Path) -> Table:
    """`pack.toml` as it is written, read once. Raises VoicePackError where it is not TOML."""
    return _read(folder / name / "pack.toml")


@cache
def _loaded(name: str, folder: Path) -> VoicePack:
    reference = load_voice_pack(REFERENCE, folder) if name != REFERENCE else None

    def read() -> VoicePack:
        words = _without_phrases(name, folder)
        return msgspec.structs.replace(words, phrases=_phrases(folder, words, reference))

    pack = kept(folder, f"{name}.pack", VoicePack, read) if folder == data_folder("voices") else read()
    return msgspec.structs.replace(pack, fallback=reference)


@cache
def _without_phrases(name: str, folder: Path) -> VoicePack:
    """A pack's names, letters, numbers and times: all that is read by it. Its phrases are many, and wait."""
    if name not in voice_pack_names(folder):
        known = ", ".join(voice_pack_names(folder))
        raise VoicePackError(f"There is no voice pack {name!r}. There are: {known}.")
    return _pack(folder / name / "pack.toml", _table(folder, name) | {"name": name})


def _table(folder: Path, name: str) -> Table:
    """`pack.toml`, laid over the one that it builds on."""
    own = {key: value for key, value in pack_table(name, folder).items() if key != "builds_on"}
    base = _base(folder, name)
    return _merged(_table(folder, base), own) if base else own


def _base(folder: Path, name: str) -> str | None:
    """The pack that this one builds on. Raises VoicePackError unless that is one that builds on none."""
    base = pack_table(name, folder).get("builds_on")
    if base is None:
        return None
    if base not in voice_pack_names(folder) or "builds_on" in pack_table(base, folder):
        file = folder / name / "pack.toml"
        raise _error(file, "builds_on", f"there is no voice pack {base!r} that builds on no other")
    return str(base)


def _merged(base: Table, own: Table) -> Table:
    both = {key: _merged(base[key], own[key]) for key in base.keys() & own.keys() if _are_tables(base[key], own[key])}
    return base | own | both


def _are_tables(first: object, second: object) -> bool:
    return isinstance(first, dict) and isinstance(second, dict)


def _pack(file: Path, table: Table) -> VoicePack:
    table["letters"] = _letters(file, table.get("letters"))
    if isinstance(table.get("names"), dict):
        spelling = Spelling.ASCII if table.get("spelling") == Spelling.ASCII else Spelling.NATIVE
        table["names"] = _named(table["names"], spelling)
    if isinstance(table.get("numbers"), dict):
        numbers = {"language": table.get("language")} | table["numbers"]
        table["numbers"] = numbers | {"categories": categories(str(numbers["language"]))}
    try:
        return msgspec.convert(table, VoicePack, strict=True, str_keys=True)
    except msgspec.ValidationError as error:
        raise _validation_error(file, error) from error


def _letters(file: Path, letters: object) -> object:
    if isinstance(letters, str):
        if letters not in LETTERS:
            known = ", ".join(LETTERS)
            raise _error(file, "letters", f"there are no letters for {letters!r}, but for {known}")
        return msgspec.to_builtins(LETTERS[letters])
    return letters


def _named(value: Any, spelling: Spelling, *, key: str = "") -> Any:
    """Names written as a string or without `spoken`, brought to the full form: text, spoken, also."""
    if key in ("also", "fillers"):
        return value
    if isinstance(value, str):
        value = {"text": value}
    if isinstance(value, list):
        return [_named(item, spelling) for item in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("text"), str):
        return {"spoken": value["text"]} | value | {"text": spelling.shown(value["text"])}
    return {key: _named(item, spelling, key=key) for key, item in value.items()}


def _phrases(folder: Path, words: VoicePack, reference: VoicePack | None) -> dict[str, Phrase]:
    """`phrases.toml` over that of the pack that this one builds on; a pack need not have any."""
    file = folder / words.name / "phrases.toml"
    base = _base(folder, words.name)
    inherited = _phrases(folder, _without_phrases(base, folder), reference) if base else {}
    if not file.exists():
        return inherited
    own = {key: _phrase(file, key, value) for key, value in _read(file).items()}
    for key, phrase in own.items():
        _check_phrase(file, key, phrase, reference.phrases if reference else own, words.cases)
    return inherited | own


def _phrase(file: Path, key: str, value: object) -> Phrase:
    try:
        return msgspec.convert(value, str | Counted)
    except msgspec.ValidationError as error:
        raise _error(file, key, f"expected a text or a table of its forms ({error})") from error


def _check_phrase(file: Path, key: str, phrase: Phrase, reference: dict[str, Phrase], cases: Iterable[str]) -> None:
    if key not in reference:
        raise _error(file, key, "the program has no such phrase (voices/en/phrases.toml has them all)")
    slots = check_slots(file, key, phrase, reference[key], cases)
    if isinstance(phrase, Counted) and "count" not in slots:
        raise _error(file, key, "it goes by no number, so it has one form only")


def check_slots(file: Path, key: str, phrase: Phrase, english: Phrase, cases: Iterable[str]) -> frozenset[str]:
    """The slots of a text, which are those of the English one, in whatever case. Raises VoicePackError."""
    try:
        slots, expected = plain_slots(phrase, cases), slots_of(english)
    except ValueError as error:
        raise _error(file, key, f"its braces do not match ({error})") from error
    if slots != expected:
        raise _error(file, key, f"expected the slots {_listed(expected)}, got {_listed(slots)}")
    return slots


def _listed(slots: frozenset[str]) -> str:
    return ", ".join(f"{{{slot}}}" for slot in sorted(slots)) or "none"


def _read(file: Path) -> Table:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: this is not TOML in UTF-8: {error}.") from error


def _validation_error(file: Path, error: msgspec.ValidationError) -> VoicePackError:
    message = str(error)
    path = _PATH.search(message)
    problem = message[: path.start()] if path else message
    key = path["key"] if path else ""
    unknown = _UNKNOWN.search(problem)
    if unknown:
        key = f"{key}.{unknown['field']}".lstrip(".")
    return _error(file, key, problem[0].lower() + problem[1:])


def _error(file: Path, key: str, problem: str) -> VoicePackError:
    return VoicePackError(f"{file}, line {_line(file, key)}, key {key or 'of the whole file'}: {problem}.")


def _line(file: Path, key: str) -> int:
    """The line, from 1, on which a dotted key stands, or the nearest table above it."""
    wanted = re.sub(r"\[\d+\]|\[\.\.\.\]", "", key).split(".")
    best, best_depth, table = 1, 0, []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        header = re.match(r"\[([^\[\]]+)\]", line)
        pair = re.match(r"\"?([\w-]+)\"?\s*=", line)
        if header:
            table = [part.strip() for part in header[1].split(".")]
        here = table if header else [*table, pair[1]] if pair else []
        if len(here) > best_depth and wanted[: len(here)] == here:
            best, best_depth = number, len(here)
    return best


class FileNames(Enum):
    """What the files are called: as the pack does (FIDE's names as its language has them), or otherwise."""

    PACK = "pack"
    FIDE = "fide"
    NATO = "nato"
    LETTERS = "letters"


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    spoken: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fide: list[str | _Written]
    nato: list[str | _Written]
    letters: list[str | _Written]


def with_file_names(pack: VoicePack, names: FileNames) -> VoicePack:
    """The pack, with these names for the files in all that it says. Raises VoicePackError.

    What is understood stays the same: every name of a file is understood anyway.
    """
    if names is FileNames.PACK:
        return pack
    file = data_folder("voices") / "file_names.toml"
    try:
        listed = getattr(msgspec.toml.decode(file.read_bytes(), type=_File), names.value)
        files = msgspec.convert([_name(each) for each in listed], Eight)
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error
    return msgspec.structs.replace(pack, names=msgspec.structs.replace(pack.names, files=files))


def _name(written: str | _Written) -> Name:
    if isinstance(written, str):
        return Name(text=written, spoken=written)
    return Name(text=written.text, spoken=written.spoken)


FOLDER = "packs"
_PACKAGE = Path(__file__).resolve().parents[2]
#: Where the values and their reading are written; in the last one stands the course, too.
_READERS = ("edge/packs", "speech/language", "notation", "requests", "practice")

T = TypeVar("T")


def kept(voices: Path, name: str, kind: type[T], make: Callable[[], T]) -> T:
    """The value that was kept under this name if the packs in `voices` are as they were then, else what `make` makes.

    Raises what `make` does.
    """
    file, head = cache_folder() / FOLDER / f"{name}.msgpack", _made_of(voices)
    with contextlib.suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
        content = file.read_bytes()
        if content.startswith(head):
            return msgspec.msgpack.decode(memoryview(content)[len(head) :], type=kind)
    made = make()
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_private(file, head + msgspec.msgpack.encode(made))
    return made


@cache
def _made_of(voices: Path) -> bytes:
    packs = sorted(entry.path for entry in os.scandir(voices) if entry.is_dir())
    files = [line for folder in (str(voices), *packs) for line in _sizes(folder, (".toml",))]
    rooms = [folder for room in _READERS if (folder := _PACKAGE / room).is_dir()]
    readers = [line for folder in rooms for line in _sizes(str(folder), (".py", ".toml"))]
    return "\n".join((*files, *readers, _size(sys.executable, Path(sys.executable).stat()), "", "")).encode()


def _sizes(folder: str, endings: tuple[str, ...]) -> Iterator[str]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.endswith(endings):
            yield _size(entry.path, entry.stat())


def _size(path: str, found: os.stat_result) -> str:
    return f"{path} {found.st_size} {found.st_mtime_ns}"
