"""`export`, `import` and `compare`, as a user calls them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.notation.braille import braille_file_text

Run = Callable[..., Result]
OPERA = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("ACCESS_CHESS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments: str) -> Result:
        voices = [] if arguments[0] == "games" else ["--voices", "en"]
        return CliRunner().invoke(main, [*arguments, *voices])

    return invoke


def written(name: str, text: str | bytes) -> str:
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


@pytest.mark.parametrize("suffix", ["pgn", "txt", "brf", "pef"])
def test_what_is_exported_is_imported_again(run: Run, suffix: str) -> None:
    assert run("import", written("opera.txt", OPERA)).output == (
        "Read five moves of White and five of Black.\nKept as game one.\n"
    )
    assert run("export", "1", f"again.{suffix}").exit_code == 0
    again = run("import", f"again.{suffix}")
    assert again.exit_code == 0
    assert again.output.endswith("It is in the journal already, as game one.\n")
    same = run("compare", "1", f"again.{suffix}")
    assert (same.exit_code, same.output) == (0, "The sheets agree in all five moves.\n")


@pytest.mark.parametrize("voices", ["en", "de", "ru"])
@pytest.mark.parametrize("suffix", ["txt", "brf", "pef"])
def test_names_and_place_are_read_from_every_form(run: Run, suffix: str, voices: str) -> None:
    tags = '[Event "Open 2026"]\n[Site "Wien"]\n[Round "3.2"]\n[White "Anna Muster"]\n[Black "Ng4, Eva"]\n'
    CliRunner().invoke(main, ["import", written("named.pgn", f'{tags}[Result "1-0"]\n\n{OPERA} 1-0\n')])
    assert CliRunner().invoke(main, ["export", "1", f"named.{suffix}", "--voices", voices]).exit_code == 0
    again = run("import", f"named.{suffix}").output  # nobody says in which language it is
    assert again.endswith("It is in the journal already, as game one.\n")


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
        f"This needs the name of a file: export GAME sheet.{suffix}.\n",
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


@pytest.mark.parametrize("suffix", ["txt", "brf"])
def test_a_number_that_is_missing_is_told_and_the_sheet_is_kept(run: Run, suffix: str) -> None:
    text = "1. e4 e5\n3. Nf3 d6\n4. d4 Bg4\n"
    name = written(f"odd.{suffix}", braille_file_text(text) if suffix == "brf" else text)
    told = "The number 2 is missing.\n"
    read = run("import", name)
    assert (read.exit_code, read.output) == (
        0,
        f"Read three moves of White and three of Black.\n{told}Kept as game one.\n",
    )
    compared = run("compare", name, "1")
    assert (compared.exit_code, compared.output) == (0, f"{told}The sheets agree in all three moves.\n")


def test_names_event_and_result_come_with_a_pgn(run: Run) -> None:
    tags = '[Event "Open"]\n[Round "2"]\n[White "A, B"]\n[Black "C"]\n[Date "1999.12.31"]\n[Result "1-0"]\n\n'
    run("import", written("many.pgn", f"{tags}1. e4 e5 1-0\n\n{tags}1. d4 *\n"))
    text = run("export", "1", "--to", "txt").output
    assert "Event: Open\nRound: 2\nDate: 1999-12-31\nResult: 1-0" in text
    assert run("export", "2", "--to", "txt").exit_code == 0


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(b"", "The file x.txt is not a scoresheet: it is empty.", id="empty"),
        pytest.param(b"\x00\x01\x02" * 50, "The file x.txt is not a scoresheet: it is not text.", id="binary"),
        pytest.param(b"e" * 1_000_001, "The file x.txt is not a scoresheet: it is larger than 1 megabyte.", id="large"),
        pytest.param(b"Dear Sir, nothing here", "No move can be read in the file x.txt.", id="no sheet"),
        pytest.param("1. Ке2".encode("cp1251"), "No move can be read in the file x.txt.", id="an illegal move"),
        pytest.param(b"e" * 999_999, "No move can be read in the file x.txt.", id="one endless word"),
        pytest.param(b"zz \xff" * 40_000, "No move can be read in the file x.txt.", id="one endless line"),
        pytest.param(b"{" * 999_999, "No move can be read in the file x.txt.", id="brackets without end"),
        pytest.param(b"(" * 400_000 + b")" * 400_000, "No move can be read in the file x.txt.", id="deep brackets"),
        pytest.param(b"1 " * 400_000, "No move can be read in the file x.txt.", id="numbers without end"),
    ],
)
def test_a_file_that_is_no_sheet_gets_one_sentence(run: Run, content: bytes, sentence: str) -> None:
    result = run("import", written("x.txt", content))
    assert (result.exit_code, result.output) == (2, f"{sentence}\n")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(
            b'[Event "x"]\n\n1. e4 *\n\n' * 10_001,
            "The file x.pgn has more than 10,000 games, and no more are read at once.",
            id="too many games",
        ),
        pytest.param(
            b"x" * 20_000_001, "The file x.pgn is not a scoresheet: it is larger than 20 megabytes.", id="too large"
        ),
    ],
)
def test_a_pgn_that_is_too_much_gets_one_sentence(run: Run, content: bytes, sentence: str) -> None:
    result = run("import", written("x.pgn", content))
    assert (result.exit_code, result.output) == (2, f"{sentence}\n")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "cp1251", "koi8-r", "cp866"])
def test_every_encoding_is_read(run: Run, encoding: str) -> None:
    """What a Russian hand has written, with whatever program."""
    text = "1. e4 e5 2. Кf3 Кc6 3. Сc4 Сc5 4. O-O Кf6 5. Лe1 d6\nБелые\n"
    assert run("import", written("x.txt", text.encode(encoding))).output.startswith(
        "Read five moves of White and five of Black."
    )


def test_a_file_that_is_not_there(run: Run) -> None:
    assert run("compare", "a.pgn", "b.pgn").output == "The file a.pgn cannot be read: No such file or directory.\n"


def test_deep_variations_are_passed_over(run: Run) -> None:
    deep = '[Event "x"]\n\n1. e4 ' + "(1. d4 " * 20_000 + ")" * 20_000 + " e5 *\n"
    assert run("import", written("deep.pgn", deep)).output.startswith("Read one move of White and one of Black.")


def test_a_pgn_of_many_games_is_told_in_one_sentence(run: Run) -> None:
    """Each that cannot be read to its end is named; the same file once more brings nothing new."""
    games = "".join(f'[Event "x"]\n[Round "{n}"]\n\n1. e4 e5 2. {"Ke3" if n == 2 else "Nf3"} *\n\n' for n in (1, 2, 3))
    result = run("import", written("many.pgn", games))
    assert result.exit_code == 1
    assert result.output == (
        "Game 2 of the file:\nRead one move of White and one of Black.\n"
        "Line 9: Move two of White is not readable: K, e, 3.\nThree games were kept.\nTheir numbers are 1 to 3.\n"
    )
    again = run("import", "many.pgn").output
    assert again.endswith("Zero games were kept.\nThree games were in the journal already.\n")
    assert run("import", "many.pgn", "--game", "3").output.endswith("It is in the journal already, as game three.\n")
    assert run("import", "many.pgn", "--game", "4").output == "The file many.pgn has no game 4.\n"


def test_names_and_day_of_a_sheet_in_print_are_read(run: Run) -> None:
    head = "Weiß: Anna Muster\nSchwarz: B. Beispiel\nTurnier: Stadtmeisterschaft\nRunde: 3\nDatum: 22.11.2026\n\n"
    CliRunner().invoke(main, ["import", written("x.txt", head + OPERA + "\n1-0\n"), "--voices", "de"])
    text = run("export", "1", "--to", "txt").output
    for line in ("White: Anna Muster", "Event: Stadtmeisterschaft", "Round: 3", "Date: 2026-11-22", "Result: 1-0"):
        assert f"\n{line}\n" in text


def test_a_doubtful_move_is_kept_by_nobody(run: Run) -> None:
    """Without a terminal nothing is guessed: the game is kept to the move before."""
    result = run("import", written("x.txt", "1. Nf3 d5 2. d4 Nf6 3. Nd2\n1-0\n"))
    assert result.exit_code == 1
    assert "Move three of White may be " in result.output
    assert run("export", "1").output.rstrip().endswith("1. Nf3 d5 2. d4 Nf6 *")


def test_in_a_terminal_the_doubtful_move_is_asked_about(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("access_chess.command_line.import_._is_somebody_there", lambda: True)
    written("x.txt", "1. Nf3 d5 2. d4 Nf6 3. Nd2\n")
    result = CliRunner().invoke(main, ["import", "x.txt", "--voices", "en"], input="5\nwhat\n2\n")
    assert result.exit_code == 0
    assert result.output.count("Which of them?") == 3
    assert "2: " in result.output
    assert run("export", "1").output.rstrip().endswith("3. Nfd2 *")


def test_a_sheet_is_attached_to_a_game_and_compared_with_it(run: Run) -> None:
    run("import", written("record.pgn", f'[Event "x"]\n\n{OPERA} *\n'))
    missing = run("compare", "1:white", "1:black")
    assert (missing.exit_code, missing.output) == (
        2,
        "The journal has no such sheet of game 1; import one with --to-game 1 --as white.\n",
    )
    white = run("import", written("white.txt", OPERA), "--to-game", "1", "--as", "white")
    assert white.output == (
        "Read five moves of White and five of Black.\nKept as White's sheet of game one.\n"
        "The sheets agree in all five moves.\n"
    )
    black = run("import", written("black.brf", "1 E4 E5\r\n2 SF3 D6\r\n"), "--to-game", "1", "--as", "black")
    assert black.output.splitlines()[1:] == [
        "Kept as Black's sheet of game one.",
        "The sheets agree to move two of Black.",
        "Black's sheet ends there, the record goes on.",
    ]
    both = run("compare", "1:white", "1:black")
    assert (both.exit_code, both.output.splitlines()[-1]) == (1, "Black's sheet ends there, White's sheet goes on.")
    assert run("games").output.rstrip().endswith("Imported.")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("--to-game", "1"),
            "The record of a game is the journal's own; say whose sheet it is, --as white or --as black.",
        ),
        (("--to-game", "1", "--as", "white"), "Game 1 is not over; a sheet is handed in when it is."),
        (("--to-game", "7", "--as", "white"), "There is no game 7 in the journal."),
    ],
)
def test_a_sheet_that_cannot_be_attached(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    CliRunner().invoke(main, ["play", "--no-sound", "--opponent", "human", "--voices", "en"], input="e4\nquit\n")
    result = run("import", written("opera.txt", OPERA), *arguments)
    assert (result.exit_code, result.output) == (2, f"{sentence}\n")


def test_an_imported_game_is_not_resumed(run: Run) -> None:
    run("import", written("opera.txt", OPERA))
    result = run("play", "--no-sound", "--resume")
    assert (result.exit_code, result.output) == (2, "There is no unfinished game in the journal; leave out --resume.\n")


def test_names_event_site_and_round_are_kept_in_the_game(run: Run) -> None:
    given = ["--white", "Anna", "--black", "Boris", "--event", "Open", "--site", "Wien", "--round", "3"]
    CliRunner().invoke(main, ["play", "--no-sound", "--opponent", "human", *given], input="e4\nquit\n")
    text = run("export", "1", "--to", "txt").output
    assert "White: Anna\nBlack: Boris\nEvent: Open\nSite: Wien\nRound: 3\n" in text


REPETITION = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1"  # Ng8 brings the first position for the third time


@pytest.mark.parametrize("move", [None, "4", "4w"])
def test_practice_goes_on_from_a_file_and_the_moves_before_count(run: Run, move: str | None) -> None:
    """Three times the same position, two of them in the file."""
    written("x.txt", REPETITION)
    begin = ["play", "--no-sound", "--opponent", "human", "--from", "x.txt", *(["--move", move] if move else [])]
    result = CliRunner().invoke(main, [*begin, "--voices", "en"], input="Ng8\nthreefold\nquit\n")
    assert "Black to move, move four." in result.output
    assert "for the third time. The game is drawn." in result.output


def test_practice_goes_on_after_the_move_that_is_named(run: Run) -> None:
    written("x.pgn", f'[Event "x"]\n\n{REPETITION} *\n\n[Event "y"]\n\n{OPERA} *\n')
    begin = ["play", "--no-sound", "--opponent", "human", "--from", "x.pgn", "--game", "2", "--move", "2"]
    CliRunner().invoke(main, [*begin, "--voices", "en"], input="d3\nquit\n")
    assert "1. e4 e5 2. Nf3 d6 3. d3 *" in run("export", "1").output
    CliRunner().invoke(main, ["play", "--no-sound", "--opponent", "human", "--from", "1"], input="c6\nquit\n")
    assert "3. d3 c6 *" in run("export", "2").output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--move", "99"), "The game has no move 99; as far as it can be read it ends with move 5."),
        (("--move", "x"), "A move is a number with w or b, such as 23b; got 'x'."),
        (("--game", "2"), "The file opera.txt has no game 2."),
        (("--chess960", "3"), "Give either --chess960 or --from, not both."),
        (("--profile", "tournament"), "A game goes on from another only in practice; leave out --from or give "
         "--profile practice."),
    ],
)  # fmt: skip
def test_practice_that_cannot_go_on(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    result = run("play", "--no-sound", "--from", written("opera.txt", OPERA), *arguments)
    assert (result.exit_code, result.output) == (2, f"{sentence}\n")


def test_practice_does_not_go_on_from_what_cannot_be_read(run: Run) -> None:
    result = run("play", "--no-sound", "--from", written("x.txt", "1. e4 e5 2. Qh9 Nf6\n"))
    assert (result.exit_code, result.output) == (
        2, "Read one move of White and one of Black. Move two of White is not readable: Q, h, 9.\n"
    )  # fmt: skip


PLAYED = "unwritten e4\n\ne5\n\nunwritten Nf3\n\nNc6\n\nBb5\n\nquit\n"


MISSING = [
    "Two moves are missing, from move one on.",
    "One, White: pawn Eva two Eva four",
    "One, Black: pawn Eva seven Eva five",
    "Two, White: knight Gustav one Felix three",
    "Two, Black: knight Bella eight Cesar six",
    "That was the last.",
]


def test_what_is_missing_on_a_sheet_is_read_and_then_marked(run: Run) -> None:
    """Neither is the record lost by it, nor does the opponent's sheet change."""
    play = ["play", "--no-sound", "--profile", "tournament", "--blind", "none", "--time", "5400+30"]
    CliRunner().invoke(main, [*play, "--voices", "en"], input=PLAYED)
    complete = ["complete", "1", "--no-sound", "--voices", "en", "--as"]
    for typed, more in (
        ("no\n", []),
        ("yes\n", ["No move is missing on your scoresheet."]),
    ):
        said = CliRunner().invoke(main, [*complete, "white"], input=typed).output.splitlines()
        assert said == [*MISSING, "Is your sheet complete now? Yes or no.", *more]
    for color in ("white", "black"):
        assert CliRunner().invoke(main, [*complete, color]).output == "No move is missing on your scoresheet.\n"
    assert run("compare", "1", "1:white").exit_code == 0


