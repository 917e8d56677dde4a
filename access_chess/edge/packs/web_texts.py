"""Reads the texts of the pages from `voices/<pack>/web.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from access_chess.edge.packs.typed_words import lineage
from access_chess.edge.packs.voice_packs import BROKEN_TOML, REFERENCE, VoicePackError, load_voice_pack, pack_table
from access_chess.edge.storage.resources import data_folder
from access_chess.speech.language.slots import slots

FILE = "web.toml"


@dataclass(frozen=True, kw_only=True)
class WebTexts:
    """Every text of a page by its key, with slots in braces, and the language (BCP 47) in which they are."""

    language: str
    texts: Mapping[str, str]

    def text(self, key: str, **values: object) -> str:
        """A text with its slots filled. Raises KeyError for a key that there is not."""
        return self.texts[key].format(**values)


@cache
def load_web_texts(pack: str, folder: Path | None = None) -> WebTexts:
    """The texts of a pack or of the one it builds on; in English where these have none. Raises VoicePackError.

    A pack that has the file and not all of its texts leaves them to English, as `gaps` tells.
    """
    folder = folder or data_folder("voices")
    reference = _read(folder / REFERENCE / FILE)
    own = _own(pack, folder)
    if own is None:
        return WebTexts(language=REFERENCE, texts=reference)
    texts = _read(folder / own / FILE)
    for key, text in texts.items():
        _check(folder / own / FILE, key, text, reference)
    spelling = load_voice_pack(pack).spelling if folder == data_folder("voices") else None
    shown = texts if spelling is None else {key: spelling.shown(text) for key, text in texts.items()}
    return WebTexts(language=str(pack_table(own, folder)["language"]), texts=reference | shown)


def _own(pack: str, folder: Path) -> str | None:
    return next((name for name in lineage(pack, folder) if (folder / name / FILE).exists()), None)


def _read(file: Path) -> dict[str, str]:
    try:
        return msgspec.toml.decode(file.read_bytes(), type=dict[str, str])
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error


def _check(file: Path, key: str, text: str, reference: Mapping[str, str]) -> None:
    if key not in reference:
        raise VoicePackError(f"{file}, key {key}: no page has such a text (voices/en/web.toml has them all).")
    if slots((text,)) != slots((reference[key],)):
        raise VoicePackError(f"{file}, key {key}: its slots are not those of the text in voices/en/web.toml.")
