"""Reads files of texts by their keys: those of the pages, `voices/<pack>/web.toml`, and of `--help`, `help.toml`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from access_chess.edge.packs.typed_words import lineage
from access_chess.edge.packs.voice_packs import BROKEN_TOML, REFERENCE, VoicePackError, load_voice_pack, pack_table
from access_chess.edge.storage.resources import data_folder
from access_chess.speech.language.slots import slots

WEB, HELP = "web.toml", "help.toml"
_OPTION = re.compile(r"--[a-z][a-z0-9-]*")  # what is typed is the same in each language


@dataclass(frozen=True, kw_only=True)
class Texts:
    """Every text of a file by its key, with slots in braces, and the language (BCP 47) in which they are."""

    language: str
    texts: Mapping[str, str]

    def text(self, key: str, **values: object) -> str:
        """A text with its slots filled. Raises KeyError for a key that there is not."""
        return self.texts[key].format(**values)


def load_web_texts(pack: str, folder: Path | None = None) -> Texts:
    """The texts of the pages, as `load_texts` reads them."""
    return load_texts(WEB, pack, folder)


def load_help_texts(pack: str, folder: Path | None = None) -> Texts:
    """The texts of `--help`, as `load_texts` reads them; the key of one in a table has its name before a dot."""
    return load_texts(HELP, pack, folder)


@cache
def load_texts(file: str, pack: str, folder: Path | None = None) -> Texts:
    """The texts of a pack or of the one it builds on; in English where these have none. Raises VoicePackError.

    A pack that has the file and not all of its texts leaves them to English, as `gaps` tells.
    """
    folder = folder or data_folder("voices")
    reference = _read(folder / REFERENCE / file)
    own = next((name for name in lineage(pack, folder) if (folder / name / file).exists()), None)
    if own is None:
        return Texts(language=REFERENCE, texts=reference)
    texts = _read(folder / own / file)
    for key, text in texts.items():
        _check(folder / own / file, key, text, reference)
    spelling = load_voice_pack(pack).spelling if folder == data_folder("voices") else None
    shown = texts if spelling is None else {key: spelling.shown(text) for key, text in texts.items()}
    return Texts(language=str(pack_table(own, folder)["language"]), texts=reference | shown)


def _read(file: Path) -> dict[str, str]:
    try:
        tables = msgspec.toml.decode(file.read_bytes(), type=dict[str, str | dict[str, str]])
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error
    texts: dict[str, str] = {}
    for name, value in tables.items():
        texts |= {name: value} if isinstance(value, str) else {f"{name}.{key}": text for key, text in value.items()}
    return texts


def _check(file: Path, key: str, text: str, reference: Mapping[str, str]) -> None:
    if key not in reference:
        raise VoicePackError(f"{file}, key {key}: there is no such text (voices/en/{file.name} has them all).")
    if slots((text,)) != slots((reference[key],)):
        raise VoicePackError(f"{file}, key {key}: its slots are not those of the text in voices/en/{file.name}.")
    if set(_OPTION.findall(text)) != set(_OPTION.findall(reference[key])):
        raise VoicePackError(f"{file}, key {key}: its options are not those of the text in voices/en/{file.name}.")
