"""The window, on SDL's dummy screen: typed lines reach the game, keys silence, the picture shows the board."""

import queue
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import chess
import pygame
import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.edge.window.board_picture import BoardPicture, Marks
from access_chess.edge.window.layout import BLACK, FRAME, SMALLEST_TEXT, WHITE, Layout, TypedLine, key_name, size_for
from access_chess.edge.window.themes import THEMES, Color, Theme, contrast
from access_chess.edge.window.window import SCREENS, Looks, NoScreenError, Window
from access_chess.laws.commands import StartClock
from access_chess.laws.decide import advance
from access_chess.laws.events import GameSetUp
from access_chess.laws.game import new_game
from access_chess.laws.setup import Regulations, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.table import KEYS
from access_chess.session.inbox import SpokenWords
from access_chess.session.record import begin_game

Entry = Any
Inbox = queue.SimpleQueue[Any]


@pytest.fixture
def inbox() -> Inbox:
    return queue.SimpleQueue()


LISTEN = SpokenWords(said=Request(name=RequestName.LISTEN), at=timedelta())


@pytest.fixture
def window(inbox: Inbox) -> Iterator[Window]:
    yield Window(
        load_voice_pack("en"),
        inbox.put,
        {"F1": lambda: inbox.put(LISTEN), "F9": lambda: inbox.put(None)},
    )
    pygame.display.quit()


def press(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))


def type_line(text: str) -> None:
    for letter in text:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    press(pygame.K_RETURN)


def layout_of(surface: pygame.Surface) -> Layout:
    return Layout(width=surface.get_width(), height=surface.get_height())


def color_at(square: chess.Square, *, right: int = 0, down: int = 0) -> tuple[int, int, int]:
    surface = pygame.display.get_surface()
    left, top = layout_of(surface).place(square).center
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
    assert done == [None, LISTEN]


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
    assert color_at(chess.E3) == THEMES[0].mark  # the arrow goes through it
    assert color_at(chess.D3) == THEMES[0].light


def test_blindfold_the_board_is_empty_and_bears_no_mark(window: Window) -> None:
    window.show(new_game(GameSetUp(setup=Setup(moves=("e2e4",), regulations=Regulations(is_blindfold=True)))))
    window._draw()
    assert {color_at(square) for square in chess.SQUARES} == {THEMES[0].light, THEMES[0].dark}


@pytest.mark.parametrize("screen", [(800, 600), (1024, 768), (1366, 768), (1920, 1080), (3840, 2160)])
def test_it_fits_the_screen_and_its_letters_stay_large(screen: tuple[int, int]) -> None:
    width, height = size_for(screen)
    assert width <= screen[0] and height <= screen[1] - FRAME
    layout = Layout(width=width, height=height)
    assert layout.text >= SMALLEST_TEXT
    assert layout.words.right <= width and layout.place(chess.H1).bottom + layout.margin <= height
    assert layout.words.width >= 10 * layout.text and layout.square >= 1.5 * layout.text


def test_what_is_said_stays_in_sight_whatever_the_size(window: Window) -> None:
    for number in range(30):
        window.write(f"{number} Springer Gustav eins schlägt Felix drei Schach und noch viele Worte mehr\n")
    pygame.display.set_mode((800, 520))
    window._take(pygame.event.Event(pygame.VIDEORESIZE, size=(800, 520)), lambda: None)
    long = "a line that is far too long for this small window " * 3
    window._line = TypedLine(long, len(long))
    window._draw()
    layout, surface = Layout(width=800, height=520), pygame.display.get_surface()
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


