"""`access-chess clock` as players meet it: single keys at a real terminal, lines, sound files, an emulated board."""

import wave
from array import array
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import chess
import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file
from access_chess.edge.storage.settings import kept_settings
from access_chess.laws.commands import Result as GameResult
from access_chess.laws.commands import StartClock
from access_chess.laws.events import ClockStarted, Event, GameSetUp, TimeAdded
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.machine_clock import utc_now
from access_chess.session.record import begin_game
from tests.support.driver import Driver
from tests.support.terminal_player import Player


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def sit_down(home: Path) -> Iterator[Callable[..., Player]]:
    players: list[Player] = []

    def sits_down(*arguments: str) -> Player:
        players.append(Player(home, "--voices", "en", "--no-controllers", *arguments, program="clock"))
        return players[-1]

    yield sits_down
    for player in players:
        player.go_home()


def clock(*arguments: str, lines: str = "") -> Result:
    command = ["clock", "--voices", "en", "--no-controllers", *arguments]
    if "--wav" not in arguments:
        command.append("--no-sound")
    return CliRunner().invoke(main, command, input=lines)


def said(result: Result) -> list[str]:
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


def test_single_keys_at_a_terminal(sit_down: Callable[..., Player]) -> None:
    player = sit_down("--time", "3600+5", "--tell", "silent")
    player.wait_for("Black's press starts White's clock.\n")
    player.press("l")
    player.wait_for("The game begins. White to move.\n")
    player.press("aqp")
    player.wait_for("White: one hour (nine|ten) seconds.\n")
    player.wait_for("Black: one hour (five|four) seconds.\n")
    player.press("a")
    player.wait_for("Your clock is not running, so it cannot be pressed.\n")
    player.press(" ")
    player.wait_for("The clocks are stopped. Article six point twelve a.\n")
    player.press("z")
    player.wait_for("This key does nothing here.\n")
    player.press(":")
    player.type("counter black forty")
    player.wait_for("The clock now counts forty completed moves of Black. Article six point ten b.\n")
    player.press("mQ")
    player.wait_for("Black: forty completed moves.\n")
    player.wait_for("The game is kept as number one.\n")
    assert player.leave() == 0


@pytest.mark.parametrize("escapes", ["\x1b", "\x1b\x1b"])
def test_escape_silences_and_a_letter_right_behind_it_counts(sit_down: Callable[..., Player], escapes: str) -> None:
    player = sit_down("--time", "300", "--tell", "silent")
    player.wait_for("starts White's clock.\n")
    for key, answer in (("q", "White: five minutes.\n"), ("p", "Black: five minutes.\n")):
        player.press(f"{escapes}{key}")
        assert "does nothing" not in player.wait_for(answer)
    player.press(escapes)
    player.press(f"{escapes}:")
    player.type("white time")
    assert "does nothing" not in player.wait_for("White: five minutes.\n")
    player.press("Q")
    assert player.leave() == 0


def test_control_c_leaves_the_clock_which_is_kept(sit_down: Callable[..., Player]) -> None:
    player = sit_down("--time", "300")
    player.wait_for("starts White's clock.\n")
    player.press("q")
    player.wait_for("White: five minutes.\n")
    player.interrupt()
    player.wait_for("kept as number one.\n")
    assert player.leave() == 0


def test_control_c_before_a_time_is_set_is_told(sit_down: Callable[..., Player]) -> None:
    player = sit_down()
    player.wait_for("Which time.*\n")
    player.interrupt()
    player.wait_for("No clock was set.\n")
    assert player.leave() == 130


def test_after_a_power_cut_the_clocks_stand_as_they_were(sit_down: Callable[..., Player]) -> None:
    player = sit_down("--time", "40/7200, 3600", "--tell", "silent")
    player.wait_for("Black's press starts White's clock.\n")
    player.press("l")
    player.wait_for("White to move.\n")
    player.press("a")
    player.press("n")
    player.wait_for("Black: forty moves to the control.\n")
    player.kill()
    player = sit_down("--resume", "--tell", "silent")
    player.wait_for(
        "Black's clock was running. Both clocks stand as they were last kept. The time since then, .*, is not counted"
    )
    player.wait_for("The clocks are stopped.")
    player.press("c")
    player.wait_for("White: thirty-nine moves to the control.\n")
    player.press("p")
    player.wait_for("Black: (two hours|one hour fifty-nine minutes fifty-.* seconds).\n")
    player.press(" ")
    player.wait_for("Black's clock runs.\n")


@pytest.fixture
def interrupted(home: Path) -> None:
    """White thought for twenty seconds, then the power was away for a minute."""
    journal = Journal(journal_file())
    setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control("300"))
    begun = utc_now() - timedelta(seconds=80)
    Driver(begin_game(journal, setup, wall=lambda: begun), journal, wall=lambda: begun).do(StartClock())
    journal.beat(1, at=timedelta(seconds=20), wall=begun + timedelta(seconds=20))
    journal.close()


def kept() -> tuple[Game, list[Event]]:
    journal = Journal(journal_file())
    events = [entry.event for entry in journal.entries(1)]
    journal.close()
    return replay(events), events


