"""`archive`, as an organiser calls it: once, again, after a change, after a power cut."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.edge.storage import sheet_archive

Run = Callable[..., Result]
TOURNAMENT = ["play", "--no-sound", "--profile", "tournament", "--event", "Open", "--voices", "en"]
GAME = "e4\n\ne5\n\nwhite resign\nyes\nquit\n"
EVENT = Path("kept") / "Open"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("ACCESS_CHESS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(main, ["archive", *arguments, "--sound", "none", "--voices", "en"])


def play(*options: str, typed: str = GAME) -> None:
    assert CliRunner().invoke(main, [*TOURNAMENT, *options], input=typed).exit_code == 0


def event_folder() -> Path:
    (folder,) = Path("kept").iterdir()
    return folder


def files() -> dict[str, bytes]:
    folder = event_folder()
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def changed_sheets() -> list[str]:
    """What `sha256sum -c` would name."""
    folder = event_folder()
    sums = [line.split(" *", 1) for line in (folder / sheet_archive.SUMS).read_text(encoding="utf-8").splitlines()]
    return [name for value, name in sums if hashlib.sha256((folder / name).read_bytes()).hexdigest() != value]


def test_each_game_has_its_sheets_and_each_round_its_file(run: Run) -> None:
    play("--white", "Anna Muster", "--black", "Boris Beispiel", "--round", "1.2", "--blind", "white")
    play("--white", "C", "--black", "D", "--round", "2", "--blind", "none")
    assert run("kept").output.startswith(f"Games in {event_folder()}: 2. New files: ")
    game = "Round 1/Board 2 Muster - Beispiel"
    assert {
        f"{game}/record.pgn", f"{game}/record.html", f"{game}/white.txt", f"{game}/white.brf", f"{game}/black.txt",
        f"{game}/rulings.txt", "round-1.pgn", "round-2.pgn", "index.html", "index.txt", "SHA256SUMS",
        "Round 2/Game 2 C - D/record.pgn",
    } <= set(files())  # fmt: skip
    assert not any("Round 2" in name and name.endswith("brf") for name in files())
    assert files()[f"{game}/rulings.txt"].decode() == "1... White resigns. Black wins. Article five point one b.\n"
    assert (event_folder() / game / "white.txt").stat().st_mode & 0o777 == 0o444
    assert not changed_sheets()


def test_a_second_time_nothing_is_written(run: Run) -> None:
    play("--blind", "none")
    run("kept")
    before = {path: path.stat().st_mtime_ns for path in event_folder().rglob("*")}
    assert run("kept").output.endswith("New files: 0.\n")
    assert {path: path.stat().st_mtime_ns for path in event_folder().rglob("*")} == before


def test_a_sheet_that_has_changed_is_put_beside_the_old_one(run: Run) -> None:
    play("--blind", "none")
    run("kept")
    before = files()
    (sheet,) = event_folder().glob("*/record.txt")
    sheet.chmod(0o644)
    sheet.write_text("other\n", encoding="utf-8")
    output = run("kept").output
    assert f"{sheet} is there already, and differs; it is left as it is, and the new one is record (2).txt." in output
    name = sheet.relative_to(event_folder()).as_posix()
    assert changed_sheets() == [name]
    assert files()[name] == b"other\n"
    assert files()[name.replace("record", "record (2)")] == before[name]
    assert run("kept").output.endswith("New files: 0.\n")


def test_a_killed_run_is_made_up_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    play("--blind", "none")
    run("kept")
    whole = files()
    for path in event_folder().rglob("*"):
        if path.name in ("white.txt", "index.html", "SHA256SUMS"):
            path.unlink()
    assert run("kept").exit_code == 0
    assert files() == whole


def test_games_that_go_on_and_other_events_are_left_out(run: Run) -> None:
    play("--blind", "none", typed="e4\n\nquit\n")
    left_out = run("kept")
    assert (left_out.exit_code, left_out.stdout) == (1, "There is no finished game to keep.\n")
    assert left_out.stderr == "Game 1 is not over, and is left out.\n"
    play("--blind", "none")
    other = run("kept", "--event", "Cup")
    assert (other.exit_code, other.stdout) == (1, "There is no finished game of the event Cup.\n")
    assert run("kept", "--event", "open").exit_code == 0


def test_a_folder_that_cannot_be_written_is_one_sentence(run: Run) -> None:
    play("--blind", "none")
    Path("kept").write_text("a file", encoding="utf-8")
    result = run("kept")
    assert (result.exit_code, result.output.count("\n")) == (2, 1)


def test_a_sheet_that_was_handed_in_is_kept_as_it_is(run: Run) -> None:
    play("--blind", "none")
    Path("by_hand.txt").write_text("1. e4   e5 resigns!\n", encoding="utf-8")
    handed_in = ["import", "by_hand.txt", "--as", "white", "--to-game", "1", "--voices", "en"]
    CliRunner().invoke(main, handed_in)
    run("kept")
    (sheet,) = event_folder().glob("*/white.txt")
    assert sheet.read_text(encoding="utf-8") == "1. e4   e5 resigns!\n"


CUP = """[Event "Autumn Cup"]
[Date "{day}"]
[Round "1.{board}"]
[White "Anna"]
[Black "Boris"]
[Result "1-0"]

1. {move} {reply} 1-0

"""


def test_a_yearly_cup_is_kept_year_by_year_and_can_be_chosen_by_its_first_day(run: Run) -> None:
    days = [
        ("2021.09.04", "e4", "e5"),
        ("2023.09.02", "d4", "d5"),
        ("2021.09.05", "c4", "c5"),
        ("2023.09.03", "f4", "f5"),
    ]
    text = "".join(
        CUP.format(day=day, board=place, move=move, reply=reply) for place, (day, move, reply) in enumerate(days)
    )
    Path("cups.pgn").write_text(text, encoding="utf-8")
    assert CliRunner().invoke(main, ["import", "cups.pgn", "--voices", "en"]).exit_code == 0
    one = run("one", "--event", "2023-09-02 autumn cup")
    assert one.exit_code == 0 and [folder.name for folder in Path("one").iterdir()] == ["2023-09-02 Autumn Cup"]
    assert run("one", "--event", "2022-09-03 Autumn Cup").output == (
        "There is no finished game of the event 2022-09-03 Autumn Cup.\n"
    )
    both = run("kept", "--event", "Autumn Cup").output.splitlines()
    assert [line.split(". New")[0] for line in both] == [
        f"Games in {Path('kept', name)}: 2" for name in ("2021-09-04 Autumn Cup", "2023-09-02 Autumn Cup")
    ]
    for name, year in (("2021-09-04 Autumn Cup", "2021"), ("2023-09-02 Autumn Cup", "2023")):
        texts = [path.read_text(encoding="utf-8") for path in Path("kept", name).rglob("round-1.pgn")]
        assert [text.count(f'[Date "{year}.') for text in texts] == [2] and texts[0].count("[Date") == 2
