"""What a voice pack leaves to English besides phrases, and what typed in its language means two things."""

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from access_chess.edge.packs.typed_words import lineage
from access_chess.edge.packs.voice_packs import REFERENCE
from access_chess.edge.storage.resources import data_folder
from access_chess.notation.vocabulary import folded
from access_chess.speech.language.plurals import is_counted

#: the files of a pack, besides `pack.toml` and `phrases.toml`, that every language should have whole
FILES = ("terminal.toml", "clock.toml", "web.toml", "guide.toml", "help.toml")

_OPTIONAL = ("units",)  # a language need not have a name of its own for each of these
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
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
