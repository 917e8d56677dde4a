"""The window: a large board in high contrast, the last words, and a line for typing; the voice goes on beside it.

Any key silences speech, and F1 opens the microphone for a sentence. pygame wants to be run by the main thread; the
game is played in another.
"""

import os
import sys
import textwrap
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import chess
import pygame

from access_chess.edge.desk import Deed, Desk
from access_chess.edge.session import Telling
from access_chess.laws.game import Game
from access_chess.speech.voice_pack import VoicePack

SQUARE = 90  # pixels; the letters of the men are two thirds of it, some two centimetres on most screens
MARGIN = 40
WORDS_WIDTH = 620
LINES = 16  # of what was said last
LINE = 44  # characters
FRAMES = 30  # looks a second for keys: a key is noticed within 34 ms
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")  # variables of the environment; one names the screen

BLACK, WHITE, DARK, LIGHT, MARKED = (0, 0, 0), (255, 255, 255), (70, 70, 70), (190, 190, 190), (255, 210, 0)
BOARD = 8 * SQUARE
SIZE = (BOARD + 2 * MARGIN + WORDS_WIDTH, BOARD + 2 * MARGIN)


class NoScreenError(Exception):
    """No window can be opened on this machine."""


class Window:
    """Shows a game and what is said, and puts typed lines into the inbox; None when it is closed.

    Raises NoScreenError.
    """

    is_typed = True

    def __init__(self, pack: VoicePack, inbox: Callable[[str | Deed | None], None]) -> None:
        if sys.platform == "linux" and not any(name in os.environ for name in SCREENS):
            raise NoScreenError("there is no screen")  # SDL would draw where nobody sees it
        pygame.font.init()
        try:
            pygame.display.init()
            self._surface = pygame.display.set_mode(SIZE)
        except pygame.error as error:
            raise NoScreenError(str(error)) from error
        pygame.display.set_caption("access-chess")
        pygame.key.start_text_input()
        self._pack = pack
        self._inbox = inbox
        self._large = pygame.font.Font(None, SQUARE * 2 // 3)
        self._small = pygame.font.Font(None, 34)
        self._game: Game | None = None
        self._said: deque[str] = deque(maxlen=LINES)
        self._typed = ""
        self._before = ""

    def show(self, game: Game) -> None:
        """Show this game."""
        self._game = game

    def tell(self, telling: Telling) -> None:
        """Show the game after an event."""
        self._game = telling.after

    def write(self, text: str, /) -> None:
        """Show what is said."""
        self._said.extend(textwrap.wrap(text, LINE))

    def flush(self) -> None:
        """Nothing: the next picture has it."""

    def proceed(self) -> None:
        """Nothing: the next line may be typed at any time."""

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
        elif event.type == pygame.TEXTINPUT:
            self._typed += event.text
        elif event.type == pygame.KEYDOWN:
            on_key()
            if event.key == pygame.K_F1:
                self._inbox(Desk.listen)
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
        left = BOARD + 2 * MARGIN
        for number, line in enumerate(self._said):
            self._text(self._small, line, WHITE, (left, MARGIN + 36 * number))
        self._text(self._small, f"> {self._typed}_", MARKED, (left, SIZE[1] - 2 * MARGIN))
        pygame.display.flip()

    def _draw_board(self, game: Game) -> None:
        last = game.plies[-1].move if game.plies else None
        for square in chess.SQUARES:
            left = MARGIN + SQUARE * chess.square_file(square)
            top = MARGIN + SQUARE * (7 - chess.square_rank(square))
            field = pygame.Rect(left, top, SQUARE, SQUARE)
            pygame.draw.rect(self._surface, LIGHT if chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES else DARK, field)
            if last is not None and square in (last.from_square, last.to_square):
                pygame.draw.rect(self._surface, MARKED, field, width=6)
            piece = game.board.piece_at(square)
            if piece is not None:
                self._draw_man(piece, field)
        for index in range(8):
            along = MARGIN + SQUARE * index + SQUARE // 2
            self._centered(self._small, chess.FILE_NAMES[index], WHITE, (along, BOARD + MARGIN + 20))
            self._centered(self._small, chess.RANK_NAMES[7 - index], WHITE, (20, along))

    def _draw_man(self, piece: chess.Piece, field: pygame.Rect) -> None:
        """A disc in the man's color with a letter in the other one; a pawn, which has none, is a small disc."""
        fill, letter = (WHITE, BLACK) if piece.color else (BLACK, WHITE)
        radius = SQUARE // 5 if piece.piece_type == chess.PAWN else SQUARE * 2 // 5
        pygame.draw.circle(self._surface, letter, field.center, radius + 3)
        pygame.draw.circle(self._surface, fill, field.center, radius)
        self._centered(self._large, self._pack.letters.of(piece.piece_type), letter, field.center)

    def _text(self, font: pygame.font.Font, text: str, color: tuple[int, int, int], place: tuple[int, int]) -> None:
        self._surface.blit(font.render(text, True, color), place)

    def _centered(self, font: pygame.font.Font, text: str, color: tuple[int, int, int], place: tuple[int, int]) -> None:
        rendered = font.render(text, True, color)
        self._surface.blit(rendered, rendered.get_rect(center=place))
