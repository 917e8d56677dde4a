"""Reads the guide from `voices/<pack>/guide.toml`: topics in the order of the English one, each a few paragraphs.

A slot in braces is what a player types for a request, in the words of their own language: `{resign}`, `{arbiter_stop}`.
`{files}` are the names of the files, `{e4}` is that square as it is said.
"""

from functools import cache
from pathlib import Path

import chess
import msgspec

from access_chess.edge.packs.typed_words import nearest_file, told_words
from access_chess.edge.packs.voice_packs import BROKEN_TOML, REFERENCE, VoicePackError, load_voice_pack, pack_table
from access_chess.edge.storage.places import data_folder
from access_chess.speech.guide_text import Guide, GuideTopic
from access_chess.speech.language.spelling import slots

FILE = "guide.toml"


class _Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    parts: tuple[str, ...]


@cache
def load_guide(pack: str, folder: Path | None = None) -> Guide:
    """The guide in a pack's language; a topic that lacks there is in English. Raises VoicePackError."""
    folder = folder or data_folder("voices")
    reference = _read(folder / REFERENCE / FILE)
    file = nearest_file(FILE, pack, folder) or folder / REFERENCE / FILE
    topics = {**dict.fromkeys(reference, REFERENCE), **dict.fromkeys(_read(file), file.parent.name)}
    unknown = next((name for name in topics if name not in reference), None)
    if unknown is not None:
        raise VoicePackError(f"{file}: the guide has no topic {unknown!r}.")
    return tuple(_topic(name, language, folder) for name, language in topics.items())


def _topic(name: str, pack: str, folder: Path) -> GuideTopic:
    file = folder / pack / FILE
    written, filling = _read(file)[name], _slots(pack, folder)
    unknown = next((slot for slot in slots(written.parts) if slot not in filling), None)
    if unknown is not None:
        raise VoicePackError(f"{file}, topic {name}: the slot {{{unknown}}} is the name of no request.")
    return GuideTopic(
        name=name,
        language=str(pack_table(pack, folder)["language"]),
        title=written.title,
        parts=tuple(part.format_map(filling) for part in written.parts),
    )


def unlike_english(pack: str, folder: Path | None = None) -> tuple[str, ...]:
    """The topics that a pack lacks or has otherwise than English: with more or fewer parts, or with other slots."""
    folder = folder or data_folder("voices")
    reference = _read(folder / REFERENCE / FILE)
    file = nearest_file(FILE, pack, folder)
    own = {} if file is None else _read(file)
    return tuple(name for name, topic in reference.items() if name not in own or _shape(own[name]) != _shape(topic))


def _shape(topic: _Topic) -> list[frozenset[str]]:
    return [slots((part,)) for part in topic.parts]


@cache
def _slots(pack: str, folder: Path) -> dict[str, str]:
    typed = {name.value: words for name, words in told_words(pack, folder).items()}
    spoken = load_voice_pack(pack, folder)
    return typed | {"files": ", ".join(name.text for name in spoken.names.files), "e4": spoken.square(chess.E4).text}


@cache
def _read(file: Path) -> dict[str, _Topic]:
    try:
        return msgspec.toml.decode(file.read_bytes(), type=dict[str, _Topic])
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error
