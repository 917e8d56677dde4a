"""The window: a large board in high contrast, the last words, and a line for typing; the voice goes on beside it.

Any key silences speech, and some keys ask for something by themselves. pygame wants to be run by the main thread; the
game is played in another. A screen reader is told nothing by a window: its words go to the terminal as well.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import chess
import pygame
from msgspec import Struct
from msgspec.structs import replace

from access_chess.edge.window.board_picture import BoardPicture, Marks
from access_chess.edge.window.layout import Layout, TypedLine, key_name, size_for
from access_chess.edge.window.themes import THEMES, Theme
from access_chess.laws.clock import Instant
from access_chess.laws.game import Game
from access_chess.machine_clock import monotonic_clock
from access_chess.requests.row import blindfold
from access_chess.session.ports import Recorded
from access_chess.speech.language.voice_pack import VoicePack

KEPT = 40  # of what was said last; as much is shown as there is room for
FRAMES = 30  # looks a second for keys: a key is noticed within 34 ms
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")  # variables of the environment; one names the screen
SMALLEST_ZOOM, LARGEST_ZOOM, ZOOM_STEP = 0.75, 3.0, 1.25


class Looks(Struct, frozen=True, kw_only=True):
    """How the window looks; each can be changed by a key while it is open."""

    theme: Theme = THEMES[0]
    zoom: float = 1.0
    has_figures: bool = False
    has_names: bool = False
    is_turned: bool = False
    is_board_only: bool = False
    is_full: bool = False
    is_magnified: bool = False


class NoScreenError(Exception):
    """No window can be opened on this machine."""


class Window:
    """Shows a game and what is said, and puts typed lines into the inbox; None when it is closed.

    `keys`: what is done at a key, by its name, such as F1. `press` gets the names of single keys while they are asked
    for. Raises NoScreenError, or ValueError for a key that no keyboard has.
    """

    is_typed = True

    def __init__(
        self,
        pack: VoicePack,
        inbox: Callable[[str | None], None],
        keys: Mapping[str, Callable[[], None]],
        *,
        press: Callable[[str], None] = lambda key: None,
        looks: Looks | None = None,
        clock: Callable[[], Instant] = monotonic_clock,
    ) -> None:
        if sys.platform == "linux" and not any(name in os.environ for name in SCREENS):
            raise NoScreenError("there is no screen")  # SDL would draw where nobody sees it
        pygame.font.init()
        self._looks = looks or Looks()
        try:
            pygame.display.init()
            self._open(size_for(pygame.display.get_desktop_sizes()[0]))
        except pygame.error as error:
            raise NoScreenError(str(error)) from error
        pygame.display.set_caption("access-chess")
        pygame.key.start_text_input()
        pygame.key.set_repeat(400, 40)  # milliseconds: a key that is held goes on
        self._pack = pack
        self._inbox = inbox
        self._press = press
        self._clock = clock
        self._is_by_key = False
        self._keys = {pygame.key.key_code(name): do for name, do in keys.items()}
        self._game: Game | None = None
        self._seen_at = (Instant(), clock())
        self._said: deque[str] = deque(maxlen=KEPT)
        self._line, self._before = TypedLine(), ""
        self._cursor: chess.Square | None = None
        self._targets: frozenset[chess.Square] = frozenset()  # of the man there, where they were asked for
        self._hint: chess.Move | None = None
        self._chosen: chess.Square | None = None
        self._is_stale = False  # another thread has changed the looks
        self._lay_out()

    def show(self, game: Game) -> None:
        """Show this game."""
        self._game = game

    def turn(self, *, is_turned: bool) -> None:
        """Show the board from Black's side, or from White's."""
        self._looks = replace(self._looks, is_turned=is_turned)
        self._is_stale = True

    def on_event(self, recorded: Recorded) -> None:
        """Show the game after an event."""
        if len(recorded.after.plies) != len(recorded.before.plies):
            self._hint, self._chosen, self._targets = None, None, frozenset()
        self._game, self._seen_at = recorded.after, (recorded.at, self._clock())

    def look_at(self, square: chess.Square | None, targets: frozenset[chess.Square] = frozenset()) -> None:
        """Mark the square on which the cursor is, and where the man there may go; None: there is none any more."""
        self._cursor, self._targets = square, targets

    def show_hint(self, move: chess.Move) -> None:
        """Draw a move that is only thought of."""
        self._hint = move

    def write(self, text: str, /) -> None:
        """Show what is said."""
        if text.strip():
            self._said.append(text.strip())

    def flush(self) -> None:
        """Nothing: the next picture has it."""

    def proceed(self, *, with_line: bool = True) -> None:
        """The last entry has been dealt with: a line is typed next, or each key stands for itself."""
        self._is_by_key = not with_line

    def run(self, play: Callable[[], None], on_key: Callable[[], None]) -> None:
        """Play in a thread of its own, and show until that has ended; `on_key` is called at each key.

        Raises what playing raised.
        """
        ticks = pygame.time.Clock()
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="playing") as pool:
            playing = pool.submit(play)
            try:
                while not playing.done():
                    for event in pygame.event.get():
                        self._take(event, on_key)
                    self._draw()
                    ticks.tick(FRAMES)
            finally:
                self._inbox(None)  # whatever ended this loop, the game is not left waiting for a line
        pygame.display.quit()
        playing.result()

    def _take(self, event: pygame.event.Event, on_key: Callable[[], None]) -> None:
        if event.type == pygame.QUIT:
            self._inbox(None)
        elif event.type == pygame.VIDEORESIZE:
            self._surface = pygame.display.get_surface()
            self._lay_out()
        elif event.type == pygame.TEXTINPUT:
            self._line = self._line if self._is_by_key else self._line.typed(event.text)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            on_key()
            self._click(event.pos)
        elif event.type == pygame.KEYDOWN:
            on_key()
            self._take_key(event)

    def _take_key(self, event: pygame.event.Event) -> None:
        name = key_name(event)
        if (changed := self._changed(name)) is not None:
            self._become(changed)
        elif self._is_by_key:
            if name:
                self._press(name)
        elif event.key in self._keys:
            self._keys[event.key]()
        elif name == "enter":
            self._inbox(self._line.text)
            self._line, self._before = TypedLine(), self._line.text
        elif name == "up":
            self._line = TypedLine(self._before, len(self._before))
        elif name == "ctrl+v":
            self._line = self._line.typed(_pasted())
        else:
            self._line = self._line.pressed(name)

    def _changed(self, key: str) -> Looks | None:
        """The looks after a key that changes them; None after any other."""
        looks = self._looks
        match key:
            case "F3":
                return replace(looks, theme=THEMES[(THEMES.index(looks.theme) + 1) % len(THEMES)])
            case "F4":
                return replace(looks, is_board_only=not looks.is_board_only)
            case "F5":
                return replace(looks, has_figures=not looks.has_figures)
            case "F6":
                return replace(looks, is_turned=not looks.is_turned)
            case "F7":
                return replace(looks, is_magnified=not looks.is_magnified)
            case "F8":
                return replace(looks, has_names=not looks.has_names)
            case "F11":
                return replace(looks, is_full=not looks.is_full)
            case "ctrl++":
                return replace(looks, zoom=min(LARGEST_ZOOM, looks.zoom * ZOOM_STEP))
            case "ctrl+-":
                return replace(looks, zoom=max(SMALLEST_ZOOM, looks.zoom / ZOOM_STEP))
        return None

    def _become(self, looks: Looks) -> None:
        is_new_size = looks.is_full is not self._looks.is_full
        self._looks = looks
        if is_new_size:
            self._open(size_for(pygame.display.get_desktop_sizes()[0]))
        self._lay_out()

    def _open(self, size: tuple[int, int]) -> None:
        if self._looks.is_full:
            pygame.display.quit()  # where no window manager moves it, a window that is there stays where it is
            os.environ["SDL_VIDEO_WINDOW_POS"] = "0,0"
            pygame.display.init()
            self._surface = pygame.display.set_mode(pygame.display.get_desktop_sizes()[0], pygame.NOFRAME)
            del os.environ["SDL_VIDEO_WINDOW_POS"]
            pygame.key.start_text_input()
        else:
            self._surface = pygame.display.set_mode(size, pygame.RESIZABLE)

    def _click(self, point: tuple[int, int]) -> None:
        """The first click chooses a man, the second one tells where it goes, as if it had been typed."""
        square = self._layout.square_at(point)
        if square is None or self._game is None:
            self._chosen = None
        elif self._chosen is not None and self._chosen != square:
            self._inbox(chess.square_name(self._chosen) + chess.square_name(square))
            self._chosen = None
        else:
            is_own = self._game.board.color_at(square) is self._game.turn
            self._chosen = square if is_own and self._chosen is None else None

    def _lay_out(self) -> None:
        """Fonts for the window as large as it is."""
        self._is_stale = False
        looks, game = self._looks, self._game
        width, height = self._surface.get_size()
        self._layout = Layout(
            width=width, height=height, zoom=looks.zoom, is_turned=looks.is_turned, is_board_only=looks.is_board_only,
            has_clocks=game is not None and game.clock.control is not None, is_magnified=looks.is_magnified,
        )  # fmt: skip
        self._small = pygame.font.Font(None, self._layout.text)
        names = self._pack.names if looks.has_names else None
        self._picture = BoardPicture(self._surface, self._layout, looks.theme, self._pack.letters, names)
        if looks.has_figures:
            self._picture.with_figures()

    def _draw(self) -> None:
        self._surface.fill(self._looks.theme.background)
        game = self._game
        if game is not None:
            if self._is_stale or self._layout.has_clocks is not (game.clock.control is not None):
                self._lay_out()
            board = chess.Board(None) if blindfold(game) else game.board
            self._picture.draw(board, Marks() if blindfold(game) else self._marks(game))
            if not self._layout.is_board_only:
                self._draw_clocks(game)
            if self._looks.is_magnified:
                self._draw_magnified(board)
        if not self._layout.is_board_only:
            self._draw_words()
        pygame.display.flip()

    def _marks(self, game: Game) -> Marks:
        touched = self._chosen
        targets = (move.to_square for move in game.board.legal_moves if move.from_square == touched)
        return Marks(
            last=game.plies[-1].move if game.plies else None,
            hint=self._hint,
            check=game.board.king(game.board.turn) if game.board.is_check() else None,
            cursor=self._cursor,
            touched=touched,
            targets=self._targets.union(targets),
        )

    def _draw_magnified(self, board: chess.Board) -> None:
        """The square of the cursor, or the one under the mouse."""
        square = self._layout.square_at(pygame.mouse.get_pos()) if self._cursor is None else self._cursor
        if square is not None:
            self._picture.magnify(board, square, self._pack.square(square).text)

    def _draw_clocks(self, game: Game) -> None:
        """Both displays, White's below where White is; the one that runs has a frame."""
        if game.clock.control is None:
            return
        at, seen = self._seen_at
        now = at + (self._clock() - seen)
        place, theme = self._layout.clock, self._looks.theme
        for color in (chess.WHITE, chess.BLACK) if self._looks.is_turned else (chess.BLACK, chess.WHITE):
            font = pygame.font.Font(None, place.height)
            shown = font.render(_display(game.remaining(color, now)), True, theme.text)
            self._surface.blit(shown, shown.get_rect(midleft=(place.left + place.height // 3, place.centery)))
            if game.clock.running is color:
                pygame.draw.rect(self._surface, theme.typed, place, width=max(4, place.height // 12))
            place = place.move(0, place.height + self._layout.margin // 4)

    def _draw_words(self) -> None:
        """What was said last, as many lines as there is room for, and what is typed around its caret."""
        place, height, theme = self._layout.words, self._small.get_linesize() + 2, self._looks.theme
        lines = [line for said in tuple(self._said) for line in self._wrapped(said, place.width)]
        for number, line in enumerate(lines[-max(1, place.height // height) :]):
            self._surface.blit(self._small.render(line, True, theme.text), (place.left, place.top + height * number))
        before, after = f"> {self._line.text[: self._line.caret]}", self._line.text[self._line.caret :]
        while before and self._small.size(f"{before}|{after[:1]}")[0] > place.width:
            before = before[1:]
        typed = self._small.render(f"{before}|{after}", True, theme.typed)
        self._surface.blit(typed, (place.left, place.bottom + self._layout.margin // 2))

    def _wrapped(self, text: str, width: int) -> list[str]:
        """The text in lines that are no wider than so many pixels; a longer word stands alone."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self._small.size(longer)[0] <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines


def _display(time: timedelta) -> str:
    """A thinking time in digits; what is overdrawn shows as nothing left."""
    seconds = max(0, int(time.total_seconds()))
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def _pasted() -> str:
    """What stands in the clipboard, on one line; nothing where there is none."""
    try:
        pygame.scrap.init()
        held = pygame.scrap.get(pygame.SCRAP_TEXT)
    except pygame.error:
        return ""
    return " ".join((held or b"").decode(errors="ignore").replace("\0", "").split())
