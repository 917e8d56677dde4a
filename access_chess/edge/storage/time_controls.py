"""The time controls to choose from: those of `voices/time_controls.toml`, and those that the user has kept."""

from pathlib import Path

import msgspec

from access_chess.conversation.time_control_dialogue import NamedControl
from access_chess.edge.packs.voice_packs import REFERENCE, VoicePackError
from access_chess.edge.storage.places import user_folder
from access_chess.edge.storage.resources import data_folder
from access_chess.laws.time_control import PeriodAdd, TimeControl, parse_time_control


class _Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    time: str
    names: dict[str, str]
    added: PeriodAdd = PeriodAdd.ON_ZERO


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    control: tuple[_Listed, ...]


class KeptControlsError(Exception):
    """The user's own time controls cannot be read or written; the message is one plain sentence."""


def time_controls(language: str, folder: Path | None = None) -> tuple[NamedControl, ...]:
    """Those that come with the program, named in this language (BCP 47). Raises VoicePackError."""
    file = (folder or data_folder("voices")) / "time_controls.toml"
    try:
        listed = msgspec.toml.decode(file.read_bytes(), type=_File).control
        return tuple(_named(each, language.split("-")[0]) for each in listed)
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise VoicePackError(f"{file}: {error}.") from error


def kept_controls() -> tuple[NamedControl, ...]:
    """Those that the user has kept, in the order in which he made them. Raises KeptControlsError."""
    file = _kept_file()
    try:
        return msgspec.json.decode(file.read_bytes(), type=tuple[NamedControl, ...]) if file.exists() else ()
    except (OSError, msgspec.DecodeError) as error:
        raise KeptControlsError(f"Your own time controls in {file} cannot be read: {error}.") from error


def keep_control(named: NamedControl) -> None:
    """Keep one more. Raises KeptControlsError."""
    file = _kept_file()
    kept = (*kept_controls(), named)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(".new")  # so that a power cut leaves the old file or the new one, never half of it
        beside.write_bytes(msgspec.json.format(msgspec.json.encode(kept)))
        beside.replace(file)
    except OSError as error:
        raise KeptControlsError(f"Your own time controls cannot be written to {file}: {error.strerror}.") from error


def _named(listed: _Listed, language: str) -> NamedControl:
    name = listed.names.get(language, listed.names[REFERENCE])
    control: TimeControl = parse_time_control(listed.time, listed.added)
    return NamedControl(name=name, control=control)


def _kept_file() -> Path:
    return user_folder() / "time_controls.json"
