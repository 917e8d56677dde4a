"""PGN as another program reads it: pgn-extract says nothing, and finds the same moves."""

import subprocess
from datetime import date, timedelta
from pathlib import Path

from msgspec.structs import replace

from access_chess.laws.commands import Result
from access_chess.scoresheets.pgn_text import pgn_text
from access_chess.scoresheets.sheet import Heading, Sheet
from tests.scoresheets.games import random_sheet
from tests.support.programs_of_others import needed

NAMED = Heading(
    white='Anna "M" \\ {x}', black="Борис #1 %", event="Open; <b>", site="[x]", round="3.2", date=date(2026, 1, 2)
)
RULING = ('Regelwidrig; "Kh8" {7.5} % 1-0 *',)


def noted_sheet(seed: int) -> Sheet:
    """A random game with clocks, an offer and a ruling at each fifth ply."""
    made = random_sheet(seed, 120)
    lines = [
        replace(
            line,
            clock=timedelta(seconds=7200 - index),
            has_offer=index % 5 == 0,
            notes=RULING if index % 5 == 0 else (),
        )
        for index, line in enumerate(made.lines)
    ]
    end = made.lines[-1].before
    assert end is not None and made.lines[-1].move is not None
    end.push(made.lines[-1].move)
    heading = replace(NAMED, result=Result(end.result())) if end.is_game_over() else NAMED
    return replace(made, lines=tuple(lines), heading=heading)


def test_it_is_read_without_a_word_and_with_the_same_moves(tmp_path: Path) -> None:
    extract = needed("pgn-extract")
    sheets = [noted_sheet(seed) for seed in range(20)]
    file = tmp_path / "games.pgn"
    file.write_text("\n".join(map(pgn_text, sheets)), encoding="utf-8")
    command = [extract, "-s", "-Wuci", "--notags", "-C", str(file)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stderr == ""
    found = [token.lower() for token in run.stdout.split() if token not in ("*", "1-0", "0-1", "1/2-1/2")]
    assert found == [line.move.uci() for made in sheets for line in made.lines if line.move]