@pytest.mark.usefixtures("interrupted")
def test_what_was_thought_before_a_power_cut_is_not_given_back() -> None:
    heard = said(clock("--resume", "--tell", "silent", lines="white time\nwhite used\nresume\nquit\n"))
    assert heard[0].startswith(
        "White's clock was running. Both clocks stand as they were last kept. The time since then, one m"
    )
    assert "White: four minutes forty seconds." in heard and "White has used twenty seconds." in heard
    assert kept()[0].clock.running is chess.WHITE


@pytest.mark.usefixtures("interrupted")
def test_the_arbiter_may_have_the_gap_counted_too_and_once() -> None:
    heard = said(clock("--resume", "--tell", "silent", lines="count\ncount\nquit\n"))
    assert any(line.startswith("White loses one minute") for line in heard), heard
    assert "There is no such time to count." in heard
    game, events = kept()
    (taken,) = [event for event in events if isinstance(event, TimeAdded)]
    assert taken.time <= -timedelta(seconds=60)
    assert game.remaining(chess.WHITE, game.clock.since) == timedelta(seconds=280) + taken.time


@pytest.mark.usefixtures("interrupted")
def test_a_second_power_cut_before_the_arbiters_answer_loses_no_gap() -> None:
    clock("--resume", "--tell", "silent", lines="quit\n")
    heard = said(clock("--resume", "--tell", "silent", lines="white time\ncount\ncount\nquit\n"))
    assert heard[0].startswith("The clocks are as they were. In the time since then, ")
    assert heard[1].startswith(
        "White's clock was running. Both clocks stand as they were last kept. The time since then, one m"
    )
    assert any(line.startswith("White loses one minute") for line in heard), heard
    assert "There is no such time to count." in heard
    again = said(clock("--resume", "--tell", "silent", lines="count\nresume\nquit\n"))
    assert "There is no such time to count." in again and not any("was running" in line for line in again)


@pytest.mark.usefixtures("interrupted")
def test_the_arbiter_may_set_the_clock_after_a_power_cut() -> None:
    said(clock("--resume", "--tell", "silent", lines="set clock white 4:30\nquit\n"))
    game, _ = kept()
    assert game.remaining(chess.WHITE, game.clock.since) == timedelta(seconds=270)


@pytest.mark.parametrize(
    ("begun", "more", "told"),
    [
        ((), (), None),
        (("--profile", "tournament"), (), None),
        (("--profile", "tournament"), ("--profile", "tournament"), None),
        (("--profile", "tournament"), ("--profile", "practice"), "tournament"),
        ((), ("--profile", "tournament"), "practice"),
    ],
)
def test_a_clock_goes_on_in_the_profile_in_which_it_was_set(
    begun: tuple[str, ...], more: tuple[str, ...], told: str | None
) -> None:
    """In a tournament nothing is told unasked: who has lost on time, too, is for the players to see."""
    said(clock("--time", "0:40", *begun, lines="start\nquit\n"))
    heard = said(clock("--resume", *more, lines="quit\n"))
    about = [line for line in heard if "was begun in the profile" in line]
    assert about == ([] if told is None else [f"Game one was begun in the profile {told}, and goes on in it."])
    assert kept()[0].setup.profile == (begun[1] if begun else "practice")


@pytest.mark.parametrize("line", ["arbiter", "arbiter 44", "arbiter 44 tomorrow", "44"])
def test_what_is_no_ruling_gets_a_sentence(line: str) -> None:
    heard = said(clock("--time", "300", lines=f"start\n{line}\nquit\n"))
    assert any(each.endswith("I do not understand this.") for each in heard), heard


@pytest.mark.usefixtures("interrupted")
def test_the_arbiter_may_say_who_they_are() -> None:
    heard = said(clock("--resume", "--tell", "silent", lines="arbiter count\nquit\n"))
    assert any(line.startswith("White loses one minute") for line in heard), heard


def test_only_a_gap_can_be_counted() -> None:
    heard = said(clock("--time", "300", lines="start\ncount\nquit\n"))
    assert "There is no such time to count." in heard


def test_lines_do_the_same_and_the_arbiter_is_heard() -> None:
    lines = said(
        clock(
            "--time",
            "40/7200, 3600",
            lines="start\nblack press\nwhite press\narbiter penalty white opponent time 120\nblack time\n"
            "set clock white 5:00\nwhite time\nwhite dial\nsetting\nwhite stop\ndeclare 1-0\nwhite press\nquit\n",
        )
    )
    for line in (
        "Your clock is not running, so it cannot be pressed.",
        "Penalty for White: more time for Black. Article thirteen point four.",
        "Black gets two minutes more. Article thirteen point four.",
        "White's clock has been set to five minutes. Article six point ten b.",
        "White: five minutes.",
        "The hand stands on fifty-five, one dot.",
        "forty moves in two hours; then all other moves in one hour",
        "The game is over.",
    ):
        assert line in lines, lines
    journal = Journal(journal_file())
    (game,) = journal.games()
    assert game.result is GameResult.WHITE_WINS and game.setup.is_clock_alone
    assert replay(entry.event for entry in journal.entries(1)).completed.white == 1
    journal.close()


