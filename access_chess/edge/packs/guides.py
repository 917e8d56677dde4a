"""Reads the guide from `voices/<pack>/guide.toml`: topics in the order of the English one, each a few paragraphs.

A slot in braces is what a player types for a request, in the words of his own language: `{resign}`, `{arbiter_stop}`.
`{files}` are the names of the files, `{e4}` is that square as it is said.
"""

from functools import cache
from pathlib import Path

import chess
import msgspec

from access_chess.edge.packs.typed_words import lineage, told_words
from access_chess.edge.packs.voice_packs import BROKEN_TOML, REFERENCE, VoicePackError, load_voice_pack, pack_table
from access_chess.edge.storage.resources import data_folder
from access_chess.speech.guide_text import Guide, GuideTopic
from access_chess.speech.language.slots import slots

FILE = "guide.toml"


class _Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    parts: tuple[str, ...]


@cache
def load_guide(pack: str, folder: Path | None = None) -> Guide:
    """The guide in a pack's language; in English, all of it, where that lacks a topic. Raises VoicePackError."""
    folder = folder or data_folder("voices")
    reference = _read(folder / REFERENCE / FILE)
    language = next((name for name in lineage(pack, folder) if _is_whole(folder / name / FILE, reference)), REFERENCE)
    file = folder / language / FILE
    topics = _read(file)
    slots_of = _slots(language, folder)
    unknown = next((slot for topic in topics.values() for slot in slots(topic.parts) if slot not in slots_of), None)
    if unknown is not None:
        raise VoicePackError(f"{file}: the slot {{{unknown}}} is the name of no request.")
    return Guide(
        language=str(pack_table(language, folder)["language"]),
        topics=tuple(
            GuideTopic(
                name=name,
                title=topics[name].title,
                parts=tuple(part.format_map(slots_of) for part in topics[name].parts),
            )
            for name in reference
        ),
    )


def unlike_english(pack: str, folder: Path | None = None) -> tuple[str, ...]:
    """The topics that a pack lacks or has otherwise than English: with more or fewer parts, or with other slots."""
    folder = folder or data_folder("voices")
    reference = _read(folder / REFERENCE / FILE)
    file = next((file for name in lineage(pack, folder) if (file := folder / name / FILE).exists()), None)
    own = {} if file is None else _read(file)
    return tuple(name for name, topic in reference.items() if name not in own or _shape(own[name]) != _shape(topic))


def _shape(topic: _Topic) -> list[frozenset[str]]:
    return [slots((part,)) for part in topic.parts]


def _is_whole(file: Path, reference: dict[str, _Topic]) -> bool:
    return file.exists() and reference.keys() <= _read(file).keys()


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
