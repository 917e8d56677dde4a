"""Reads the cases to rule on that are shipped, and their words from `voices/<pack>/cases.toml`.

A pack has the words whole or not at all: the keys and slots of the English ones, else it is refused, with file and key.
"""

from functools import cache
from pathlib import Path

import msgspec

from access_chess.edge.packs.typed_words import nearest_file
from access_chess.edge.packs.voice_packs import BROKEN_TOML, REFERENCE, VoicePackError, check_slots, load_voice_pack
from access_chess.edge.storage.places import data_folder
from access_chess.laws.editions import Edition
from access_chess.practice.case_drill import CaseDrill
from access_chess.practice.cases import Case, played_case, read_cases
from access_chess.speech.announcement import Form
from access_chess.speech.language.durations import Counted
from access_chess.speech.language.voice_pack import Phrase, VoicePack, joined
from access_chess.speech.practising.sentences import worded
from access_chess.speech.utterance import SpokenPart

FILE = "cases.toml"
LONG = 25  # words; a longer sentence is hard to keep in the ear
CASES = Path(__file__).resolve().parents[2] / "practice" / "cases.jsonl"


@cache
def load_cases() -> tuple[Case, ...]:
    """All cases of the program."""
    return read_cases(CASES.read_bytes().splitlines())


def has_cases(pack: str, folder: Path | None = None) -> bool:
    """Whether cases can be heard in a pack's language."""
    return nearest_file(FILE, pack, folder or data_folder("voices")) is not None


@cache
def load_case_words(pack: str, folder: Path | None = None) -> VoicePack:
    """A pack with the sentences of cases beside its own. Raises VoicePackError, for a pack without them too."""
    folder = folder or data_folder("voices")
    spoken = load_voice_pack(pack, folder)
    file = nearest_file(FILE, pack, folder)
    if file is None:
        raise VoicePackError(f"{folder / pack / FILE}: there is no such file.")
    own, english = _read(file), _read(folder / REFERENCE / FILE)
    if differ := sorted(own.keys() ^ english.keys()):
        raise VoicePackError(f"{file}: lacking or unknown are {', '.join(differ)}.")
    for key, phrase in own.items():
        check_slots(file, key, phrase, english[key], spoken.cases)
    return msgspec.structs.replace(
        spoken, phrases=spoken.phrases | {f"cases.{key}": phrase for key, phrase in own.items()}
    )


def told_case(rule: str, edition: Edition, place: int, pack: str, form: Form) -> tuple[SpokenPart, ...]:
    """A case of a rule, and what is right there; none where the pack or the edition has none. `place` is any number."""
    cases = [each for each in load_cases() if each.rule == rule and each.edition is edition] if has_cases(pack) else []
    if not cases:
        return ()
    drill, words = CaseDrill(played=played_case(cases[place % len(cases)])), load_case_words(pack)
    told = (*drill.played.told, drill.played.question), drill.explain
    return tuple(joined(worded(each, words, form) for each in part) for part in told)


def long_cases(pack: str, folder: Path | None = None) -> tuple[str, ...]:
    """The keys of a pack's own sentences of more than `LONG` words, what fills them not counted."""
    file = (folder or data_folder("voices")) / pack / FILE
    own = _read(file) if file.exists() else {}
    return tuple(key for key, phrase in own.items() if len(str(phrase).split()) > LONG)


@cache
def _read(file: Path) -> dict[str, Phrase]:
    try:
        return msgspec.toml.decode(file.read_bytes(), type=dict[str, str | Counted])
    except BROKEN_TOML as error:
        raise VoicePackError(f"{file}: {error}.") from error