def test_another_language_by_one_word_while_the_clock_runs() -> None:
    """It is asked for where the time is set, too; the journal knows nothing of it, for the clock has gone on."""
    lines = "language klingon\nlanguage pt\n5+3\nlíngua en\nyes\nstart\nlanguage русский\nyazyk de\ngegner\n"
    told = said(clock(lines=lines))
    assert "Which language? de Deutsch, en English, " in told[1]
    assert [line for line in told if line.startswith(("Isto", "This", "Это", "Das ist"))] == [
        load_voice_pack(name).phrase("language_hint", word=word).text
        for name, word in [("pt", "língua"), ("en", "language"), ("ru", "язык"), ("de", "sprache")]
    ]
    assert told[-2] == "Schwarz: fünf Minuten drei Sekunden."
    assert [type(event) for event in kept()[1]] == [GameSetUp, ClockStarted]
    assert kept_settings() == {"voices": "de"}


def test_a_language_that_cannot_be_kept_is_spoken_all_the_same(home: Path) -> None:
    (home / "settings.toml").symlink_to(home / "nowhere" / "settings.toml")
    told = said(clock("--time", "300", lines="language de\nbeide\n"))
    assert "No such file or directory" in told[2]
    assert told[-2] == "Weiß: fünf Minuten. Schwarz: fünf Minuten."


def test_it_is_set_by_oneself_kept_and_found_again() -> None:
    lines = said(clock(lines="own\nall\nfive minutes\nincrement\nthree\nyes\nClub night\nsetting\nquit\n"))
    assert "Kept as Club night." in lines
    assert lines.count("all moves in five minutes, and three seconds more before each move") == 1
    lines = said(clock("--preset", "club night", lines="set\nFIDE blitz\nyes\nquit\n"))
    assert lines.count("The clock is set: all moves in three minutes, and two seconds more before each move.") == 1
    listed = said(clock("--presets"))
    assert listed[-1].endswith("Club night. all moves in five minutes, and three seconds more before each move.")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--time", "soon"), "The time cannot be read: a time is written like 15+10"),
        (("--preset", "nonsense"), "There is no time control 'nonsense'"),
        (("--time", "60", "--preset", "1"), "Give one of --time, --preset and --resume."),
        (("--time", "60", "--tell", "often"), "--tell cannot be read: a schedule is written like"),
        (("--resume",), "There is no clock in the journal that was not ended"),
        (("--voices", "none"), "There is no voice pack 'none'."),
    ],
)
def test_bad_input_gets_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    result = clock(*arguments)
    assert result.exit_code == 2
    assert sentence in result.output and "Traceback" not in result.output


def test_in_a_tournament_only_the_one_who_asks_is_told() -> None:
    lines = said(
        clock(
            "--profile", "tournament", "--delay", "bronstein", "--flag", "hour", "--time", "300d5", lines="white time\n"
        )
    )
    assert "White: five minutes five seconds." in lines


def test_a_damaged_list_of_own_controls_is_said(home: Path) -> None:
    (home / "time_controls.json").write_text("[", encoding="utf-8")
    result = clock("--preset", "1")
    assert result.exit_code == 2 and "cannot be read" in result.output


def channels(file: Path) -> tuple["array[int]", "array[int]"]:
    with wave.open(str(file)) as sound:
        samples = array("h", sound.readframes(sound.getnframes()))
    return samples[0::2], samples[1::2]


def loud(samples: "array[int]") -> int:
    return sum(abs(sample) > 200 for sample in samples)


@pytest.mark.parametrize(("question", "ear"), [("white time", 0), ("black time", 1)])
def test_a_time_is_in_one_ear_only(home: Path, question: str, ear: int) -> None:
    """The same sitting with and without the question: one channel is longer by the answer, the other is the same."""
    with_answer, without = home / "with.wav", home / "without.wav"
    said(clock("--time", "3600", "--tell", "silent", "--wav", str(with_answer), lines=f"{question}\nquit\n"))
    said(clock("--time", "3600", "--tell", "silent", "--wav", str(without), lines="quit\n"))
    asked, unasked = channels(with_answer), channels(without)
    assert loud(asked[ear]) > loud(unasked[ear]) + 1000
    assert abs(loud(asked[1 - ear]) - loud(unasked[1 - ear])) < 1000


def test_emulated_levers_press_with_the_board_s_time(sit_down: Callable[..., Player]) -> None:
    """A key moves the lever of the emulated board; the press comes back over the line."""
    player = sit_down("--time", "3600", "--board", "emulator", "--tell", "silent")
    player.wait_for("The clock unit is there.\n")
    player.press("l")
    player.wait_for("White to move.\n")
    player.press("a")
    player.press("x")
    while "one completed move" not in player.wait_for("White: .* completed moves?.\n"):
        player.press("x")
    player.press("Q")
    assert player.leave() == 0
