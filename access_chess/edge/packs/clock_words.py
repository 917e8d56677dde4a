"""Reads what may be typed at the chess clock, and its keys, from `voices/<pack>/clock.toml`; and the time controls that
come with the program, `voices/time_controls.toml`, named in each language.
"""

from functools import cache
from pathlib import Path

import chess
import msgspec
from msgspec.structs import replace

from access_chess.conversation.calibration_dialogue import CalibrationLanguage
from access_chess.conversation.time_control_dialogue import ClockLanguage, NamedControl, SettingLanguage, SettingWord
from access_chess.edge.packs.typed_words import by_words, languages_with, laws_of, load_typed_words
from access_chess.edge.packs.voice_packs import (
    BROKEN_TOML,
    REFERENCE,
    VoicePackError,
    load_voice_pack,
    reading_vocabulary,
)
from access_chess.edge.storage.places import data_folder
from access_chess.laws.time_control import PeriodAdd, TimeControl, parse_time_control
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.row import RequestAuthor
from access_chess.requests.table import ROWS
from access_chess.requests.words import ClockWords, PlayerLanguage, RequestWords, Words

#: What a key asks for, and whose it is.
Asked = tuple[RequestName, chess.Color | None]

#: The letters of an English keyboard, row by row.
LATIN = "qwertyuiopasdfghjklzxcvbnm"


class ClockRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One request: what may be typed for it, its line in the list, its keys (one, or White's and Black's)."""

    words: tuple[str, ...]
    help: str
    keys: tuple[str, ...] = ()


class ClockFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`clock.toml` of a language as it stands; `keyboard` has its letters where `LATIN` has others."""

    commands: dict[RequestName, ClockRequest]
    words: dict[str, tuple[str, ...]]
    keyboard: str = ""


@cache
def load_clock_words(pack: str, folder: Path | None = None, *, has_keys: bool = True) -> ClockWords:
    """The words of a pack's language, then English, then all others. Raises VoicePackError.

    With `has_keys` the lines of help name the keys as well; where lines are typed, they tell words alone.
    """
    folder = folder or data_folder("voices")
    names = languages_with("clock.toml", pack, folder)
    files = [_read(folder / name / "clock.toml") for name in names]
    own, reference = files[0], files[names.index(REFERENCE)]
    commands = reference.commands | own.commands
    keys = {name: entry.keys or reference.commands[name].keys for name, entry in commands.items()}
    own_words = by_words([{name: entry.words for name, entry in file.commands.items()} for file in files])
    return ClockWords(
        requests=_with(
            load_typed_words(pack, folder),
            own_words,
            {name: _help_line(entry.help, keys[name] if has_keys else ()) for name, entry in commands.items()},
            {phrase: name for name, entry in own.commands.items() for phrase in entry.words},
        ),
        keys=_as_typed({key: meaning for name in keys for key, meaning in _by_key(name, keys[name])}, own.keyboard),
        words={
            name: frozenset(folded(word) for file in files for word in file.words.get(name, ()))
            for name in reference.words
        },
    )


def load_clock_language(pack: str, *, has_keys: bool = True) -> ClockLanguage:
    """All that a clock needs to understand and to answer by a voice pack. Raises VoicePackError."""
    voice, words = load_voice_pack(pack), load_clock_words(pack, has_keys=has_keys)
    player = PlayerLanguage(pack=voice, words=words.requests, vocabulary=reading_vocabulary(pack), laws=laws_of(pack))
    answers = {word: words.words[word.value] for word in SettingWord}
    return ClockLanguage(
        player=player,
        keys=words.keys,
        has_keys=has_keys,
        setting=SettingLanguage(pack=voice, words=answers, times=player.times),
        calibration=CalibrationLanguage(pack=voice, words=words.words, times=player.times),
    )


def _with(
    typed: RequestWords,
    own: dict[Words, RequestName],
    own_help: dict[RequestName, str],
    own_phrases: dict[str, RequestName],
) -> RequestWords:
    """The words of a game for what a clock is asked, but for single letters, which are its keys; its own come first.

    An arbiter who rules at it need not say so.
    """
    shared = {
        words: name for words, name in typed.commands.items() if ROWS[name].is_at_clock and len("".join(words)) > 1
    }
    rulings = {words: name for words, name in typed.arbiter.items() if ROWS[name].is_at_clock}
    own_rulings = {words: name for words, name in own.items() if ROWS[name].author is RequestAuthor.ARBITER}
    return replace(
        typed,
        commands=rulings | shared | own,
        arbiter={**typed.arbiter, **own_rulings},
        help={**typed.help, **own_help},
        own={**typed.own, **typed.own_rulings, **own_phrases},
    )


def _by_key(name: RequestName, keys: tuple[str, ...]) -> list[tuple[str, Asked]]:
    if len(keys) == 1:
        return [(keys[0], (name, None))]
    return [(key, (name, color)) for key, color in zip(keys, (chess.WHITE, chess.BLACK), strict=False)]


def _as_typed(keys: dict[str, Asked], keyboard: str) -> dict[str, Asked]:
    """The keys in both alphabets of a keyboard; where one has no capitals, its letters are the small ones."""
    both = [*zip(LATIN.upper(), keyboard.upper(), strict=False), *zip(LATIN, keyboard, strict=False)]
    return {letter: keys[latin] for latin, letter in both if latin in keys} | keys


def _help_line(line: str, keys: tuple[str, ...]) -> str:
    named = [key for key in keys if key.strip()]
    return f"{line} [{' '.join(named)}]" if named else line


def _read(file: Path) -> ClockFile:
    try:
        return msgspec.toml.decode(file.read_bytes(), type=ClockFile)
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error


class _Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    time: str
    names: dict[str, str]
    added: PeriodAdd = PeriodAdd.ON_ZERO


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    control: tuple[_Listed, ...]


def time_controls(language: str, folder: Path | None = None) -> tuple[NamedControl, ...]:
    """Those that come with the program, named in this language (BCP 47). Raises VoicePackError."""
    file = (folder or data_folder("voices")) / "time_controls.toml"
    try:
        listed = msgspec.toml.decode(file.read_bytes(), type=_File).control
        return tuple(_named(each, language.split("-")[0]) for each in listed)
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise VoicePackError(f"{file}: {error}.") from error


def _named(listed: _Listed, language: str) -> NamedControl:
    name = listed.names.get(language, listed.names[REFERENCE])
    control: TimeControl = parse_time_control(listed.time, listed.added)
    return NamedControl(name=name, control=control)
