"""Reads a recording that a user names on the command line."""

import wave
from pathlib import Path

import speech_recognition

from access_chess.edge.command_line.input_error import InputError


def recording(path: Path) -> speech_recognition.AudioData:
    """The sound of a WAV file (AIFF and FLAC as well), of any rate, mixed down. Raises InputError."""
    try:
        with speech_recognition.AudioFile(str(path)) as source:
            return speech_recognition.Recognizer().record(source)
    except FileNotFoundError:
        raise InputError(f"There is no recording {str(path)!r}.") from None
    except (ValueError, OSError, EOFError, wave.Error) as error:
        raise InputError(f"This is no recording that can be read: {str(path)!r}.") from error
