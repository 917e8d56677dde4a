"""Reads files of texts by their keys: those of the pages, `voices/<pack>/web.toml`, and of `--help`, `help.toml`.

A text that counts something is a table of its forms, as in `phrases.toml`; any other table has texts of its own.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path

import msgspec
from msgspec import Struct

from access_chess.edge.packs.voice_packs import (
    BROKEN_TOML,
    REFERENCE,
    VoicePackError,
    kept,
    load_voice_pack,
    pack_table,
)
from access_chess.edge.storage.places import data_folder
from access_chess.speech.language.durations import Counted, category, is_counted
from access_chess.speech.language.voice_pack import Phrase, begun, slots_of

WEB, HELP = "web.toml", "help.toml"
_OPTION = re.compile(r"--[a-z][a-z0-9-]*")  # what is typed is the same in each language


class Texts(Struct, frozen=True, kw_only=True):
    """Every text of a file by its key, with slots in braces, and the language (BCP 47) in which they are.

    Of a text that counts something `texts` has the form `other`, and `counted` has all.
    """

    language: str
    texts: Mapping[str, str]
    counted: Mapping[str, Counted]

    def text(self, key: str, **values: object) -> str:
        """A text with its slots filled, in the form that goes with the `count`. Raises KeyError for an unknown key."""
        counted, count = self.counted.get(key), values.get("count")
        text = counted.form(category(count, self.language)) if counted and isinstance(count, int) else self.texts[key]
        return begun(text.format(**values)) if text.startswith("{name}") else text.format(**values)

    def for_script(self, keys: Iterable[str]) -> dict[str, str | dict[str, str]]:
        """Texts with their slots open; of those that count something, their forms by Unicode's names for them."""
        return {key: self.counted[key].by_name if key in self.counted else self.texts[key] for key in keys}


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
    if folder is None:
        voices = data_folder("voices")
        return kept(voices, f"{pack}.{Path(file).stem}", Texts, partial(_load_texts, file, pack, voices))
    return _load_texts(file, pack, folder)


def _load_texts(file: str, pack: str, folder: Path) -> Texts:
    from access_chess.edge.packs.typed_words import nearest_file  # with all requests: not for texts that are kept

    reference = _read(folder / REFERENCE / file)
    own = nearest_file(file, pack, folder)
    if own is None:
        return _texts(REFERENCE, reference)
    texts = _read(own)
    for key, text in texts.items():
        _check(own, key, text, reference)
    if folder == data_folder("voices"):
        shown = load_voice_pack(pack).spelling.shown
        texts = {key: _shown(text, shown) for key, text in texts.items()}
    return _texts(str(pack_table(own.parent.name, folder)["language"]), reference | texts)


def _texts(language: str, texts: Mapping[str, Phrase]) -> Texts:
    counted = {key: text for key, text in texts.items() if isinstance(text, Counted)}
    plain = {key: text.other if isinstance(text, Counted) else text for key, text in texts.items()}
    return Texts(language=language, texts=plain, counted=counted)


def _shown(text: Phrase, shown: Callable[[str], str]) -> Phrase:
    """A text in the letters that a pack writes, each form of it."""
    if isinstance(text, str):
        return shown(text)
    return msgspec.structs.replace(text, **{name: shown(form) for name, form in text.by_name.items()})


def _read(file: Path) -> dict[str, Phrase]:
    try:
        tables = msgspec.toml.decode(file.read_bytes(), type=dict[str, str | dict[str, str]])
        texts: dict[str, Phrase] = {}
        for name, value in tables.items():
            if isinstance(value, str) or is_counted(value):
                texts[name] = msgspec.convert(value, str | Counted)
            else:
                texts |= {f"{name}.{key}": text for key, text in value.items()}
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error
    return texts


def _check(file: Path, key: str, text: Phrase, reference: Mapping[str, Phrase]) -> None:
    if key not in reference:
        raise VoicePackError(f"{file}, key {key}: there is no such text (voices/en/{file.name} has them all).")
    if slots_of(text) != slots_of(reference[key]):
        raise VoicePackError(f"{file}, key {key}: its slots are not those of the text in voices/en/{file.name}.")
    if isinstance(text, Counted) and "count" not in slots_of(text):
        raise VoicePackError(f"{file}, key {key}: it goes by no number, so it has one form only.")
    if _options(text) != _options(reference[key]):
        raise VoicePackError(f"{file}, key {key}: its options are not those of the text in voices/en/{file.name}.")


def _options(text: Phrase) -> set[str]:
    return {
        option for form in (text.forms if isinstance(text, Counted) else (text,)) for option in _OPTION.findall(form)
    }