@pytest.mark.parametrize(
    ("voices", "said"),
    [
        ("en", "On your scoresheet these moves are missing: one, two."),
        ("de", "Auf Ihrem Formular fehlen diese Züge: eins, zwei."),
    ],
)
def test_the_same_moves_are_missing_during_the_game(run: Run, voices: str, said: str) -> None:
    play = ["play", "--no-sound", "--profile", "tournament", "--blind", "none", "--time", "5400+30", "--voices", voices]
    typed = PLAYED.replace("quit", "\na6\n\nsheet\nquit")
    assert said in CliRunner().invoke(main, play, input=typed).output.splitlines()


def test_a_sheet_with_every_move_lacks_none(run: Run) -> None:
    CliRunner().invoke(main, ["play", "--no-sound", "--opponent", "human", "--voices", "en"], input="e4\nquit\n")
    assert run("complete", "1", "--as", "white", "--no-sound").output == "No move is missing on your scoresheet.\n"
    assert run("complete", "9", "--as", "white").output == "There is no game 9 in the journal.\n"


def test_a_sheet_is_signed_when_the_program_has_been_left(run: Run) -> None:
    """8.7: once by each player, and only when the game is over."""
    CliRunner().invoke(
        main, ["play", "--no-sound", "--opponent", "human", "--voices", "en"], input="e4\nresign\nyes\nquit\n"
    )
    CliRunner().invoke(main, ["play", "--no-sound", "--opponent", "human", "--voices", "en"], input="e4\nquit\n")
    for game, color, said in (
        ("1", "white", "White has signed the result."),
        ("1", "white", "You have signed already."),
        ("1", "black", "Black has signed the result."),
        ("2", "black", "The game is not over yet."),
    ):
        signed = run("complete", game, "--as", color, "--sign", "1-0", "--no-sound").output.splitlines()
        assert signed[:2] == ["No move is missing on your scoresheet.", said]
    assert "Signed: White 1-0, Black 1-0\n" in run("export", "1", "--to", "txt").output
