"""The real programs: a game at two machines, each killed while it is played, ends with the same record at both."""

import os
import sys
from pathlib import Path

import pytest

from tests.support.golden import GOLDEN
from tests.support.station_process import BOARD, HallProcess, until
from tests.support.two_stations import two_stations, whole_game

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo terminals")


def test_a_game_at_two_machines_is_the_same_at_both_whoever_is_killed(tmp_path: Path) -> None:
    """Fifty kills of each, and cuts of the wire, are made by `tests.benchmarks.hall.remote`."""
    with two_stations(tmp_path, "--time", "15+10") as both:
        both.move("e4", "pawn Eva two Eva four", of_anna=True)
        both.move("e5", "pawn Eva seven Eva five", of_anna=False)
        both.kill(anna=False)
        both.anna.type("Nf3")
        boris = both.come_back(anna=False)
        boris.wait_for("knight Gustav one Felix three\n")
        both.move("Nc6", "knight Bella eight Cesar six", of_anna=False)
        both.kill(anna=True)
        anna = both.come_back(anna=True)
        anna.wait_for("White's clock runs.\n")
        both.move("Bc4", "bishop Felix one Cesar four", of_anna=True)
        boris.type("resign")
        boris.wait_for("Yes or no.")
        boris.type("yes")
        for player in (anna, boris):
            player.wait_for("Black resigns. White wins.")
            player.type("quit")
            assert player.leave() == 0
        rows = both.rows("anna")
        assert both.rows("boris") == rows
        assert sum('"event":"move_made"' in str(row[-1]) for row in rows) == 5


def test_a_hall_carries_a_game_between_two_machines_and_hears_of_it(tmp_path: Path) -> None:
    hall = HallProcess(tmp_path / "hall")
    try:
        hall.serve()
        with two_stations(tmp_path, "--hall", hall.address, "--join", hall.code("station", str(BOARD))) as both:
            both.move("e4", "pawn Eva two Eva four", of_anna=True)
            hall.kill()
            hall.serve()
            both.move("e5", "pawn Eva seven Eva five", of_anna=False)
            until(
                lambda: hall.rows() == [row[1:] for row in both.rows("boris")] == [row[1:] for row in both.rows("anna")]
            )
            for player in (both.boris, both.anna):
                player.type("quit")
                assert player.leave() == 0
            assert both.rows("boris") == both.rows("anna")
    finally:
        hall.end()


def test_both_ends_hear_a_game_as_it_is_written(tmp_path: Path) -> None:
    """With `ACCESS_CHESS_WRITE_GOLDEN=1` the files are written anew, for a reader to compare."""
    files = [GOLDEN / "remote" / name for name in ("white.en.txt", "black.de.txt")]
    heard = whole_game(tmp_path)
    for file, text in zip(files, heard, strict=True):
        if os.environ.get("ACCESS_CHESS_WRITE_GOLDEN"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8")
