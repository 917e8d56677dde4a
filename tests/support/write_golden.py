"""`python -m tests.support.write_golden`: the golden transcripts as the program tells the games now."""

import tempfile
from pathlib import Path

from tests.support.golden import GAMES, GOLDEN, transcript
from tests.support.terminal_player import Player, played

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for name, pgn, voices in GAMES:
            (GOLDEN / f"{name}.txt").write_text(transcript(pgn, voices, Path(folder)), encoding="utf-8")
        file = GOLDEN / "played.fide.txt"
        played(Player(Path(folder), "--opponent", "human", "--transcript", str(file)))
