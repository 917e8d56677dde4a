"""`access-chess play` as a player meets it: at a real terminal, line by line."""

import contextlib
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file, pages_file
from access_chess.edge.storage.settings import ToldOnce, keep_settings
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Result
from access_chess.laws.setup import Player as Named
from access_chess.laws.setup import Setup
from access_chess.session.record import begin_game, resume_game
from tests.support.golden import GOLDEN
from tests.support.terminal_player import PATIENCE, ROOT, Player, played

OFFERS = ("board", "help", "review")  # what a newcomer is told of


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    for name in OFFERS:  # those who play here know them
        ToldOnce().add(name)
    yield tmp_path


@pytest.fixture
def sit_down(home: Path) -> Iterator[Callable[..., Player]]:
    players: list[Player] = []

    def sits_down(*arguments: str) -> Player:
        players.append(Player(home, *arguments))
        return players[-1]

    yield sits_down
    for player in players:
        player.go_home()


def test_a_whole_game_at_a_terminal(home: Path, sit_down: Callable[..., Player]) -> None:
    transcript = home / "transcript.txt"
    player = sit_down("--voices", "fide", "--opponent", "human", "--transcript", str(transcript))
    assert played(player) == 0
    assert transcript.read_text(encoding="utf-8") == (GOLDEN / "played.fide.txt").read_text(encoding="utf-8")
    journal = Journal(journal_file())
    assert [game.result for game in journal.games()] == [Result.BLACK_WINS]
    journal.close()


MOST_OF_A_GREETING = 20  # words; then somebody who does not see knows who plays, and what may be typed


@pytest.mark.parametrize(
    ("language", "first", "how", "begins"),
    [
        ("en_US.UTF-8", "This is English.", "Type a move", "The game begins."),
        ("C", "This is English.", "Type a move", "The game begins."),
        ("de_DE.UTF-8", "Das ist Deutsch.", "Tippen Sie einen Zug", "Die Partie beginnt."),
        ("fr_FR.UTF-8", "C'est du français.", "Tapez un coup", "La partie commence."),
    ],
)
def test_a_newcomer_is_greeted_in_few_words_and_told_of_languages_once(
    home: Path, language: str, first: str, how: str, begins: str
) -> None:
    variables = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES")}
    command = [sys.executable, "-m", "access_chess", "play", "--no-sound"]
    told = []
    for _ in range(2):
        player = Player.of(command, {**variables, "LANG": language}, ROOT)
        told.append(player.wait_for(re.escape(begins)).strip().splitlines())
        player.go_home()
    (about_languages, *greeting, _), (*again, _) = told
    assert about_languages.startswith(first) and len(about_languages.split()) <= MOST_OF_A_GREETING
    assert len(" ".join(greeting).split()) <= MOST_OF_A_GREETING, greeting
    assert greeting[-1].startswith(how)
    assert again == greeting


BOARD, HELP = "Type board to hear where all pieces stand.", "A question mark tells you what you may type."
REVIEW = "Type review to hear which of your moves could be better."


def test_a_newcomer_is_offered_one_thing_after_the_other_and_none_of_them_twice(
    home: Path, sit_down: Callable[..., Player]
) -> None:
    for name in OFFERS:
        ToldOnce().discard(name)
    heard = ""
    for _ in range(2):  # two sittings
        player = sit_down("--voices", "en", "--opponent", "human")
        heard += player.wait_for("White to move")
        for line, answer in (
            ("hello", "I do not understand"), ("howdy", "I do not understand"),
            ("e4", "Eva four"), ("e5", "Eva five"), ("Nf3", "Felix three"), ("Nc6", "Cesar six"),
            ("Bc4", "Cesar four"), ("Nf6", "Felix six"), ("d3", "David three"), ("resign", "Yes or no"),
            ("yes", "New game, review, or quit"), ("new", "White to move"),
            ("e4", "Eva four"), ("resign", "Yes or no"), ("yes", "New game, review, or quit"),
        ):  # fmt: skip
            player.type(line)
            heard += player.wait_for(answer)
        player.type("quit")
        heard += player.wait_for("is kept")
        assert player.leave() == 0
    assert [heard.count(offer) for offer in (BOARD, HELP, REVIEW)] == [1, 2, 1]  # perhaps behind what was typed
    for first, offer, then in (
        ("understand this: hello", HELP, "pawn Eva two Eva four"), ("knight Gustav eight Felix six", BOARD, "resigns"),
        ("New game, review, or quit?", REVIEW, "is kept"),
    ):  # fmt: skip
        assert heard.index(first) < heard.index(offer) < heard.index(then, heard.index(first))


