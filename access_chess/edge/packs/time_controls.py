"""The time controls that come with the program: `voices/time_controls.toml`, named in each language."""

from pathlib import Path

import msgspec

from access_chess.conversation.time_control_dialogue import NamedControl
from access_chess.edge.packs.voice_packs import REFERENCE, VoicePackError
from access_chess.edge.storage.resources import data_folder
from access_chess.laws.time_control import PeriodAdd, TimeControl, parse_time_control


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
