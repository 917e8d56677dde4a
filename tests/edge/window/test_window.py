"""The window, on SDL's dummy screen: typed lines reach the game, keys silence, the picture shows the board."""

import queue
import sys
from collections.abc import Iterator

import chess
import pygame
import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.edge.window.key_names import key_name
from access_chess.edge.window.window import (
    BLACK,
    FRAME,
    MARKED,
    SCREENS,
    SMALLEST_TEXT,
    WHITE,
    Layout,
    NoScreenError,
    Window,
    size_for,
)
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup
from access_chess.requests.names import RequestName
from access_chess.requests.table import KEYS
from access_chess.session.console import Console
from access_chess.session.game_series import Entry, Inbox


@pytest.fixture
def inbox() -> Inbox:
    return queue.SimpleQueue()


@pytest.fixture
def window(inbox: Inbox) -> Iterator[Window]:
    yield Window(
        load_voice_pack("en"),
        inbox.put,
        {"F1": lambda: inbox.put(Console.listen), "F9": lambda: inbox.put(Console.ask_new_piece)},
    )
    pygame.display.quit()


def press(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))


def type_line(text: str) -> None:
    for letter in text:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    press(pygame.K_RETURN)


def color_at(square: chess.Square, *, right: int = 0, down: int = 0) -> tuple[int, int, int]:
    surface = pygame.display.get_surface()
    left, top = Layout(*surface.get_size()).place(square).center
    red, green, blue, _ = surface.get_at((left + right, top + down))
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


def test_each_key_with_a_meaning_does_what_it_means(window: Window, inbox: Inbox) -> None:
    done: list[Entry] = []
    for key in (pygame.K_F9, pygame.K_F2, pygame.K_F1):  # the second one has no meaning
        press(key)
    window.run(lambda: done.extend([inbox.get(), inbox.get()]), lambda: None)
    assert done == [Console.ask_new_piece, Console.listen]


def test_all_keys_of_the_requests_are_on_a_keyboard_and_type_nothing(inbox: Inbox) -> None:
    assert KEYS["F1"] is RequestName.LISTEN
    Window(load_voice_pack("en"), inbox.put, dict.fromkeys(KEYS, lambda: None))
    assert all(pygame.key.key_code(key) > 0x10FFFF for key in KEYS)  # beyond all letters, as SDL numbers such keys
    pygame.display.quit()


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
    edge = 2 - Layout(*pygame.display.get_surface().get_size()).square // 2
    assert color_at(chess.E4, right=edge) == MARKED
    assert color_at(chess.E2, right=edge) == MARKED
    assert color_at(chess.D5, right=edge) != MARKED


@pytest.mark.parametrize("screen", [(800, 600), (1024, 768), (1366, 768), (1920, 1080), (3840, 2160)])
def test_it_fits_the_screen_and_its_letters_stay_large(screen: tuple[int, int]) -> None:
    width, height = size_for(screen)
    assert width <= screen[0] and height <= screen[1] - FRAME
    layout = Layout(width, height)
    assert layout.text >= SMALLEST_TEXT
    assert layout.words.right <= width and layout.place(chess.H1).bottom + layout.margin <= height
    assert layout.words.width >= 10 * layout.text and layout.square >= 1.5 * layout.text


def test_what_is_said_stays_in_sight_whatever_the_size(window: Window) -> None:
    for number in range(30):
        window.write(f"{number} Springer Gustav eins schlägt Felix drei Schach und noch viele Worte mehr\n")
    pygame.display.set_mode((800, 520))
    window._take(pygame.event.Event(pygame.VIDEORESIZE, size=(800, 520)), lambda: None)
    window._typed = "a line that is far too long for this small window " * 3
    window._draw()
    layout, surface = Layout(800, 520), pygame.display.get_surface()
    assert layout.words.right < 800
    beyond = [surface.get_at((798, top)) for top in range(520)]
    assert all(tuple(color)[:3] == BLACK for color in beyond)
    lines = window._wrapped("eins zwei drei vier fünf sechs sieben acht", 100)
    assert len(lines) > 1 and " ".join(lines) == "eins zwei drei vier fünf sechs sieben acht"


def test_a_game_is_played_in_it(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path_factory.mktemp("home")))
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    press(pygame.K_F1)  # asks for the microphone, which this game does not have
    for line in ("f3", "e5", "g4", "Qh4", "quit"):
        type_line(line)
    transcript = tmp_path_factory.mktemp("said") / "transcript.txt"
    command = ["play", "--ui", "window", "--opponent", "human", "--no-sound", "--voices", "en"]
    result = CliRunner().invoke(main, [*command, "--transcript", str(transcript)])
    assert result.exit_code == 0, result.output
    said = transcript.read_text(encoding="utf-8")
    assert "The microphone is off." in said
    assert "queen David eight Hector four mate" in said


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the screen needs no variable")
def test_where_nobody_sees_it_no_window_is_drawn(monkeypatch: pytest.MonkeyPatch, inbox: Inbox) -> None:
    for name in SCREENS:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(NoScreenError):
        Window(load_voice_pack("en"), inbox.put, {})


def test_without_a_screen_there_is_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("SDL_VIDEODRIVER", "there is none")
    result = CliRunner().invoke(main, ["play", "--ui", "window", "--no-sound"])
    assert result.exit_code == 2
    assert result.stderr.startswith("No window can be opened here")


@pytest.mark.parametrize(
    ("key", "modifier", "sign", "name"),
    [
        (pygame.K_UP, 0, "", "up"),
        (pygame.K_LEFT, pygame.KMOD_LCTRL, "", "ctrl+left"),
        (pygame.K_DOWN, pygame.KMOD_LALT, "", "alt+down"),
        (pygame.K_4, 0, "4", "4"),
        (pygame.K_4, pygame.KMOD_LSHIFT, "$", "shift+4"),
        (pygame.K_n, pygame.KMOD_LSHIFT, "N", "N"),
        (pygame.K_SPACE, 0, " ", " "),
        (pygame.K_ESCAPE, 0, "\x1b", "escape"),
        (pygame.K_LSHIFT, 0, "", ""),
    ],
)
def test_single_keys_have_the_names_of_a_terminals(key: int, modifier: int, sign: str, name: str) -> None:
    assert key_name(pygame.event.Event(pygame.KEYDOWN, key=key, mod=modifier, unicode=sign)) == name


def test_while_keys_are_asked_for_nothing_is_typed(inbox: Inbox) -> None:
    window = Window(load_voice_pack("en"), inbox.put, {}, press=inbox.put)
    entered: list[Entry] = []

    def play() -> None:
        entered.extend([inbox.get(), inbox.get()])
        window.proceed(with_line=True)
        type_line("e4")
        entered.append(inbox.get())

    window.proceed(with_line=False)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_n, mod=0, unicode="n"))
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="n"))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="\x1b"))
    window.run(play, lambda: None)
    assert entered == ["n", "escape", "e4"]
    pygame.display.quit()
