"""Keeps how a user said his sentences, on this machine only, so that his voice can be learned anew.

They are WAV files, named by their words: those of his enrolment, his last moves, and the numbers by which he chose
some of these. They can be heard and copied, and a single one can be removed.
"""

import contextlib
import shutil
import wave
from collections.abc import Iterable
from pathlib import Path

import speech_recognition

from access_chess.edge.storage.corrections import ENROLLED, RECORDINGS, user_file
from access_chess.edge.storage.private_files import make_private_folder
from access_chess.edge.storage.whole_file import write_private
from access_chess.listening.lexicon import Words
from access_chess.recognition.loudness import RATE

MOST = 40  # moves: two or three games
MOST_ANSWERS = 12  # three of each number
_WIDTH = 2  # bytes of a sample
_SENTENCES, _MOVES, _ANSWERS = "enrolment", "moves", "answers"

Recording = tuple[Words, speech_recognition.AudioData]  # a sentence and how it was said


def keep_move(user: str, words: Words, audio: speech_recognition.AudioData, folder: Path | None = None) -> Path:
    """Adds a move, and removes the oldest where there are too many; returns its place. Raises OSError."""
    return _added(_place(user, folder) / _MOVES, MOST, words, audio)


def keep_answer(user: str, words: Words, audio: speech_recognition.AudioData, folder: Path | None = None) -> Path:
    """Adds an answer, as `keep_move`."""
    return _added(_place(user, folder) / _ANSWERS, MOST_ANSWERS, words, audio)


def keep_enrolment(user: str, recordings: Iterable[Recording], folder: Path | None = None) -> None:
    """Begins anew with the sentences of an enrolment: who says them may be somebody else. Raises OSError."""
    partial = _partial(user, folder)
    shutil.rmtree(partial, ignore_errors=True)
    for number, (words, audio) in enumerate(recordings, start=1):
        _written(partial / _SENTENCES, number, words, audio)
    shutil.rmtree(_place(user, folder), ignore_errors=True)
    partial.replace(_place(user, folder))


def recordings_of(user: str, folder: Path | None = None) -> list[Path]:
    """The files: the enrolment, then the moves, then the answers, each the oldest first."""
    place = _place(user, folder)
    return [path for kind in (_SENTENCES, _MOVES, _ANSWERS) for path in _files(place / kind)]


def own_recordings(user: str, folder: Path | None = None) -> list[Recording]:
    """All that is kept, but for what is no such file."""
    return [(words_of(path), audio) for path in recordings_of(user, folder) if (audio := _read(path)) is not None]


def words_of(path: Path) -> Words:
    """What is said in a file."""
    return tuple(path.stem.split()[1:])


def is_answer(words: Words) -> bool:
    """Is it an answer? No move is said in one word."""
    return len(words) == 1


def new_moves(user: str, folder: Path | None = None) -> int:
    """How many of the moves came after the user's voice was learned last."""
    moves = _files(_place(user, folder) / _MOVES)
    try:
        learned = user_file(user, ENROLLED, folder).stat().st_mtime
    except FileNotFoundError:
        return len(moves)
    return sum(path.stat().st_mtime > learned for path in moves)


def forget_recordings(user: str, folder: Path | None = None) -> None:
    """Removes them all. Raises OSError."""
    for place in (_place(user, folder), _partial(user, folder)):
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(place)


def _place(user: str, folder: Path | None) -> Path:
    return user_file(user, RECORDINGS, folder)


def _partial(user: str, folder: Path | None) -> Path:
    """Where recordings are until all are there."""
    return user_file(user, f"{RECORDINGS}.part", folder)


def _files(place: Path) -> list[Path]:
    return sorted(path for path in place.glob("*.wav") if path.stem.partition(" ")[0].isdecimal())


def _added(place: Path, most: int, words: Words, audio: speech_recognition.AudioData) -> Path:
    """The newest of the files there, of which the oldest are removed."""
    kept = _files(place)
    path = _written(place, int(kept[-1].stem.partition(" ")[0]) + 1 if kept else 1, words, audio)
    for old in kept[: max(0, len(kept) + 1 - most)]:
        old.unlink(missing_ok=True)
    return path


def _written(place: Path, number: int, words: Words, audio: speech_recognition.AudioData) -> Path:
    path = place / f"{number:06} {' '.join(words)}.wav"
    make_private_folder(path.parent)
    write_private(path, audio.get_wav_data(convert_rate=RATE, convert_width=_WIDTH))
    return path


def _read(path: Path) -> speech_recognition.AudioData | None:
    try:
        with wave.open(str(path)) as file:
            if (file.getframerate(), file.getsampwidth(), file.getnchannels()) == (RATE, _WIDTH, 1):
                return speech_recognition.AudioData(file.readframes(file.getnframes()), RATE, _WIDTH)
    except (OSError, EOFError, wave.Error):
        pass
    return None