@pytest.mark.parametrize("profile", ["tournament", "assisted"])
def test_in_competition_nothing_is_offered(profile: str, sit_down: Callable[..., Player]) -> None:
    for name in OFFERS:
        ToldOnce().discard(name)
    player = sit_down("--voices", "en", "--profile", profile, "--opponent", "human", "--time", "90+30")
    while "The game begins" not in (heard := player.wait_for(r"\?(?: [^\n]*)?\n|The game begins")):
        player.type("")  # a question about the game
    for line, answer in (("hello", "I do not understand"), ("last", "No move")):
        player.type(line)
        heard += player.wait_for(answer)
    player.type("quit")
    heard += player.wait_for("is kept")
    assert HELP not in heard


def test_the_engine_answers(sit_down: Callable[..., Player]) -> None:
    player = sit_down("--level", "1", "--voices", "en", "--time", "300+3")
    player.wait_for("White to move.\n")
    player.type("e4")
    player.wait_for("pawn Eva two Eva four\n")
    player.wait_for(r"(pawn|knight) \w+ (seven|eight) .*\n")
    player.type("resign")
    player.wait_for("Yes or no.\n")
    player.type("yes")
    player.wait_for("New game, review, or quit\\?\n")
    player.type("new game")
    player.wait_for("White to move.\n")
    player.type("quit")
    player.wait_for("kept as number two")
    assert player.leave() == 0


@pytest.mark.parametrize("typed", ["15+10", "900+10", "900s+10s", "0:15:00+10"])
def test_the_time_is_understood_as_chess_players_write_it_and_said(home: Path, typed: str) -> None:
    code, written, _ = run("play", "--no-sound", "--voices", "en", "--opponent", "human", "--time", typed)
    assert code == 0
    assert "The clock is set: all moves in fifteen minutes, and ten seconds more before each move.\n" in written


@pytest.mark.parametrize("command", [("play", "--opponent", "human"), ("clock", "--no-controllers")])
@pytest.mark.parametrize(
    ("typed", "code", "sentence"),
    [
        ("40/7200:3600", 0, "The clock is set: forty moves in two hours; then all other moves in one hour."),
        ("90'+30''", 0, "all moves in one hour thirty minutes, and thirty seconds more before each move."),
        ("90+30/30", 2, "behind the stroke may be more time or Black's; write 40/90+30, 30+30, or 90+30 / 30"),
        ("40/90:30", 2, "periods are parted by commas, as in 40/90, 30+30"),
    ],
)
def test_a_time_that_others_write_is_taken_or_asked_for_anew(
    home: Path, command: tuple[str, ...], typed: str, code: int, sentence: str
) -> None:
    ended, written, error = run(*command, "--no-sound", "--voices", "en", "--time", typed)
    assert ended == code
    assert sentence in (error if code else written)


def test_control_c_leaves_the_game_which_is_kept(sit_down: Callable[..., Player]) -> None:
    player = sit_down("--opponent", "human", "--voices", "en")
    player.wait_for("White to move.\n")
    player.type("resign")
    player.wait_for("Yes or no.\n")
    player.interrupt()
    player.wait_for("kept as number one.\n")
    assert player.leave() == 0


