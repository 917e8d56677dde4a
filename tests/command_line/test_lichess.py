"""`access-chess lichess` as a player meets it: logging in, waiting for a game, playing it at a terminal."""

import contextlib
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import httpx
import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.lichess.account import FILE, Account, keep_account
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file
from access_chess.laws.commands import Result
from tests.support.lichess_server import OPPONENT, SELF, TOKEN, FarGame, FarServer, far_server
from tests.support.terminal_player import ROOT, Player


@pytest.fixture(scope="module")
def far() -> Iterator[FarServer]:
    with far_server() as server:
        yield server


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, far: FarServer) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    far.games.clear()
    far.challenges.clear()
    far.asked.clear()
    far.forms.clear()
    far.tokens.add(TOKEN)
    keep_account(tmp_path, Account(address=far.address, name="Anna", token=TOKEN))
    return tmp_path


@pytest.fixture
def sit_down(home: Path) -> Iterator[Callable[..., Player]]:
    players: list[Player] = []

    def sits_down(*arguments: str) -> Player:
        players.append(Player(home, "--voices", "en", *arguments, program="lichess play"))
        return players[-1]

    yield sits_down
    for player in players:
        player.go_home()


def run(*arguments: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(main, ["lichess", *arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout + result.stderr


def test_logging_in_by_the_browser_and_out_again(home: Path, far: FarServer) -> None:
    """Somebody else's browser, which does not know our state, is sent away; the token is nowhere but in its file."""
    (home / FILE).unlink()
    command = [sys.executable, "-m", "access_chess", "lichess", "login", "--no-browser", "--base-url", far.address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT) as program:
        assert program.stdout is not None
        lines = [program.stdout.readline(), program.stdout.readline()]
        address = httpx.URL(lines[1].strip())
        back = address.params["redirect_uri"]
        assert httpx.get(back, params={"code": "liu_other", "state": "guessed"}).status_code == 404
        done = httpx.get(address, follow_redirects=True)
        assert done.status_code == 200 and "this page may be closed" in done.text
        written = "".join(lines) + program.stdout.read()
    assert program.returncode == 0
    assert "Logged in as Anna." in written
    assert stat.S_IMODE((home / FILE).stat().st_mode) == 0o600
    assert TOKEN not in written
    assert run("logout") == (0, "Logged out: Anna.\n")
    assert not (home / FILE).exists() and TOKEN not in far.tokens


def test_a_pasted_token_is_tried_before_it_is_kept(home: Path, far: FarServer) -> None:
    (home / FILE).unlink()
    code, said = run("login", "--token", "--base-url", far.address, typed="lip_wrong\n")
    assert code == 2 and said.endswith("The server does not let you in: No such token.\n")
    assert not (home / FILE).exists()
    code, said = run("login", "--token", "--base-url", far.address, typed=f"{TOKEN}\n")
    assert code == 0 and "Logged in as Anna." in said and TOKEN not in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "--seek", "soon"], "The time cannot be read"),
        (["play", "--seek", "40/90, 30"], "On Lichess a time is minutes and seconds a move"),
        (["play", "--seek", "15+10", "--ai", "3"], "Give one of --seek"),
        (["play", "--ai", "9"], "--ai is a whole number from 1 to 8"),
        (["play", "--time", "5+3"], "--time belongs to --challenge or --ai"),
        (["play", "--base-url", "https://lichess.org"], "You are logged in at http://127.0.0.1"),
        (["login", "--base-url", "http://lichess.org"], "begins with https://"),
    ],
)
def test_what_cannot_be_asked_for(home: Path, arguments: list[str], sentence: str) -> None:
    code, said = run(*arguments)
    assert code == 2
    assert sentence in said


def test_who_is_not_logged_in_is_told_how(home: Path) -> None:
    (home / FILE).write_text("damaged", encoding="utf-8")
    assert run("play") == (2, "Nobody is logged in here. Log in with access-chess lichess login.\n")


def test_a_game_that_was_sought_is_played_at_a_terminal(
    home: Path, far: FarServer, sit_down: Callable[..., Player]
) -> None:
    transcript = home / "said.txt"
    anna = sit_down("--seek", "15+10", "--color", "white", "--transcript", str(transcript))
    anna.wait_for("Waiting for an opponent; quit ends it.\n")
    far.until(lambda: "POST /api/board/seek" in far.asked)
    assert {"time": "15", "increment": "10", "color": "white", "rated": "false"} in far.forms
    game = far.add(FarGame(id="sought01"))
    far.cut("seek")
    anna.wait_for("White: you. Black: Boris.\n")
    anna.wait_for("White to move.\n")
    moves = (("e4", "e7e5", "Eva five"), ("Bc4", "b8c6", "Cesar six"), ("Qh5", "g8f6", "Felix six"))
    for own, other, said in moves:
        anna.type(own)
        far.until(lambda: game.board.turn is chess.BLACK)
        far.plays(game, other)
        anna.wait_for(f"{said}\n")
    anna.type("hint")
    anna.wait_for("not available in this game")
    anna.type("Qxf7")
    anna.wait_for("Checkmate. White wins.")
    anna.type("quit")
    assert anna.leave() == 0
    with contextlib.closing(Journal(journal_file())) as journal:
        assert [kept.result for kept in journal.games()] == [Result.WHITE_WINS]
    kept = [file for file in home.rglob("*") if file.is_file() and file.name != FILE]
    assert transcript in kept
    assert not [file for file in kept if TOKEN.encode() in file.read_bytes()]


