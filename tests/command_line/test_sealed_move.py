"""A sealed move: nothing that the program writes shows it before the envelope is opened, but the page inside."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.edge.sheets.forms import ENVELOPES, FORMS

Run = Callable[..., Result]
TOURNAMENT = ["play", "--no-sound", "--profile", "tournament", "--blind", "none", "--white", "Anna", "--black", "Boris"]
SEALED = "e4\n\ne5\n\narbiter adjourn tomorrow, ten o'clock\nseal Qh5\nsealed\nlast\nmoves\nagain\nquit\n"
SHOWN = re.compile(r"h5|d1h5|Hector five|Hector fünf|queen|⠓⠢|H5", re.I)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("ACCESS_CHESS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return lambda *arguments, typed=None: CliRunner().invoke(main, [*arguments, "--voices", "en"], input=typed)


def test_no_output_shows_it_before_the_envelope_is_opened(run: Run) -> None:
    outputs = [run(*TOURNAMENT, "--transcript", "played.txt", typed=SEALED).output]
    outputs += [run("replay", "1", "--no-sound", "--transcript", "replayed.txt").output]
    outputs += [CliRunner().invoke(main, ["games"]).output]
    for form in set(FORMS) - {"pdf", "wav", "flac", "mp3", "ogg", "opus"}:
        outputs += [run("export", "1", "--to", form, "--whose", whose).output for whose in ("record", "white", "black")]
    outputs += [run("export", "1", "--to", "envelope").output]
    outputs += [Path(name).read_text(encoding="utf-8") for name in ("played.txt", "replayed.txt")]
    assert all(outputs)
    assert not [found for output in outputs if (found := SHOWN.findall(output))]
    assert "White has sealed a move." in outputs[0]
    assert "The game goes on: tomorrow, ten o'clock" in run("export", "1", "--to", "envelope").output


@pytest.mark.parametrize("form", ENVELOPES)
def test_the_page_inside_is_printed_when_the_arbiter_says_yes(run: Run, form: str) -> None:
    run(*TOURNAMENT, typed=SEALED)
    file = Path(f"envelope.{form}")
    refused = run("export", "1", str(file), "--to", "envelope", "--sealed", typed="no\n")
    asked = "Nobody else should read the sealed move. Print it now? Yes or no.\n"
    assert (refused.exit_code, refused.output, file.exists()) == (1, f"{asked}Nothing is printed.\n", False)
    agreed = run("export", "1", str(file), "--to", "envelope", "--sealed", typed="yes\n")
    assert (agreed.exit_code, agreed.output) == (0, asked)
    expected = {"txt": "Qh5", "brf": ",QH#E", "pef": "⠠⠟⠓⠼⠑", "pdf": "%PDF"}[form]
    assert expected in file.read_bytes().decode("utf-8", "replace")
    assert file.stat().st_mode & 0o777 == 0o600


def test_it_is_not_shown_on_the_screen(run: Run) -> None:
    run(*TOURNAMENT, typed=SEALED)
    refused = run("export", "1", "--to", "envelope", "--sealed", typed="yes\n")
    assert (refused.exit_code, refused.output) == (2, "This needs the name of a file: export GAME envelope.txt.\n")


def test_when_it_is_opened_it_is_a_move_as_any_other(run: Run) -> None:
    run(*TOURNAMENT, typed=SEALED)
    opened = "arbiter arrived white\narbiter arrived black\narbiter open envelope\nquit\n"
    CliRunner().invoke(main, [*TOURNAMENT, "--voices", "en", "--resume"], input=opened)
    assert "2. Qh5" in run("export", "1", "--to", "txt").output
    assert "2. Qh5" in run("export", "1", "--to", "txt", "--whose", "white").output
    refused = run("export", "1", "--to", "envelope")
    assert (refused.exit_code, refused.output) == (2, "No sealed move of this game waits in an envelope.\n")


def test_a_game_that_is_taken_up_again_says_that_it_is_adjourned(run: Run) -> None:
    assert run(*TOURNAMENT, typed=SEALED).exit_code == 0
    lines = run("play", "--no-sound", "--resume", typed="quit\n").output.splitlines()
    assert lines[:2] == [
        "one Black: pawn Eva seven Eva five.",
        "The game is adjourned. It goes on: tomorrow, ten o'clock.",
    ]
    assert not any("goes on as it was last kept" in line for line in lines)
