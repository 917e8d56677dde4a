"""Reads what may be typed at the chess clock, and its keys, from `voices/<pack>/clock.toml`."""

from enum import StrEnum
from functools import cache
from pathlib import Path

import chess
import msgspec

from access_chess.edge.packs.typed_words import Words, lineage
from access_chess.edge.packs.voice_packs import REFERENCE, VoicePackError
from access_chess.edge.storage.resources import data_folder
from access_chess.notation.vocabulary import folded


class ClockRequest(StrEnum):
    """Everything that the chess clock can be asked to do; the values are the keys of `[commands]`."""

    PRESS = "press"
    OWN = "own"
    OPPONENT = "opponent"
    BOTH = "both"
    EXACT = "exact"
    DIFFERENCE = "difference"
    USED = "used"
    MOVES = "moves"
    TO_CONTROL = "to_control"
    DIAL = "dial"
    CONTROL = "control"
    REPEAT = "repeat"
    LINE = "line"
    TOGGLE = "toggle"
    START = "start"
    STOP = "stop"
    RESUME = "resume"
    COUNTER = "counter"
    COUNT = "count"
    SET = "set"
    SCHEDULE = "schedule"
    CALIBRATE = "calibrate"
    SILENCE = "silence"
    ENTRY = "entry"
    HELP = "help"
    QUIT = "quit"


#: Requests that something follows.
FOLLOWED = frozenset({ClockRequest.COUNTER, ClockRequest.SCHEDULE})


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One command: what may be typed for it, its line in the list, its keys (one, or White's and Black's)."""

    words: tuple[str, ...]
    help: str
    keys: tuple[str, ...] = ()


class ClockFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`clock.toml` of a language as it stands."""

    commands: dict[ClockRequest, Entry]
    words: dict[str, tuple[str, ...]]
    units: dict[str, tuple[str, ...]]


class ClockWords(msgspec.Struct, frozen=True, kw_only=True):
    """What may be typed (folded), the keys with the player whose they are, and the list of commands.

    English is always understood; where the pack's own language means something else by a word, it is right.
    """

    commands: dict[Words, ClockRequest]
    keys: dict[str, tuple[ClockRequest, chess.Color | None]]
    words: dict[str, frozenset[Words]]
    units: dict[str, tuple[str, ...]]
    help: tuple[str, ...]


@cache
def load_clock_words(pack: str, folder: Path | None = None) -> ClockWords:
    """The words of a pack's language, or the English ones where it has none. Raises VoicePackError."""
    folder = folder or data_folder("voices")
    names = [name for name in dict.fromkeys((*lineage(pack, folder), REFERENCE)) if _path(folder, name).exists()]
    files = [_read(_path(folder, name)) for name in names]
    own, reference = files[0], files[-1]
    commands: dict[Words, ClockRequest] = {}
    for file in files:
        for request, entry in file.commands.items():
            for words in entry.words:
                commands.setdefault(folded(words), request)
    keys = {request: entry.keys or reference.commands[request].keys for request, entry in own.commands.items()}
    return ClockWords(
        commands=commands,
        keys={key: meaning for request in keys for key, meaning in _by_key(request, keys[request])},
        words={
            name: frozenset(folded(word) for file in files for word in file.words.get(name, ()))
            for name in reference.words
        },
        units={name: tuple(unit for file in files for unit in file.units[name]) for name in reference.units},
        help=tuple(_help_line(entry.help, keys[request]) for request, entry in own.commands.items()),
    )


def _by_key(request: ClockRequest, keys: tuple[str, ...]) -> list[tuple[str, tuple[ClockRequest, chess.Color | None]]]:
    if len(keys) == 1:
        return [(keys[0], (request, None))]
    return [(key, (request, color)) for key, color in zip(keys, (chess.WHITE, chess.BLACK), strict=False)]


def _help_line(line: str, keys: tuple[str, ...]) -> str:
    named = [key for key in keys if key.strip()]
    return f"{line} [{' '.join(named)}]" if named else line


def _path(folder: Path, name: str) -> Path:
    return folder / name / "clock.toml"


def _read(file: Path) -> ClockFile:
    try:
        return msgspec.toml.decode(file.read_bytes(), type=ClockFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise VoicePackError(f"{file}: {error}.") from error
