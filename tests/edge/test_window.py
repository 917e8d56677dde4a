"""The window, on SDL's dummy screen: typed lines reach the game, keys silence, the picture shows the board."""

import queue
import sys
from collections.abc import Iterator

import chess
import pygame
import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.settings import HOME_VARIABLE
from access_chess.edge.sitting import Entry, Inbox
from access_chess.edge.voice_packs import load_voice_pack
from access_chess.edge.window import BLACK, MARGIN, MARKED, SCREENS, SQUARE, WHITE, NoScreenError, Window
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup


@pytest.fixture
def inbox() -> Inbox:
    return queue.SimpleQueue()


@pytest.fixture
def window(inbox: Inbox) -> Iterator[Window]:
    yield Window(load_voice_pack("en"), inbox.put)
    pygame.display.quit()


def press(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))


def type_line(text: str) -> None:
    for letter in text:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    press(pygame.K_RETURN)


def color_at(square: chess.Square, *, right: int = 0, down: int = 0) -> tuple[int, int, int]:
    left = MARGIN + SQUARE * chess.square_file(square) + SQUARE // 2 + right
    top = MARGIN + SQUARE * (7 - chess.square_rank(square)) + SQUARE // 2 + down
    red, green, blue, _ = pygame.display.get_surface().get_at((left, top))
    return red, green, blue


def test_lines_are_typed_mended_and_brought_back(window: Window, inbox: Inbox) -> None:
    silenced: list[int] = []
    lines: list[Entry] = []

    def play() -> None:
        lines.extend([inbox.get(), inbox.get(), inbox.get()])

    type_line("e4")
    for letter in "e6":
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    press(pygame.K_BACKSPACE)
    type_line("5")
    press(pygame.K_UP)
    press(pygame.K_RETURN)
    window.run(play, lambda: silenced.append(1))
    assert lines == ["e4", "e5", "e5"]
    assert len(silenced) == 5


def test_closing_the_window_ends_the_input(window: Window, inbox: Inbox) -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    got: list[Entry] = []
    window.run(lambda: got.append(inbox.get()), lambda: None)
    assert got == [None]


def test_what_goes_wrong_while_playing_is_raised(window: Window) -> None:
    def play() -> None:
        raise RuntimeError("the disk is full")

    with pytest.raises(RuntimeError, match="the disk is full"):
        window.run(play, lambda: None)


def test_the_board_is_shown_with_the_last_move_marked(window: Window) -> None:
    window.show(new_game(GameSetUp(setup=Setup(moves=("e2e4",)))))
    window.write("pawn Eva two Eva four\n")
    window._draw()
    assert color_at(chess.A2) == WHITE  # a pawn is a disc without a letter
    assert color_at(chess.A7) == BLACK
    assert color_at(chess.E4, right=-SQUARE // 2 + 2) == MARKED
    assert color_at(chess.E2, right=-SQUARE // 2 + 2) == MARKED
    assert color_at(chess.D5, right=-SQUARE // 2 + 2) != MARKED


def test_a_game_is_played_in_it(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path_factory.mktemp("home")))
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    for line in ("f3", "e5", "g4", "Qh4", "quit"):
        type_line(line)
    transcript = tmp_path_factory.mktemp("said") / "transcript.txt"
    command = ["play", "--ui", "window", "--opponent", "human", "--no-sound", "--voices", "en"]
    result = CliRunner().invoke(main, [*command, "--transcript", str(transcript)])
    assert result.exit_code == 0, result.output
    assert "queen David eight Hector four mate" in transcript.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the screen needs no variable")
def test_where_nobody_sees_it_no_window_is_drawn(monkeypatch: pytest.MonkeyPatch, inbox: Inbox) -> None:
    for name in SCREENS:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(NoScreenError):
        Window(load_voice_pack("en"), inbox.put)


def test_without_a_screen_there_is_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("SDL_VIDEODRIVER", "there is none")
    result = CliRunner().invoke(main, ["play", "--ui", "window", "--no-sound"])
    assert result.exit_code == 2
    assert result.stderr.startswith("No window can be opened here")