def test_a_game_goes_on_after_the_power_failed(sit_down: Callable[..., Player]) -> None:
    player = sit_down("--opponent", "human", "--voices", "en", "--time", "5400+30")
    player.wait_for("White to move.\n")
    player.type("e4")
    player.wait_for("pawn Eva two Eva four\n")
    player.type("e5")
    player.wait_for("pawn Eva seven Eva five\n")
    player.kill()
    player = sit_down("--resume", "--voices", "en")
    player.wait_for("The game goes on as it was last kept. The time since then, .*, is not counted.\n")
    player.wait_for("one Black: pawn Eva seven Eva five.\n")
    player.wait_for("White to move, move two.\n")
    player.type("Nf3")
    player.wait_for("knight Gustav one Felix three\n")
    player.type("moves")
    player.wait_for("two White: knight Gustav one Felix three.\n")
    player.type("quit")
    assert player.leave() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Windows give no such error")
def test_a_reader_that_goes_away_ends_the_game_which_is_kept(home: Path) -> None:
    playing = subprocess.Popen(
        [sys.executable, "-m", "access_chess", "play", "--no-sound", "--opponent", "human", "--voices", "en"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert playing.stdin is not None and playing.stdout is not None and playing.stderr is not None
    playing.stdin.write("e4\n")
    playing.stdin.flush()
    assert [playing.stdout.readline() for _ in range(3)][-1] == "pawn Eva two Eva four\n"
    playing.stdout.close()
    playing.stdin.write("e5\n")
    playing.stdin.flush()
    assert playing.wait(PATIENCE) == 141
    assert playing.stderr.read() == ""
    playing.stdin.close()
    playing.stderr.close()
    journal = Journal(journal_file())
    assert [ply.move.uci() for ply in resume_game(journal, 1).game.plies] == ["e2e4", "e7e5"]
    journal.close()


def test_in_competition_the_clocks_stand_until_the_arbiter_starts_them(sit_down: Callable[..., Player]) -> None:
    arguments = ("--profile", "tournament", "--voices", "en", "--time", "5400+30", "--event", "Open")
    player = sit_down(*arguments)
    player.wait_for(r"Who plays White\?.*\n")
    player.type("Anna")
    player.wait_for(r"White: Anna\.\nWho plays Black\?\n")
    player.type("")
    player.wait_for("White to move.\n")
    player.type("e4")
    player.wait_for("pawn Eva two Eva four\n")
    player.type("")
    player.type("clocks")
    player.wait_for("Black: .*\n")
    player.kill()
    player = sit_down("--resume", *arguments)
    player.wait_for(
        "Black's clock was running. Both clocks .* Arbiter resume goes on .* Or the arbiter sets the clocks.\n"
    )
    player.type("arbiter resume")
    player.wait_for("Black's clock runs.\n")
    player.type("quit")
    assert player.leave() == 0


def test_a_position_that_nobody_knows_by_heart_is_read_before_the_first_move(home: Path) -> None:
    """Of Chess960 one side's pieces are enough; any other position is read whole."""
    opened = run("play", "--voices", "en", "--no-sound", "--chess960", "12", typed="quit\n")[1]
    assert re.findall("^White (.*)$", opened, re.MULTILINE) == [
        "king: Felix one.", "queen: Anna one.", "rook: Eva one, Hector one.", "bishop: Bella one, Gustav one.",
        "knight: Cesar one, David one.",
    ]  # fmt: skip
    assert "Black king" not in opened
    endgame = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    opened = run("play", "--voices", "en", "--no-sound", "--position", endgame, typed="quit\n")[1]
    assert "White king: Eva one.\nWhite pawn: Eva two.\nBlack king: Eva eight.\n" in opened


def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(main, arguments, input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--time", "soon"], "The time cannot be read"),
        (["--position", "nonsense"], "This is not a FEN"),
        (["--position", "8/8/8/8/8/8/8/8 w - - 0 1"], "White has no king"),
        (["--position", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--chess960", "5"], "not both"),
        (["--profile", "tournament", "--opponent", "engine"], "There is no engine in the profile tournament"),
        (["--resume"], "There is no unfinished game"),
        (["--profile", "tournament", "--arbiter-pin", "secret"], "The arbiter's PIN is a number, such as 4711"),
        (["--voices", "klingon"], "There is no voice pack 'klingon'"),
    ],
)
def test_bad_input_gets_a_sentence(arguments: list[str], sentence: str, home: Path) -> None:
    code, _, error = run("play", "--no-sound", *arguments)
    assert code == 2
    assert sentence in error
    assert error.count("\n") == 1


def test_a_file_that_cannot_be_written(home: Path) -> None:
    code, _, error = run("play", "--no-sound", "--transcript", str(home / "no" / "folder.txt"))
    assert code == 2
    assert error == f"The file {home / 'no' / 'folder.txt'} cannot be written: No such file or directory.\n"


def test_what_is_piped_in_waits_for_its_turn(home: Path) -> None:
    typed = "e4\nNf3\nresign\nyes\nquit\n"
    code, written, _ = run("play", "--no-sound", "--level", "1", "--voices", "en", typed=typed)
    assert code == 0
    assert written.index("Eva four") < written.index("Gustav one Felix three") < written.index("White resigns.")


def test_with_a_pin_only_the_arbiter_rules(home: Path) -> None:
    arguments = ("play", "--no-sound", "--profile", "tournament", "--voices", "en")
    declared = "arbiter declare 1-0\nquit\n"
    assert "White wins." in run(*arguments, typed=declared)[1]
    assert "White wins." not in run(*arguments, "--arbiter-pin", "4711", typed=declared)[1]
    assert "White wins." in run(*arguments, "--arbiter-pin", "4711", typed=f"arbiter 4711\n{declared}")[1]


@pytest.mark.parametrize(("answer", "is_back"), [("no", False), ("yes", True)])
def test_a_legal_move_is_called_illegal_only_after_a_question(home: Path, answer: str, is_back: bool) -> None:
    typed = f"e4\ne5\narbiter illegal 1 black\n{answer}\nmoves\nquit\n"
    code, written, _ = run("play", "--no-sound", "--voices", "en", "--opponent", "human", typed=typed)
    assert code == 0
    before, _, after = written.partition("pawn Eva seven Eva five was legal. Call it illegal? Yes or no.\n")
    assert after and "illegal" not in before
    assert ("is taken back" in after) is is_back


@pytest.mark.parametrize(
    ("arguments", "has_arbiter"),
    [
        ([], False),
        (["--arbiter-pin", "4711"], True),
        (["--profile", "assisted"], True),
    ],
)
def test_at_home_nobody_speaks_of_an_arbiter(arguments: list[str], has_arbiter: bool, home: Path) -> None:
    stopped = "pause" if "--profile" not in arguments else "arbiter stop"
    start = "arbiter start" if "--profile" in arguments else "board"
    options = ["play", "--voices", "en", "--no-sound", "--opponent", "human", "--time", "5", *arguments]
    told = CliRunner().invoke(main, options, input=f"{start}\ne4\n{stopped}\ne5\nquit\n")
    assert ("The arbiter has to start them again." in told.output) is has_arbiter, told.output
    assert has_arbiter or "arbiter" not in told.output
    assert "The clocks are stopped." in told.output


def test_an_offer_is_the_mover_s_and_is_answered_by_yes(home: Path) -> None:
    typed = "e4\ndraw\nyes\nyes\nquit\n"
    written = run("play", "--no-sound", "--opponent", "human", "--voices", "en", typed=typed)[1]
    assert written.index("White offers a draw.") < written.index("Black accepts the draw.")


def test_the_end_of_the_input_keeps_the_game(home: Path) -> None:
    code, written, _ = run("play", "--no-sound", "--opponent", "human", "--voices", "en", typed="e4\n")
    assert code == 0
    assert written.endswith("The game is kept as number one.\n")
    assert run("games")[1].endswith("The game is not over.\n")


def test_the_tournament_profile_has_no_trace_of_practice(home: Path) -> None:
    script = (
        "import sys; from click.testing import CliRunner; from access_chess.cli import main;"
        "r = CliRunner().invoke(main, ['play', '--profile', 'tournament', '--no-sound'], input='e4\\n\\nquit\\n');"
        "assert r.exit_code == 0, r.output;"
        "sys.exit(any('practi' in name for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, env={**os.environ}).returncode == 0


def test_games_export_and_replay(home: Path) -> None:
    moves = "f3\ne5\ng4\nDh4\nquit\n"
    run("play", "--no-sound", "--opponent", "human", "--name", "Louis", typed=moves)
    assert run("games")[1].endswith("White: Louis. Black: unnamed. 0-1.\n")
    mated = "Matt. Schwarz gewinnt. Artikel fuenf Punkt eins a."
    keep_settings({"voices": "fide"})
    assert run("export", "1")[1].endswith(f"1. f3 e5 2. g4 Qh4# {{ {mated} }} 0-1\n")
    assert run("export", "1", "--to", "txt")[1].endswith(f"\n\n1. f3 e5\n2. g4 Dh4#\n  {mated}\n0-1\n")
    brf = run("export", "1", "--to", "brf", "--voices", "en")[1].splitlines()
    assert brf[6:9] == ["1 F3 E5", "2 G4 QH4>M", "    ,CHECKMATE4 ,BLACK WINS4 ,ARTICLE"]
    file = home / "game.pgn"
    assert run("export", "1", str(file)) == (0, "", "")
    assert '[White "Louis"]' in file.read_text(encoding="utf-8")
    heard = run("replay", "1", "--no-sound")[1].splitlines()
    assert heard[0] == "Die Partie beginnt. Weiss am Zug."
    assert heard[4] == "Dame David acht Hector vier Matt"
    assert run("export", "9")[0] == run("replay", "9")[0] == 2
    assert run("export", "1", "--to", "wav")[0] == 2


def test_games_of_the_hall_s_pages_are_listed_and_exported(home: Path) -> None:
    with contextlib.closing(Journal(pages_file())) as journal:
        begin_game(journal, Setup(players=ByColor(Named(name="Anna"), Named(name="Boris"))))
    assert run("games", "--hall")[1].endswith("White: Anna. Black: Boris. The game is not over.\n")
    assert '[White "Anna"]' in run("export", "--hall", "1")[1]
    assert run("replay", "--hall", "1", "--no-sound")[0] == 0
    assert run("games")[1] == "There is no game in the journal yet.\n"


def test_no_games_yet(home: Path) -> None:
    assert run("games") == (0, "There is no game in the journal yet.\n", "")


def test_a_journal_that_is_none(home: Path) -> None:
    journal_file().write_text("Dear diary")
    for command in (["games"], ["play", "--no-sound"], ["export", "1"], ["replay", "1"]):
        code, _, error = run(*command)
        assert code == 2
        assert "is not a journal of access-chess" in error


def test_of_several_damaged_games_the_way_to_save_the_journal_is_told_once_at_the_end(home: Path) -> None:
    for _ in range(3):
        run("play", "--no-sound", "--opponent", "human", typed="e4\nquit\n")
    with contextlib.closing(sqlite3.connect(home / "journal.sqlite")) as database, database:
        database.execute("UPDATE entries SET event = '{' WHERE game > 1 AND number = 1")
    result = CliRunner().invoke(main, ["play", "--no-sound", "--voices", "en", "--resume"], input="quit\n")
    lines = result.stderr.splitlines()
    assert [line.partition(" is damaged")[0] for line in lines] == ["Game 2", "Game 3"]
    assert ["--save-journal" in line for line in lines] == [False, True]
    assert "one White: pawn Eva two Eva four." in result.stdout
