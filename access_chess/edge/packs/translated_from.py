"""What a voice pack leaves to English besides phrases, what typed in its language means two things, and which English
text each translation was made from, so that one is found whose English has changed since.

`voices/translated_from.toml` has a table a file, and in it the beginning of a digest for each text of the English pack.
Where the packs were made from different ones, it says which pack from which, and from which the others.
"""

import json
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from access_chess.edge.packs.typed_words import lineage
from access_chess.edge.packs.voice_packs import REFERENCE, voice_pack_names
from access_chess.edge.storage.places import data_folder
from access_chess.notation.vocabulary import folded
from access_chess.speech.language.durations import is_counted

#: the files of a pack, besides `pack.toml` and `phrases.toml`, that every language should have whole
FILES = (
    "terminal.toml",
    "clock.toml",
    "web.toml",
    "guide.toml",
    "help.toml",
    "lessons.toml",
    "laws.toml",
    "cases.toml",
)

_OPTIONAL = ("units", "index")  # a language need not have a name of its own for each of these
_REQUESTS = ("commands", "arbiter", "assistant", "answers")  # the tables in which a word stands for one thing only


def left_to_english(pack: str, file: str, folder: Path | None = None) -> tuple[str, ...]:
    """The keys ("commands.resign") of a file of the English pack that neither the pack nor its base has."""
    folder = folder or data_folder("voices")
    own = {key for name in lineage(pack, folder) for key in _keys(toml_table(folder / name / file))}
    return tuple(key for key in keys_of_english(file, folder) if key not in own)


def keys_of_english(file: str, folder: Path | None = None) -> tuple[str, ...]:
    """The keys of a file of the English pack that every language should have."""
    keys = _keys(toml_table((folder or data_folder("voices")) / REFERENCE / file))
    return tuple(key for key in keys if key.partition(".")[0] not in _OPTIONAL)


def clashing_words(pack: str, folder: Path | None = None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What may be typed, in the pack's own files, for more than one request: the words, and the requests' keys."""
    folder = folder or data_folder("voices")
    meanings: defaultdict[tuple[str, str, tuple[str, ...]], list[str]] = defaultdict(list)
    for file in ("terminal.toml", "clock.toml"):
        table = toml_table(folder / pack / file)
        for name in _REQUESTS:
            for key, entry in table.get(name, {}).items():
                for words in {folded(words) for words in (entry["words"] if isinstance(entry, dict) else entry)}:
                    meanings[file, name, words].append(key)
    return tuple((" ".join(words), tuple(keys)) for (_, _, words), keys in meanings.items() if len(keys) > 1)


def _keys(table: dict[str, Any]) -> Iterator[str]:
    """The keys of a table two levels deep, as far as there are tables."""
    for name, value in table.items():
        is_table = isinstance(value, dict) and not is_counted(value)
        yield from (f"{name}.{key}" for key in value) if is_table else (name,)


def toml_table(file: Path) -> dict[str, Any]:
    """A file of a pack as it is written; nothing where it is not there."""
    return _read(file.read_text(encoding="utf-8")) if file.exists() else {}


@lru_cache(maxsize=32)
def _read(text: str) -> dict[str, Any]:
    """Of each pack the same English files are asked for; nobody changes what is read."""
    return tomllib.loads(text)


NOTES = "translated_from.toml"
TRANSLATED = ("phrases.toml", *FILES)

_HEAD = "# Written by `access-chess voices translated LANGUAGE`: which English text each translation was made from.\n"
_OTHERS = "others"
_NEVER = ""  # a translation of which nothing was noted
_DIGITS = 8  # one changed text in four thousand millions is taken for the former one

Notes = dict[str, str]  # pack -> digest


def changed_since(pack: str, folder: Path | None = None) -> tuple[tuple[str, str], ...]:
    """The files and keys of a pack's own texts whose English has changed since, or of which nothing was noted."""
    folder = folder or data_folder("voices")
    notes = toml_table(folder / NOTES)
    return tuple(
        (file, key)
        for file in TRANSLATED
        for key, digest in _translated(pack, file, folder)
        if _noted(notes, file, key, pack) != digest
    )


def note_translated(pack: str, folder: Path | None = None) -> tuple[tuple[str, str], ...]:
    """Note that all texts of a pack say what English says now; the files and keys of which that is new.

    Raises OSError where the file of notes cannot be written.
    """
    folder = folder or data_folder("voices")
    new = changed_since(pack, folder)
    notes = toml_table(folder / NOTES)
    packs = [name for name in voice_pack_names(folder) if name != REFERENCE]
    lines = [_HEAD]
    for file in TRANSLATED:
        lines.append(f"\n[{Path(file).stem}]\n")
        own = {name: dict(_translated(name, file, folder)) for name in packs}
        for key in _texts(folder / REFERENCE / file):
            having = [name for name in packs if key in own[name]]
            row = {name: own[name][key] if name == pack else _noted(notes, file, key, name) for name in having}
            if set(row.values()) - {_NEVER}:
                lines.append(f"{json.dumps(key) if '.' in key else key} = {_written(row)}\n")
    (folder / NOTES).write_text("".join(lines), encoding="utf-8")
    return new


def _translated(pack: str, file: str, folder: Path) -> Iterator[tuple[str, str]]:
    """The keys that a pack has in a file of its own, with the digest of their English."""
    own = _texts(folder / pack / file)
    for key, text in _texts(folder / REFERENCE / file).items():
        if pack != REFERENCE and key in own:
            yield key, sha256(json.dumps(text, ensure_ascii=False).encode()).hexdigest()[:_DIGITS]


def _noted(notes: dict[str, Any], file: str, key: str, pack: str) -> str:
    row = notes.get(Path(file).stem, {}).get(key, _NEVER)
    return str(row if isinstance(row, str) else row.get(pack, row[_OTHERS]))


def _written(row: Notes) -> str:
    """A row of the notes: what most packs were made from, and which ones from another text."""
    most = Counter(row.values()).most_common(1)[0][0]
    others = [f'{pack} = "{digest}"' for pack, digest in row.items() if digest != most]
    return f'{{{", ".join(others)}, {_OTHERS} = "{most}"}}' if others else f'"{most}"'


def _texts(file: Path) -> dict[str, Any]:
    """What is translated of a file, by its keys two levels deep; of a word to be typed, its line of help."""
    texts: dict[str, Any] = {}
    for name, value in toml_table(file).items():
        if isinstance(value, dict) and not is_counted(value):
            texts |= {f"{name}.{key}": _text(entry, file) for key, entry in value.items()}
        else:
            texts[name] = value
    return {key: text for key, text in texts.items() if text is not None}


def _text(entry: Any, file: Path) -> Any:
    if file.name == "laws.toml" and isinstance(entry, list):
        return None  # the words of the index are each language's own
    if file.name in ("terminal.toml", "clock.toml"):
        return entry.get("help") if isinstance(entry, dict) else None  # each language types words of its own
    return entry