@pytest.mark.parametrize(
    ("what", "lines", "told"),
    [
        (("puzzles",), ("hint", "solution", "", "quit"), "The solution"),
        (("drill", "colours"), ("light", "quit"), "Training ended."),
    ],
)
def test_training_is_done_in_it_and_what_is_to_be_imagined_is_not_shown(
    what: tuple[str, ...],
    lines: tuple[str, ...],
    told: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path_factory.mktemp("home")))
    shown: list[int] = []

    def draw(self: BoardPicture, board: chess.Board, marks: Marks) -> None:
        if not shown:  # the player types when he has seen it
            for line in lines:
                type_line(line)
        shown.append(chess.popcount(board.occupied))

    monkeypatch.setattr(BoardPicture, "draw", draw)
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    result = CliRunner().invoke(main, ["train", *what, "--ui", "window", "--no-sound", "--voices", "en"])
    assert result.exit_code == 0, result.output
    assert told in result.stdout
    assert shown and all((men == 0) is (what[0] == "drill") for men in shown)


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


def picture(theme: Theme, size: tuple[int, int], looks: Looks | None = None) -> Window:
    """A window of this size, in a position with everything that can be marked."""
    window = Window(load_voice_pack("en"), lambda line: None, {}, looks=looks or Looks(theme=theme))
    pygame.display.set_mode(size)
    window._take(pygame.event.Event(pygame.VIDEORESIZE, size=size), lambda: None)
    setup = Setup(moves=("e2e4", "e7e5", "d1h5", "g8f6", "h5f7"), time=parse_time_control("300"))
    window.show(new_game(GameSetUp(setup=setup)))
    window.write("queen Hector five takes Felix seven check")
    window.look_at(chess.C3, frozenset((chess.B5,)))
    window._draw()
    return window