def test_a_game_on_the_pegged_board(home: Path, far: FarServer, sit_down: Callable[..., Player]) -> None:
    """The hand makes both players' moves on the board; the own ones are sent, the opponent's are announced before."""
    game = far.add(FarGame(id="onboard1"))
    anna = sit_down("--resume", "--board", "emulator")
    anna.wait_for("White to move.")
    for line in ("lift e2", "place e4"):
        anna.type(line)
    far.until(lambda: game.moves == ["e2e4"])
    far.plays(game, "e7e5")
    anna.wait_for("pawn Eva seven Eva five")
    for line in ("lift e7", "place e5", "lift g1", "place f3"):
        anna.type(line)
    far.until(lambda: len(game.moves) == 3)
    anna.type("quit")
    assert anna.leave() == 0


def challenge(**extra: object) -> dict[str, object]:
    return {
        "id": "theirs01", "url": "", "status": "created", "challenger": OPPONENT, "destUser": SELF, "rated": False,
        "variant": {"key": "standard", "name": "Standard"}, "speed": "rapid", "color": "random",
        "timeControl": {"type": "clock", "limit": 900, "increment": 10, "show": "15+10"}, "perf": {"name": "Rapid"},
        **extra,
    }  # fmt: skip


def test_somebody_elses_challenge_is_asked_about(home: Path, far: FarServer, sit_down: Callable[..., Player]) -> None:
    far.challenges.append(challenge())
    anna = sit_down()
    anna.wait_for("Boris challenges you, 15\\+10. Yes or no.\n")
    far.challenges.clear()
    anna.type("yes")
    anna.wait_for("The server refuses: Not found")  # it has gone; another may come
    far.challenges.append(challenge(id="theirs02"))
    far.tell("events", {"type": "challenge", "challenge": challenge(id="theirs02")})
    anna.wait_for("Boris challenges you, 15\\+10. Yes or no.\n")
    anna.type("yes")
    anna.wait_for("White: you. Black: Boris.\n")
    anna.type("quit")
    assert anna.leave() == 0


def test_ones_own_challenge(home: Path, far: FarServer, sit_down: Callable[..., Player]) -> None:
    """Another game that goes on is not taken for it."""
    far.add(FarGame(id="another1", moves=["e2e4"]))
    anna = sit_down("--challenge", "boris", "--time", "5+3", "--chess960", "--rated")
    far.until(lambda: "POST /api/challenge/boris" in far.asked)
    assert {"clock.limit": "300", "clock.increment": "3", "variant": "chess960", "rated": "true"} in far.forms
    far.add(FarGame(id="chall123", color=chess.BLACK))
    anna.wait_for("White: Boris. Black: you.\n")
    anna.type("quit")
    assert anna.leave() == 0


def test_leaving_takes_ones_challenge_back(home: Path, far: FarServer, sit_down: Callable[..., Player]) -> None:
    far.challenges.append({"id": "chall123"})
    anna = sit_down("--challenge", "boris")
    far.until(lambda: "POST /api/challenge/boris" in far.asked)
    far.fail("stream/event", 503)
    far.cut("events")
    anna.wait_for("Connection lost. Trying again.\n")  # no clock runs yet
    anna.type("quit")
    assert anna.leave() == 0
    assert "POST /api/challenge/chall123/cancel" in far.asked


def waited(*arguments: str) -> str:
    """What is said where nothing can be typed."""
    code, said = run("play", "--no-sound", "--voices", "en", *arguments)
    assert code == 0
    return said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--challenge", "nobody"], "The server refuses: No such user: nobody"),
        (["--seek", "1+0"], "The server refuses: Invalid time control"),
    ],
)
def test_what_the_server_does_not_want_is_told(home: Path, arguments: list[str], sentence: str) -> None:
    assert sentence in waited(*arguments)


def test_a_challenge_that_is_declined(home: Path, far: FarServer, sit_down: Callable[..., Player]) -> None:
    anna = sit_down("--challenge", "boris")
    far.until(lambda: "POST /api/challenge/boris" in far.asked)
    declined = challenge(challenger=SELF, destUser=OPPONENT, declineReason="Not now, please.", declineReasonKey="later")
    far.tell("events", {"type": "challengeDeclined", "challenge": declined})
    anna.wait_for("Boris does not want to play. Not now, please.\n")
    assert anna.leave() == 0


def test_the_computer_there(home: Path) -> None:
    assert "White: you. Black: Stockfish 3.\n" in waited("--ai", "3", "--time", "10+5")


def test_a_token_that_does_not_count_any_more(home: Path, far: FarServer) -> None:
    far.tokens.clear()
    assert "Log in again with access-chess lichess login.\n" in waited()


def test_other_games_than_chess_are_not_played(home: Path, far: FarServer) -> None:
    far.add(FarGame(id="atomic01", variant="atomic"))
    assert "atomic is not played here.\n" in waited("--resume")


def test_the_file_of_the_token_is_never_readable_by_others(tmp_path: Path) -> None:
    """Not even while it is written, and not where an older one was."""
    seen: list[int] = []
    folder = tmp_path / "new"
    is_done = threading.Event()

    def watch() -> None:
        while not is_done.is_set():
            with contextlib.suppress(FileNotFoundError):
                seen.extend(stat.S_IMODE(file.lstat().st_mode) for file in folder.glob("*"))

    watcher = threading.Thread(target=watch)
    watcher.start()
    for number in range(30):
        keep_account(folder, Account(address="https://a", name="Anna", token=f"lip_{number}"))
    is_done.set()
    watcher.join()
    assert set(seen) <= {0o600}
    assert "lip_" not in repr(Account(address="https://a", name="Anna", token="lip_1"))
