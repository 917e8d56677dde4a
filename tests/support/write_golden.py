"""`python -m tests.support.write_golden`: the golden transcripts as the program tells the games now."""

import tempfile
from pathlib import Path

from tests.support.golden import GAMES, GOLDEN, transcript
from tests.support.hall_games import grid_game, two_players, typed_game
from tests.support.page_player import chromium
from tests.support.terminal_player import Player, played


def _write_heard(name: str, heard: list[str]) -> None:
    (GOLDEN / "hall" / f"{name}.txt").write_text("".join(f"{line}\n" for line in heard), encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for name, pgn, voices in GAMES:
            (GOLDEN / f"{name}.txt").write_text(transcript(pgn, voices, Path(folder)), encoding="utf-8")
        file = GOLDEN / "played.fide.txt"
        played(Player(Path(folder), "--voices", "fide", "--opponent", "human", "--transcript", str(file)))
        places = [Path(tempfile.mkdtemp(dir=folder)) for _ in range(3)]
        with chromium() as browser:
            _write_heard("typed.en", typed_game(browser, places[0]))
            _write_heard("grid.en", grid_game(browser, places[1]))
            white, black = two_players(browser, places[2])
            _write_heard("two.white.en", white)
            _write_heard("two.black.de", black)
