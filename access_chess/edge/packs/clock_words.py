"""Reads what may be typed at the chess clock, and its keys, from `voices/<pack>/clock.toml`."""

from functools import cache
from pathlib import Path

import chess
import msgspec

from access_chess.edge.packs.typed_words import by_words, languages_with
from access_chess.edge.packs.voice_packs import BROKEN_TOML, REFERENCE, VoicePackError
from access_chess.edge.storage.resources import data_folder
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.words import ClockWords


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One request: what may be typed for it, its line in the list, its keys (one, or White's and Black's)."""

    words: tuple[str, ...]
    help: str
    keys: tuple[str, ...] = ()


class ClockFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`clock.toml` of a language as it stands."""

    commands: dict[RequestName, Entry]
    words: dict[str, tuple[str, ...]]


@cache
def load_clock_words(pack: str, folder: Path | None = None) -> ClockWords:
    """The words of a pack's language, then English, then all others. Raises VoicePackError."""
    folder = folder or data_folder("voices")
    names = languages_with("clock.toml", pack, folder)
    files = [_read(folder / name / "clock.toml") for name in names]
    own, reference = files[0], files[names.index(REFERENCE)]
    keys = {name: entry.keys or reference.commands[name].keys for name, entry in own.commands.items()}
    return ClockWords(
        commands=by_words([{name: entry.words for name, entry in file.commands.items()} for file in files]),
        keys={key: meaning for name in keys for key, meaning in _by_key(name, keys[name])},
        words={
            name: frozenset(folded(word) for file in files for word in file.words.get(name, ()))
            for name in reference.words
        },
        help=tuple(_help_line(entry.help, keys[name]) for name, entry in own.commands.items()),
    )


def _by_key(name: RequestName, keys: tuple[str, ...]) -> list[tuple[str, tuple[RequestName, chess.Color | None]]]:
    if len(keys) == 1:
        return [(keys[0], (name, None))]
    return [(key, (name, color)) for key, color in zip(keys, (chess.WHITE, chess.BLACK), strict=False)]


def _help_line(line: str, keys: tuple[str, ...]) -> str:
    named = [key for key in keys if key.strip()]
    return f"{line} [{' '.join(named)}]" if named else line


def _read(file: Path) -> ClockFile:
    try:
        return msgspec.toml.decode(file.read_bytes(), type=ClockFile)
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error
