"""What is remembered from one game to the next, and the language and the names that are spoken."""

import contextlib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.command_line.options.defaults import spoken_pack
from access_chess.command_line.play import play
from access_chess.command_line.serve import serve
from access_chess.command_line.settings import KEYS
from access_chess.command_line.table import is_left_at_will
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file
from access_chess.edge.storage.settings import keep_settings, kept_settings, settings_file
from access_chess.laws.events import ClocksStopped, ClockStarted, GameSetUp
from tests.command_line.test_help import contexts


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


def run(*arguments: str, typed: str = "") -> Result:
    result = CliRunner().invoke(main, arguments, input=typed, prog_name="access-chess")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def remembered(*arguments: str) -> str:
    result = run("settings", "--no-sound", *arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_setting_is_remembered_told_and_forgotten() -> None:
    assert "Nothing is remembered." in remembered("--voices", "en")
    assert remembered("voices", "en") == "voices: en.\n"
    assert remembered("rate", "300") == "rate: 300.\n"
    assert remembered("rate") == "rate: 300.\n"
    assert remembered().splitlines()[:2] == ["voices: en.", "rate: 300."]
    assert remembered("rate", "default") == "rate: the default.\n"
    assert kept_settings() == {"voices": "en"}


def test_play_uses_what_is_remembered_and_the_command_line_goes_before_it() -> None:
    for key, value in (("voices", "en"), ("names", "nato"), ("sound", "off"), ("name", "Ana")):
        remembered(key, value)
    played = run("play", "--opponent", "human", typed="e4\n")
    assert "pawn Echo two Echo four\n" in played.stdout
    assert "Ana" in run("games").stdout
    played = run("play", "--opponent", "human", "--voices", "de", "--names", "pack", typed="e4\n")
    assert "Bauer Eva zwei Eva vier\n" in played.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("loudness", "3"), "There is no setting 'loudness'. There are: voices, "),
        (("rate", "9999"), "rate is a whole number from 80 to 900; see access-chess settings --help."),
        (("level", "high"), "level is a whole number from 1 to 10; see "),
        (("voices", "klingon"), "There is no voice pack 'klingon'."),
        (("sound", "maybe"), "sound is one of these: on, off; see "),
    ],
)
def test_a_value_that_cannot_be_is_refused_and_changes_nothing(arguments: tuple[str, str], sentence: str) -> None:
    remembered("level", "5")
    result = run("settings", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(sentence)
    assert kept_settings() == {"level": 5}


@pytest.mark.parametrize("written", [b"level = ", b"\xff", b"a = " + b"[" * 20_000, b"a = " + b"9" * 5_000])
def test_a_file_that_cannot_be_read_is_named(written: bytes) -> None:
    settings_file().write_bytes(written)
    result = run("play", typed="quit\n")
    assert result.exit_code == 2
    assert str(settings_file()) in result.stderr
    assert result.stderr.count("\n") == 1


def test_every_kind_of_value_comes_back(home: Path) -> None:
    kept: dict[str, str | int | bool] = {"name": 'Anna "die Löwin" \\ \x1b', "level": 5, "sound": True}
    keep_settings(kept)
    assert kept_settings() == kept


def test_every_setting_is_an_option_of_play_or_of_serve() -> None:
    options = run("play", "--help-all").stdout + run("serve", "--help-all").stdout
    assert [key for key in KEYS if f"--{key}" not in options] == []


@pytest.mark.parametrize(
    ("system", "said"),
    [
        ("de_DE.UTF-8", ["Das ist Deutsch.", "Weiß am Zug."]),
        ("en_GB.UTF-8", ["This is English.", "White to move."]),
        ("C.UTF-8", ["This is English.", "White to move."]),
        ("POSIX", ["This is English.", "White to move."]),
        ("", ["This is English.", "White to move."]),
        ("xx_XX", ["This is English.", "White to move."]),
        ("sq_AL.UTF-8", ["Kjo është shqip.", "gjuha en", "Radhën e ka i bardhi."]),
        ("mr_IN", ["ही मराठी आहे.", "भाषा en", "पांढऱ्याची पाळी."]),
    ],
)
def test_the_system_s_language_is_spoken(monkeypatch: pytest.MonkeyPatch, system: str, said: list[str]) -> None:
    monkeypatch.setenv("LC_ALL", system)
    for variable in ("LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    begun = run("play", "--no-sound", "--opponent", "human").stdout
    assert [words for words in said if words not in begun] == []
    assert own_hint() in begun
    assert own_hint() not in run("play", "--no-sound", "--opponent", "human").stdout, "once is enough"
    assert run("settings", "--no-sound").stdout != ""


def own_hint() -> str:
    """What begins the first words in the language that is spoken now: which it is."""
    hint = spoken_pack().phrase("language_hint", word="").text
    return hint.partition(".")[0]


def test_a_word_changes_the_language_of_the_game_that_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    typed = "e4\nlanguage klingon\nlanguage shqip\ne fundit\ngjuha de\nletzter\nende\n"
    told = run("play", "--no-sound", "--opponent", "human", typed=typed).stdout
    assert "Which language? de Deutsch, en English, " in told
    assert "ushtari Eva dy Eva katër" in told
    assert "Bauer Eva zwei Eva vier" in told
    assert "\nSchwarz am Zug, Zug eins.\neins Weiß: Bauer" in told, "the new language is heard in one short sentence"
    assert "goes on as it was" not in told and "geht weiter" not in told
    assert "Die Partie ist unter Nummer eins aufbewahrt." in told
    assert kept_settings() == {"voices": "de"}
    assert "Die Partie geht weiter" in run("play", "--no-sound", "--opponent", "human", "--resume").stdout


def test_in_a_tournament_the_clock_runs_on_in_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    typed = "e4\n\nlanguage de\nuhren\nende\n"
    told = run("play", "--no-sound", "--profile", "tournament", "--time", "5+0", typed=typed).stdout
    assert "Schwarz am Zug, Zug eins.\nSchwarz: vier Minuten" in told
    with contextlib.closing(Journal(journal_file())) as journal:
        events = [type(entry.event) for entry in journal.entries(1)]
    assert ClocksStopped not in events
    assert events[:2] == [GameSetUp, ClockStarted]


@pytest.mark.parametrize(
    ("profile", "opponent", "board", "hall", "may_leave"),
    [
        ("practice", None, "none", None, True),
        ("practice", None, "emulator", None, True),
        ("practice", "remote", "none", None, False),
        ("tournament", None, "none", None, True),
        ("tournament", None, "emulator", None, False),
        ("assisted", None, "none", "http://127.0.0.1:8064", False),
    ],
)
def test_nobody_leaves_for_another_language_while_others_wait(
    profile: str, opponent: str | None, board: str, hall: str | None, may_leave: bool
) -> None:
    assert is_left_at_will(profile=profile, opponent=opponent, board=board, hall=hall) is may_leave


@pytest.mark.parametrize(
    ("system", "announced"),
    [("C.UTF-8", "Springer Gustav acht Felix sechs\n"), ("en_GB.UTF-8", "knight Gustav eight Felix six\n")],
)
def test_where_no_language_is_known_moves_have_the_names_of_the_laws(
    monkeypatch: pytest.MonkeyPatch, system: str, announced: str
) -> None:
    monkeypatch.setenv("LC_ALL", system)
    assert run("say", "e4", "Nf6").stdout.endswith(announced)
    assert run("say", "e9").stderr == "e9: I do not understand this: e9.\n"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("pack", "Springer Cäsar drei schlägt Eva zwei"),
        ("fide", "Springer Cesar drei schlägt Eva zwei"),
        ("nato", "Springer Charlie drei schlägt Echo zwei"),
        ("letters", "Springer c drei schlägt e zwei"),
    ],
)
def test_names_of_the_files(names: str, said: str) -> None:
    fen = "4k3/8/8/8/8/2N5/4p3/4K3 w - - 0 1"
    assert run("say", "--voices", "de", "--names", names, "--fen", fen, "Nxe2").stdout == f"{said}\n"


def test_a_setting_is_the_default_of_the_option_that_bears_its_name_and_of_nothing_else() -> None:
    """What a command keeps by the same name for another thing, such as the form of a sheet, would be set as well."""
    asked = {each.name: each.opts for each in (*play.params, *serve.params) if each.name is not None}
    program = click.Context(main, info_name="access-chess")
    wrong = [
        (context.command_path, each.name)
        for context in contexts(main, program)
        for each in context.command.params
        if each.name in {*KEYS, "no_sound", "inputs"} - {"sound"} and each.opts != asked[each.name]
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("key", "value", "command"),
    [
        ("form", "san", "export 1"), ("names", "nato", "voices check fide"), ("color", "black", "openings add x.pgn"),
    ],
)  # fmt: skip
def test_a_setting_of_games_does_not_stand_in_the_way_of_other_commands(key: str, value: str, command: str) -> None:
    before = run(*command.split())
    remembered(key, value)
    after = run(*command.split())
    assert (after.exit_code, after.stdout, after.stderr) == (before.exit_code, before.stdout, before.stderr)
