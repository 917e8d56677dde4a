"""The whole games whose every word is kept in `tests/golden/`, and how they are told."""

from pathlib import Path

from click.testing import CliRunner

from access_chess.cli import main
from access_chess.command_line.demo import SAMPLE

TESTS = Path(__file__).parent.parent
GOLDEN = TESTS / "golden"
DATA = TESTS / "data"

#: name of the transcript, the game, the voice pack
GAMES = [
    ("mate.fide", SAMPLE, "fide"),
    ("castlings.fide", DATA / "castlings.pgn", "fide"),
    ("repetition.fide", DATA / "repetition.pgn", "fide"),
    ("castlings.en", DATA / "castlings.pgn", "en"),
]


def transcript(pgn: Path, voices: str, folder: Path) -> str:
    """Everything that the demonstration of a game says."""
    file = folder / "transcript.txt"
    command = ["demo", "--pgn", str(pgn), "--voices", voices, "--no-sound", "--fast", "--transcript", str(file)]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    return file.read_text(encoding="utf-8")