def colors_in(place: pygame.Rect) -> set[Color]:
    surface = pygame.display.get_surface()
    return {
        tuple(surface.get_at((left, top)))[:3]  # type: ignore[misc]
        for left in range(place.left, place.right)
        for top in range(place.top, place.bottom)
    }


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080), (3840, 2160)])
def test_what_is_drawn_has_its_contrast(theme: Theme, size: tuple[int, int]) -> None:
    """By the pixels: a man of either color on a square of either, the arrow, the king in check, the cursor, words."""
    window = picture(theme, size)
    layout = window._layout
    for square, fill in ((chess.A2, WHITE), (chess.B2, WHITE), (chess.A7, BLACK), (chess.B7, BLACK)):
        assert color_at_in(layout, square) == fill
        field = layout.place(square)
        shade = tuple(pygame.display.get_surface().get_at((field.left + 3, field.top + 3)))[:3]
        assert shade == (theme.light if (square + square // 8) % 2 else theme.dark)
        outline = BLACK if fill == WHITE else WHITE
        assert max(contrast(fill, shade), contrast(outline, shade)) >= 3 and contrast(fill, outline) >= 4.5
        assert {fill, outline} <= colors_in(field)
    for square in (chess.G6, chess.E8, chess.C3, chess.B5):  # under the arrow, in check, under the cursor, its target
        shade = theme.light if (square + square // 8) % 2 else theme.dark
        assert theme.mark in colors_in(layout.place(square)), chess.square_name(square)
        assert contrast(theme.mark, shade) >= 3
    assert theme.mark not in colors_in(layout.place(chess.D3))
    words = colors_in(pygame.Rect(layout.words.left, layout.words.top, layout.words.width, 2 * layout.text))
    assert {theme.text, theme.background} <= words and contrast(theme.text, theme.background) >= 7
    assert contrast(theme.typed, theme.background) >= 7
    pygame.display.quit()


def color_at_in(layout: Layout, square: chess.Square) -> Color:
    red, green, blue, _ = pygame.display.get_surface().get_at(layout.place(square).center)
    return red, green, blue


@pytest.mark.parametrize("zoom", [0.75, 1.0, 2.0, 3.0])
@pytest.mark.parametrize("size", [(1024, 688), (1775, 1000), (2840, 1600)])
def test_nothing_lies_on_something_else_however_large_the_letters_are(zoom: float, size: tuple[int, int]) -> None:
    for turned in (False, True):
        layout = Layout(
            width=size[0], height=size[1], zoom=zoom, is_turned=turned, has_clocks=True, is_magnified=turned
        )
        assert turned is False or layout.magnified.bottom + layout.text <= layout.words.top
        assert not layout.magnified.colliderect(layout.place(chess.A1).union(layout.place(chess.H8)))
        board = layout.place(chess.A1).union(layout.place(chess.H8))
        assert board.width == board.height == layout.board and layout.square >= 24
        assert not board.colliderect(layout.words) and not board.colliderect(layout.clock)
        assert layout.clock.move(0, layout.clock.height).bottom <= layout.words.top
        assert layout.words.right <= size[0] and board.bottom + layout.margin <= size[1]
        for square in chess.SQUARES:
            assert layout.square_at(layout.place(square).center) == square
        assert (layout.place(chess.A1).top < layout.place(chess.A8).top) is turned


@pytest.mark.parametrize(
    ("key", "field", "value"),
    [
        (pygame.K_F4, "is_board_only", True), (pygame.K_F5, "has_figures", True), (pygame.K_F6, "is_turned", True),
        (pygame.K_F7, "is_magnified", True), (pygame.K_F8, "has_names", True), (pygame.K_F3, "theme", THEMES[1]),
        (pygame.K_F11, "is_full", True),
    ],
)  # fmt: skip
def test_looks_are_changed_by_a_key_and_back(window: Window, key: int, field: str, value: object) -> None:
    window.show(new_game(GameSetUp(setup=Setup())))
    before = getattr(window._looks, field)
    for expected in (value, THEMES[2] if field == "theme" else before):
        window._take(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""), lambda: None)
        window._draw()
        assert getattr(window._looks, field) == expected


def test_letters_grow_and_shrink(window: Window) -> None:
    sizes = []
    for key in (pygame.K_PLUS, pygame.K_PLUS, pygame.K_MINUS):
        window._take(pygame.event.Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_LCTRL, unicode=""), lambda: None)
        sizes.append(window._layout.text)
    assert sizes[0] < sizes[1] > sizes[2] == sizes[0]


def test_a_move_is_made_by_two_clicks(window: Window, inbox: Inbox) -> None:
    window.show(new_game(GameSetUp(setup=Setup())))
    window._lay_out()

    def click(square: chess.Square) -> None:
        point = window._layout.place(square).center
        window._take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=point), lambda: None)

    click(chess.E5)  # nobody is there
    click(chess.E2)
    window._draw()
    assert window._marks(new_game(GameSetUp(setup=Setup()))).targets == {chess.E3, chess.E4}
    assert color_at_in(window._layout, chess.E4) == THEMES[0].mark
    click(chess.E4)
    assert inbox.get_nowait() == "e2e4"
    click(chess.G1)
    click(chess.G1)  # not this one after all
    assert window._chosen is None and inbox.empty()


def test_a_line_is_edited_at_its_caret() -> None:
    line = TypedLine().typed("Nf6").pressed("left").pressed("delete").typed("3\n")
    assert line == TypedLine("Nf3", 3)
    assert line.pressed("home").pressed("delete").pressed("end").pressed("backspace") == TypedLine("f", 1)
    assert TypedLine().pressed("backspace").pressed("left").pressed("delete") == TypedLine()


def test_the_clock_that_runs_goes_on_between_events() -> None:
    now = timedelta()
    window = Window(load_voice_pack("en"), lambda line: None, {}, clock=lambda: now)
    journal = Journal(None)
    session_game = begin_game(journal, Setup(time=parse_time_control("300"))).game
    journal.close()
    started, _ = advance(session_game, StartClock(), at=timedelta())
    window.show(started)
    window._draw()
    place = window._layout.clock.move(0, window._layout.clock.height + window._layout.margin // 4)
    first = pygame.display.get_surface().subsurface(place).copy()
    now = timedelta(seconds=30)
    window._draw()
    later = pygame.display.get_surface().subsurface(place).copy()
    assert pygame.image.tobytes(first, "RGB") != pygame.image.tobytes(later, "RGB")
    pygame.display.quit()
