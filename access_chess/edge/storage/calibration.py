"""Keeps the calibration of the clock unit, on this machine."""

from pathlib import Path

import msgspec

from access_chess.board.clock_unit.clock_servos import UNCALIBRATED, Calibration, HalfCalibration
from access_chess.edge.storage.places import user_folder, write_private
from access_chess.edge.storage.private_files import make_private_folder
from access_chess.laws.by_color import ByColor
from access_chess.session.ports import StorageError


class CalibrationError(StorageError):
    """The calibration cannot be read or written."""


def load_calibration() -> Calibration:
    """The user's calibration, or none. Raises CalibrationError."""
    file = calibration_file()
    try:
        return msgspec.json.decode(file.read_bytes(), type=ByColor[HalfCalibration]) if file.exists() else UNCALIBRATED
    except (OSError, msgspec.DecodeError) as error:
        raise CalibrationError("calibration_unread", path=file, error=error) from error


def save_calibration(calibration: Calibration) -> None:
    """Keep it. Raises CalibrationError."""
    file = calibration_file()
    try:
        make_private_folder(file.parent)
        write_private(file, msgspec.json.encode(calibration))
    except OSError as error:
        raise CalibrationError("calibration_unwritten", path=file, error=error.strerror) from error


def calibration_file() -> Path:
    """Where it is kept; it may not exist yet."""
    return user_folder() / "clock_unit.json"
