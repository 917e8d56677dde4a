"""`import`, `openings add`, `compare` and `play --from` with files of other programs: what is told, what is kept."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main

Run = Callable[..., Result]
TAGS = '[Event "Club"]\n[Date "{}"]\n[Round "1"]\n[White "Ada"]\n[Black "Ben"]\n\n'
NEVER = "????.??.??"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("ACCESS_CHESS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments: str, voices: str = "en", content: str | bytes = "", typed: str = "") -> Result:
        if content:
            data = content if isinstance(content, bytes) else content.encode()
            Path(next(each for each in arguments if each.endswith(".pgn"))).write_bytes(data)
        spoken = [] if arguments[0] == "games" else ["--voices", voices]
        return CliRunner().invoke(main, [*arguments, *spoken], input=typed)

    return invoke


def test_all_tags_of_a_file_come_out_again(run: Run) -> None:
    text = (
        '[Event "Open \\"A\\""]\n[Site "-"]\n[Date "1851.06.??"]\n[Round "-"]\n[White "Muster, Uta"]\n[Black "?"]\n'
        '[Result "1-0"]\n[WhiteElo "1873"]\n[ECO "A04"]\n[Variant "Blindfold"]\n[Termination "time forfeit"]\n\n'
        "1. Nf3 c5 1-0\n"
    )
    assert run("import", "g.pgn", content=text).exit_code == 0
    again, written = text.partition("1. Nf3")[0], run("export", "1").output
    assert written.startswith(f"{again}1. Nf3 c5 ")
    assert "1851-06. White: Muster, Uta" in run("games").output
    assert "Date: 1851-06\n" in run("export", "1", "--to", "txt").output
    assert run("import", "again.pgn", content=text).output.endswith("It is in the journal already, as game one.\n")


def test_a_game_is_another_one_by_its_day_or_result_and_gets_its_result_later(run: Run) -> None:
    moves = "1. e4 c6 2. d4 d5"
    january, february = TAGS.format("2024.01.07"), TAGS.format("2024.02.04")
    both = f"{january}{moves} 1-0\n\n{february}{moves} 0-1\n"
    assert run("import", "g.pgn", content=both).output == "Two games were kept.\nTheir numbers are 1 to 2.\n"
    march = TAGS.format("2024.03.03")
    assert "Kept as game three." in run("import", "m.pgn", content=f"{march}{moves} *\n").output
    later = run("import", "m.pgn", content=f"{march}{moves} 1-0\n")
    assert (later.exit_code, later.output.splitlines()[-1]) == (0, "Game three now has its result, 1-0.")
    assert '[Result "1-0"]' in run("export", "3").output
    again = run("import", "g.pgn").output
    assert again == "Zero games were kept.\nTwo games were in the journal already.\n"


def test_refusals_of_one_reason_are_one_sentence(run: Run) -> None:
    position = '[Event "Lesson"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n{Push.} *\n\n'
    variant = '[Event "x"]\n[Variant "Crazyhouse"]\n\n1. e4 *\n\n'
    result = run("import", "g.pgn", content=position * 7 + variant + TAGS.format(NEVER) + "1. e4 *\n")
    assert result.exit_code == 1
    assert result.output == (
        "Seven games are positions without moves: 1, 2, 3, 4, 5 and 2 more.\n"
        "Game 8 is Crazyhouse, which is not read here.\nKept as game one.\n"
    )


def test_of_many_games_with_faults_the_first_are_told(run: Run) -> None:
    result = run("import", "g.pgn", content=f"{TAGS.format(NEVER)}1. e4 Ke2 *\n\n" * 30)
    assert result.output.count("of the file:") == 20
    assert "Ten more games could not be read whole: 21, 22, 23, 24, 25 and 5 more.\n" in result.output


def test_games_that_were_not_played_are_kept_with_their_result(run: Run) -> None:
    text = TAGS.format("2024.01.07").replace("\n\n", '\n[Result "+/-"]\n\n') + "+/-\n"
    said = run("import", "g.pgn", content=text).output
    assert said == "Read zero moves of White and zero of Black.\nKept as game one.\n"
    assert '[Result "1-0"]' in run("export", "1").output


def test_what_is_left_out_is_counted(run: Run) -> None:
    said = run("import", "g.pgn", content=f"{TAGS.format(NEVER)}1. e4! {{a}} e5 (1... c5) {{b}} *\n").output
    assert said.endswith("Left out: two remarks, one variation, one mark.\n")


@pytest.mark.parametrize(
    ("encoding", "voices", "name", "page"),
    [
        ("cp1251", "ru", "Белый, Юрий", "Windows 1251"),
        ("cp1251", "en", "Белый, Юрий", "Windows 1251"),
        ("koi8-r", "ru", "Белый, Юрий", "KOI8-R"),
        ("cp1252", "ru", "Müller, Jörg", "Windows 1252"),
        ("cp850", "de", "Müller, Jörg", "DOS 850"),
        ("utf-16", "en", "Белый, Юрий", ""),
        ("utf-16-be", "en", "Müller, Jörg", ""),
        ("utf-32", "en", "Müller, Jörg", ""),
    ],
)
def test_the_encoding_is_found_and_an_old_one_is_said(
    run: Run, encoding: str, voices: str, name: str, page: str
) -> None:
    text = TAGS.format(NEVER).replace("Ada", name) + "1. e4 e5 *\n"
    said = run("import", "g.pgn", content=text.encode(encoding), voices=voices).output
    assert f'[White "{name}"]' in run("export", "1").output
    assert (page in said.splitlines()[0]) is bool(page) or not page


def test_one_old_game_does_not_spoil_the_others(run: Run) -> None:
    games = [TAGS.format(NEVER).replace("Ada", "Müller, Jörg") + f"1. {move} *\n\n" for move in ("e4", "d4")]
    assert run("import", "g.pgn", content=games[0].encode("cp1252") + games[1].encode()).exit_code == 0
    assert all('[White "Müller, Jörg"]' in run("export", number).output for number in ("1", "2"))


def test_openings_are_read_as_far_as_they_go_and_their_faults_are_told(run: Run) -> None:
    result = run("openings", "add", "o.pgn", "--as", "white", content="1. e4 (1. Ke3) (1. d4) e5 2. Nf3 *\n")
    assert (result.exit_code, result.output) == (
        1,
        "Line 1: A variation ends before Ke3, which cannot be played.\nTwo decisions to train.\n",
    )
    for content in ('[Variant "Seirawan"]\n\n1. e4 *\n', "nothing at all", '[FEN "x"]\n\n1. e4 *\n'):
        refused = run("openings", "add", "x.pgn", "--as", "white", content=content)
        assert refused.exit_code == 2
        assert "has no moves that can be read" in refused.output


def test_a_side_line_of_openings_may_end_with_a_pass(run: Run) -> None:
    result = run("openings", "add", "o.pgn", "--as", "white", content="1. e4 e5 2. Nf3 (2. d4 -- 3. d5) Nc6 *\n")
    assert result.exit_code == 0


def test_practice_begins_from_a_position_without_moves(run: Run) -> None:
    text = '[Event "Lesson"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n{Push.} *\n'
    begin = ("play", "--no-sound", "--opponent", "human", "--from", "p.pgn")
    assert run(*begin, content=text, typed="e4\nquit\n").exit_code == 0
    assert "1. e4 *" in run("export", "1").output


@pytest.mark.parametrize("command", [("compare", "g.pgn", "g.pgn"), ("play", "--no-sound", "--from", "g.pgn")])
def test_a_reason_is_told_wherever_nothing_can_be_read(run: Run, command: tuple[str, ...]) -> None:
    for content, said in (
        ("1. e5 e6 *", "Line 1: Move one of White is not readable: e, 5.\n"),
        ('[FEN "rubbish"]\n\n1. e4 *', "The position of game 1 cannot be set up: rubbish.\n"),
        ('[Variant "Antichess"]\n\n1. e4 *', "Game 1 is Antichess, which is not read here.\n"),
    ):
        refused = run(*command, content=content)
        assert (refused.exit_code, refused.output) == (2, said)
