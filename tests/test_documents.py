"""The documents: each figure stands once, and what they say of files and commands is there."""

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import speech_recognition
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.storage.own_voice import keep_enrolment
from access_chess.edge.storage.places import HOME_VARIABLE
from tests.benchmarks.__main__ import FIGURES, TABLE, Figure, written
from tests.command_line.test_guide import is_understood
from tests.support.adaptation import UNCHANGED
from tests.support.programs_of_others import needed

ROOT = Path(__file__).parents[1]
DOCUMENTS = {
    "README.md": 150,
    "access_chess/contributing.md": 180, "tests/README.md": 120, "tests/benchmarks/hearing/results.md": 120,
}  # fmt: skip


def rows() -> list[list[str]]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines
        if line.startswith("| ") and "---" not in line
    ][1:]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_short(name: str) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= DOCUMENTS[name]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_a_document_names_is_there(name: str) -> None:
    """A path from the root, from the document's folder, or from the package."""
    text = (ROOT / name).read_text(encoding="utf-8")
    named = re.findall(r"`([\w./-]+/[\w./-]*)`", text)
    folders = (ROOT, (ROOT / name).parent, ROOT / "access_chess", ROOT / "tests")
    missing = [
        each for each in named if not each.startswith(".venv") and not any((at / each).exists() for at in folders)
    ]
    assert missing == []


def test_each_figure_stands_once_with_its_command_and_its_day() -> None:
    found = rows()
    assert len({row[0] for row in found}) == len(found)
    assert all(len(row) == 6 and re.fullmatch(r"\d{4}-\d\d-\d\d", row[5]) for row in found)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_the_command_of_a_figure_is_there(row: list[str]) -> None:
    command = row[1].strip("`").removeprefix("python -m ").split()[0]
    names = (command, f"tests.benchmarks.{command}")
    assert any(name.startswith("tests") and importlib.util.find_spec(name) is not None for name in names)


def test_a_figure_that_is_measured_again_takes_its_row() -> None:
    table = "| figure | command |\n| a | `x` |\n| b | `y` |\n"
    assert (
        written(table, ["| b | `z` |", "| c | `w` |"])
        == "| figure | command |\n| a | `x` |\n| b | `z` |\n| c | `w` |\n"
    )


