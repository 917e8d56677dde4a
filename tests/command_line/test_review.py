"""`train review`, and `review` in a game, from an imported file to the last answer; the judge is one of the tests'."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.edge.practising import analyst
from access_chess.edge.storage.places import HOME_VARIABLE
from tests.support.plain_analyst import PlainAnalyst

CHESS960 = """[White "Anna"]
[Black "Boris"]
[Result "*"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1"]

1. b3 c5 2. Nf3 d5 3. O-O Nf6 4. Ne5 Qxe5 *
"""
FROM_A_POSITION = """[White "Anna"]
[Black "Boris"]
[Result "*"]
[SetUp "1"]
[FEN "4krr1/PPP5/7R/8/8/8/6pp/R3K3 w Q - 3 40"]

40. O-O-O g1={piece} 41. a8={piece} Ke7 42. b8={piece} h1={piece} 43. Re6 Kxe6 *
"""


class Closable(PlainAnalyst):
    name = "Plain"

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr(analyst, "open_analyst", Closable)
    return tmp_path


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, [*arguments, "--voices", "en"], input=typed)


def reviewed(folder: Path, pgn: str, *typed: str) -> list[str]:
    (folder / "game.pgn").write_text(pgn)
    assert run("import", str(folder / "game.pgn")).exit_code == 0
    result = run("train", "review", "1", "--no-sound", typed="\n".join(typed) + "\n")
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def test_a_game_of_chess960_in_which_somebody_castled_is_reviewed(home: Path) -> None:
    lines = reviewed(home, CHESS960, "solution")
    assert "What was better?" in lines and lines[-1].startswith("Better was ")


def test_one_plays_on_from_a_position_of_chess960_by_its_rules(home: Path) -> None:
    """Black may castle there as only Chess960 knows it: the king of f8, the rook of g8."""
    lines = reviewed(home, CHESS960, "go on from here", "O-O", "quit", "quit")
    begun = lines.index("From here against level seven; leaving it leads back.")
    assert any("castle" in line.lower() for line in lines[begun + 1 :])
    assert not any("not possible" in line or "cannot" in line for line in lines[begun + 1 :])


@pytest.mark.parametrize("piece", "QRBN")
def test_a_game_from_a_position_with_promotions_to_all_pieces_is_reviewed(piece: str, home: Path) -> None:
    lines = reviewed(home, FROM_A_POSITION.format(piece=piece), *["solution"] * 5)
    assert lines[0].startswith("Mistakes: ") and lines[-1].startswith(("Better was ", "No move was bad"))
