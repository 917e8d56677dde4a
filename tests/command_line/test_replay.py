"""`replay`: a game is heard from its first move, wherever its record begins."""

from pathlib import Path

import chess
import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.storage.places import HOME_VARIABLE, data_folder
from access_chess.speech.announcement import announce

PACKS = sorted(path.name for path in data_folder("voices").iterdir() if (path / "phrases.toml").is_file())
MATE = "1. f3 e5 2. g4 Qh4# 0-1\n"
CASTLING = """[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1"]

1. b3 c5 2. Nf3 d5 3. O-O Nf6 *
"""
PROMOTION = '[SetUp "1"]\n[FEN "4k3/6P1/8/8/8/8/8/4K3 b - - 0 12"]\n\n12... Kd7 13. g8=N Kc6 *\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=typed)


def imported(pgn: str) -> None:
    Path("game.pgn").write_text(pgn)
    assert run("import", "game.pgn", "--voices", "en").exit_code == 0


def replayed(voices: str) -> list[str]:
    result = run("replay", "1", "--no-sound", "--voices", voices)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


@pytest.mark.parametrize("voices", PACKS)
def test_the_moves_of_an_imported_game_are_told_in_every_language(voices: str) -> None:
    imported(MATE)
    board, told, pack = chess.Board(), [], load_voice_pack(voices)
    for san in ("f3", "e5", "g4", "Qh4"):
        move = board.parse_san(san)
        told.append(announce(board, move, pack, with_number=True).text)
        board.push(move)
    lines = replayed(voices)
    assert lines[:4] == told
    assert len(lines) == 5, "and how it ended"


def test_a_game_that_was_begun_in_the_middle_is_heard_from_its_first_move() -> None:
    Path("game.pgn").write_text(MATE.replace("2. g4 Qh4# 0-1", "*"))
    typed = "Nc3\nquit\n"
    run("play", "--from", "game.pgn", "--opponent", "human", "--no-sound", "--voices", "en", typed=typed)
    lines = replayed("en")
    assert [line.split()[-2:] for line in (lines[0], lines[1], lines[-1])] == [
        ["Felix", "three"],
        ["Eva", "five"],
        ["Cesar", "three"],
    ]


@pytest.mark.parametrize(
    ("pgn", "position", "moves"),
    [
        (CASTLING, 12, ["pawn Bella two Bella three", "Castles short"]),
        (PROMOTION, 3, ["king Eva eight David seven", "pawn Gustav seven Gustav eight knight"]),
    ],
)
def test_a_game_from_a_position_begins_with_the_position(pgn: str, position: int, moves: list[str]) -> None:
    imported(pgn)
    lines = replayed("en")
    assert " king: " in lines[0]
    assert not set(moves) & set(lines[:position]) and all(any(move in line for line in lines) for move in moves)
