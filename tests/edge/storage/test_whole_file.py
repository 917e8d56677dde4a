"""A file is there whole or as it was, whatever happens while it is written."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from access_chess.edge.storage.places import write_whole

KILLED_WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
from access_chess.edge.storage.places import write_whole
os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)
write_whole(Path(sys.argv[1]), b"new" * 1000)
"""


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """No file may grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


def test_a_new_file_is_as_any_other(tmp_path: Path) -> None:
    write_whole(tmp_path / "new", b"text")
    (tmp_path / "other").touch()
    assert (tmp_path / "new").read_bytes() == b"text"
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_an_old_file_keeps_its_rights_and_a_link_its_file(tmp_path: Path) -> None:
    old, link = tmp_path / "old", tmp_path / "link"
    old.write_bytes(b"old")
    old.chmod(0o640)
    link.symlink_to(old)
    write_whole(link, b"new")
    assert (old.read_bytes(), old.stat().st_mode & 0o777, link.is_symlink()) == (b"new", 0o640, True)


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "game.pdf"
    file.write_bytes(b"old")
    with full_disk(1000), pytest.raises(OSError, match="too large") as raised:
        write_whole(file, bytes(2000))
    assert raised.value.filename == str(file)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"old"]


def test_a_killed_process_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "game.pdf"
    file.write_bytes(b"old")
    killed = subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING, str(file)])
    assert killed.returncode == -signal.SIGKILL
    assert file.read_bytes() == b"old"


def test_what_may_not_be_written_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "sheet.txt"
    file.write_bytes(b"old")
    file.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # the tests may run as root, who may write anything
    with pytest.raises(PermissionError, match=r"sheet\.txt"):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"


def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, b"text")
        assert os.read(reader, 10) == b"text"
    finally:
        os.close(reader)