#: What the benchmarks print, as far as a figure is taken from it.
PRINTED = {
    "start": "play, text alone: processor 0.25 s (5.4 times the peer's), first word after 0.27 s (5.1), 37 MB\n"
    "learn, text alone: processor 0.16 s (2.8 times the peer's), first word after 0.16 s (2.8), 42 MB\n"
    "play, spoken: processor 0.29 s (5.8 times the peer's), first word after 0.31 s (5.8), 47 MB\n"
    "play, spoken: first sound after 0.34 s\n\n"
    "voices list, to its end: processor 0.28 s (1.6 times the peer's)",
    "lessons": "an answer in a lesson: p50 0.1 ms, p99 1, longest 24; a move 0.3 times one to a puzzle; 1569 answers\n"
    "cases read: 2 ms, 0.8 times plain reading, 1024 cases\n"
    "a case told: p50 0.6 ms, longest 5; 2.3 times the referee alone\npacked: 0.28 MB in 23 files\n",
    "speech": "event to the mixer, new words                    1.90     3.10     9.00   budget 5\n"
    "event to the mixer, cached words                 0.24     0.50     2.00   budget 1\n"
    "key to silence in the mixer                      0.10     0.20     1.00   budget 1\n",
    "board_game": "Pin to journalled touch: median 14.3 ms, 99th percentile 21.9 ms, longest 25.0 ms\n",
    "board_latency": "pin to report in the program, real time, 80 changes: median 9.4 ms, 99th percentile 10.6 ms\n",
    "sheet_errors": "all: 998 of 1000 named, 99.8%, seed 1\n",
    "puzzles": "50 of 50 first moves, of 412 puzzles\n",
    "replay": "whole games through the referee: 1.21 to 1.32 times bare python-chess\n",
    "sheet_round_trip": "all: 393050 of 393050 words read back\n",
    "notation": "all: 0 of 550207 texts read wrongly\n",
    "winnability": "all: 0 of 813 wrong, 17 open; quick 0.14 ms\n",
    "practice": "level 3 against 2: 35 of 40, +338 Elo (+203 to +800)\nsteps: 203 to 407 Elo (2 to 5)\n"
    "level 7 against Stockfish 15, UCI_Elo 1800, 100000 nodes: 24.0 of 40, +70 Elo (-30 to +185)\n",
    "fuzz": "scoresheet: 1000000 inputs, from 0, 9 refused, 90 s\nall: 0 faults in 1000000 of each kind\n",
    "grammar": "games: switching: median 6.00, 99 % 17.00, worst 30.00 ms\n",
    "hall.page": "page, scripts, style and pieces: 42100 bytes, packed 10400; page 9000\n"
    "/play/1: p50 1.8 ms, longest 3.0; bare server 0.4, ratio 4.5\n"
    "first paint: p50 180 ms, longest 280; layout shift 0.000\n",
    "hall.two_browsers": "90 moves: p50 66 ms, p99 81 ms, longest 90 ms; every move announced to the other: True\n",
    "hall.hosted": "line entered to all told: p50 1.8 ms, p99 17.0 ms; 30 % of a core\n",
    "hall.thousand_boards": "0 lines lost and found again; kept after p50 11.0, p99 42.0 ms\n"
    "hall: 50 % of a core, 0.57 ms an entry, 300 MB\n",
    "hall.floor": "200 boards, 9000 events: floor 24 µs each, folded 20\n",
    "hall.stations": "10 kills, 10 cuts in 90 s: 894 entries at both, equal\n",
    "hall.remote": "830 entries at both, equal to the letter; 90 moves, none lost or doubled; equal again after 1.9 s, "
    "longest 3.0 s\n",
    "hall.station_link": "alone: p50 4.00 ms, p99 9.00 ms, 1.00 times the peer's median\n"
    "hall: p50 4.30 ms, p99 9.00 ms, 1.07 times the peer's median\n",
    "hall.failover": "nothing: median 26 ms, longest 0.16 s, 40 moves, 0 too many, 0 pages loaded anew\n",
    "hall.readers": "hall: 2000 readers of 200 boards, 14 moves; 33 µs of processor time a delivery, 90 MiB\n",
    "hall.states": "de: 240 clean, 0 not, so far\nen: 495 clean, 0 not, so far\n",
    "hearing.pace": "when it is over: 0.070 s of one core in the median, 95 % 0.157, 99 % 0.200\nmost memory: 204 MB\n",
    "hearing.endpointing": "loudness, squares, quiet, of 40: {'whole': 40}\n",
}


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_a_figure_is_found_in_what_its_benchmark_prints(figure: Figure) -> None:
    assert figure.row(figure.of, PRINTED[figure.of]) is not None


#: Taken down by hand, since what they print is no benchmark's.
BY_HAND = {"players killed while they played"}


def test_each_figure_can_be_written_by_its_command() -> None:
    written_by = {figure.name: figure.of for figure in FIGURES}
    for name, command, *_ in rows():
        if name not in BY_HAND:
            assert command.strip("`").split()[0] == written_by.get(name), name


README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_is_read_aloud_in_minutes() -> None:
    assert len(README.encode()) <= 12_000


def commands() -> list[str]:
    """What the README tells to type that begins with the program's name, each once."""
    return list(dict.fromkeys(re.findall(r"`(access-chess [^`]+)`", README)))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of somebody who is new here, and has begun the first game."""
    home = tmp_path_factory.mktemp("home")
    assert typed("access-chess play --no-sound", home).returncode == 0
    return home


@pytest.mark.parametrize("command", commands())
def test_each_command_of_the_readme_does_what_it_says(command: str, home: Path) -> None:
    """As it stands, in a shell of its own, typed in the order of the README."""
    done = typed(command, home)
    assert done.returncode == (1 if command == "access-chess doctor" and done.returncode else 0), done.stderr
    assert done.stdout
    assert "Traceback" not in done.stderr


def test_what_the_first_game_of_the_readme_tells_to_type_is_understood() -> None:
    first_game = README.partition("## The first game")[2].partition("\n## ")[0]
    lines = [each for each in re.findall(r"`([^`]+)`", first_game) if not each.startswith("access-chess")]
    assert len(lines) > 10
    for line in lines:
        is_understood(line, "en")


GUIDE = ("player", "more", "helper", "arbiter", "hall")
#: What is not run here, and why. The line is read as the program reads it in tests/command_line/test_guide.py.
NOT_RUN = {
    r"board --trial|(play|learn) .*--board COM3": "needs a sensor board",
    r"enrol|play --input both|doctor --voice": "needs a microphone, and somebody who speaks",
    r"lichess .*": "needs an account at Lichess; tests/command_line/test_lichess.py has a server like it",
    r"play --opponent remote .*|play .*--hall .*": "waits for a person at another computer",
    r"(?:play|train) --ui window": "is closed by a person alone",
    r"serve(?: --(?:lan|name) .*)?": "serves until it is stopped; tests/hall/web does so",
    r"serve .*--ledger .*|settings ledger .*": "needs brokers",
    r"serve code .*": "asks a hall that is running",
    r"export 3 envelope.pdf --to envelope": "needs a move that is sealed; tests/scoresheets/test_envelope.py has one",
    r"export --hall .*": "needs a game of a hall; tests/command_line/test_play.py has one",
    r"demo": "plays for minutes; tests/command_line/test_demo.py leaves the waiting out",
    r"train endings": "computes endings for a quarter of a minute; `train endings krk` is run",
}
NEEDS = {"access-chess puzzles find 3": "stockfish"}
ANSWERS_NO = {"access-chess compare 3:white 3:black": "the sheets differ", "access-chess doctor": "not all works here"}


def guide_commands() -> list[str]:
    """What the guide's documents tell to type that begins with the program's name, each once, without the README's."""
    texts = [(ROOT / "access_chess" / "guide" / f"{name}.md").read_text(encoding="utf-8") for name in GUIDE]
    found = dict.fromkeys(re.findall(r"`(access-chess [^`]+)`", " ".join(" ".join(texts).split())))
    return [each for each in found if each not in commands()]


