"""Power may fail at any instant: 200 players are killed while they play, and nothing that was heard is lost."""

import subprocess
import sys
from pathlib import Path

import pytest

KILLS = 100


@pytest.mark.skipif(
    sys.platform == "win32", reason="there is no fork and no SIGKILL on Windows; the gate runs on Linux"
)
def test_no_game_is_lost_however_the_program_dies(tmp_path: Path) -> None:
    """See `crash_player`, which checks after each death; here is only what it says in the end."""
    command = [sys.executable, "-m", "tests.support.crash_player", str(tmp_path / "journal.sqlite"), str(KILLS), "1"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{KILLS} kills")
    after_a_move = int(done.stdout.split(" kills, ")[1].split()[0])
    assert after_a_move >= KILLS // 2, f"too little was played: {done.stdout}"
