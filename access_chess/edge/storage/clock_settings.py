"""What is kept of clocks on this machine: the calibration of the clock unit, and the user's own time controls."""

from pathlib import Path
from typing import TypeVar

import msgspec

from access_chess.board.clock_unit.clock_servos import UNCALIBRATED, Calibration, HalfCalibration
from access_chess.conversation.time_control_dialogue import NamedControl
from access_chess.edge.storage.places import make_private_folder, user_folder, write_private
from access_chess.laws.by_color import ByColor
from access_chess.session.ports import StorageError

T = TypeVar("T")


class CalibrationError(StorageError):
    """The calibration cannot be read or written."""


class KeptControlsError(StorageError):
    """The user's own time controls cannot be read or written."""


def load_calibration() -> Calibration:
    """The user's calibration, or none. Raises CalibrationError."""
    file = calibration_file()
    try:
        return _read(file, ByColor[HalfCalibration], UNCALIBRATED)
    except (OSError, msgspec.DecodeError) as error:
        raise CalibrationError("calibration_unread", path=file, error=error) from error


def save_calibration(calibration: Calibration) -> None:
    """Keep it. Raises CalibrationError."""
    file = calibration_file()
    try:
        _write(file, msgspec.json.encode(calibration))
    except OSError as error:
        raise CalibrationError("calibration_unwritten", path=file, error=error.strerror) from error


def calibration_file() -> Path:
    """Where it is kept; it may not exist yet."""
    return user_folder() / "clock_unit.json"


def kept_controls() -> tuple[NamedControl, ...]:
    """Those that the user has kept, in the order in which they were made. Raises KeptControlsError."""
    file = _controls_file()
    try:
        return _read(file, tuple[NamedControl, ...], ())
    except (OSError, msgspec.DecodeError) as error:
        raise KeptControlsError("own_controls_unread", path=file, error=error) from error


def keep_control(named: NamedControl) -> None:
    """Keep one more. Raises KeptControlsError."""
    file = _controls_file()
    kept = (*kept_controls(), named)
    try:
        _write(file, msgspec.json.format(msgspec.json.encode(kept)))
    except OSError as error:
        raise KeptControlsError("own_controls_unwritten", path=file, error=error.strerror) from error


def _controls_file() -> Path:
    return user_folder() / "time_controls.json"


def _read(file: Path, kind: type[T], otherwise: T) -> T:
    return msgspec.json.decode(file.read_bytes(), type=kind) if file.exists() else otherwise


def _write(file: Path, data: bytes) -> None:
    make_private_folder(file.parent)
    write_private(file, data)