def is_left_out(command: str) -> bool:
    return any(re.fullmatch(rf"access-chess (?:{pattern})", command) for pattern in NOT_RUN)


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of somebody who has three games, a voice that is known, and the files that the guide speaks of."""
    home = tmp_path_factory.mktemp("furnished")
    games = [
        f'[Event "Open"]\n[Date "2026.11.0{day}"]\n[White "Anna"]\n[Black "Bela"]\n[Result "1-0"]\n\n{moves} 1-0\n'
        for day, moves in enumerate(("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#", "1. d4 d5", "1. c4 c5 2. g3"), start=1)
    ]
    (home / "three.pgn").write_text("\n".join(games), encoding="utf-8")
    (home / "my.pgn").write_text(games[0], encoding="utf-8")
    long = (ROOT / "tests" / "data" / "real_games.pgn").read_text(encoding="utf-8").split("\n\n[Event ")[0]
    (home / "game.pgn").write_text(long, encoding="utf-8")
    puzzle = "00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,mate,,"
    (home / "lichess.csv").write_text(
        f"PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n{puzzle}\n"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(home))
        patch.chdir(home)
        silence = speech_recognition.AudioData(bytes(32000), 16000, 2)
        keep_enrolment("", [(("eva", "vier"), silence)], UNCHANGED)
        for command in (
            "settings sound off", "import three.pgn", "export 1 sheet.brf", "export 3 white.brf --whose white",
            "export 3 black.brf --whose black", "import white.brf --to-game 3 --as white",
            "import black.brf --to-game 3 --as black", "openings add my.pgn --as white",
        ):  # fmt: skip
            assert CliRunner().invoke(main, command.split()).exit_code == 0, command
    return home


def typed(command: str, home: Path) -> "subprocess.CompletedProcess[str]":
    """In a shell of its own; what it asks for is answered by a move, and the end."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        command, shell=True, input="e4\nquit\n", capture_output=True, text=True, timeout=120, cwd=home,
        env={**os.environ, "PATH": path, HOME_VARIABLE: str(home), "LANG": "en_US.UTF-8", "LC_ALL": ""},
    )  # fmt: skip


@pytest.mark.parametrize("command", [each for each in guide_commands() if not is_left_out(each)])
def test_each_command_of_the_guide_runs_as_it_stands(
    command: str, furnished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its words are taken apart as a shell does; the README's commands show that a shell finds the program."""
    if command in NEEDS:
        needed(NEEDS[command])
    home = shutil.copytree(furnished, tmp_path / "home")
    monkeypatch.chdir(home)
    environment = {HOME_VARIABLE: str(home), "LANG": "en_US.UTF-8", "LC_ALL": ""}
    arguments = shlex.split(command)[1:]
    done = CliRunner(env=environment).invoke(main, arguments, input="e4\nquit\n")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 0 or (done.exit_code == 1 and command in ANSWERS_NO), done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize("pattern", NOT_RUN)
def test_a_reason_why_a_command_is_not_run_has_its_command(pattern: str) -> None:
    assert any(re.fullmatch(rf"access-chess (?:{pattern})", each) for each in [*guide_commands(), *commands()])
