"""What goes wrong with the file of practice has a sentence of its own, and only a damaged file is to be moved away."""

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.practising.store import PracticeStore, PracticeStoreError
from access_chess.speech.language.voice_pack import trouble_words


def error_of(name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("what SQLite says")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize(
    ("error", "phrase"),
    [
        (error_of("SQLITE_FULL"), "practice_disk_full"),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "practice_disk_full"),
        (error_of("SQLITE_READONLY_DIRECTORY"), "practice_denied"),
        (error_of("SQLITE_CANTOPEN"), "practice_denied"),
        (OSError(errno.EROFS, os.strerror(errno.EROFS)), "practice_denied"),
        (PermissionError(errno.EACCES, "denied"), "practice_denied"),
        (error_of("SQLITE_BUSY"), "practice_held"),
        (error_of("SQLITE_CORRUPT"), "practice_damaged"),
        (error_of("SQLITE_IOERR_WRITE"), "practice_unusable"),
    ],
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_each_failure_has_its_own_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, phrase: str, language: str
) -> None:
    def fail(*arguments: object, **keys: object) -> None:
        raise error

    monkeypatch.setattr("sqlite3.connect", fail)
    with pytest.raises(PracticeStoreError) as raised:
        PracticeStore(tmp_path / "practice.sqlite")
    assert raised.value.phrase == phrase
    told = trouble_words(raised.value, load_voice_pack(language)).text
    is_advised = "Move it away" in told or "Räumen Sie sie weg" in told
    assert is_advised is (phrase == "practice_damaged")


def test_a_file_that_is_no_database_is_damaged(tmp_path: Path) -> None:
    file = tmp_path / "practice.sqlite"
    file.write_bytes(b"no database at all" * 100)
    with pytest.raises(PracticeStoreError) as raised:
        PracticeStore(file)
    assert raised.value.phrase == "practice_damaged"
