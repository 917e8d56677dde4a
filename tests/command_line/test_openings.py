"""`openings`: files of others are read by the one reader, told, listed and removed; `train` goes on in any case."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.practising.store import practice_store
from access_chess.edge.storage.places import HOME_VARIABLE, data_folder

PACKS = sorted(path.parent.name for path in data_folder("voices").glob("*/phrases.toml"))
TWO_LINES = '[Event "Repertoire"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *\n'
CRAZYHOUSE = '[Variant "Crazyhouse"]\n\n1. e4 e5 2. Nf3 Nc6 3. N@e5 *\n'
SEIRAWAN = '[Variant "Seirawan"]\n[FEN "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"]\n\n1. e4 *\n'
NULL_MOVE = "1. d4 (1. Nf3 d5 2. Z0 Nf6) 1... d5 2. c4 e6 *\n"
MISPRINT = "1. e4 (1. Ke3) (1. d4) 1... e5 2. Nf3 *\n"
SIDE_LINE = "1. e4 e5 (1... Ke3) 2. Nf3 Nc6 3. Bb5 *\n"
CHESS960 = """[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1"]

1. b3 b6 2. O-O O-O 3. f3 *
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, voices: str = "en", typed: str = "") -> Result:
    return CliRunner().invoke(main, [*arguments, "--voices", voices], input=typed)


def added(text: str | bytes, color: str = "white", voices: str = "en") -> Result:
    Path("o.pgn").write_bytes(text if isinstance(text, bytes) else text.encode())
    return run("openings", "add", "o.pgn", "--as", color, voices=voices)


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        (TWO_LINES, 0, ["Four decisions to train."]),
        (MISPRINT, 1, ["Line 1: A variation ends before Ke3, which cannot be played.", "Two decisions to train."]),
        (SIDE_LINE, 1, ["Line 1: A variation ends before Ke3, which cannot be played.", "Three decisions to train."]),
        (NULL_MOVE, 0, ["Line 1: A variation ends before a pass, which is not a move.", "Two decisions to train."]),
        (CHESS960, 0, ["Three decisions to train."]),
    ],
)
def test_what_can_be_read_is_kept_and_the_rest_is_told(text: str, status: int, said: list[str]) -> None:
    result = added(text)
    assert (result.exit_code, result.stdout.splitlines()[-len(said) :]) == (status, said)
    assert run("train", "openings", "--no-sound", typed="\nquit\n").exit_code == 0


@pytest.mark.parametrize("voices", PACKS)
@pytest.mark.parametrize("text", [CRAZYHOUSE, SEIRAWAN])
def test_a_game_of_other_rules_is_refused_by_its_name_in_every_language(text: str, voices: str) -> None:
    result = added(text, voices=voices)
    assert result.exit_code == 2 and ("Crazyhouse" in result.stdout or "Seirawan" in result.stdout)
    assert result.stderr.strip() == load_voice_pack(voices).phrase("repertoire_no_moves", path="o.pgn").text
    assert run("train", "--no-sound", typed="quit\n").exit_code == 0


def test_of_many_games_the_faulty_ones_are_told_by_their_numbers() -> None:
    result = added("\n".join([TWO_LINES, *[f'[Event "{number}"]\n\n{MISPRINT}' for number in range(7)], CRAZYHOUSE]))
    lines = result.stdout.splitlines()
    assert lines[0] == "Game 2 of the file:" and "Game 8 of the file:" in lines
    assert lines[-2].startswith("Game 9 is Crazyhouse") and lines[-1] == "Four decisions to train."


def test_a_store_of_an_earlier_version_with_a_game_of_other_rules_is_trained() -> None:
    with_moves = practice_store()
    with_moves.keep_text("repertoire", "white/old.pgn", CRAZYHOUSE + "\n" + TWO_LINES)
    with_moves.close()
    assert run("train", "openings", "--no-sound", typed="\nquit\n").exit_code == 0
    assert run("openings", "list").stdout == "White: old.pgn; four decisions to train.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_remarks_are_read_in_every_encoding(encoding: str) -> None:
    assert added('[Event "Übung"]\n\n1. e4 {Züge für Weiß} e5 2. Nf3 *\n'.encode(encoding)).exit_code == 0
    assert "Züge für Weiß" in run("train", "openings", "--no-sound", typed="\nquit\n").stdout


def test_german_letters_are_read_and_kept_for_every_language() -> None:
    assert added("1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n", voices="de").exit_code == 0
    assert run("openings", "list").stdout == "White: o.pgn; three decisions to train.\n"


def test_openings_are_listed_and_removed_by_color_and_name() -> None:
    assert run("openings", "list").stdout.startswith("There are no openings of your own yet")
    assert run("openings", "remove", "o.pgn").exit_code == 2
    added(TWO_LINES)
    added(TWO_LINES, "black")
    listed = run("openings", "list").stdout.splitlines()
    assert listed == ["White: o.pgn; four decisions to train.", "Black: o.pgn; two decisions to train."]
    assert run("openings", "remove", "o.pgn", "--as", "black").stdout == "Black: o.pgn is removed.\n"
    other = run("openings", "remove", "p.pgn")
    assert (other.exit_code, other.stderr) == (2, "There are no openings named 'p.pgn'; there are o.pgn.\n")
    assert run("openings", "remove", "o.pgn").stdout == "White: o.pgn is removed.\n"
    assert "Nothing" in run("train", "openings", "--no-sound", typed="quit\n").stdout
