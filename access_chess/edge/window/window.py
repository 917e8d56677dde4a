"""The window: a large board in high contrast, the last words, and a line for typing; the voice goes on beside it.

Any key silences speech, and some keys ask for something by themselves. pygame wants to be run by the main thread; the
game is played in another.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import chess
import pygame

from access_chess.edge.window.key_names import key_name
from access_chess.laws.game import Game
from access_chess.session.ports import Recorded
from access_chess.speech.language.voice_pack import VoicePack

WIDTH, HEIGHT = 1420, 800  # pixels where the screen has room for no more than that; a larger one gets larger letters
LARGEST = 2.0  # times that
FRAME = 80  # pixels of height for the window's title and the system's bar
SMALLEST_TEXT = 30  # pixels: large print on most screens
KEPT = 40  # of what was said last; as much is shown as there is room for
FRAMES = 30  # looks a second for keys: a key is noticed within 34 ms
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")  # variables of the environment; one names the screen

BLACK, WHITE, DARK, LIGHT, MARKED = (0, 0, 0), (255, 255, 255), (70, 70, 70), (190, 190, 190), (255, 210, 0)


@dataclass(frozen=True)
class Layout:
    """Where things are in a window of so many pixels: the board on the left, words beside it."""

    width: int
    height: int

    @property
    def text(self) -> int:
        """The height of letters."""
        return max(SMALLEST_TEXT, min(self.width // 36, self.height // 20))

    @property
    def margin(self) -> int:
        """On each side of the board, wide enough for the names of files and ranks."""
        return self.text + 6

    @property
    def square(self) -> int:
        """The side of a square: the board has the whole height, but not more than nine sixteenths of the width."""
        return (min(self.height, self.width * 9 // 16) - 2 * self.margin) // 8

    @property
    def board(self) -> int:
        """The side of the board."""
        return 8 * self.square

    @property
    def words(self) -> pygame.Rect:
        """The place for what was said, over the line that is typed."""
        left = self.board + 2 * self.margin
        return pygame.Rect(left, self.margin, self.width - left - self.margin // 2, self.height - 3 * self.margin)

    def place(self, square: chess.Square) -> pygame.Rect:
        """Where a square is."""
        left, top = self.square * chess.square_file(square), self.square * (7 - chess.square_rank(square))
        return pygame.Rect(self.margin + left, self.margin + top, self.square, self.square)


def size_for(screen: tuple[int, int]) -> tuple[int, int]:
    """The size of the window on a screen of so many pixels: it fits, and makes use of a large one.

    >>> size_for((1024, 768)), size_for((1920, 1080))
    ((1024, 688), (1775, 1000))
    """
    width, height = screen[0], screen[1] - FRAME
    scale = min(LARGEST, width / WIDTH, height / HEIGHT)
    if scale < 1:
        return min(WIDTH, width), min(HEIGHT, height)
    return round(WIDTH * scale), round(HEIGHT * scale)


class NoScreenError(Exception):
    """No window can be opened on this machine."""


class Window:
    """Shows a game and what is said, and puts typed lines into the inbox; None when it is closed.

    `keys`: what is done at a key, by its name, such as F1. `press` gets the names of single keys while they are asked
    for. Raises NoScreenError, or ValueError for a key that no
    keyboard has.
    """

    is_typed = True

    def __init__(
        self,
        pack: VoicePack,
        inbox: Callable[[str | None], None],
        keys: Mapping[str, Callable[[], None]],
        *,
        press: Callable[[str], None] = lambda key: None,
    ) -> None:
        if sys.platform == "linux" and not any(name in os.environ for name in SCREENS):
            raise NoScreenError("there is no screen")  # SDL would draw where nobody sees it
        pygame.font.init()
        try:
            pygame.display.init()
            size = size_for(pygame.display.get_desktop_sizes()[0])
            self._surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        except pygame.error as error:
            raise NoScreenError(str(error)) from error
        pygame.display.set_caption("access-chess")
        pygame.key.start_text_input()
        self._pack = pack
        self._inbox = inbox
        self._press = press
        self._is_by_key = False
        self._keys = {pygame.key.key_code(name): do for name, do in keys.items()}
        self._lay_out()
        self._game: Game | None = None
        self._said: deque[str] = deque(maxlen=KEPT)
        self._typed = ""
        self._before = ""

    def show(self, game: Game) -> None:
        """Show this game."""
        self._game = game

    def on_event(self, recorded: Recorded) -> None:
        """Show the game after an event."""
        self._game = recorded.after

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
            self._typed += "" if self._is_by_key else event.text
        elif event.type == pygame.KEYDOWN:
            on_key()
            if self._is_by_key:
                if name := key_name(event):
                    self._press(name)
            elif event.key in self._keys:
                self._keys[event.key]()
            elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                self._inbox(self._typed)
                self._typed, self._before = "", self._typed
            elif event.key == pygame.K_BACKSPACE:
                self._typed = self._typed[:-1]
            elif event.key == pygame.K_UP:
                self._typed = self._before

    def _draw(self) -> None:
        self._surface.fill(BLACK)
        if self._game is not None:
            self._draw_board(self._game)
        self._draw_words()
        pygame.display.flip()

    def _lay_out(self) -> None:
        """Large letters for the men, and those of the words, for the window as large as it is."""
        self._layout = Layout(*self._surface.get_size())
        self._large = pygame.font.Font(None, self._layout.square * 2 // 3)
        self._small = pygame.font.Font(None, self._layout.text)

    def _draw_words(self) -> None:
        """What was said last, as many lines as there is room for, and the end of what is typed."""
        place, height = self._layout.words, self._small.get_linesize() + 2
        lines = [line for said in self._said for line in self._wrapped(said, place.width)]
        for number, line in enumerate(lines[-(place.height // height) :]):
            self._text(self._small, line, WHITE, (place.left, place.top + height * number))
        typed = f"> {self._typed}_"
        while self._small.size(typed)[0] > place.width:
            typed = typed[1:]
        self._text(self._small, typed, MARKED, (place.left, place.bottom + self._layout.margin // 2))

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

    def _draw_board(self, game: Game) -> None:
        last = game.plies[-1].move if game.plies else None
        for square in chess.SQUARES:
            field = self._layout.place(square)
            pygame.draw.rect(self._surface, LIGHT if chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES else DARK, field)
            if last is not None and square in (last.from_square, last.to_square):
                pygame.draw.rect(self._surface, MARKED, field, width=6)
            piece = game.board.piece_at(square)
            if piece is not None:
                self._draw_man(piece, field)
        margin = self._layout.margin
        for index in range(8):
            along = margin + self._layout.square * index + self._layout.square // 2
            below = margin + self._layout.board + margin // 2
            self._centered(self._small, chess.FILE_NAMES[index], WHITE, (along, below))
            self._centered(self._small, chess.RANK_NAMES[7 - index], WHITE, (margin // 2, along))

    def _draw_man(self, piece: chess.Piece, field: pygame.Rect) -> None:
        """A disc in the man's color with a letter in the other one; a pawn, which has none, is a small disc."""
        fill, letter = (WHITE, BLACK) if piece.color else (BLACK, WHITE)
        square = self._layout.square
        radius = square // 5 if piece.piece_type == chess.PAWN else square * 2 // 5
        pygame.draw.circle(self._surface, letter, field.center, radius + 3)
        pygame.draw.circle(self._surface, fill, field.center, radius)
        self._centered(self._large, self._pack.letters.of(piece.piece_type), letter, field.center)

    def _text(self, font: pygame.font.Font, text: str, color: tuple[int, int, int], place: tuple[int, int]) -> None:
        self._surface.blit(font.render(text, True, color), place)

    def _centered(self, font: pygame.font.Font, text: str, color: tuple[int, int, int], place: tuple[int, int]) -> None:
        rendered = font.render(text, True, color)
        self._surface.blit(rendered, rendered.get_rect(center=place))
