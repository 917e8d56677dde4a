"""The time controls that the user has kept."""

from pathlib import Path

import msgspec

from access_chess.conversation.time_control_dialogue import NamedControl
from access_chess.edge.storage.places import user_folder, write_private
from access_chess.edge.storage.private_files import make_private_folder
from access_chess.session.ports import StorageError


class KeptControlsError(StorageError):
    """The user's own time controls cannot be read or written."""


def kept_controls() -> tuple[NamedControl, ...]:
    """Those that the user has kept, in the order in which they were made. Raises KeptControlsError."""
    file = _kept_file()
    try:
        return msgspec.json.decode(file.read_bytes(), type=tuple[NamedControl, ...]) if file.exists() else ()
    except (OSError, msgspec.DecodeError) as error:
        raise KeptControlsError("own_controls_unread", path=file, error=error) from error


def keep_control(named: NamedControl) -> None:
    """Keep one more. Raises KeptControlsError."""
    file = _kept_file()
    kept = (*kept_controls(), named)
    try:
        make_private_folder(file.parent)
        write_private(file, msgspec.json.format(msgspec.json.encode(kept)))
    except OSError as error:
        raise KeptControlsError("own_controls_unwritten", path=file, error=error.strerror) from error


def _kept_file() -> Path:
    return user_folder() / "time_controls.json"
