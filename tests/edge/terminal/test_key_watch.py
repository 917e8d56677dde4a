"""Any key silences at a terminal, before Enter."""

import os
import pty
import select
import subprocess
import sys
import threading

from access_chess.edge.terminal.key_watch import watch_keys

PROGRAM = """
import readline
from access_chess.edge.terminal.key_watch import watch_keys
watch_keys(lambda: print("SILENT", flush=True))
print("READY", flush=True)
input()
"""


def test_each_key_that_changes_the_line_is_noticed_and_an_emptied_line_is_not() -> None:
    lines = iter(["", "", "e", "e4", "e4", "", ""])
    looked_at_all = threading.Event()
    keys = []

    def line() -> str:
        try:
            return next(lines)
        except StopIteration:
            looked_at_all.set()
            return ""

    watch_keys(lambda: keys.append("key"), line)
    assert looked_at_all.wait(30)
    assert keys == ["key", "key"]


def test_a_key_at_a_real_terminal_is_noticed_before_enter() -> None:
    terminal, theirs = pty.openpty()
    program = subprocess.Popen([sys.executable, "-c", PROGRAM], stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    try:
        _wait_for(terminal, "READY")
        os.write(terminal, b"x")
        _wait_for(terminal, "SILENT")
    finally:
        program.kill()
        program.wait()
        os.close(terminal)


def _wait_for(terminal: int, text: str) -> None:
    seen = ""
    while text not in seen:
        ready, _, _ = select.select([terminal], [], [], 30)
        assert ready, f"waited in vain for {text!r}, saw {seen!r}"
        seen += os.read(terminal, 1024).decode(errors="replace")
