"""Keeps what is known of users' voices, on this machine only: what fits the recogniser, and the sentences it is from.

Of each user there is one file with what was learned (a file that is not sound is never used) and a folder with the
sentences of the enrolment, as WAV files that are named by their words. They can be heard, copied and removed.
"""

import contextlib
import shutil
import wave
from collections.abc import Iterable
from pathlib import Path

import speech_recognition

from access_chess.edge.storage.places import make_private_folder, user_folder, write_private
from access_chess.listening.lexicon import Words
from access_chess.phrased_error import PhrasedError
from access_chess.recognition.adaptation.speaker_adaptation import SpeakerAdaptation, adaptation_text, read_adaptation
from access_chess.recognition.loudness import RATE

_ENROLLED, _RECORDINGS = ".mllr", ".said"
_SENTENCES = "enrolment"  # the folder of the sentences among a user's recordings
_READ, _LEARNED = "sentences.txt", "voice.mllr"  # in a copy: what was read, and what was learned of it
_WIDTH = 2  # bytes of a sample
_AS_TYPED = "surrogateescape"  # bytes of the command line that are no UTF-8 are a name as well

Recording = tuple[Words, speech_recognition.AudioData]  # a sentence and how it was said


class BrokenEnrolmentError(PhrasedError):
    """The file of an enrolment cannot be used."""


def voices_folder() -> Path:
    """Where the files are."""
    return user_folder() / "learned"


def voice_file(user: str, folder: Path | None = None) -> Path:
    """Where it stands what fits the recogniser to a user."""
    return _place(user, _ENROLLED, folder)


def users(folder: Path | None = None) -> tuple[str, ...]:
    """Whose voices are known, in alphabetical order."""
    place = folder or voices_folder()
    files = {path for suffix in (_ENROLLED, _RECORDINGS) for path in place.glob(f"*{suffix}")}
    return tuple(sorted({name for path in files if (name := _user(path)) is not None}))


def enrolled(user: str, folder: Path | None = None) -> SpeakerAdaptation | None:
    """What fits the recogniser to the user; None when they are not enrolled. Raises BrokenEnrolmentError."""
    path = voice_file(user, folder)
    try:
        return read_adaptation(path.read_text(encoding="ascii"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BrokenEnrolmentError("learned_unread", path=path, error=error) from error


def keep_enrolment(
    user: str, recordings: Iterable[Recording], adaptation: SpeakerAdaptation, folder: Path | None = None
) -> None:
    """Keeps the sentences of a new enrolment and what was learned of them, in place of the old. Raises OSError."""
    place, partial = _place(user, _RECORDINGS, folder), _partial(user, folder)
    shutil.rmtree(partial, ignore_errors=True)
    make_private_folder(partial / _SENTENCES)
    for number, (words, audio) in enumerate(recordings, start=1):
        path = partial / _SENTENCES / f"{number:06} {' '.join(words)}.wav"
        write_private(path, audio.get_wav_data(convert_rate=RATE, convert_width=_WIDTH))
    shutil.rmtree(place, ignore_errors=True)
    partial.replace(place)
    write_private(voice_file(user, folder), adaptation_text(adaptation).encode("ascii"))


def forget(user: str, folder: Path | None = None) -> None:
    """Removes all that is known of a user; without it they are heard as everybody is. Raises OSError."""
    voice_file(user, folder).unlink(missing_ok=True)
    for place in (_place(user, _RECORDINGS, folder), _partial(user, folder)):
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(place)


def recordings_of(user: str, folder: Path | None = None) -> list[Path]:
    """The files of the sentences, in the order in which they were said."""
    place = _place(user, _RECORDINGS, folder) / _SENTENCES
    return sorted(path for path in place.glob("*.wav") if path.stem.partition(" ")[0].isdecimal())


def own_recordings(user: str, folder: Path | None = None) -> list[Recording]:
    """The sentences, but for what is no such file."""
    return [(words_of(path), audio) for path in recordings_of(user, folder) if (audio := _read(path)) is not None]


def copy_known(user: str, target: Path, folder: Path | None = None) -> None:
    """Copy the recordings, the sentences that were read, and what was learned, into a folder that is empty or new.

    Where that fails, nothing of it is left there. Raises OSError.
    """
    files = recordings_of(user, folder)
    is_new, written = not target.exists(), [target / path.name for path in files]
    lines = "".join(f"{path.name}: {' '.join(_as_read(word) for word in words_of(path))}\n" for path in files)
    written += [target / _READ, target / _LEARNED]
    try:
        make_private_folder(target)
        for path in files:
            write_private(target / path.name, path.read_bytes())
        if files:
            write_private(target / _READ, lines.encode())
        with contextlib.suppress(FileNotFoundError):
            write_private(target / _LEARNED, voice_file(user, folder).read_bytes())
    except OSError:
        with contextlib.suppress(OSError):
            for path in written:
                path.unlink(missing_ok=True)
            if is_new:
                target.rmdir()
        raise


def _as_read(word: str) -> str:
    """A letter as it is written, without the language in which it was said: g.en is g."""
    return word.partition(".")[0]


def words_of(path: Path) -> Words:
    """What is said in a file."""
    return tuple(path.stem.split()[1:])


def _place(user: str, suffix: str, folder: Path | None) -> Path:
    """The place of a user's file. Any name makes a safe one: its bytes in hexadecimal."""
    return (folder or voices_folder()) / f"{user.encode(errors=_AS_TYPED).hex()}{suffix}"


def _partial(user: str, folder: Path | None) -> Path:
    """Where recordings are until all are there."""
    return _place(user, f"{_RECORDINGS}.part", folder)


def _user(path: Path) -> str | None:
    try:
        return bytes.fromhex(path.name.partition(".")[0]).decode(errors=_AS_TYPED)
    except ValueError:  # somebody else's file
        return None


def _read(path: Path) -> speech_recognition.AudioData | None:
    try:
        with wave.open(str(path)) as file:
            if (file.getframerate(), file.getsampwidth(), file.getnchannels()) == (RATE, _WIDTH, 1):
                return speech_recognition.AudioData(file.readframes(file.getnframes()), RATE, _WIDTH)
    except (OSError, EOFError, wave.Error):
        pass
    return None
