"""`export`, `import` and `compare`, as a user calls them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main

Run = Callable[..., Result]
OPERA = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("ACCESS_CHESS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(main, [*arguments, "--voices", "en"])


def written(name: str, text: str | bytes) -> str:
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


@pytest.mark.parametrize("suffix", ["pgn", "txt", "brf", "pef"])
def test_what_is_exported_is_imported_again(run: Run, suffix: str) -> None:
    assert run("import", written("opera.txt", OPERA)).output == (
        "Read five moves of White and five of Black.\nKept as game one.\n"
    )
    assert run("export", "1", f"again.{suffix}").exit_code == 0
    assert run("import", f"again.{suffix}").exit_code == 0
    same = run("compare", "1", "2")
    assert (same.exit_code, same.output) == (0, "The sheets agree in all five moves.\n")
    assert run("compare", "1", f"again.{suffix}").exit_code == 0


def test_the_form_follows_the_files_name(run: Run) -> None:
    run("import", written("opera.txt", OPERA))
    for suffix, begins in {
        "html": "<!DOCTYPE html>",
        "pgn": "[Event",
        "txt": "Record of the game",
        "pef": "<?xml",
    }.items():
        run("export", "1", f"game.{suffix}")
        assert Path(f"game.{suffix}").read_text(encoding="utf-8").startswith(begins)
    assert run("export", "1").output.startswith("[Event")


@pytest.mark.parametrize(("suffix", "begins"), [("pdf", b"%PDF"), ("wav", b"RIFF"), ("mp3", b"ID3"), ("flac", b"fLaC")])
def test_what_is_printed_or_heard_needs_a_file(run: Run, suffix: str, begins: bytes) -> None:
    run("import", written("short.txt", "1. e4 e5"))
    refused = run("export", "1", "--to", suffix)
    assert (refused.exit_code, refused.output) == (
        2,
        f"This form needs the name of a file: export GAME sheet.{suffix}.\n",
    )
    assert run("export", "1", f"sheet.{suffix}", "--rate", "400").output == ""
    assert Path(f"sheet.{suffix}").read_bytes().startswith(begins)


@pytest.mark.parametrize("suffix", ["html", "pef"])
def test_both_sheets_are_one_document(run: Run, suffix: str) -> None:
    run("import", written("short.txt", "1. e4 e5"))
    run("export", "1", f"both.{suffix}", "--whose", "both")
    text = Path(f"both.{suffix}").read_text(encoding="utf-8")
    assert text.count("<html") + text.count("<?xml") == 1
    assert text.count("<h1>") + text.count("<page>") == 2


def test_sheets_that_differ_are_told_in_two_sentences(run: Run) -> None:
    other = OPERA.replace("3. d4 Bg4 ", "")
    result = run("compare", written("a.txt", OPERA), written("b.txt", other))
    assert result.exit_code == 1
    assert result.output == (
        "The sheets agree to move two of Black.\n"
        "The sheet b.txt lacks move three; from move four of White on they agree.\n"
    )


def test_names_event_and_result_come_with_a_pgn(run: Run) -> None:
    tags = '[Event "Open"]\n[Round "2"]\n[White "A, B"]\n[Black "C"]\n[Date "1999.12.31"]\n[Result "1-0"]\n\n'
    run("import", written("many.pgn", f"{tags}1. e4 e5 1-0\n\n{tags}1. d4 *\n"))
    text = run("export", "1", "--to", "txt").output
    assert "Event: Open\nRound: 2\nDate: 1999-12-31\nResult: 1-0" in text
    assert run("export", "2", "--to", "txt").exit_code == 0


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(b"", "The file x.txt is no scoresheet: it is empty.", id="empty"),
        pytest.param(b"\x00\x01\x02" * 50, "The file x.txt is no scoresheet: it is no text.", id="binary"),
        pytest.param(b"e" * 2_000_001, "The file x.txt is no scoresheet: it is larger than 2 megabytes.", id="large"),
        pytest.param(b"Dear Sir, nothing here", "No move can be read in the file x.txt.", id="no sheet"),
        pytest.param("1. Ке2".encode("cp1251"), "No move can be read in the file x.txt.", id="another encoding"),
    ],
)
def test_a_file_that_is_no_sheet_gets_one_sentence(run: Run, content: bytes, sentence: str) -> None:
    result = run("import", written("x.txt", content))
    assert (result.exit_code, result.output) == (2, f"{sentence}\n")


def test_a_file_that_is_not_there(run: Run) -> None:
    assert run("compare", "a.pgn", "b.pgn").output == "The file a.pgn cannot be read: No such file or directory.\n"


def test_deep_variations_are_passed_over(run: Run) -> None:
    deep = '[Event "x"]\n\n1. e4 ' + "(1. d4 " * 20_000 + ")" * 20_000 + " e5 *\n"
    assert run("import", written("deep.pgn", deep)).output.startswith("Read one moves of White and one of Black.")


def test_utf_16_is_read(run: Run) -> None:
    assert run("import", written("x.txt", OPERA.encode("utf-16"))).exit_code == 0


def test_an_imported_game_is_not_resumed(run: Run) -> None:
    run("import", written("opera.txt", OPERA))
    result = run("play", "--no-sound", "--resume")
    assert (result.exit_code, result.output) == (2, "There is no unfinished game in the journal; leave out --resume.\n")


def test_names_event_site_and_round_are_kept_in_the_game(run: Run) -> None:
    given = ["--white", "Anna", "--black", "Boris", "--event", "Open", "--site", "Wien", "--round", "3"]
    CliRunner().invoke(main, ["play", "--no-sound", "--opponent", "human", *given], input="e4\nquit\n")
    text = run("export", "1", "--to", "txt").output
    assert "White: Anna\nBlack: Boris\nEvent: Open\nSite: Wien\nRound: 3\n" in text
