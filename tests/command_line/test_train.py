"""`train drill`: ten questions from the first word to the last, typed into a pipe; the level goes by the last round."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.edge.practising.store import PracticeStore, PracticeStoreError
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.edge.storage.settings import kept_settings
from access_chess.machine_clock import utc_now
from access_chess.practice.round import Attempt, Grade
from access_chess.wiring import trainings


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))


def train(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["train", *arguments, "--no-sound", "--voices", "en"], input=typed)


def test_a_round_ends_by_itself() -> None:
    result = train("drill", "colours", typed="light\n" * 20)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert "Level one." in lines
    answers = [line for line in lines if line == "Right." or line.startswith("No, dark")]
    assert len(answers) == 10
    assert any(line.endswith("of ten right.") for line in lines)


def test_one_drill_leads_to_another_stop_only_silences_and_quit_leaves() -> None:
    result = train("drill", "colours", typed="stop\ndrill diagonal\nquit\n")
    assert result.exit_code == 0, result.output
    assert any(line.endswith("one diagonal?") for line in result.stdout.splitlines())
    assert result.stdout.splitlines()[-1] == "Training ended."


@pytest.mark.parametrize(
    ("names", "asks"),
    [
        (("colors",), "Answer light or dark."),
        (("squares",), "Answer light or dark."),
        (("drill", "colour"), "Answer light or dark."),
        (("diagonals",), "Answer yes or no."),
        (("knights",), "Answer with a square, or with several in their order."),
        (("moves",), "Answer with a number."),
    ],
)
def test_a_drill_has_likely_names_and_says_what_to_answer(names: tuple[str, ...], asks: str) -> None:
    result = train("drill", *names, typed="quit\n")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[:2] == ["Level one.", asks]


def test_what_is_no_answer_gets_what_would_be_and_the_question_again() -> None:
    lines = train("drill", "colours", typed="blue\nquit\n").stdout.splitlines()
    assert lines[1:] == [lines[1], lines[2], lines[1], lines[2], "Training ended."]


def test_help_at_a_drill_offers_what_may_be_answered_there() -> None:
    lines = train("drill", "colours", typed="?\nquit\n").stdout.splitlines()
    assert lines[3] == "Answer light or dark." and lines[4].startswith("r or again")
    assert not any("move" in line or "draw" in line or "resign" in line for line in lines[3:])
    assert lines[-2] == "? and one of these words: training, program."


def test_what_a_memory_drill_waits_for_is_said_when_it_asks() -> None:
    lines = train("drill", "recall", typed="\nquit\n").stdout.splitlines()
    asked = lines.index("Answer with a colour and a piece, or nobody.")
    assert lines[asked - 1] == "Enter, when you are ready." and lines[asked + 1].startswith("What stands on")


@pytest.mark.parametrize("arguments", [("drill",), ("drill", "chess")])
def test_a_drill_has_a_name(arguments: tuple[str, ...]) -> None:
    result = train(*arguments)
    assert result.exit_code == 2
    assert "colours" in result.stderr and "Traceback" not in result.stderr


def test_in_a_game_one_is_told_where_drills_are_asked() -> None:
    result = CliRunner().invoke(main, ["play", "--no-sound", "--voices", "en"], input="drill colours\nquit\n")
    assert "Drills are asked by access-chess train." in result.stdout


def test_one_may_play_on_from_a_puzzle_and_comes_back_to_it() -> None:
    result = train("puzzles", typed="go on from here\nquit\nhint\nquit\n")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    there = lines.index("From here against level seven; leaving brings you back.")
    assert lines[:there] == lines[there + 1 : 2 * there + 1], "the question is asked again"
    assert lines[2 * there + 1].endswith("moves.") and lines[-1] == "Training ended."


def test_a_game_that_is_over_leads_to_the_round_of_the_day_and_back() -> None:
    typed = "today\nf3\ne5\ng4\nQh4\ntoday\nquit\nboard\nquit\n"
    result = CliRunner().invoke(main, ["play", "--no-sound", "--voices", "en", "--opponent", "human"], input=typed)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert "That is not possible now." in lines[:4]
    ended = lines.index("Training ended.")
    assert lines[ended - 1] == "Begin?" and lines[ended + 1].startswith("White: king Eva one")
    assert lines[-1] == "The game is kept as number one."


def learnt(folder: Path, *names: str) -> None:
    """Tasks of lessons that were done a month ago, and are due."""
    with closing(PracticeStore(folder / "practice.sqlite")) as store:
        for name in names:
            attempt = Attempt(kind="lessons", name=name, grade=Grade.GOOD, tries=0, hints=0, time=timedelta(), stars=2)
            store.keep(attempt, utc_now() - timedelta(days=31))


def test_tasks_of_lessons_that_are_due_come_first_today(tmp_path: Path) -> None:
    learnt(tmp_path, "firstgame.8", "nowhere.1", "board.5", "rook.3", "board.2", "board.3")
    typed = "yes\npawn e4\n\nrook e5\nwhy\nrook d7\nrook h7\nrook h2\n\n7\n8\n64\n\nquit\n"
    lines = train(typed=typed).stdout.splitlines()
    assert lines[0] == "Today: three tasks of lessons, eight puzzles. About nine minutes."
    assert lines[1] == "Begin?" and lines[2].startswith("Find the fifth file")
    assert lines[3:7] == [
        "Right.", "Three stars.", "Next?",
        "You have rook David four. Coins lie on David seven, Hector two, Hector seven. Three moves are enough.",
    ]  # fmt: skip
    assert lines[7].startswith("Not yet. From David four the rook stays")
    told = lines[lines.index("How many squares has the whole board?") :]
    assert told[1:6] == ["Not yet.", "Not yet.", "Eight rows, and eight squares in each.", "Right.",
                         "With a hint: two stars."]  # fmt: skip
    with closing(PracticeStore(tmp_path / "practice.sqlite")) as store:
        assert store.texts("stars") | {"board.5": "3", "rook.3": "3", "board.2": "2"} == store.texts("stars")


def test_where_an_attempt_cannot_be_kept_the_training_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(store: PracticeStore, attempt: object, at: object) -> None:
        raise PracticeStoreError("practice_disk_full", path="practice.sqlite")

    monkeypatch.setattr(PracticeStore, "keep", full)
    result = train("puzzles", typed="solution\n\nsolution\n")
    assert result.exit_code == 2 and "practice.sqlite" in result.stderr and "Traceback" not in result.output
    assert not any(line.startswith("Puzzle two") for line in result.stdout.splitlines())


@pytest.mark.parametrize("text", ["no chess at all", '[Event "x"]\n\n*\n'])
def test_a_file_without_moves_is_not_reviewed(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.pgn").write_text(text)
    result = train("review", "game.pgn")
    assert (result.exit_code, result.stderr.strip()) == (2, "There is no game in game.pgn.")


def test_while_endings_are_worked_out_it_is_told_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainings, "PROGRESS", timedelta(seconds=-1))
    result = train("endings", "kqk", "krk", "--count", "2", typed="quit\n")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[:5] == [
        "The endings are being worked out; this takes a few seconds.", "One of four.", "Two of four.", "Three of four.",
        "White to move, wins. Play it out.",
    ]  # fmt: skip


def test_endings_of_the_users_files_are_named_by_their_men() -> None:
    folder = str(Path(__file__).parents[1] / "data" / "syzygy")
    result = train("endings", "krkb", "--tablebases", folder, typed="hint\nquit\n")
    assert result.exit_code == 0, result.output
    assert "White to move, wins. Play it out." in result.stdout and "bishop" in result.stdout
    unknown = train("endings", "krkb")
    assert unknown.exit_code == 2 and "There is no ending 'krkb'" in unknown.stderr
    empty = train("endings", "krkb", "--tablebases", str(Path(__file__).parent))
    assert empty.exit_code == 2 and empty.stderr.startswith("No Syzygy files of endings are in")


def test_the_language_is_changed_by_one_word() -> None:
    result = train("drill", "colours", typed="light\nlanguage de\n")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines.index("Level one.") < lines.index("Stufe eins.")
    assert kept_settings() == {"voices": "de"}
